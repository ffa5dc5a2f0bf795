import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import { invoiceOf, openPaid, orderEvent, startEnvironment } from './test-environment.js';
import { until } from '../until.js';

const nothing = () => undefined;

describe('the shop receives each event', { concurrency: 6 }, () => {
  it('repeatedly until it has accepted it, always with the same id', async (t) => {
    const tries: CheckoutEvent[] = [];
    const onEvent = async (event: CheckoutEvent): Promise<void> => {
      tries.push(event);
      if (tries.length < 3) throw new Error('the database of the shop is away');
    };
    const environment = await startEnvironment(t, { proxy: { onEvent } });
    await openPaid(environment);
    for (const times of [1, 2, 3]) {
      await until(
        () => tries.length,
        `try ${times}`,
        (length) => length >= times,
      );
      environment.sandbox.clock.advance(10);
    }
    assert.equal(new Set(tries.map((event) => event.id)).size, 1);
    assert.deepEqual(tries[2], tries[0]);
    assert.match(environment.logLines.join('\n'), /onEvent failed/);
    // A second checkout continues, and the event of the first one is not delivered again.
    const other = await environment.open({ id: 'A-2' });
    await environment.control('payments', { uuid: invoiceOf(await environment.choose(other.id)).id });
    await environment.becomes(other.id, 'paid');
    await until(
      () => tries.length,
      'the event of the second order is delivered',
      (length) => length >= 4,
    );
    assert.deepEqual(
      tries.map((event) => orderEvent(event).order.id),
      ['A-1', 'A-1', 'A-1', 'A-2'],
    );
  });

  it('in order, per checkout', async (t) => {
    const seen: string[] = [];
    let isDown = true;
    const onEvent = ({ type }: CheckoutEvent): void => {
      if (isDown) throw new Error('away');
      seen.push(type);
    };
    const environment = await startEnvironment(t, { proxy: { onEvent } });
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id, amount: '1' });
    const partial = await environment.becomes(id, 'partial');
    await environment.control('payments', { uuid: invoice.id, amount: invoiceOf(partial).due });
    await environment.becomes(id, 'paid');
    isDown = false;
    environment.sandbox.clock.advance(3600);
    await until(
      () => seen.length,
      'both events arrive',
      (length) => length === 2,
    );
    assert.deepEqual(seen, ['checkout.partial', 'checkout.paid']);
  });

  it('of one order while the callback for another hangs', async (t) => {
    const seen: string[] = [];
    let release = nothing;
    const hanging = new Promise<void>((resolve) => (release = () => void resolve()));
    const onEvent = (event: CheckoutEvent): Promise<void> | void => {
      const { order } = orderEvent(event);
      seen.push(order.id);
      return order.id === 'A-1' ? hanging : undefined;
    };
    const environment = await startEnvironment(t, { proxy: { onEvent } });
    for (const order of ['A-1', 'A-2']) {
      await openPaid(environment, { id: order });
    }
    await until(
      () => seen.join(),
      'both are delivered',
      (ids) => ids === 'A-1,A-2',
    );
    release();
  });

  it('with all details that it needs, and with exact amounts', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'ETH'));
    await environment.control('payments', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
    const [event] = await until(
      () => environment.events,
      'the event arrives',
      (events) => events.length === 1,
    );
    assert.match(event?.id ?? '', /^evt_[\w-]{36}$/);
    assert.ok(event && event.type !== 'checkout.review_required');
    assert.deepEqual(event.invoice, {
      id: invoice.id,
      orderId: 'A-1',
      currency: 'ETH',
      caip2: 'eip155:1',
      caip19: 'eip155:1/slip44:60',
      address: invoice.address,
      price: { amount: '49.00', currency: 'EUR' },
      amount: invoice.amount,
      received: invoice.amount,
      applied: invoice.amount,
      ...{ owed: '0', reserved: '0', refunded: '0', dismissed: '0' },
      due: '0',
      surplus: '0',
      createdAt: invoice.createdAt,
      expiresAt: invoice.expiresAt,
      finishedAt: event.invoice.finishedAt,
      transactions: event.invoice.transactions,
      unconfirmed: [],
    });
    assert.equal(event.invoice.transactions.length, 1);
    assert.doesNotMatch(JSON.stringify(event), /email|apiKey|shopId/i);
  });

  it('later, if no callback is set yet', async (t) => {
    const environment = await startEnvironment(t, { proxy: { onEvent: undefined } });
    await openPaid(environment);
    assert.match(environment.logLines.join('\n'), /no receiver is set, events stay in the store/);
  });
});
