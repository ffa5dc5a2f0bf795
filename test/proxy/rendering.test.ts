import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { RenderedCheckout } from '../../src/protocol/index.js';
import { renderCheckout, type RenderCheckoutOptions } from '../../src/render/index.js';
import { createOrderToken } from '../../src/proxy/server.js';
import {
  json,
  openPaid,
  orderToken,
  problemOf,
  SECRETS,
  startEnvironment,
  type TestEnvironment,
} from './test-environment.js';

const TAG = /^<crypto-checkout[^>]*><\/crypto-checkout>$/;

const stateIn = ({ html }: RenderedCheckout): { readonly id: string; readonly state: string } =>
  JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

async function render(
  environment: TestEnvironment,
  options: Partial<RenderCheckoutOptions> = {},
): Promise<RenderedCheckout> {
  const { proxy } = environment;
  return renderCheckout({ proxy, order: await orderToken(), ...options });
}

/** As called by the server of a shop in another language. */
const post = (environment: TestEnvironment, body: object, headers: Readonly<Record<string, string>> = {}) =>
  environment.call('POST', '/render', { body, headers });

const LIMITS = { changesPerOrderPerMinute: 2, requestsPerMinute: 6 };
const limitedEnvironment = (t: TestContext) =>
  startEnvironment(t, { isIdle: true, proxy: { rateLimits: LIMITS } });

