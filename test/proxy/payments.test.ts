import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addAmounts, compareAmounts, subtractAmounts } from '../../src/payment/index.js';
import { mayBeSent } from '../../src/protocol/index.js';
import { invoiceOf, startEnvironment, withTransactions } from './test-environment.js';
import { until } from '../until.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('a payer who pays', { concurrency: 6 }, () => {
  it('sees the price, chooses a coin, sends the exact amount due, and the order is paid', async (t) => {
    const environment = await startEnvironment(t);
    const opened = await environment.open({ description: 'The morning set' });
    assert.equal(opened.state, 'choosing');
    assert.deepEqual(opened.order, {
      id: 'A-1',
      amount: '49.00',
      currency: 'EUR',
      description: 'The morning set',
      emailRequired: false,
    });
    assert.equal(opened.offers.length, 40);

    const chosen = await environment.choose(opened.id);
    const invoice = invoiceOf(chosen);
    assert.equal(chosen.state, 'awaiting');
    assert.equal(chosen.testMode, true);
    assert.equal(chosen.shop.name, 'Sandbox shop');
    assert.match(invoice.address ?? '', /^T/);
    assert.equal(invoice.due, invoice.amount);
    assert.equal(invoice.paid, '0');
    assert.equal(Date.parse(invoice.expiresAt ?? '') - Date.parse(invoice.createdAt), 30 * 60_000);

    await environment.control('payments', { uuid: invoice.id });
    const paid = await environment.becomes(opened.id, 'paid');
    assert.equal(invoiceOf(paid).paid, invoice.amount);
    assert.equal(invoiceOf(paid).due, '0');
    assert.equal(invoiceOf(paid).transactions.length, 1);
    assert.equal(paid.late, false);
    assert.ok(paid.version > chosen.version);

    const [event] = await until(
      () => environment.events,
      'the shop is notified',
      (events) => events.length > 0,
    );
    assert.equal(event?.type, 'checkout.paid');
    assert.deepEqual(event?.order, { id: 'A-1', amount: '49.00', currency: 'EUR' });
    assert.deepEqual(event?.checkout, {
      id: opened.id,
      paymentId: paymentIdOf(opened.id),
      version: paid.version,
      state: 'paid',
      late: false,
    });
    assert.equal(event?.invoice.received, invoice.amount);
    assert.equal(event?.testMode, true);
  });

  it('sees the amount that the service requests, with the fee that the payer bears', async (t) => {
    const environment = await startEnvironment(t, { sandbox: { feePaidBy: 'client' } });
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    const [created] = (await environment.requests()).filter(({ path }) => path.endsWith('/create'));
    assert.equal(invoice.feePaidBy, 'payer');
    assert.notEqual(invoice.fee, null);
    assert.deepEqual(Object.keys(created?.body['add_fields'] ?? {}).sort(), [
      'cryptocurrency',
      'time_to_pay',
    ]);
    // The money of the sandbox adds up only if the fee is included.
    await environment.control('payments', { uuid: invoice.id, amount: invoice.amount });
    await environment.becomes(id, 'paid');
  });

  it('sees that a transaction is detected before it is confirmed', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.control('payments', { uuid: invoice.id, confirm: false });
    const detected = await environment.becomes(id, 'detected');
    assert.equal(invoiceOf(detected).transactions.length, 1);
    assert.deepEqual(invoiceOf(detected).unconfirmed, invoiceOf(detected).transactions);
    assert.deepEqual(environment.events, []);
    await environment.control('confirmations', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
  });

  it('sees the amount that is still due after sending a part', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id, amount: '10.5' });
    const partial = invoiceOf(await environment.becomes(id, 'partial'));
    assert.equal(partial.paid, '10.5');
    assert.equal(partial.due, subtractAmounts(invoice.amount, '10.5'));
    assert.equal(partial.address, invoice.address);
    await environment.control('payments', { uuid: invoice.id, amount: partial.due });
    await environment.becomes(id, 'paid');
    await until(
      () => typesOf(environment.events),
      'both events arrive',
      (types) => types.length === 2,
    );
    assert.deepEqual(typesOf(environment.events), ['checkout.partial', 'checkout.paid']);
  });

  it('sees that a second payment waits for confirmation after a part was paid', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.control('payments', { uuid: invoice.id, amount: '0.0003' });
    const part = await environment.becomes(id, 'partial');
    assert.deepEqual(invoiceOf(part).unconfirmed, []);

    await environment.control('payments', { uuid: invoice.id, confirm: false });
    const seen = await withTransactions(environment, id, 2);
    assert.equal(seen.state, 'partial');
    assert.equal(invoiceOf(seen).paid, '0.0003');
    assert.deepEqual(invoiceOf(seen).unconfirmed, invoiceOf(seen).transactions.slice(1));

    await environment.control('confirmations', { uuid: invoice.id });
    assert.deepEqual(invoiceOf(await environment.becomes(id, 'paid')).unconfirmed, []);
  });

  it('reads the same in the event about the next part', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id, amount: '10' });
    await environment.becomes(id, 'partial');
    await environment.control('payments', { uuid: invoice.id, amount: '5', confirm: false });
    const [waiting] = invoiceOf(await withTransactions(environment, id, 2)).unconfirmed;
    environment.sandbox.clock.advance(31 * 60);
    await environment.becomes(id, 'expired');
    const [part, end] = await until(
      () => environment.events,
      'both events arrive',
      (events) => events.length === 2,
    );
    assert.deepEqual(
      [part?.type, part?.invoice],
      ['checkout.partial', { ...part?.invoice, unconfirmed: [] }],
    );
    assert.deepEqual(
      [end?.type, end?.invoice],
      ['checkout.underpaid', { ...end?.invoice, unconfirmed: [waiting] }],
    );
  });

  it('can pay the rest once the second payment is confirmed, and waits again for the third', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id, amount: '10' });
    await environment.becomes(id, 'partial');
    for (const [count, paid] of [
      [2, '15'],
      [3, '20'],
    ] as const) {
      await environment.control('payments', { uuid: invoice.id, amount: '5', confirm: false });
      assert.equal(invoiceOf(await withTransactions(environment, id, count)).unconfirmed.length, 1);
      await environment.control('confirmations', { uuid: invoice.id });
      environment.sandbox.clock.advance(5);
      const confirmed = await until(
        () => environment.get(id),
        `${paid} are confirmed`,
        (checkout) => invoiceOf(checkout).paid === paid,
      );
      assert.deepEqual([confirmed.state, invoiceOf(confirmed).unconfirmed], ['partial', []]);
    }
  });

  describe('with two transactions of which one is confirmed', () => {
    /** 20 and the rest are detected, and the 20 are confirmed. */
    async function startWithTwo(t: TestContext) {
      const environment = await startEnvironment(t);
      const { sandbox, control, get } = environment;
      const { id } = await environment.open();
      const { id: uuid } = invoiceOf(await environment.choose(id));
      await control('payments', { uuid, amount: '20', confirm: false });
      await withTransactions(environment, id, 1);
      await control('payments', { uuid, confirm: false });
      const transactions = invoiceOf(await withTransactions(environment, id, 2)).transactions;
      const [first = '', second = ''] = transactions;
      await control('confirmations', { uuid, transaction: first });
      const part = await environment.becomes(id, 'partial');
      const becomesSettled = () => {
        sandbox.clock.advance(60);
        return until(
          () => get(id),
          'no transaction waits any more',
          (seen) => invoiceOf(seen).unconfirmed.length === 0,
        );
      };
      return { environment, id, uuid, part, second, becomesSettled };
    }

    it('sees that the other one waits, and the rest only if it stays away for longer than usual', async (t) => {
      const { environment, part, second, becomesSettled } = await startWithTwo(t);
      const { paid, unconfirmed } = invoiceOf(part);
      assert.deepEqual([part.state, paid, unconfirmed], ['partial', '20', [second]]);
      assert.equal(mayBeSent(part.state, invoiceOf(part)), false);
      const settled = await becomesSettled();
      assert.equal(mayBeSent(settled.state, invoiceOf(settled)), true);
      const [event] = await until(
        () => environment.events,
        'the shop is notified',
        (events) => events.length > 0,
      );
      assert.deepEqual(
        [event?.type, event?.invoice],
        ['checkout.partial', { ...event?.invoice, unconfirmed: [second] }],
      );
    });

    it('has paid in time, although the other one is confirmed after the deadline', async (t) => {
      const { environment, id, uuid, second } = await startWithTwo(t);
      environment.sandbox.clock.advance(31 * 60);
      await environment.becomes(id, 'expired');
      await environment.control('confirmations', { uuid, transaction: second });
      assert.equal((await environment.becomes(id, 'paid')).late, false);
      await until(
        () => typesOf(environment.events),
        'the shop is notified',
        (types) => types.includes('checkout.paid'),
      );
    });
  });

  it('sees the surplus after sending too much', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id, amount: addAmounts(invoice.amount, '1.25') });
    const over = await environment.becomes(id, 'overpaid');
    assert.equal(invoiceOf(over).surplus, '1.25');
    assert.equal(invoiceOf(over).due, '0');
    await until(
      () => typesOf(environment.events),
      'the shop is notified',
      (types) => types.includes('checkout.overpaid'),
    );
  });
});

