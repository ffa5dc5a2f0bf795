import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Deposits } from '../../server-example/deposits.js';
import { createProxy } from '../../server-example/proxy.js';
import type { DepositReceivedEvent } from '../../src/proxy/index.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { flood } from '../package/receiver.js';
import { runExample, type RunningExample } from './running-example.js';
import { caipIds } from '../../src/payment/index.js';

const deposit: DepositReceivedEvent = {
  id: 'evt_1',
  type: 'deposit.received',
  createdAt: '2026-03-01T12:00:00.000Z',
  testMode: false,
  wallet: { id: 'w', address: null },
  customer: 'customer-1',
  currency: 'BTC',
  ...caipIds('BTC'),
  amount: '0.1',
  transaction: null,
  invoiceId: null,
  verified: true,
};

describe('the sample shop', () => {
  let example: RunningExample;
  before(async () => {
    example = await runExample();
  });
  after(() => example.stop());

  async function newOrder(): Promise<string> {
    const body = new URLSearchParams({ product: 'set' });
    const answer = await fetch(`${example.shopUrl}/orders`, { method: 'POST', body, redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }

  it('returns the payer to its own URL, whatever host a request names', async () => {
    const path = await newOrder();
    const page = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'evil.example' };
      request(`${example.shopUrl}${path}`, { headers }, (answer) => void text(answer).then(resolve, reject))
        .on('error', reject)
        .end();
    });
    const [, payload = ''] = /\sorder="[^".]+\.([^".]+)\./.exec(page) ?? [];
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    assert.ok(typeof claims === 'object' && claims !== null && 'return_url' in claims);
    assert.equal(claims.return_url, `${example.shopUrl}${path}`);
  });

  it('survives aborted requests and bodies of 100 MB', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/orders', '/reports']) await flood(`${example.shopUrl}${path}`, form);
    assert.match(await newOrder(), /^\/orders\/A-/);
  });
});

describe('the deposits of the sample shop', () => {
  const depositsOf = (t: TestContext, testMode: boolean): Deposits => {
    const deposits = new Deposits(':memory:', { testMode });
    t.after(() => deposits.close());
    return deposits;
  };

  it('count once, also when reported again as verified', (t) => {
    const deposits = depositsOf(t, false);
    for (const verified of [false, true, false, true]) deposits.record({ ...deposit, verified });
    assert.deepEqual(
      deposits.of('customer-1').map(({ id, verified, amount }) => ({ id, verified, amount })),
      [{ id: 'evt_1', verified: true, amount: '0.1' }],
    );
  });

  it('are ignored in test mode, unless the shop is in test mode', (t) => {
    const [real, trying] = [depositsOf(t, false), depositsOf(t, true)];
    for (const deposits of [real, trying]) deposits.record({ ...deposit, testMode: true });
    assert.deepEqual(
      [real, trying].map((deposits) => deposits.of('customer-1').length),
      [0, 1],
    );
  });
});

describe('the proxy of the sample shop', () => {
  it('accepts a list of order secrets with a trailing comma', async (t) => {
    const [newer, older] = ['the-new-order-secret-of-32-bytes-', 'the-old-order-secret-of-32-bytes-'];
    const env = {
      CRYPTO_CHECKOUT_SERVICE_URL: 'http://127.0.0.1:9',
      CRYPTO_CHECKOUT_API_KEY: 'k',
      CRYPTO_CHECKOUT_SHOP_ID: 's',
      CRYPTO_CHECKOUT_ORDER_SECRET: `${newer}, ${older},`,
    };
    const proxy = createProxy(env, { store: ':memory:' });
    t.after(() => proxy.stop());
    for (const secret of [newer, older]) {
      const order = await createOrderToken({ id: 'A-1', amount: '49.00', currency: 'EUR' }, { secret });
      const answer = await proxy.fetch(
        new Request('https://shop.example/crypto-checkout/checkouts', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'origin': 'https://shop.example' },
          body: JSON.stringify({ order }),
        }),
      );
      assert.ok(answer.ok, await answer.text());
    }
  });
});
