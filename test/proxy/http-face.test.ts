import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import type { Checkout, Problem } from '../../src/protocol/index.js';
import { createOrderToken } from '../../src/proxy/order-token.js';
import { json, orderToken, problemOf, SECRETS, startWorld } from './world.js';
import type { CallOptions } from './world.js';

interface Case {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly options?: CallOptions;
  readonly status: number;
  readonly code: Problem['code'];
}

const UNKNOWN = 'A'.repeat(32);
const big = JSON.stringify({ order: 'x'.repeat(17 * 1024) });

const cases: readonly Case[] = [
  {
    name: 'an unknown order',
    path: '/checkouts',
    options: { body: { order: 'A-1' } },
    status: 404,
    code: 'order_not_found',
  },
  {
    name: 'a token that nobody signed',
    path: '/checkouts',
    options: { body: { order: 'a.b.c' } },
    status: 404,
    code: 'order_not_found',
  },
  {
    name: 'an endless reference',
    path: '/checkouts',
    options: { body: { order: 'a'.repeat(9000) } },
    status: 404,
    code: 'order_not_found',
  },
  { name: 'no order', path: '/checkouts', options: { body: {} }, status: 400, code: 'invalid_request' },
  {
    name: 'an order that is no text',
    path: '/checkouts',
    options: { body: { order: 7 } },
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'malformed JSON',
    path: '/checkouts',
    options: { text: '{"order":' },
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'JSON that is no object',
    path: '/checkouts',
    options: { text: '[1]' },
    status: 400,
    code: 'invalid_request',
  },
  { name: 'an empty body', path: '/checkouts', options: { text: '' }, status: 400, code: 'invalid_request' },
  {
    name: 'a foreign page',
    path: '/checkouts',
    options: { headers: { origin: 'https://evil.example' } },
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'a page without an origin',
    path: '/checkouts',
    options: { headers: { origin: 'null' } },
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'a form',
    path: '/checkouts',
    options: { headers: { 'content-type': 'text/plain' } },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    name: 'a body that is too large',
    path: '/checkouts',
    options: { text: big },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'GET where POST is meant',
    method: 'GET',
    path: '/checkouts',
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'GET on an invoice',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}/invoice`,
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'GET on a cancellation',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}/cancel`,
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'DELETE',
    method: 'DELETE',
    path: `/checkouts/${UNKNOWN}`,
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'an unknown checkout',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}`,
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'a damaged checkout id',
    method: 'GET',
    path: '/checkouts/x',
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'a path with a trick',
    method: 'GET',
    path: '/checkouts/%2e%2e%2f',
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'the events of an unknown checkout',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}/events`,
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'an invoice for an unknown checkout',
    path: `/checkouts/${UNKNOWN}/invoice`,
    options: { body: { currency: 'BTC' } },
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'a cancellation of an unknown checkout',
    path: `/checkouts/${UNKNOWN}/cancel`,
    status: 404,
    code: 'checkout_not_found',
  },
  { name: 'a path that is not there', method: 'GET', path: '/elsewhere', status: 404, code: 'not_found' },
  { name: 'wallets, which are not there yet', path: '/wallets', status: 404, code: 'not_found' },
];

describe('a request that cannot be granted gets a problem, and the service is not asked', () => {
  for (const { name, method = 'POST', path, options, status, code } of cases) {
    it(name, async (t) => {
      const world = await startWorld(t, { isIdle: true });
      const response = await world.call(method, path, options);
      assert.equal(response.status, status);
      assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      const problem = await problemOf(response);
      assert.equal(problem.code, code);
      assert.equal(problem.status, status);
      assert.match(problem.requestId, /^[\w-]{20,}$/);
      assert.deepEqual(await world.counts(), {});
    });
  }

  const choices: readonly (readonly [string, object, number, Problem['code']])[] = [
    ['a currency that is not offered', { currency: 'LTC' }, 422, 'currency_not_offered'],
    ['a currency that does not exist', { currency: 'DOGE' }, 422, 'currency_not_offered'],
    ['a name that every object has', { currency: 'constructor' }, 422, 'currency_not_offered'],
    ['no currency', {}, 400, 'invalid_request'],
    ['a currency that is no text', { currency: ['BTC'] }, 400, 'invalid_request'],
    ['a required address that is missing', { currency: 'BTC' }, 422, 'email_required'],
    ['an address that is none', { currency: 'BTC', email: 'nobody' }, 400, 'invalid_request'],
    ['an address that is no text', { currency: 'BTC', email: 5 }, 400, 'invalid_request'],
  ];
  for (const [name, body, status, code] of choices) {
    it(name, async (t) => {
      const world = await startWorld(t, { isIdle: true, proxy: { offers: ['BTC', 'ETH'] } });
      const { id } = await world.open({ emailRequired: true });
      const response = await world.call('POST', `/checkouts/${id}/invoice`, { body });
      assert.equal(response.status, status);
      assert.equal((await problemOf(response)).code, code);
      assert.deepEqual(await world.counts(), {});
    });
  }

  it('an order whose token is too old', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const order = await orderToken();
    world.sandbox.clock.advance(25 * 3600);
    const response = await world.call('POST', '/checkouts', { body: { order } });
    assert.equal(response.status, 410);
    assert.equal((await problemOf(response)).code, 'order_expired');
  });

  it('a POST that says nothing of where it comes from', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const order = await orderToken();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const url = `${world.url}/crypto-checkout/checkouts`;
      const call = request(
        url,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      call.on('error', reject).end(JSON.stringify({ order }));
    });
    assert.equal(status, 403);
  });

  it('a body without a length that never stops', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const response = await fetch(`${world.url}/crypto-checkout/checkouts`, {
      method: 'POST',
      headers: { 'origin': world.url, 'content-type': 'application/json' },
      body: endless(),
      ...{ duplex: 'half' },
    });
    assert.equal(response.status, 413);
  });
});

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(32)) });
}

