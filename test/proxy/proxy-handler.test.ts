import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import type { TestEnvironment } from './test-environment.js';
import { json, orderToken, problemOf, startEnvironment } from './test-environment.js';

describe('pages of other origins', () => {
  const origins = ['https://shop.example'];

  it('that are listed may send requests and read responses', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { origins } });
    const headers = { origin: 'https://shop.example' };
    const preflight = await environment.call('OPTIONS', '/checkouts', { headers });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.equal(preflight.headers.get('access-control-allow-credentials'), 'true');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /content-type/);
    const opened = await environment.call('POST', '/checkouts', {
      body: { order: await orderToken() },
      headers,
    });
    assert.equal(opened.status, 201);
    assert.equal(opened.headers.get('access-control-allow-origin'), 'https://shop.example');
    const { id } = await json<Checkout>(opened);
    const got = await environment.call('GET', `/checkouts/${id}`, { headers });
    assert.equal(got.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.equal(got.headers.get('vary'), 'Origin');
  });

  for (const origin of [
    'capacitor://localhost',
    'ionic://localhost',
    'tauri://localhost',
    'moz-extension://8c-1',
  ])
    it(`of a hybrid app or an extension may use the proxy if they are listed exactly: ${origin}`, async (t) => {
      const environment = await startEnvironment(t, { isIdle: true, proxy: { origins: [origin] } });
      const statusFrom = async (from: string) => {
        const headers = { origin: from };
        const body = { order: await orderToken() };
        const { status, headers: received } = await environment.call('POST', '/checkouts', { body, headers });
        return [status, received.get('access-control-allow-origin')];
      };
      assert.deepEqual(await statusFrom(origin), [201, origin]);
      assert.deepEqual(await statusFrom(`${origin}.evil.example`), [403, null]);
    });

  it('that are not listed may not, not even the own host', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { origins } });
    for (const origin of [environment.url, 'https://shop.example.evil.example', 'http://shop.example']) {
      const preflight = await environment.call('OPTIONS', '/checkouts', { headers: { origin } });
      assert.equal(preflight.status, 403);
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      const post = await environment.call('POST', '/checkouts', {
        body: { order: await orderToken() },
        headers: { origin },
      });
      assert.equal(post.status, 403);
    }
  });

  it('may read a problem response if they are listed', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { origins } });
    const headers = { origin: 'https://shop.example' };
    const response = await environment.call('POST', '/checkouts', { body: { order: 'unknown' }, headers });
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://shop.example');
  });
});

describe('without a list of origins', { concurrency: 2 }, () => {
  /** The status of a response to a page of this origin, on the way to the proxy as this host and scheme. */
  const statusFrom = async (environment: TestEnvironment, origin: string, base: string) => {
    const headers = { 'content-type': 'application/json', origin };
    const body = JSON.stringify({ order: await orderToken() });
    const request = new Request(`${base}/crypto-checkout/checkouts`, { method: 'POST', headers, body });
    const response = await environment.proxy.fetch(request);
    const allowed = response.headers.get('access-control-allow-origin');
    assert.equal(allowed, response.status === 403 ? null : origin);
    return response.status;
  };

  it('the own host may send requests by https, also if a balancer in front of the proxy ends TLS', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    assert.equal(await statusFrom(environment, 'https://shop.example', 'https://shop.example'), 201);
    assert.equal(await statusFrom(environment, 'https://shop.example', 'http://shop.example'), 200);
    assert.equal(
      await statusFrom(environment, 'https://shop.example:8443', 'https://shop.example:8443'),
      200,
    );
    assert.equal(await statusFrom(environment, 'https://shop.example', 'https://shop.example:8443'), 403);
  });

  it('a page without TLS on the same host may not: an attacker on the network may have written it', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    assert.equal(await statusFrom(environment, 'http://shop.example', 'https://shop.example'), 403);
    assert.equal(await statusFrom(environment, 'http://shop.example', 'http://shop.example'), 403);
    const named = environment.logLines.filter((line) =>
      /http:\/\/shop\.example is not allowed\. Add it/.test(line),
    );
    assert.equal(named.length, 2);
  });

  it('a page on this machine needs no TLS', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      assert.ok((await statusFrom(environment, own, own)) < 300, own);
    assert.equal(await statusFrom(environment, 'http://localhost:3001', 'http://localhost:3000'), 403);
  });
});

