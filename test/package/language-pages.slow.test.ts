import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { SECRETS, startEnvironment } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { SHOP_LANGUAGES, type ShopLanguage } from './language-samples.js';
import { startSample } from './receiver.js';
import { listen } from '../listen.js';
import { freePort } from '../free-port.js';

type Get = (headers?: Readonly<Record<string, string>>) => Promise<string>;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

/** Starts the page. Each response has to be a page with `no-store`. */
async function startPage(t: TestContext, language: ShopLanguage, proxyUrl: string): Promise<Get> {
  const variables = { CRYPTO_CHECKOUT_ORDER_SECRET: SECRETS.orderSecret };
  const { url, output } = await startSample(t, language.page(proxyUrl), variables);
  const get = (headers = {}) =>
    fetch(url, { headers: { 'user-agent': BROWSER, ...headers }, signal: AbortSignal.timeout(10_000) });
  await until(
    () => get({ 'user-agent': 'a bot' }).catch(() => null),
    `the page in ${language.name} is there: ${output()}`,
  );
  return async (headers) => {
    const response = await get(headers);
    assert.equal(response.status, 200, output());
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    assert.match(response.headers.get('content-type') ?? '', /^text\/html; ?charset=utf-8$/i);
    return response.text();
  };
}

const TAG_ALONE =
  /<script type="module" src="\/crypto-checkout\/elements\.js"><\/script>\s*<crypto-checkout endpoint="\/crypto-checkout" order="[\w-]+\.[\w-]+\.[\w-]+"><\/crypto-checkout>\s*$/;

async function showsCoins(t: TestContext, language: ShopLanguage): Promise<void> {
  const environment = await startEnvironment(t, { isIdle: true });
  const get = await startPage(t, language, environment.url);
  // The proxy loads the elements with the first page, which may not wait for them.
  const page = await until(get, 'the page is rendered', (html) => !TAG_ALONE.test(html));
  assert.match(page, /<link rel="modulepreload" href="\/crypto-checkout\/elements\/[\s\S]*<crypto-checkout /);
  assert.match(page, /<template shadowrootmode="open">/);
  assert.match(page, /role="option"[\s\S]*Bitcoin/);
  const { id } = await environment.open({ id: 'A-1001' });
  assert.ok(page.includes(`{"id":"${id}"`), page);
  await environment.proxy.stop();
  assert.match(await get(), TAG_ALONE);
}

/** The failures of a proxy instead of a rendered page. */
const TROUBLE: Readonly<Record<string, RequestListener>> = {
  'fails': (_, response) => response.writeHead(500).end('{"head":"","html":"an error"}'),
  'is another program': (_, response) => response.end('{}'),
  'is no proxy at all': (_, response) => response.end('<html>"'),
  'breaks off': (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"head":"",');
    response.destroy();
  },
  'is late': () => undefined,
};

async function standsAlone(t: TestContext, language: ShopLanguage): Promise<void> {
  let answer: RequestListener | undefined;
  const proxyUrl = await listen(
    t,
    createServer((request, response) => answer?.(request, response)),
  );
  const get = await startPage(t, language, proxyUrl);
  for (const [what, listener] of Object.entries(TROUBLE)) {
    answer = listener;
    assert.match(await get(), TAG_ALONE, `the proxy ${what}`);
  }
  const getWithoutProxy = await startPage(t, language, `http://127.0.0.1:${await freePort()}`);
  assert.match(await getWithoutProxy(), TAG_ALONE);
}

async function waitsForAPayer(t: TestContext, language: ShopLanguage): Promise<void> {
  let requests = 0;
  const proxy = createServer((_, response) => {
    requests += 1;
    response.end('{"head":"the head","html":"the checkout"}');
  });
  const get = await startPage(t, language, await listen(t, proxy));
  const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  for (const headers of [{ 'user-agent': robot }, { 'sec-purpose': 'prefetch;prerender' }])
    assert.match(await get(headers), TAG_ALONE);
  assert.equal(requests, 0);
  assert.match(await get(), /the head\s*the checkout\s*$/);
}

describe('a page of a shop in another language', { concurrency: 2 }, () => {
  for (const language of SHOP_LANGUAGES) {
    const { name } = language;
    it(`${name} has the coins in its HTML, and is served without them if the proxy has stopped`, (t) =>
      showsCoins(t, language));
    it(`${name} is served if the proxy fails, is late, or is unreachable`, (t) => standsAlone(t, language));
    it(`${name} opens no checkout for a robot or a prefetch`, (t) => waitsForAPayer(t, language));
  }
});