describe('a payer who does not pay in time', { concurrency: 6 }, () => {
  it('sees the end only when the service confirms it, and can get a new quote', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id));
    environment.sandbox.clock.advance(31 * 60);
    await environment.becomes(id, 'expired');
    const again = await environment.choose(id);
    const second = invoiceOf(again);
    assert.equal(again.state, 'awaiting');
    assert.notEqual(second.id, first.id);
    const orderIds = (await environment.requests())
      .filter(({ path }) => path.endsWith('/create'))
      .map(({ body }) => body['order_id']);
    assert.deepEqual(orderIds, ['A-1', 'A-1.2']);
    await until(
      () => typesOf(environment.events),
      'the shop is notified',
      (types) => types.length > 0,
    );
    assert.deepEqual(typesOf(environment.events), ['checkout.expired']);
  });

  it('and sends the money afterwards has paid, late, and the shop decides', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    environment.sandbox.clock.advance(31 * 60);
    await environment.becomes(id, 'expired');
    await environment.control('payments', { uuid: invoice.id });
    environment.sandbox.clock.advance(10 * 60);
    const paid = await environment.becomes(id, 'paid');
    assert.equal(paid.late, true);
    await until(
      () => typesOf(environment.events),
      'both events arrive',
      (types) => types.length === 2,
    );
    assert.deepEqual(typesOf(environment.events), ['checkout.expired', 'checkout.paid_late']);
  });

  it('but whose money arrived in time is not late, whenever the proxy polls', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id });
    environment.sandbox.clock.advance(3 * 3600);
    await environment.proxy.start();
    const paid = await environment.becomes(id, 'paid');
    assert.equal(paid.late, false);
  });

  it('and has sent a part sees an outcome that names the money', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id, amount: '3' });
    await environment.becomes(id, 'partial');
    environment.sandbox.clock.advance(31 * 60);
    const ended = await environment.becomes(id, 'expired');
    assert.equal(invoiceOf(ended).paid, '3');
    assert.ok(compareAmounts(invoiceOf(ended).due, '0') > 0);
    await until(
      () => typesOf(environment.events),
      'both events arrive',
      (types) => types.length === 2,
    );
    assert.deepEqual(typesOf(environment.events), ['checkout.partial', 'checkout.underpaid']);
  });
});

describe('a payer who cancels', { concurrency: 6 }, () => {
  it('has every open invoice canceled, and is warned not to send money to them', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    await environment.choose(id, 'LTC');
    const ended = await environment.cancel(id);
    assert.equal(ended.state, 'canceled');
    assert.equal((await environment.counts())['/v2/invoice/merchant/canceled'], 2);
    await until(
      () => typesOf(environment.events),
      'the shop is notified',
      (types) => types.length > 0,
    );
    assert.deepEqual(typesOf(environment.events), ['checkout.canceled']);
  });

  it('and pays nevertheless before the deadline has paid in time', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.cancel(id);
    await environment.control('payments', { uuid: invoice.id });
    environment.sandbox.clock.advance(6 * 60);
    assert.equal((await environment.becomes(id, 'paid')).late, false);
  });

  it('cannot cancel after the money was detected', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id, confirm: false });
    await environment.becomes(id, 'detected');
    const refused = await environment.call('POST', `/checkouts/${id}/cancel`);
    assert.equal(refused.status, 409);
  });

  it('at the moment when the money arrives sees the money', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id });
    assert.equal((await environment.cancel(id)).state, 'paid');
  });
});
