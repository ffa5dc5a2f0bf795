import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import type { Browser } from 'playwright-core';
import { Deposits } from '../../server-example/deposits.js';
import { Orders } from '../../server-example/orders.js';
import { createShop } from '../../server-example/shop.js';
import { orderToken, SECRETS, startEnvironment } from '../proxy/test-environment.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { pageOf, sees, startBrowserShop } from './browser-shop.js';
import type { BrowserShop } from './browser-shop.js';
import { listen } from '../listen.js';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** The shop of the example. @returns its address */
async function startSampleShop(t: TestContext): Promise<string> {
  const { proxy } = await startEnvironment(t, { isIdle: true });
  const test = { testMode: true };
  const [orders, deposits] = [new Orders(':memory:', test), new Deposits(':memory:', test)];
  t.after(() => [orders, deposits].forEach((kept) => kept.close()));
  const shopUrl = () => 'https://shop.example';
  const { fetch } = createShop({ orders, deposits, proxy, orderSecret: SECRETS.orderSecret, shopUrl });
  return listen(
    t,
    createServer((...exchange) => void getRequestListener(fetch)(...exchange)),
  );
}

/** A page that is unrelated to the shop. @returns its address */
function foreignPage(t: TestContext, html: string): Promise<string> {
  return listen(
    t,
    createServer((_, outgoing) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end(html)),
  );
}

/** The status of each response of the proxy from now on. */
function statuses(shop: BrowserShop): readonly number[] {
  const seen: number[] = [];
  shop.between = (_, outgoing, pass) => {
    outgoing.once('finish', () => seen.push(outgoing.statusCode));
    pass();
  };
  return seen;
}

const asAttribute = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

describe('a foreign page', { concurrency: 2 }, () => {
  it('cannot put the shop into a frame of its own, where it could cover it', async (t) => {
    const shopUrl = await startSampleShop(t);
    const { url: orderUrl } = await fetch(`${shopUrl}/orders`, {
      method: 'POST',
      body: new URLSearchParams({ product: 'set' }),
    });
    const foreign = await foreignPage(t, `<!doctype html><iframe src="${orderUrl}"></iframe>`);
    const page = await browser.newPage();
    const refused = page.waitForEvent('console', {
      predicate: (message) => /frame-ancestors/.test(message.text()),
    });
    await page.goto(foreign);
    await refused;
    const [, frame] = page.frames();
    assert.equal(frame?.url(), 'chrome-error://chromewebdata/');
    await page.close();
  });

  it('with a signed order of the shop opens nothing at its proxy, and shows its developer the reason', async (t) => {
    const shop = await startBrowserShop(t);
    const answered = statuses(shop);
    const html = pageOf(await orderToken(), `${shop.url}/crypto-checkout`, shop.url);
    const foreign = await foreignPage(t, html);
    const page = await browser.newPage();
    const said = page.waitForEvent('console', {
      predicate: (message) => /"origins"/.test(message.text()),
    });
    await page.goto(foreign);
    await sees(page, 'We couldn’t open this payment');
    assert.match((await said).text(), new RegExp(foreign));
    assert.ok(answered.length > 0 && answered.every((status) => status === 403), answered.join());
    await page.close();
  });

  it('with the checkout in a frame without an origin breaks nothing, and opens nothing', async (t) => {
    const shop = await startBrowserShop(t);
    const answered = statuses(shop);
    const inner = pageOf(await orderToken(), `${shop.url}/crypto-checkout`, shop.url);
    const html = `<!doctype html><iframe sandbox="allow-scripts" srcdoc="${asAttribute(inner)}"></iframe>`;
    const page = await browser.newPage();
    const broken: Error[] = [];
    page.on('pageerror', (error) => broken.push(error));
    await page.goto(await foreignPage(t, html));
    await page.frameLocator('iframe').getByText('We couldn’t open this payment').first().waitFor();
    assert.deepEqual(broken, []);
    assert.ok(answered.length > 0 && answered.every((status) => status === 403), answered.join());
    await page.close();
  });
});