describe('pages of other origins', () => {
  const origins = ['https://shop.example'];

  it('that are listed may ask and read', async (t) => {
    const world = await startWorld(t, { isIdle: true, proxy: { origins } });
    const headers = { origin: 'https://shop.example' };
    const preflight = await world.call('OPTIONS', '/checkouts', { headers });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.equal(preflight.headers.get('access-control-allow-credentials'), 'true');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /content-type/);
    const opened = await world.call('POST', '/checkouts', { body: { order: await orderToken() }, headers });
    assert.equal(opened.status, 201);
    assert.equal(opened.headers.get('access-control-allow-origin'), 'https://shop.example');
    const { id } = await json<Checkout>(opened);
    const got = await world.call('GET', `/checkouts/${id}`, { headers });
    assert.equal(got.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.equal(got.headers.get('vary'), 'Origin');
  });

  it('that are not listed may not, also not the own host', async (t) => {
    const world = await startWorld(t, { isIdle: true, proxy: { origins } });
    for (const origin of [world.url, 'https://shop.example.evil.example', 'http://shop.example']) {
      const preflight = await world.call('OPTIONS', '/checkouts', { headers: { origin } });
      assert.equal(preflight.status, 403);
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      const post = await world.call('POST', '/checkouts', {
        body: { order: await orderToken() },
        headers: { origin },
      });
      assert.equal(post.status, 403);
    }
  });

  it('a refusal can be read by the page that is allowed', async (t) => {
    const world = await startWorld(t, { isIdle: true, proxy: { origins } });
    const headers = { origin: 'https://shop.example' };
    const response = await world.call('POST', '/checkouts', { body: { order: 'unknown' }, headers });
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://shop.example');
  });
});

describe('a checkout over HTTP', () => {
  it('is made once per order, and found again', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const body = { order: await orderToken() };
    const first = await world.call('POST', '/checkouts', { body });
    const second = await world.call('POST', '/checkouts', { body });
    assert.deepEqual([first.status, second.status], [201, 200]);
    const [a, b] = [await json<Checkout>(first), await json<Checkout>(second)];
    assert.equal(a.id, b.id);
    assert.match(a.id, /^[\w-]{32}$/);
    const many = await Promise.all(Array.from({ length: 20 }, () => world.open({ id: 'A-2' })));
    assert.equal(new Set(many.map(({ id }) => id)).size, 1);
    const other = await world.open({ id: 'A-3' });
    assert.notEqual(other.id, a.id);
  });

  it('is answered with 304 as long as nothing changes', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const { id } = await world.open();
    const first = await world.call('GET', `/checkouts/${id}`);
    const etag = first.headers.get('etag') ?? '';
    const again = await world.call('GET', `/checkouts/${id}`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    await world.choose(id);
    const changed = await world.call('GET', `/checkouts/${id}`, { headers: { 'if-none-match': etag } });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
  });

  it('can be read without an origin, as curl and a server do', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const { id } = await world.open();
    assert.equal((await world.call('GET', `/checkouts/${id}`)).status, 200);
  });

  it('tells the time of the proxy, not of the device', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    world.sandbox.clock.advance(86_400);
    const { now } = await world.open();
    assert.ok(Math.abs(Date.parse(now) - world.sandbox.clock.nowMs()) < 5000);
  });

  it('has only the fields of the contract', async (t) => {
    const world = await startWorld(t, { isIdle: true, proxy: { support: 'mailto:help@shop.example' } });
    const { id } = await world.open({
      email: 'payer@private.example',
      emailRequired: true,
      returnUrl: 'https://shop.example/r',
    });
    const checkout = await world.choose(id);
    assert.deepEqual(Object.keys(checkout).sort(), [
      ...[
        'checkedAt',
        'id',
        'invoice',
        'late',
        'now',
        'offers',
        'order',
        'shop',
        'stale',
        'state',
        'testMode',
        'version',
      ],
    ]);
    assert.deepEqual(Object.keys(checkout.order).sort(), [
      ...['amount', 'currency', 'emailRequired', 'id', 'returnUrl', 'support'],
    ]);
    assert.deepEqual(Object.keys(checkout.invoice ?? {}).sort(), [
      ...[
        'address',
        'amount',
        'createdAt',
        'currency',
        'due',
        'expiresAt',
        'fee',
        'feePaidBy',
        'hostedPage',
        'id',
      ],
      ...['paid', 'surplus', 'transactions', 'watchedUntil'],
    ]);
    assert.equal(checkout.order.emailRequired, false);
    assert.doesNotMatch(JSON.stringify(checkout), /private/);
  });

  it('says whether the process lives, and whether it can serve', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    assert.equal((await world.call('GET', '/healthz')).status, 200);
    assert.equal((await world.call('GET', '/readyz')).status, 200);
    await world.proxy.stop();
    assert.equal((await world.call('GET', '/healthz')).status, 200);
    assert.equal((await world.call('GET', '/readyz')).status, 503);
  });

  it('is not there when the store cannot be opened, and the log names the remedy', async (t) => {
    const world = await startWorld(t, { isIdle: true, proxy: { store: '/nowhere/at/all/store.sqlite' } });
    const response = await world.call('POST', '/checkouts', { body: { order: await orderToken() } });
    assert.equal(response.status, 503);
    const problem = await problemOf(response);
    assert.equal(problem.code, 'store_unavailable');
    assert.equal(problem.retryable, true);
    assert.match(world.logLines.join(), /does its folder exist/);
    await assert.rejects(world.proxy.start(), {
      message: /"\/nowhere\/at\/all\/store\.sqlite" cannot be opened/,
    });
  });
});

