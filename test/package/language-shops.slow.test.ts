import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Checkout } from '../../src/protocol/index.js';
import { NGINX } from '../postgres/nginx.js';
import { json, streamOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { Payer } from '../server-example/payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { SHOP_LANGUAGES } from './language-samples.js';
import { startLanguageShop, startShopWithoutWebServer, type LanguageShop } from './language-shop.js';

/** A heartbeat, after 15 s, may flush buffered data. */
const BEFORE_HEARTBEAT_MS = 6_500;

function describeShops(): void {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  async function isPaid(t: TestContext, shop: LanguageShop): Promise<void> {
    const payer = await Payer.arrive(browser, shop);
    t.after(() => payer.closes());
    const complaints: string[] = [];
    payer.page.on('pageerror', (error) => complaints.push(String(error)));
    payer.page.on('console', (message) => {
      if (/^(error|warning)$/.test(message.type())) complaints.push(message.text());
    });
    await payer.page.goto(shop.shopUrl);
    await payer.choose(/^Bitcoin/, null);
    await payer.sends();
    await payer.sees('Paid. Thank you.');
    await until(shop.receiver.output, `the shop hears it; the proxy said: ${shop.proxyOutput()}`, (text) =>
      text.includes('order A-1001 is paid'),
    );
    assert.deepEqual(await shop.receiver.shipments(), ['A-1001']);
    assert.deepEqual(complaints, []);
    // The suites plant a withdrawal key in the environment, of which the proxy warns.
    const lines = shop
      .proxyOutput()
      .split('\n')
      .filter((line) => !line.includes('payout secret set'));
    assert.doesNotMatch(lines.join('\n'), /"level":"(warn|error)"/);
  }

  for (const language of SHOP_LANGUAGES) {
    it(`${language.name} is paid on its page in Chromium, and ships the order`, async (t) =>
      isPaid(t, await startLanguageShop(t, language)));
    it(`${language.name} is paid without a web server, as in development`, async (t) =>
      isPaid(t, await startShopWithoutWebServer(t, language)));
  }

  it('receives each event from nginx without a delay', async (t) => {
    const [language] = SHOP_LANGUAGES;
    assert.ok(language);
    const { shopUrl } = await startLanguageShop(t, language);
    const order = /order="([^"]+)"/.exec(await (await fetch(shopUrl)).text())?.[1];
    const base = `${shopUrl}/crypto-checkout/checkouts`;
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'origin': shopUrl };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      return json<Checkout>(await fetch(base + path, request));
    };
    const { id } = await post('', { order });
    const signal = AbortSignal.timeout(BEFORE_HEARTBEAT_MS);
    const states: string[] = [];
    for await (const { state } of streamOf(await fetch(`${base}/${id}/events`, { signal }))) {
      if (states.push(state) === 1) await post(`/${id}/invoice`, { currency: 'BTC' });
      if (state === 'awaiting') break;
    }
    assert.equal(states[0], 'choosing');
  });
}

if (NGINX === undefined)
  console.log('not checked: the shops in other languages, for which there is no nginx on this machine');
else describe('a shop as the page "Other languages" builds it', { concurrency: 3 }, describeShops);
