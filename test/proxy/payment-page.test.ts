import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import type { Order } from '../../src/proxy/index.js';
import { createOrderToken } from '../../src/proxy/server.js';
import { createMovableClock } from '../../src/sandbox/index.js';
import {
  CREATE,
  frozenClock,
  invoiceOf,
  orderToken,
  problemOf,
  SECRETS,
  startEnvironment,
  type TestOptions,
} from './test-environment.js';
import { temporaryFile } from '../temporary-folder.js';

const publicUrl = 'https://pay.shop.example/crypto-checkout';

const start = (t: TestContext, { proxy, ...options }: TestOptions = {}) =>
  startEnvironment(t, { isIdle: true, ...options, proxy: { publicUrl, ...proxy } });

const link = async (order: Partial<Order> = {}) => `/pay/${await orderToken(order)}`;

const languageOf = (html: string) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(html)?.slice(1).join(' ');

/** A page with its sentences in one piece, without the marks of texts that must not be translated. */
const withSentences = (html: string) => html.replace(/<\/?span[^>]*>/g, '');

describe('the page of a payment link', { concurrency: 3 }, () => {
  it('shows the shop, the order and the price, and opens no checkout', async (t) => {
    const { call, counts } = await start(t, { proxy: { shop: { name: 'Nordlys Coffee' } } });
    const order = await orderToken({ description: 'Two cups' });
    const page = await call('GET', `/pay/${order}`);
    const html = withSentences(await page.text());
    assert.equal(page.status, 200);
    for (const text of ['Nordlys Coffee', 'Order A-1', '€49.00', 'Two cups', 'Valid until'])
      assert.ok(html.includes(text), text);
    assert.deepEqual(await counts(), {}, 'the service was not called');
    const opened = await call('POST', '/checkouts', { body: { order } });
    assert.equal(opened.status, 201, 'no checkout existed before');
  });

  it('shows an order whose link no QR code holds, without that code', async (t) => {
    const { call } = await start(t);
    const description = 'コ'.repeat(500);
    const returnUrl = `https://shop.example/${'x'.repeat(300)}`;
    const page = await call('GET', await link({ description, returnUrl }));
    const html = await page.text();
    assert.equal(page.status, 200);
    assert.ok(html.includes(description), 'the order');
    const codeOf = (text: string) => /<span class="code" id="code"[^>]*>.{0,4}/.exec(text)?.[0] ?? '';
    assert.match(codeOf(html), / hidden><\/sp/);
    const short = await (await call('GET', await link())).text();
    assert.match(codeOf(short), /"><svg/);
  });

  it('has the form for payers without JavaScript, which creates the invoice', async (t) => {
    const { call, url } = await start(t, { isIdle: false });
    const html = await (await call('GET', await link())).text();
    const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
    assert.equal(action, '/crypto-checkout/form');
    const order = /name="order" value="([^"]+)"/.exec(html)?.[1] ?? '';
    // A page without a referrer sends the origin "null".
    const sent = await fetch(`${url}/crypto-checkout/form`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'origin': 'null', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ order, currency: 'BTC' }),
    });
    assert.equal(sent.status, 303, await sent.text());
  });

  it('is in the language of the browser, and in the one that the payer has chosen', async (t) => {
    const { call } = await start(t);
    const path = await link();
    const inLanguage = async (accepted: string, query = '') => {
      const response = await call('GET', path + query, { headers: { 'accept-language': accepted } });
      return languageOf(await response.text());
    };
    assert.equal(await inLanguage('de-CH,en;q=0.5'), 'de ltr');
    assert.equal(await inLanguage('ca, fa;q=0.9, en;q=0.8'), 'fa rtl', 'the first that exists');
    assert.equal(await inLanguage('en;q=0.3, fr;q=0.7'), 'fr ltr', 'the one with the most weight');
    assert.equal(await inLanguage('de, en', '?locale=ja'), 'ja ltr');
    assert.equal(await inLanguage('*;q=x, ???', '?locale=%3Cscript%3E'), 'en ltr');
    const { headers } = await call('GET', path);
    assert.match(headers.get('vary') ?? '', /Accept-Language/);
  });

  it('has a button for the language where no script follows the choice', async (t) => {
    const { call } = await start(t);
    const formIn = async (path: string) =>
      /<form method="get" id="language">.*?<\/form>/s.exec(await (await call('GET', path)).text())?.[0] ?? '';
    assert.match(await formIn('/pay/unknown'), /<\/select><button>Change<\/button>/);
    assert.match(await formIn(await link()), /<\/select><noscript><button>Change<\/button><\/noscript>/);
  });

  it('is kept by no cache, listed by no search engine, and sends no referrer', async (t) => {
    const { call } = await start(t);
    for (const path of [await link(), '/pay/unknown', '/c']) {
      const { headers } = await call('GET', path);
      assert.equal(headers.get('cache-control'), 'private, no-store', path);
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow', path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('set-cookie'), null, path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/);
      assert.doesNotMatch(policy, /unsafe|https?:/, path);
    }
  });

  it('has every address from publicUrl, whatever Host a request names', async (t) => {
    const { call } = await start(t);
    const headers = {
      'host': 'evil.example',
      'x-forwarded-host': 'evil.example',
      'forwarded': 'host=evil.example',
    };
    const html = await (await call('GET', await link(), { headers })).text();
    assert.ok(html.includes(`${publicUrl}/pay/`));
    assert.doesNotMatch(html, /evil\.example/);
  });

  it('shows markup in a name or a description as text', async (t) => {
    const hostile = '</title><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
    const { call } = await start(t, { proxy: { shop: { name: hostile } } });
    const html = await (await call('GET', await link({ description: hostile, id: hostile }))).text();
    assert.doesNotMatch(html, /<script>|<img/);
    assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  });

  it('is the same for a forged, a cut, an endless and an unsigned link', async (t) => {
    const { call, logLines } = await start(t);
    const token = await orderToken();
    const forged = await createOrderToken(
      { id: 'A-1', amount: '1', currency: 'EUR' },
      { secret: 'x'.repeat(32) },
    );
    const pages = await Promise.all(
      [token.slice(0, -2), forged, 'A-1', '%00', 'x'.repeat(9000)].map(async (text) => {
        const page = await call('GET', `/pay/${text}`);
        assert.equal(page.status, 404);
        return page.text();
      }),
    );
    assert.equal(new Set(pages).size, 1);
    assert.match(pages[0] ?? '', /Payment link not found/);
    assert.doesNotMatch(logLines.join(''), new RegExp(`${token.slice(0, -2)}|${forged}`));
  });

  it('says that it has ended when the token has expired, and shows its own order alone', async (t) => {
    const clock = frozenClock();
    const { call, open } = await start(t, { proxy: { clock, supportUrl: 'mailto:help@shop.example' } });
    await open({ id: 'A-2', amount: '77.00' });
    const path = await link();
    clock.advance(25 * 3600);
    const page = await call('GET', path);
    const html = await page.text();
    assert.equal(page.status, 410);
    for (const text of [
      'This payment link has expired',
      'It was valid until',
      'A-1',
      '€49.00',
      'mailto:help@shop.example',
    ])
      assert.ok(html.includes(text), text);
    assert.doesNotMatch(html, /A-2|77/);
  });

  it('tells a payer whose link has ended that sent money is still found', async (t) => {
    const clock = createMovableClock();
    const { call, open, choose, becomes } = await start(t, {
      isIdle: false,
      sandbox: { clock },
      proxy: { clock },
    });
    const order = { lifetime: { hours: 23 } };
    const { id } = await open(order);
    await choose(id);
    const path = await link(order);
    clock.advance(25 * 3600);
    await becomes(id, 'expired');
    const html = await (await call('GET', path)).text();
    assert.ok(/Already sent\?.*We’ll keep monitoring the address until/.test(html));
  });

  it('beyond the limit of a client asks the payer to try again, in their language, and others see it', async (t) => {
    const proxy = { rateLimits: { requestsPerMinute: 20 }, trustedProxies: ['127.0.0.1'] };
    const { call, open } = await start(t, { proxy });
    const path = await link();
    const from = (client: string) => ({ headers: { 'x-forwarded-for': client, 'accept-language': 'de' } });
    for (const each of [path, '/c']) assert.equal((await call('GET', each, from('203.0.113.1'))).status, 200);
    for (const each of [path, '/c', '/form/name']) {
      const refused = await call('GET', each, from('203.0.113.1'));
      const html = await refused.text();
      assert.equal(refused.status, 429, each);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      assert.equal(refused.headers.get('content-type'), 'text/html; charset=utf-8');
      if (each === '/form/name') continue;
      assert.match(html, /Wir konnten die Zahlung nicht öffnen.*<a class="button main" href="">Wiederholen/);
      assert.doesNotMatch(html, /A-1|49/);
    }
    assert.equal((await call('GET', path, from('203.0.113.2'))).status, 200);
    const { id } = await open();
    assert.equal((await call('GET', `/checkouts/${id}`, from('203.0.113.1'))).status, 200, 'reads are apart');
  });

  it('is the same in a language with an invented extension, as which nothing is kept', async (t) => {
    const { call } = await start(t);
    const path = await link();
    const known = await (await call('GET', `${path}?locale=de-CH`)).text();
    for (const tag of ['de-CH-x-1', 'de-ch-u-nu-arab', 'de-CH-x-2'])
      assert.equal(await (await call('GET', `${path}?locale=${tag}`)).text(), known, tag);
    const { data } =
      /<script type="application\/json" id="data">(?<data>.*?)<\/script>/.exec(known)?.groups ?? {};
    assert.equal(JSON.parse(data ?? '{}').locale, 'de-CH');
  });

  it('shows each payer their own order and link, whatever was shown before', async (t) => {
    const { call } = await start(t);
    const links = await Promise.all(['A-1', 'A-2', 'A-1'].map(async (id) => link({ id })));
    const pages = await Promise.all(
      links.map(async (path) => withSentences(await (await call('GET', path)).text())),
    );
    const codeOf = (html = '') => /<path fill="#000" d="([^"]+)"/.exec(html)?.[1];
    assert.ok(pages[0]?.includes(`${publicUrl}${links[0]}`) && pages[0].includes('Order A-1'));
    assert.ok(pages[1]?.includes(`${publicUrl}${links[1]}`) && pages[1].includes('Order A-2'));
    assert.doesNotMatch(pages[1] ?? '', /A-1/);
    assert.notEqual(codeOf(pages[0]), codeOf(pages[1]));
  });

  it('is gone when its token has expired, also if it was shown before', async (t) => {
    const clock = frozenClock();
    const { call } = await start(t, { proxy: { clock } });
    const path = await link();
    assert.equal((await call('GET', path)).status, 200);
    clock.advance(25 * 3600);
    assert.equal((await call('GET', path)).status, 410);
  });

  it('may open its checkout, also where only pages of other origins are listed', async (t) => {
    const { call } = await start(t, { proxy: { origins: ['https://shop.example'] } });
    const body = { order: await orderToken() };
    const statusFrom = async (origin: string) =>
      (await call('POST', '/checkouts', { body, headers: { origin } })).status;
    assert.equal(await statusFrom('https://pay.shop.example'), 201);
    assert.equal(await statusFrom('https://shop.example'), 200);
    assert.equal(await statusFrom('https://evil.example'), 403);
  });

  it('asks the payer to try again, in their language, while the store is unavailable', async (t) => {
    const { call, logLines } = await start(t, { proxy: { store: '/dev/null/shop.sqlite' } });
    const path = await link({ description: 'Two cups' });
    const page = await call('GET', path, { headers: { 'accept-language': 'de' } });
    const html = await page.text();
    assert.equal(page.status, 503);
    assert.equal(page.headers.get('retry-after'), '5');
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'private, no-store');
    assert.match(html, /Wir konnten die Zahlung nicht öffnen/);
    assert.match(html, /<a class="button main" href="">Wiederholen/);
    assert.doesNotMatch(html, /A-1|49|Two cups|sqlite|EN[A-Z]+/);
    assert.match(logLines.join(''), /store unavailable/);
  });

  it('says that the order is paid, and a token used again creates no invoice', async (t) => {
    const { call, open, choose, control, becomes, counts } = await start(t, { isIdle: false });
    const path = await link();
    const { id } = await open();
    const { id: uuid } = invoiceOf(await choose(id));
    await control('payments', { uuid });
    const paid = await becomes(id, 'paid');
    const page = await call('GET', path);
    const html = await page.text();
    assert.equal(page.status, 200);
    for (const text of ['Paid', 'Please don’t send anything more', 'A-1', `${invoiceOf(paid).paid} `, uuid])
      assert.ok(html.includes(text), text);
    assert.doesNotMatch(html, /<form method="post"|elements\.js/);
    const again = await call('POST', '/checkouts', { body: { order: path.slice('/pay/'.length) } });
    assert.equal((await problemOf(again)).code, 'checkout_closed');
    const chosen = await call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'LTC' } });
    assert.equal((await problemOf(chosen)).code, 'checkout_closed');
    assert.equal((await counts())[CREATE], 1);
  });

  it('gives a holder of the link neither the id of a checkout nor whether money is owed', async (t) => {
    const { call, open, choose, control, becomes } = await start(t, { isIdle: false });
    const pageAfter = async (orderId: string, state: Checkout['state'], more = '') => {
      const { id } = await open({ id: orderId });
      const { id: uuid, amount, address } = invoiceOf(await choose(id));
      await control('payments', { uuid, amount: `${more}${amount}` });
      await becomes(id, state);
      const html = await (await call('GET', await link({ id: orderId }))).text();
      for (const hidden of [id, address ?? 'no address']) assert.ok(!html.includes(hidden), hidden);
      const data = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html)?.[1] ?? '';
      const { idHash, ...others } = JSON.parse(data) as Readonly<Record<string, unknown>>;
      assert.equal(idHash, createHash('sha256').update(id).digest('hex'));
      return others;
    };
    const paid = await pageAfter('A-1', 'paid');
    assert.deepEqual(await pageAfter('A-2', 'overpaid', '1'), paid, 'the script knows nothing else');
    assert.equal(paid['token'], null);
  });

  it('does not exist without publicUrl', async (t) => {
    const { call } = await startEnvironment(t, { isIdle: true });
    for (const path of [await link(), '/c']) {
      const { code, detail } = await problemOf(await call('GET', path));
      assert.equal(code, 'not_found');
      assert.match(detail ?? '', /publicUrl/);
    }
  });

  it('is in no log, and no log has the token', async (t) => {
    const { call, logLines } = await start(t);
    const path = await link();
    await call('GET', path);
    await call('GET', `${path}?locale=de`);
    await call('POST', '/checkouts', { body: { order: 'unknown' } });
    assert.ok(logLines.length > 0, 'a log line of the problem');
    assert.ok(!logLines.join('').includes(path.slice('/pay/'.length)));
    assert.ok(!logLines.join('').includes(SECRETS.orderSecret));
  });
});

describe('the logo of the shop', () => {
  it('is served from a file, and no script in it runs', async (t) => {
    const file = `${temporaryFile(t)}.svg`;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    writeFileSync(file, svg);
    const { call, open } = await start(t, { proxy: { shop: { logo: file } } });
    const logo = await call('GET', '/logo.svg');
    assert.equal(await logo.text(), svg);
    assert.equal(logo.headers.get('content-type'), 'image/svg+xml');
    assert.equal(logo.headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal((await call('GET', '/logo.png')).status, 404);
    assert.equal((await open()).shop.logo, `${publicUrl}/logo.svg`);
    assert.ok((await (await call('GET', await link())).text()).includes(`${publicUrl}/logo.svg`));
  });
});
