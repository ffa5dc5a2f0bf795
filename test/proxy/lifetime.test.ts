import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { createCheckoutSession } from '../../src/checkout/create-session.js';
import type { Checkout, InvoiceRequest } from '../../src/protocol/index.js';
import type { CheckoutProxyOptions, Order } from '../../src/proxy/index.js';
import {
  CREATE,
  invoiceOf,
  json,
  problemOf,
  startEnvironment,
  type TestEnvironment,
} from './test-environment.js';
import { until } from '../until.js';

const longestLifetime = { hours: 5 };
const minutesOf = (checkout: Checkout) => {
  const { createdAt, expiresAt } = invoiceOf(checkout);
  return Math.round((Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / 60_000);
};

async function start(
  t: TestContext,
  proxy: Partial<CheckoutProxyOptions> = { longestLifetime },
  order: Partial<Order> = {},
) {
  const environment = await startEnvironment(t, { proxy });
  const checkout = await environment.open(order);
  return { environment, checkout, ...payerOf(environment, checkout.id) };
}

function payerOf({ call }: TestEnvironment, id: string) {
  const send = (request: Partial<InvoiceRequest>) =>
    call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'USDT_TRC20', ...request } });
  return {
    send,
    choose: async (request: Partial<InvoiceRequest> = {}): Promise<Checkout> => {
      const response = await send(request);
      assert.equal(response.status, 200);
      return json<Checkout>(response);
    },
  };
}

describe('a payer who needs more time', { concurrency: 4 }, () => {
  it('reads how much more there is, and gets it at the service', async (t) => {
    const { environment, checkout, choose } = await start(t);
    assert.deepEqual(checkout.lifetimes, { usualMinutes: 30, longestMinutes: 300 });
    assert.equal(minutesOf(await choose({ lifetime: 'longest' })), 300);
    assert.equal(minutesOf(await choose({ currency: 'BTC' })), 30);
    const created = (await environment.requests()).filter(({ path }) => path === CREATE);
    assert.deepEqual(
      created.map(({ body }) => Object(body['add_fields'])['time_to_pay']),
      [
        { hours: 5, minutes: 0 },
        { hours: 0, minutes: 30 },
      ],
    );
  });

  it('has the usual time where the shop offers no more, whatever the page sends', async (t) => {
    for (const [proxy, order, minutes] of [
      [{}, {}, 30],
      [{ longestLifetime }, { lifetime: { hours: 6 } }, 360],
    ] as const) {
      const { checkout, choose } = await start(t, proxy, order);
      assert.equal(checkout.lifetimes, undefined);
      assert.equal(minutesOf(await choose({ lifetime: 'longest' })), minutes);
    }
  });

  it('has the time that the shop offers for an order with a shorter one', async (t) => {
    const { checkout } = await start(t, { longestLifetime }, { lifetime: { minutes: 15 } });
    assert.deepEqual(checkout.lifetimes, { usualMinutes: 15, longestMinutes: 300 });
  });

  it('cannot name a time', async (t) => {
    const { send } = await start(t);
    const requests: readonly object[] = [{ lifetime: 'forever' }, { lifetime: 600 }, { replaces: 7 }];
    for (const request of requests) {
      const response = await send(request);
      assert.equal(response.status, 400);
      assert.equal((await problemOf(response)).code, 'invalid_request');
    }
  });
});

describe('a payer whose price is about to expire', { concurrency: 4 }, () => {
  it('gets a new one in the last three minutes, and not before', async (t) => {
    const { environment, choose } = await start(t);
    const first = invoiceOf(await choose());
    environment.sandbox.clock.advance(26 * 60);
    assert.equal(invoiceOf(await choose({ replaces: first.id })).id, first.id);
    environment.sandbox.clock.advance(2 * 60);
    assert.equal(invoiceOf(await choose()).id, first.id);
    assert.equal(invoiceOf(await choose({ replaces: 'INV-OTHER001' })).id, first.id);
    const second = await choose({ replaces: first.id });
    assert.notEqual(invoiceOf(second).id, first.id);
    assert.equal(minutesOf(second), 30);
    // Pressed twice, or on two devices.
    assert.equal(invoiceOf(await choose({ replaces: first.id })).id, invoiceOf(second).id);
  });

  it('loses nothing that was sent to the address before', async (t) => {
    const { environment, checkout, choose } = await start(t);
    const first = invoiceOf(await choose());
    environment.sandbox.clock.advance(28 * 60);
    await choose({ replaces: first.id });
    await environment.control('payments', { uuid: first.id });
    const paid = await environment.becomes(checkout.id, 'paid');
    assert.equal(invoiceOf(paid).id, first.id);
    assert.equal(paid.late, false);
  });

  it('keeps the invoice on which money is seen', async (t) => {
    const { environment, checkout, choose } = await start(t);
    const first = invoiceOf(await choose());
    await environment.control('payments', { uuid: first.id, amount: '1' });
    await environment.becomes(checkout.id, 'partial');
    environment.sandbox.clock.advance(28 * 60);
    assert.equal(invoiceOf(await choose({ replaces: first.id })).id, first.id);
  });

  it('asks through the session of the page', async (t) => {
    const { environment, checkout } = await start(t);
    const endpoint = `${environment.url}/crypto-checkout`;
    // As a browser does.
    const fetchAsPage: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('origin', environment.url);
      return fetch(input, { ...init, headers });
    };
    const session = createCheckoutSession({ endpoint, checkout: checkout.id, fetch: fetchAsPage });
    t.after(session.subscribe(() => undefined));
    const shown = () => (session.snapshot.phase === 'ready' ? session.snapshot.checkout : null);
    await until(shown, 'the session is ready');
    assert.deepEqual(shown()?.lifetimes, { usualMinutes: 30, longestMinutes: 300 });
    await session.choose('BTC', undefined, { lifetime: 'longest' });
    const known = shown();
    assert.equal(known && minutesOf(known), 300);
  });
});
