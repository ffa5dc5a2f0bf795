import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout, MerchantPaymentDetails } from '../../src/protocol/index.js';
import { MERCHANT_SECRET, signIn } from '../merchant/staff.js';
import {
  invoiceOf,
  json,
  orderToken,
  startProxy,
  startService,
  type TestEnvironment,
} from '../proxy/test-environment.js';
import { until } from '../until.js';
import { freshStore } from '../proxy/test-stores.js';
import { ADDRESS } from './payout-fixture.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

/** A browser: it has a claim key, and identifies itself by the hash of it. `null`: a client without a key. */
function browser(letter: string | null) {
  const key = letter && letter.repeat(43);
  const query = key === null ? '' : `?browser=${createHash('sha256').update(key).digest('base64url')}`;
  return { key, query };
}

type Browser = ReturnType<typeof browser>;

const [payer, attacker, withoutKey] = [browser('p'), browser('a'), browser(null)];

/** Processes of one proxy, and a checkout of one order. Each action names the browser, and optionally the process. */
async function startSharedCheckout(t: TestContext, processes = 1) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const proxy = {
    store: await freshStore(t),
    merchant: { secrets: [MERCHANT_SECRET] },
  };
  const all: TestEnvironment[] = [];
  for (let count = 0; count < processes; count += 1) all.push(await startProxy(t, sandbox, { proxy }));
  const [first, last = first] = [all[0], all.at(-1)];
  assert.ok(first && last);
  const order = () => orderToken({ id: 'A-1', amount: '50.00' });
  const post = async (path: string, { query }: Browser, body: object, at = first) => {
    const response = await at.call('POST', path + query, { body });
    assert.ok(response.ok, await response.clone().text());
    return json<Checkout>(response);
  };
  const { id } = await post('/checkouts', withoutKey, { order: await order() });
  const read = async ({ query }: Browser, at = first) =>
    json<Checkout>(await at.call('GET', `/checkouts/${id}${query}`));
  const ask = async ({ key, query }: Browser, address = ADDRESS) =>
    first.call('POST', `/checkouts/${id}/refund${query}`, {
      body: { invoice: 1, address, amount: '2.5', claimKey: key },
    });
  return {
    ...{ id, first, last, sandbox, read, ask, post },
    open: async (by: Browser, at = first) => post('/checkouts', by, { order: await order() }, at),
    choose: (by: Browser, at = first) => post(`/checkouts/${id}/invoice`, by, { currency: 'USDT_TRC20' }, at),
    /** Pays, by default too much, and waits for the state as the page of this browser does. */
    async pay(by: Browser, { amount = '61.5', confirm = true, becomes = 'overpaid' } = {}) {
      const { id: uuid, transactions: known } = invoiceOf(await read(by));
      await first.control('payments', { uuid, amount, confirm });
      sandbox.clock.advance(5);
      await until(
        () => read(by),
        `the checkout is ${becomes}`,
        ({ state, invoice }) => state === becomes && invoice?.transactions.length === known.length + 1,
      );
    },
    /** Confirms the transactions, and waits as the page of this browser does. */
    async confirm(by: Browser, becomes = 'overpaid') {
      await first.control('confirmations', { uuid: invoiceOf(await read(by)).id });
      sandbox.clock.advance(5);
      await until(
        () => read(by),
        `the checkout is ${becomes}`,
        ({ state }) => state === becomes,
      );
    },
    /** Asks for the surplus. @returns whether the payer reads that the request is proven, and who requested it for the staff */
    async asks(by: Browser, address = ADDRESS) {
      const response = await ask(by, address);
      assert.equal(response.status, 200, await response.clone().text());
      const { refunds } = await signIn(first).get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`);
      const refund = refunds.at(-1);
      assert.ok(refund);
      return { requestedBy: refund.requestedBy, payable: refund.payable };
    },
  };
}

const PROVEN = { requestedBy: 'payer', payable: true };
const DOUBT = { requestedBy: 'link_holder', payable: false };

describe('a refund request is proven', { concurrency: 2 }, () => {
  it('if only the browser that sends it was shown the address', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(payer);
    await shop.pay(payer);
    assert.deepEqual(await shop.asks(payer), PROVEN);
  });

  it('after reloads and in new tabs of the same browser', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(payer);
    await shop.open(payer);
    await shop.read(payer);
    await shop.choose(payer);
    await shop.pay(payer);
    // Once it is paid, the browser finds the checkout by its id.
    await shop.read(payer);
    assert.deepEqual(await shop.asks(payer), PROVEN);
  });

  it('if another browser opens the link after the payment was detected, and that browser proves nothing', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(payer);
    await shop.pay(payer);
    for (const other of [attacker, withoutKey]) await shop.read(other);
    assert.deepEqual(await shop.asks(attacker, 'TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8'), DOUBT);
    assert.deepEqual(await shop.asks(payer), PROVEN);
  });

  it('if another browser opens the link while the payment waits for confirmation', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(payer);
    await shop.pay(payer, { confirm: false, becomes: 'detected' });
    await shop.read(attacker);
    await shop.confirm(payer);
    assert.deepEqual(await shop.asks(payer), PROVEN);
  });

  it('if another browser opens the link while the rest waits for confirmation', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(payer);
    await shop.pay(payer, { amount: '20', becomes: 'partial' });
    await shop.pay(payer, { amount: '41.5', confirm: false, becomes: 'partial' });
    await shop.read(attacker);
    await shop.confirm(payer);
    assert.deepEqual(await shop.asks(payer), PROVEN);
  });

  it('if other browsers have opened the link before the payer chose a coin', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.open(attacker);
    await shop.read(withoutKey);
    await shop.choose(payer);
    await shop.pay(payer);
    assert.deepEqual(await shop.asks(payer), PROVEN);
  });

  it('not by the hash of the key, which logs may contain', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(payer);
    await shop.pay(payer);
    const copied = { key: payer.query.replace('?browser=', ''), query: payer.query };
    assert.deepEqual(await shop.asks(copied), DOUBT);
  });
});

describe('anyone with the link may have sent a refund request', { concurrency: 2 }, () => {
  it('if an attacker has chosen the coin before the payer opened the page', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(attacker);
    await shop.read(payer);
    await shop.pay(payer);
    assert.deepEqual(await shop.asks(attacker), DOUBT);
    assert.deepEqual(await shop.asks(payer, 'TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8'), DOUBT);
  });

  it('if a second browser has opened the link before the payment', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(payer);
    await shop.open(attacker);
    await shop.pay(payer);
    assert.deepEqual(await shop.asks(payer), DOUBT);
  });

  it('if an attacker has paid a little before the payer opened the page and paid the rest', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(attacker);
    await shop.pay(attacker, { amount: '0.01', becomes: 'partial' });
    const { state, invoice } = await shop.read(payer);
    assert.deepEqual([state, invoice?.due], ['partial', '58.99']);
    await shop.pay(payer, { amount: '61.49' });
    assert.deepEqual(await shop.asks(attacker), DOUBT);
  });

  it('if the payer has opened the page while the little that an attacker paid was unconfirmed', async (t) => {
    const shop = await startSharedCheckout(t);
    await shop.choose(attacker);
    await shop.pay(attacker, { amount: '0.01', confirm: false, becomes: 'detected' });
    await shop.read(payer);
    await shop.confirm(payer, 'partial');
    await shop.pay(payer, { amount: '61.49' });
    assert.deepEqual(await shop.asks(attacker), DOUBT);
  });

  for (const [name, show] of [
    ['a client without a key reads it', (shop) => shop.read(withoutKey)],
    ['a client sends a malformed key', (shop) => shop.read({ key: null, query: '?browser=short' })],
    [
      "the shop's server renders it",
      async ({ first }) =>
        first.call('POST', '/render', { body: { order: await orderToken({ id: 'A-1', amount: '50.00' }) } }),
    ],
    [
      'a page without a key reports that it asks a wallet',
      async ({ id, first, post }) =>
        post(`/checkouts/${id}/transfer`, withoutKey, {
          state: 'asked',
          invoice: invoiceOf(await first.get(id, payer.query.slice(9))).id,
        }),
    ],
  ] satisfies readonly [
    string,
    (shop: Awaited<ReturnType<typeof startSharedCheckout>>) => Promise<unknown>,
  ][])
    it(`if, before the payment, ${name}`, async (t) => {
      const shop = await startSharedCheckout(t);
      await shop.choose(payer);
      await show(shop);
      await shop.pay(payer);
      assert.deepEqual(await shop.asks(payer), DOUBT);
    });

  it('if a stream of another browser, opened before the payer chose a coin, delivers the address', async (t) => {
    const shop = await startSharedCheckout(t);
    const ending = new AbortController();
    t.after(() => ending.abort());
    const url = `${shop.first.url}/crypto-checkout/checkouts/${shop.id}/events${attacker.query}`;
    const { body } = await fetch(url, { signal: ending.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const { address } = invoiceOf(await shop.choose(payer));
    let text = '';
    await until(
      async () => (text += (await reader?.read())?.value ?? ''),
      'the page of the attacker sees the address',
      (read) => read.includes(`"${address}"`),
    );
    await shop.pay(payer);
    assert.deepEqual(await shop.asks(payer), DOUBT);
  });

  it('if a page without a script shows the address', async (t) => {
    const shop = await startSharedCheckout(t);
    const { call, url } = shop.first;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'origin': url };
    const order = await orderToken({ id: 'A-1', amount: '50.00' });
    const text = new URLSearchParams({ order, currency: 'USDT_TRC20' }).toString();
    const form = await fetch(`${url}/crypto-checkout/form`, {
      method: 'POST',
      headers,
      body: text,
      redirect: 'manual',
    });
    const cookie = form.headers.get('set-cookie')?.split(';')[0] ?? '';
    const path = (form.headers.get('location') ?? '').replace('/crypto-checkout', '');
    const page = await call('GET', path, { headers: { cookie } });
    assert.ok((await page.text()).includes(invoiceOf(await shop.read(payer)).address ?? '-'));
    await shop.pay(payer);
    assert.deepEqual(await shop.asks(payer), DOUBT);
  });
});

describe('two processes on one store', () => {
  it('agree on who was shown the address', async (t) => {
    const shop = await startSharedCheckout(t, 2);
    const { first, last } = shop;
    await shop.choose(payer, first);
    for (const at of [first, last, first]) await shop.read(payer, at);
    // The first process has cached the checkout, and reads no viewer again.
    await shop.read(attacker, last);
    await shop.read(payer, first);
    await shop.pay(payer);
    assert.deepEqual(await shop.asks(payer), DOUBT);
  });

  it('agree on who was shown the address while the rest is due', async (t) => {
    const shop = await startSharedCheckout(t, 2);
    const { first, last } = shop;
    await shop.choose(attacker, first);
    await shop.pay(attacker, { amount: '0.01', becomes: 'partial' });
    for (const at of [first, last]) await shop.read(attacker, at);
    await shop.read(payer, last);
    await shop.read(attacker, first);
    await shop.pay(attacker, { amount: '61.49' });
    assert.deepEqual(await shop.asks(attacker), DOUBT);
  });

  it('keep the proof of a browser that both of them serve', async (t) => {
    const shop = await startSharedCheckout(t, 2);
    await shop.choose(payer, shop.last);
    for (const at of [shop.first, shop.last, shop.first]) await shop.read(payer, at);
    await shop.pay(payer);
    for (const at of [shop.first, shop.last]) await shop.read(attacker, at);
    assert.deepEqual(await shop.asks(payer), PROVEN);
  });
});
