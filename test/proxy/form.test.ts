import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RenderedCheckout } from '../../src/protocol/index.js';
import {
  CREATE,
  json,
  orderToken,
  SECRETS,
  startEnvironment,
  type TestEnvironment,
} from './test-environment.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';

type Fields = Readonly<Record<string, string>>;

const send = (environment: TestEnvironment, fields: Fields, headers: Fields = {}) =>
  fetch(`${environment.url}/crypto-checkout/form`, {
    method: 'POST',
    headers: { origin: environment.url, ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

/** What a browser does with the response: the page, and the cookie for it. */
function followed(environment: TestEnvironment, response: Response): Promise<Response> {
  assert.equal(response.status, 303);
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return fetch(new URL(response.headers.get('location') ?? '', environment.url), { headers: { cookie } });
}

describe('a payer without JavaScript', () => {
  it('submits the form of the page, and reads where to pay', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = await orderToken();
    const { html } = await json<RenderedCheckout>(
      await environment.call('POST', '/render', { body: { order, level: 'shell', locale: 'en' } }),
    );
    const [, form = ''] = /<noscript>(<form.*)<\/noscript>/s.exec(html) ?? [];
    const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name);
    assert.deepEqual(names, ['order', 'locale', 'currency']);
    assert.match(form, /action="\/crypto-checkout\/form"/);
    const page = await followed(
      environment,
      await send(environment, { order, locale: 'en', currency: 'USDT_TRC20' }),
    );
    const text = (await page.text()).replace(/<\/?span[^>]*>/g, '');
    const { invoice } = await environment.open();
    assert.ok(invoice?.address);
    for (const part of [
      ...[
        `aria-label="${invoice.address}"`,
        `${invoice.due} USDT`,
        'on TRON (TRC-20)',
        'Order A-1',
        '€49.00',
      ],
      ...['Price locked until', 'UTC', '<svg role="img"', 'Send only USDT, and only on TRON'],
      ...(invoice.hostedPage ? [`href="${invoice.hostedPage}" rel="noreferrer"`] : []),
    ])
      assert.ok(text.includes(part), part);
  });

  it('reads the page in their language; it is private and loads nothing', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const response = await send(environment, { order: await orderToken(), locale: 'ar', currency: 'BTC' });
    const { id } = await environment.open();
    const location = response.headers.get('location') ?? '';
    assert.match(location, /^\/crypto-checkout\/form\/[\w-]{22}\?locale=ar$/);
    assert.equal(location.includes(id), false);
    assert.match(
      response.headers.get('set-cookie') ?? '',
      new RegExp(
        `^crypto-checkout=${id}; Path=${location.split('?')[0]}; Max-Age=86400; HttpOnly; SameSite=Lax$`,
      ),
    );
    const page = await followed(environment, response);
    assert.equal(page.status, 200);
    const text = await page.text();
    assert.match(text, /^<!doctype html><html lang="ar" dir="rtl">/);
    assert.equal(text.includes(id), false);
    assert.doesNotMatch(text, /<script|<img|<link|\sstyle=/);
    const headers = Object.fromEntries(page.headers);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
    assert.match(
      headers['content-security-policy'] ?? '',
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  it('gets a cookie that only a secure connection carries, from a page on one', async (t) => {
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { origins: ['https://shop.example'] },
    });
    const fields = { order: await orderToken(), currency: 'BTC' };
    const response = await send(environment, fields, { origin: 'https://shop.example' });
    assert.match(response.headers.get('set-cookie') ?? '', /; Secure$/);
  });

  it('creates nothing by reading, and pays one invoice however many times the form is sent', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const fields = { order: await orderToken(), currency: 'BTC' };
    const responses = [
      await send(environment, fields),
      await send(environment, fields),
      await send(environment, fields),
    ];
    for (const response of responses) await followed(environment, response);
    assert.equal((await environment.counts())[CREATE], 1);
    const locations = new Set(responses.map(({ headers }) => headers.get('location')));
    assert.equal(locations.size, 1);
    assert.equal((await environment.call('GET', '/form')).status, 405);
  });

  it('reads the state of the payment after a reload', async (t) => {
    const environment = await startEnvironment(t);
    const response = await send(environment, { order: await orderToken(), currency: 'BTC', locale: 'en' });
    const { id, invoice } = await environment.open();
    await environment.control('payments', { uuid: invoice?.id });
    await environment.becomes(id, 'paid');
    const text = await (await followed(environment, response)).text();
    assert.match(text, /<h1>Paid\. Thank you\.<\/h1>/);
    assert.doesNotMatch(text, /class="address"/);
  });

  it('reads that a part has arrived after the deadline, and is asked for no further payment', async (t) => {
    const environment = await startEnvironment(t);
    const response = await send(environment, { order: await orderToken(), currency: 'BTC', locale: 'en' });
    const { id, invoice } = await environment.open();
    await environment.control('payments', { uuid: invoice?.id, amount: '0.0001' });
    await environment.becomes(id, 'partial');
    environment.sandbox.clock.advance(3600);
    await environment.becomes(id, 'expired');
    const body = { order: await orderToken(), level: 'shell', locale: 'en' };
    const { html } = await json<RenderedCheckout>(await environment.call('POST', '/render', { body }));
    for (const page of [html, await (await followed(environment, response)).text()]) {
      const text = page.replace(/<\/?span[^>]*>/g, '');
      assert.match(text, /Underpaid/);
      assert.match(text, /We received 0\.0001 of [\d.]+ BTC\. Please don’t send anything more\./);
      assert.doesNotMatch(text, /<form|class="address"/);
    }
  });

  it('sees no payment in a browser without its cookie, or with that of another payment', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const first = await send(environment, { order: await orderToken(), currency: 'BTC' });
    const second = await send(environment, { order: await orderToken({ id: 'A-2' }), currency: 'BTC' });
    const url = new URL(first.headers.get('location') ?? '', environment.url);
    const cookieOf = ({ headers }: Response) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const read = (cookie: string) => fetch(url, { headers: { cookie } });
    for (const cookie of ['', cookieOf(second), 'crypto-checkout=guess'])
      assert.equal((await read(cookie)).status, 404, cookie);
    assert.equal((await read(`${cookieOf(second)}; ${cookieOf(first)}; other=1`)).status, 200);
  });

  it('sees the problem on a page', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { offers: ['BTC', 'USDT_TRC20'] } });
    const { orderSecret: secret } = SECRETS;
    const clock = { nowMs: () => Date.now() - 30 * 86_400_000 };
    const old = await createOrderToken({ id: 'A-3', amount: '1', currency: 'EUR' }, { secret, clock });
    const order = await orderToken();
    const expectProblem = async (fields: Fields, status: number, title: string) => {
      const response = await send(environment, { locale: 'en', ...fields });
      assert.equal(response.status, status);
      assert.ok((await response.text()).includes(`<h1>${title}</h1>`), title);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    };
    await expectProblem({ order, currency: 'LTC' }, 422, 'This coin isn’t available right now');
    await expectProblem({ order, currency: '<b>' }, 422, 'This coin isn’t available right now');
    await expectProblem({ order }, 400, 'We couldn’t open this payment');
    await expectProblem({ order: 'no token', currency: 'BTC' }, 404, 'This link no longer works');
    await expectProblem({ order: old, currency: 'BTC' }, 410, 'This link no longer works');
    const requiresEmail = await orderToken({ id: 'A-4', emailRequired: true });
    await expectProblem({ order: requiresEmail, currency: 'BTC' }, 422, 'Your email address');
    for (const email of ['payer', 'a b@example.com', `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(191)}`])
      await expectProblem({ order: requiresEmail, currency: 'BTC', email }, 422, 'Your email address');
    assert.equal(
      (await send(environment, { order: requiresEmail, currency: 'BTC', email: 'payer@example.com' })).status,
      303,
    );
  });

  it('is refused from a page of another origin, and by the usual limits', async (t) => {
    const rateLimits = { changesPerOrderPerMinute: 1, requestsPerMinute: 150 };
    const environment = await startEnvironment(t, { isIdle: true, proxy: { rateLimits } });
    const status = async (id: string, headers: Fields = {}) =>
      (await send(environment, { order: await orderToken({ id }), currency: 'BTC' }, headers)).status;
    assert.equal(await status('A', { origin: 'https://evil.example' }), 403);
    assert.equal(await status('A', { origin: 'null' }), 403);
    assert.equal(await status('A', { 'origin': 'null', 'sec-fetch-site': 'same-site' }), 403);
    assert.deepEqual(
      [await status('A'), await status('A'), await status('B'), await status('C')],
      [303, 429, 303, 429],
    );
    assert.deepEqual([await status('D'), await status('E')], [429, 429]);
    assert.equal((await environment.counts())[CREATE], 2);
    const refused = await send(environment, { order: await orderToken(), currency: 'BTC', locale: 'de' });
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
    assert.match(await refused.text(), /<h1>Wir konnten die Zahlung nicht öffnen/);
  });

  it('may send the form from a page of the same origin that sends no referrer, whose origin is null', async (t) => {
    const headers = { 'origin': 'null', 'sec-fetch-site': 'same-origin' };
    const order = await orderToken();
    const own = await startEnvironment(t, { isIdle: true });
    const response = await send(own, { order, currency: 'BTC' }, headers);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    const other = await startEnvironment(t, { isIdle: true, proxy: { origins: ['https://shop.example'] } });
    assert.equal((await send(other, { order, currency: 'BTC' }, headers)).status, 403);
  });

  it('may send a form that a framework has parsed before', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const parsed = { order: await orderToken(), currency: 'BTC' };
    const response = await environment.proxy.fetch(
      new Request(`${environment.url}/crypto-checkout/form`, {
        method: 'POST',
        headers: { 'origin': environment.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: JSON.stringify(parsed),
      }),
    );
    assert.equal(response.status, 303);
  });
});