describe('a checkout over HTTP', () => {
  it('is created once per order, and found again', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const body = { order: await orderToken() };
    const first = await environment.call('POST', '/checkouts', { body });
    const second = await environment.call('POST', '/checkouts', { body });
    assert.deepEqual([first.status, second.status], [201, 200]);
    const [a, b] = [await json<Checkout>(first), await json<Checkout>(second)];
    assert.equal(a.id, b.id);
    assert.match(a.id, /^[\w-]{32}$/);
    const many = await Promise.all(Array.from({ length: 20 }, () => environment.open({ id: 'A-2' })));
    assert.equal(new Set(many.map(({ id }) => id)).size, 1);
    const other = await environment.open({ id: 'A-3' });
    assert.notEqual(other.id, a.id);
  });

  it('is answered with 304 until something changes', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    const first = await environment.call('GET', `/checkouts/${id}`);
    const etag = first.headers.get('etag') ?? '';
    const again = await environment.call('GET', `/checkouts/${id}`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    await environment.choose(id);
    const changed = await environment.call('GET', `/checkouts/${id}`, { headers: { 'if-none-match': etag } });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
  });

  it('has no stream for HEAD: its client would hold a slot and read nothing', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    const head = await environment.call('HEAD', `/checkouts/${id}/events`);
    assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET']);
    assert.match(await environment.proxy.metrics(), /^crypto_checkout_open_streams 0$/m);
  });

  it('can be read without an origin, as by curl and servers', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    assert.equal((await environment.call('GET', `/checkouts/${id}`)).status, 200);
  });

  it('contains the time of the proxy, not of the device', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    environment.sandbox.clock.advance(43_200);
    const beforeMs = environment.sandbox.clock.nowMs();
    const nowMs = Date.parse((await environment.open()).now);
    assert.ok(beforeMs <= nowMs && nowMs <= environment.sandbox.clock.nowMs());
  });

  it('has the support link of the shop', async (t) => {
    const supportUrl = 'mailto:help@shop.example';
    const environment = await startEnvironment(t, { isIdle: true, proxy: { supportUrl } });
    assert.equal((await environment.open()).order.support, supportUrl);
  });

  it('has the shop name of the option before any invoice, and otherwise the name of the project', async (t) => {
    const shop = { name: 'Nordlys Coffee', logo: 'https://shop.example/logo.png' };
    const named = await startEnvironment(t, { isIdle: true, proxy: { shop } });
    const opened = await named.open();
    assert.deepEqual(opened.shop, shop);
    assert.deepEqual((await named.choose(opened.id)).shop, shop);
    const other = await startEnvironment(t, { isIdle: true });
    const { id, shop: none } = await other.open();
    assert.deepEqual(none, {});
    assert.deepEqual(Object.keys((await other.choose(id)).shop), ['name']);
  });

  it('has only the fields of the contract', async (t) => {
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { supportUrl: 'mailto:help@shop.example' },
    });
    const { id } = await environment.open({
      email: 'payer@private.example',
      emailRequired: true,
      returnUrl: 'https://shop.example/r',
    });
    const checkout = await environment.choose(id);
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
        'transfer',
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
        'caip19',
        'caip2',
        'createdAt',
        'currency',
        'due',
        'expiresAt',
        'fee',
        'feePaidBy',
        'hostedPage',
        'id',
      ],
      ...['monitoredUntil', 'paid', 'surplus', 'transactions', 'unconfirmed'],
    ]);
    assert.equal(checkout.order.emailRequired, false);
    assert.doesNotMatch(JSON.stringify(checkout), /private/);
  });

  it('offers the currencies that both the order and the proxy allow', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { offers: ['ETH', 'LTC'] } });
    const { offers } = await environment.open({ offers: ['BTC', 'ETH'] });
    assert.deepEqual(offers, [{ code: 'ETH', available: true }]);
  });

  it('has health endpoints for liveness and readiness', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    assert.equal((await environment.call('GET', '/healthz')).status, 200);
    assert.equal((await environment.call('GET', '/readyz')).status, 200);
    await environment.proxy.stop();
    assert.equal((await environment.call('GET', '/healthz')).status, 200);
    assert.equal((await environment.call('GET', '/readyz')).status, 503);
  });

  it('is unavailable if the store cannot be opened, and the log names the remedy', async (t) => {
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { store: '/nowhere/at/all/store.sqlite' },
    });
    const response = await environment.call('POST', '/checkouts', { body: { order: await orderToken() } });
    assert.equal(response.status, 503);
    const problem = await problemOf(response);
    assert.equal(problem.code, 'store_unavailable');
    assert.equal(problem.retryable, true);
    assert.match(environment.logLines.join(), /Check that its folder exists/);
    await assert.rejects(environment.proxy.start(), {
      message: /"\/nowhere\/at\/all\/store\.sqlite" cannot be opened/,
    });
  });
});
