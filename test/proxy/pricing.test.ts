import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { startHeld } from './tampered-service.js';
import { freshStore } from './test-stores.js';
import {
  CREATE,
  invoiceOf,
  json,
  problemOf,
  SECRETS,
  startProxy,
  startService,
  startEnvironment,
} from './test-environment.js';
import { until } from '../until.js';

describe('the price of an order', { concurrency: 6 }, () => {
  const nowMs = Date.now();
  const at = (seconds: number, amount: string, offers?: readonly CurrencyCode[]) =>
    createOrderToken(
      { id: 'A-1', amount, currency: 'EUR', ...(offers && { offers }) },
      {
        secret: SECRETS.orderSecret,
        clock: { nowMs: () => nowMs + seconds * 1000 },
      },
    );

  it('follows the newest token, and never an older one', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const open = async (order: string) =>
      json<Checkout>(await environment.call('POST', '/checkouts', { body: { order } }));
    assert.equal((await open(await at(0, '49.00'))).order.amount, '49.00');
    assert.equal((await open(await at(5, '59.00'))).order.amount, '59.00');
    assert.equal((await open(await at(1, '1.00'))).order.amount, '59.00');
  });

  it('is a new version if only its currencies have changed', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const open = async (order: string) =>
      json<Checkout>(await environment.call('POST', '/checkouts', { body: { order } }));
    const first = await open(await at(0, '49.00', ['BTC', 'ETH']));
    const narrowed = await open(await at(5, '49.00', ['ETH']));
    assert.deepEqual(narrowed.offers, [{ code: 'ETH', available: true }]);
    assert.ok(narrowed.version > first.version);
    assert.equal((await open(await at(9, '49.00', ['ETH']))).version, narrowed.version);
  });

  it('that has changed needs a new invoice, and the old one does not pay it', async (t) => {
    const environment = await startEnvironment(t);
    const first = await environment.open({ amount: '10.00' });
    const cheap = await environment.choose(first.id);
    const dear = await environment.open({ amount: '1000.00' });
    assert.equal(dear.id, first.id);
    assert.equal(dear.state, 'choosing');
    const chosen = await environment.choose(first.id);
    assert.notEqual(chosen.invoice?.id, cheap.invoice?.id);
    await environment.control('payments', { uuid: cheap.invoice?.id });
    environment.sandbox.clock.advance(20);
    const after = await environment.becomes(first.id, 'expired');
    assert.equal(after.invoice?.id, cheap.invoice?.id);
    assert.notEqual(after.invoice?.paid, '0');
  });

  it('follows the newest token also after money was detected', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open({ amount: '10.00' });
    const { invoice } = await environment.choose(id);
    await environment.control('payments', { uuid: invoice?.id, amount: '1' });
    await environment.becomes(id, 'partial');
    const dear = await environment.open({ amount: '99.00' });
    assert.equal(dear.order.amount, '99.00');
    assert.equal(dear.state, 'expired');
    // The payer sees the money, and the shop receives an event with both prices.
    assert.equal(dear.invoice?.paid, '1');
    const reported = await until(
      () => environment.events.find(({ type }) => type === 'checkout.underpaid'),
      'the shop is notified',
    );
    assert.ok(reported && 'owed' in reported.invoice);
    assert.equal(reported.invoice.owed, '1');
    assert.deepEqual([reported.invoice.price.amount, reported.order.amount], ['10.00', '99.00']);
  });

  it('may come from a resolver, which decides for each visitor', async (t) => {
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: {
        orderSecrets: undefined,
        orders: (reference, request) =>
          request.headers.get('cookie') === 'visitor=7'
            ? { id: reference, amount: '5.00', currency: 'USD' }
            : null,
      },
    });
    const body = { order: 'C-1' };
    const denied = await environment.call('POST', '/checkouts', { body });
    assert.equal(denied.status, 404);
    assert.equal((await problemOf(denied)).code, 'order_not_found');
    const allowed = await environment.call('POST', '/checkouts', { body, headers: { cookie: 'visitor=7' } });
    assert.equal(allowed.status, 201);
    assert.equal((await json<Checkout>(allowed)).order.amount, '5.00');
  });

  describe('the price from a resolver', { concurrency: 4 }, () => {
    /** The shop's order book, in which prices may change. */
    async function start(t: TestContext) {
      const book = { price: '10.00', isOpen: true, emailRequired: false, calls: 0 };
      const orders = (reference: string) => {
        book.calls += 1;
        const { price: amount, emailRequired } = book;
        return book.isOpen ? { id: `order of ${reference}`, amount, currency: 'EUR', emailRequired } : null;
      };
      const environment = await startEnvironment(t, { proxy: { orders, orderSecrets: undefined } });
      const opened = await environment.call('POST', '/checkouts', { body: { order: 'cart-7' } });
      const { id } = await json<Checkout>(opened);
      return { environment, id, book };
    }

    it('is requested again for an invoice: a new price, a new invoice, and the old one is polled', async (t) => {
      const { environment, id, book } = await start(t);
      const cheap = invoiceOf(await environment.choose(id, 'BTC'));
      book.price = '1000.00';
      const { invoice, order } = await environment.choose(id, 'LTC');
      assert.equal(order.amount, '1000.00');
      const created = (await environment.requests()).filter(({ path }) => path === CREATE);
      assert.deepEqual(
        created.map(({ body }) => String(body['amount'])),
        ['10', '1000'],
      );
      // No longer offered, and its price is no longer valid.
      assert.notEqual(invoiceOf(await environment.choose(id, 'BTC')).id, cheap.id);
      await environment.control('payments', { uuid: cheap.id });
      environment.sandbox.clock.advance(20);
      const seen = await environment.becomes(id, 'expired');
      assert.deepEqual([seen.invoice?.id, seen.invoice?.paid], [cheap.id, cheap.amount]);
      assert.notEqual(invoice?.id, cheap.id);
    });

    it('is stored as it is now, also if the choice is refused', async (t) => {
      const { environment, id, book } = await start(t);
      Object.assign(book, { price: '20.00', emailRequired: true });
      const refused = await environment.call('POST', `/checkouts/${id}/invoice`, {
        body: { currency: 'BTC' },
      });
      assert.equal((await problemOf(refused)).code, 'email_required');
      const { order, state } = await environment.get(id);
      assert.deepEqual([order.amount, order.emailRequired, state], ['20.00', true, 'choosing']);
    });

    it('counts as it was last returned, also for a payer who waits for an invoice that is already being created', async (t) => {
      const reported: ((amount: string) => void)[] = [];
      const orders = async (reference: string) => ({
        ...{ id: reference, currency: 'EUR' },
        amount: await new Promise<string>((resolve) => reported.push(resolve)),
      });
      const environment = await startHeld(t, CREATE, { proxy: { orders, orderSecrets: undefined } });
      const calls = (count: number) =>
        until(
          () => reported.length,
          'the resolver is called',
          (length) => length === count,
        );
      const opening = environment.call('POST', '/checkouts', { body: { order: 'cart-7' } });
      await calls(1);
      reported[0]?.('10.00');
      const { id } = await json<Checkout>(await opening);
      const choosing = [environment.choose(id, 'BTC'), environment.choose(id, 'BTC')];
      await calls(3);
      reported[1]?.('10.00');
      await environment.held;
      reported[2]?.('20.00');
      await until(
        () => environment.get(id),
        'the newer price is known',
        ({ order: { amount } }) => amount === '20.00',
      );
      environment.letGo();
      await Promise.all(choosing);
      const { order, state } = await environment.get(id);
      assert.deepEqual([order.amount, state], ['20.00', 'choosing']);
    });

    it('may be gone: an order that was paid otherwise gets no invoice', async (t) => {
      const { environment, id, book } = await start(t);
      book.isOpen = false;
      const refused = await environment.call('POST', `/checkouts/${id}/invoice`, {
        body: { currency: 'BTC' },
      });
      assert.equal(refused.status, 404);
      assert.equal((await problemOf(refused)).code, 'order_not_found');
      assert.equal((await environment.counts())[CREATE], undefined);
      assert.equal((await environment.get(id)).state, 'choosing');
    });

    it('is not requested if no invoice is created: a payer who returns to an invoice, from any device, gets it', async (t) => {
      const { environment, id, book } = await start(t);
      const first = invoiceOf(await environment.choose(id, 'BTC'));
      assert.equal(book.calls, 2);
      book.isOpen = false;
      assert.equal(invoiceOf(await environment.choose(id, 'BTC')).id, first.id);
      const unknown = await environment.call('POST', `/checkouts/${id}/invoice`, {
        body: { currency: 'DOGE' },
      });
      assert.equal(unknown.status, 422);
      assert.equal(book.calls, 2);
    });

    it('is requested again also by a process that is started later', async (t) => {
      const sandbox = await startService();
      t.after(() => sandbox.close());
      const store = await freshStore(t);
      const orders = (reference: string) => ({ id: reference, amount: price, currency: 'EUR' });
      const proxy = { orders, orderSecrets: undefined, store };
      let price = '10.00';
      const first = await startProxy(t, sandbox, { proxy });
      const opened = await first.call('POST', '/checkouts', { body: { order: 'A-1' } });
      const { id } = await json<Checkout>(opened);
      await first.proxy.stop();
      price = '20.00';
      const second = await startProxy(t, sandbox, { proxy });
      assert.equal((await second.choose(id, 'BTC')).order.amount, '20.00');
    });
  });

  it('is an error of the shop if it is invalid, and is logged', async (t) => {
    const orders = () => ({ id: 'C-1', amount: 'five', currency: 'USD' });
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { orderSecrets: undefined, orders },
    });
    const response = await environment.call('POST', '/checkouts', { body: { order: 'C-1' } });
    assert.equal(response.status, 500);
    assert.match(
      environment.logLines.join(),
      /amount is invalid \(\\"five\\"\)\. Pass an exact decimal string/,
    );
  });
});