describe('the price of an order', { concurrency: 6 }, () => {
  const at = (seconds: number, amount: string) =>
    createOrderToken(
      { id: 'A-1', amount, currency: 'EUR' },
      {
        secret: SECRETS.orderSecret,
        clock: { nowMs: () => Date.now() + seconds * 1000 },
      },
    );

  it('follows the newest token, and never an older one', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const open = async (order: string) =>
      json<Checkout>(await world.call('POST', '/checkouts', { body: { order } }));
    assert.equal((await open(await at(0, '49.00'))).order.amount, '49.00');
    assert.equal((await open(await at(5, '59.00'))).order.amount, '59.00');
    assert.equal((await open(await at(1, '1.00'))).order.amount, '59.00');
  });

  it('that has changed needs a new invoice, and the old one does not pay it', async (t) => {
    const world = await startWorld(t);
    const first = await world.open({ amount: '10.00' });
    const cheap = await world.choose(first.id);
    const dear = await world.open({ amount: '1000.00' });
    assert.equal(dear.id, first.id);
    assert.equal(dear.state, 'choosing');
    const chosen = await world.choose(first.id);
    assert.notEqual(chosen.invoice?.id, cheap.invoice?.id);
    await world.control('payments', { uuid: cheap.invoice?.id });
    world.sandbox.clock.advance(20);
    const after = await world.becomes(first.id, 'expired');
    assert.equal(after.invoice?.id, cheap.invoice?.id);
    assert.notEqual(after.invoice?.paid, '0');
  });

  it('does not change any more once money has been seen', async (t) => {
    const world = await startWorld(t);
    const { id } = await world.open({ amount: '10.00' });
    const { invoice } = await world.choose(id);
    await world.control('payments', { uuid: invoice?.id, amount: '1' });
    await world.becomes(id, 'partial');
    assert.equal((await world.open({ amount: '99.00' })).order.amount, '10.00');
  });

  it('may come from a resolver, which decides for each visitor', async (t) => {
    const world = await startWorld(t, {
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
    const denied = await world.call('POST', '/checkouts', { body });
    assert.equal(denied.status, 404);
    assert.equal((await problemOf(denied)).code, 'order_not_found');
    const allowed = await world.call('POST', '/checkouts', { body, headers: { cookie: 'visitor=7' } });
    assert.equal(allowed.status, 201);
    assert.equal((await json<Checkout>(allowed)).order.amount, '5.00');
  });

  it('that a resolver gets wrong is an error of the shop, told in the log', async (t) => {
    const orders = () => ({ id: 'C-1', amount: 'five', currency: 'USD' });
    const world = await startWorld(t, { isIdle: true, proxy: { orderSecrets: undefined, orders } });
    const response = await world.call('POST', '/checkouts', { body: { order: 'C-1' } });
    assert.equal(response.status, 500);
    assert.match(world.logLines.join(), /amount is \\"five\\": give exact decimal text/);
  });
});