describe('a checkout that the server of the shop renders', () => {
  it('is the one that the page opens, and continues with the payment', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const rendered = await render(environment);
    const { id } = await environment.open();
    assert.equal(stateIn(rendered).id, id);
    await environment.choose(id);
    const shell = await render(environment, { level: 'shell', locale: 'en' });
    assert.equal(stateIn(shell).state, 'awaiting');
    assert.match(shell.html, /<crypto-payment-panel/);
    assert.match(shell.csp, /^('sha256-[\w+/=]+' ?){8}$/);
  });

  it('is served to shops in other languages, and never cached', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = await orderToken();
    const request = { order, level: 'shell', locale: 'de', currencies: 'BTC, LTC' } as const;
    const response = await post(environment, request);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    const rendered = await json<RenderedCheckout>(response);
    const { id } = await environment.open();
    assert.equal(stateIn(rendered).id, id);
    assert.equal(rendered.html.match(/role="option"/g)?.length, 2);
    assert.deepEqual(Object.keys(rendered), ['head', 'html', 'csp']);
    assert.match(
      await environment.proxy.metrics(),
      /http_requests_total\{route="\/render",method="POST",status="200"\} 1/,
    );
  });

  it('has an endpoint that is a path, or a URL of the web, and nothing that runs', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = await orderToken();
    const statusOf = async (endpoint: string) =>
      (await post(environment, { order, endpoint, level: 'shell' })).status;
    for (const endpoint of [
      '/shop/pay',
      'pay',
      'https://pay.example/crypto-checkout',
      'http://127.0.0.1:4000/x',
    ])
      assert.equal(await statusOf(endpoint), 200, endpoint);
    for (const endpoint of [
      'javascript:alert(1)//',
      ' JavaScript:alert(1)//',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'blob:https://pay.example/x',
      'ftp://pay.example',
      'https://',
    ]) {
      const response = await post(environment, { order, endpoint, level: 'shell' });
      const { code, detail } = await problemOf(response);
      assert.deepEqual(
        [response.status, code, detail],
        [
          400,
          'invalid_request',
          'endpoint is invalid. Send the base path or the http(s) URL of the proxy, or leave it out.',
        ],
        endpoint,
      );
    }
  });

  it('is refused to a browser, also from the origin of the shop', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = await orderToken();
    for (const headers of [
      { origin: environment.url },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ])
      assert.equal((await problemOf(await post(environment, { order }, headers))).code, 'origin_not_allowed');
    const preflight = await environment.call('OPTIONS', '/render', { headers: { origin: environment.url } });
    assert.equal(preflight.status, 403);
    assert.equal((await environment.call('GET', '/render')).status, 405);
  });

  it('is the tag alone if anything fails, which then opens the checkout', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const broken = { fetch: () => Promise.reject(new Error('no proxy')) };
    const attributes = { locale: 'de', currencies: 'BTC', theme: 'dark' };
    const order = await orderToken();
    for (const rendered of [
      await render(environment, { order, ...attributes, proxy: broken, level: 'shell' }),
      await render(environment, { order, basePath: '/elsewhere' }),
    ]) {
      assert.match(rendered.html, TAG);
      assert.match(rendered.head, /<script type="module"/);
      assert.equal(rendered.csp, '');
    }
    const { html } = await render(environment, { order, ...attributes, proxy: broken });
    assert.equal(
      html,
      `<crypto-checkout endpoint="/crypto-checkout" order="${order}" locale="de" currencies="BTC" theme="dark"></crypto-checkout>`,
    );
    await environment.proxy.stop();
    assert.match((await render(environment)).html, TAG);
  });

  it('says without a script that a paid order needs nothing more, and that a link no longer works', async (t) => {
    const environment = await startEnvironment(t);
    const order = await orderToken();
    await openPaid(environment);
    const closed = await render(environment, { order, locale: 'en', level: 'shell' });
    assert.equal(
      closed.html.replace(/^<crypto-checkout[^>]*>/, ''),
      '<noscript><p><b>No further payment needed</b></p><p>The order is already paid. Please don’t send anything more.</p></noscript></crypto-checkout>',
    );
    assert.match(closed.html, new RegExp(` order="${order}"`));
    assert.equal(closed.csp, '');
    const german = await render(environment, { order, locale: 'de' });
    assert.match(german.html, /<noscript><p><b>Keine weitere Zahlung nötig/);
    const { orderSecret: secret } = SECRETS;
    const clock = { nowMs: () => Date.now() - 30 * 86_400_000 };
    const old = await createOrderToken({ id: 'A-3', amount: '1', currency: 'EUR' }, { secret, clock });
    for (const ended of ['unknown "order"', old]) {
      const { html } = await render(environment, { order: ended, locale: 'en' });
      assert.match(html, /<noscript><p><b>This link no longer works<\/b><\/p><p>Go back to the shop/);
    }
  });

  it('is not opened for a page without a visitor: prefetched, or read by a robot', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': 'TelegramBot (like TwitterBot)' },
    ]) {
      const request = new Request('https://shop.example/', { headers });
      assert.match((await render(environment, { request })).html, TAG);
    }
    const open = async () => environment.call('POST', '/checkouts', { body: { order: await orderToken() } });
    assert.equal((await open()).status, 201);
    const payer = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' };
    const request = new Request('https://shop.example/', { headers: payer });
    assert.notEqual(stateIn(await render(environment, { request })), null);
  });

  it('for a reference is the one that the resolver accepts for the cookies of the payer', async (t) => {
    const orders = (id: string, { headers }: Request) =>
      headers.get('cookie') === 'session=1' ? { id, amount: '49.00', currency: 'EUR' } : null;
    const environment = await startEnvironment(t, { isIdle: true, proxy: { orders } });
    const request = new Request('https://shop.example/', { headers: { cookie: 'session=1' } });
    assert.equal(stateIn(await render(environment, { order: 'A-7', request })).state, 'choosing');
    assert.equal(stateIn(await render(environment, { order: 'A-7' })), null);
  });

  it('accepts the request of node:http too', async (t) => {
    const orders = (id: string, { headers }: Request) =>
      headers.get('cookie') === 'session=1' ? { id, amount: '49.00', currency: 'EUR' } : null;
    const environment = await startEnvironment(t, { isIdle: true, proxy: { orders } });
    const request = { headers: { 'cookie': 'session=1', 'x-forwarded-for': ['a', 'b'] } };
    assert.equal(stateIn(await render(environment, { order: 'A-7', request })).state, 'choosing');
    const robot = { headers: { ...request.headers, 'user-agent': 'Googlebot/2.1' } };
    assert.match((await render(environment, { order: 'A-7', request: robot })).html, TAG);
  });

  it('counts new prices per order, and renders a checkout that is open already', async (t) => {
    const environment = await limitedEnvironment(t);
    const rendered = async (amount: string) => {
      const html = (await render(environment, { order: await orderToken({ amount }) })).html;
      return !TAG.test(html);
    };
    assert.deepEqual(
      [await rendered('1.00'), await rendered('2.00'), await rendered('3.00')],
      [true, true, false],
    );
    assert.equal(await rendered('2.00'), true);
  });

  it('counts per process, for any caller', async (t) => {
    const environment = await limitedEnvironment(t);
    const of = (id: string) => orderToken({ id });
    for (const id of ['A', 'B', 'C'])
      assert.doesNotMatch((await render(environment, { order: await of(id) })).html, TAG);
    const response = await post(environment, { order: await of('D') }, { 'x-forwarded-for': '203.0.113.7' });
    assert.equal((await problemOf(response)).code, 'rate_limited');
    assert.match(await environment.proxy.metrics(), /rate_limited_total\{scope="renders"\} 1/);
  });

  it('counts per client of the network, and never the pages of the shop in this process', async (t) => {
    const proxy = { rateLimits: { requestsPerMinute: 10 }, trustedProxies: ['127.0.0.1'] };
    const environment = await startEnvironment(t, { isIdle: true, proxy });
    const order = await orderToken();
    const statusFor = async (client: string) =>
      (await post(environment, { order }, { 'x-forwarded-for': client })).status;
    assert.deepEqual(
      [await statusFor('203.0.113.7'), await statusFor('203.0.113.7'), await statusFor('203.0.113.8')],
      [200, 429, 200],
    );
    for (let n = 0; n < 3; n += 1) assert.doesNotMatch((await render(environment)).html, TAG);
    assert.ok(!environment.logLines.some((line) => /client address missing/.test(line)));
  });

  it('calls the resolver for no more references than it may render', async (t) => {
    let calls = 0;
    const orders = () => ((calls += 1), null);
    const environment = await startEnvironment(t, { isIdle: true, proxy: { orders, rateLimits: LIMITS } });
    for (let n = 0; n < 6; n += 1) await render(environment, { order: `guess ${n}` });
    assert.equal(calls, 3);
    assert.doesNotMatch((await render(environment)).html, TAG);
  });
});
