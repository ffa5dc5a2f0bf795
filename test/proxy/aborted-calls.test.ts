import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CANCEL, CREATE, INFO, orderToken, startEnvironment } from './test-environment.js';
import { anyCharacter } from '../any-character.js';

/** Every kind of request that a browser can cause. The proxy lists invoices itself after an unknown outcome. */
const ALLOWED: ReadonlySet<string> = new Set([
  CREATE,
  INFO,
  CANCEL,
  '/v2/invoice/merchant/list',
  '/v2/invoice/static/create',
]);

const SERVICE_PATHS = [
  '/v2/merchant/wallet/balance/all',
  '/v2/invoice/merchant/list',
  '/v2/invoice/merchant/statistics',
  '/v2/invoice/api/out/create',
  CREATE,
];

const word = fc.constantFrom(
  ...[
    'checkouts',
    'invoice',
    'cancel',
    'events',
    'wallets',
    'postbacks',
    'balance',
    'withdrawal',
    'statistics',
  ],
  ...['list', 'v2', 'merchant', '..', '%2e%2e', '%2f', '.', '', 'https:', '\\', '@evil.example', 'x?y=z'],
);
const path = fc.oneof(
  fc.array(word, { maxLength: 5 }).map((words) => `/${words.join('/')}`),
  fc.constantFrom(...SERVICE_PATHS),
  fc.constantFrom(...SERVICE_PATHS).map((inner) => `/checkouts/..${inner}`),
  fc
    .array(fc.string({ unit: anyCharacter }), { maxLength: 5 })
    .map((words) => `/${words.map(encodeURIComponent).join('/')}`),
);
const key = fc.constantFrom(
  ...['order', 'currency', 'email', 'path', 'url', 'method', 'endpoint', 'uuid', 'uuids', 'shop_id'],
  ...['amount', 'cryptocurrency', 'address', '__proto__', 'constructor', 'customer'],
);
const value = fc.oneof(
  fc.constantFrom('BTC', 'ETH', 'TRX', 'A-1', ...SERVICE_PATHS),
  fc.string(),
  fc.jsonValue(),
);
const choice = fc.record({ currency: fc.constantFrom('BTC', 'ETH', 'TRX'), more: fc.jsonValue() });
const body = fc.oneof(choice, fc.dictionary(key, value, { maxKeys: 5 }));
const method = fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS');

describe('requests of any kind from a browser', () => {
  it('make the proxy call the service only about invoices of this shop', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    await environment.choose(id, 'LTC');
    const order = await orderToken({ id: 'A-2' });
    const paths = fc.oneof(
      path,
      path.map((rest) => `/checkouts/${id}${rest}`),
      fc.constantFrom(
        `/checkouts/${id}/invoice`,
        `/checkouts/${id}/cancel`,
        '/checkouts',
        '/deposit-addresses',
      ),
    );
    const send = async (how: string, where: string, what: object) => {
      const url = `${environment.url}/crypto-checkout${where}`;
      if (!URL.canParse(url)) return;
      const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(how);
      const response = await fetch(url, {
        method: how,
        headers: { 'origin': environment.url, 'content-type': 'application/json' },
        ...(hasBody ? { body: JSON.stringify({ order, ...what }) } : {}),
        redirect: 'manual',
      });
      await response.body?.cancel();
      assert.ok(response.status < 600 && response.status !== 500, `${how} ${where}: ${response.status}`);
    };
    const anything = fc.tuple(method, paths, body);
    const choosing = fc.tuple(fc.constant('POST'), fc.constant(`/checkouts/${id}/invoice`), body);
    const requests = fc.oneof({ weight: 4, arbitrary: anything }, { weight: 1, arbitrary: choosing });
    await fc.assert(
      fc.asyncProperty(requests, ([how, where, what]) => send(how, where, what)),
      { numRuns: 500 },
    );
    const endpoints = Object.keys(await environment.counts());
    assert.ok(endpoints.includes(CREATE), 'the proxy called the service');
    for (const endpoint of endpoints) assert.ok(ALLOWED.has(endpoint), endpoint);
  });

  it('pass nothing from a body on to the service except currency and email', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    const planted = 'from-the-browser';
    const body = {
      ...{ currency: 'BTC', email: 'payer@private.example', amount: planted, shop_id: planted },
      ...{
        order_id: planted,
        uuid: planted,
        address: planted,
        time_to_pay: { hours: planted },
        [planted]: 1,
      },
    };
    await environment.call('POST', `/checkouts/${id}/invoice`, { body });
    const sent = JSON.stringify((await environment.requests()).map((request) => request.body));
    assert.match(sent, /payer@private\.example/);
    assert.doesNotMatch(sent, /from-the-browser/);
  });
});
