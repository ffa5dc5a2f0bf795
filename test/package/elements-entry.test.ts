import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { files } from '#elements-files';
import type { Browser, Page, Route } from 'playwright-core';
import { createCheckoutProxy, type CheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { createOrderToken } from '../../src/proxy/server.js';
import { renderCheckout } from '../../src/render/index.js';
import { startSandbox, type SandboxServer } from '../../src/sandbox/index.js';
import { openBrowser } from '../browsers/driver/open-browser.js';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const account = { apiKey: 'key-of-the-test', shopId: 'shop-of-the-test' };
const CURRENCY_CHOICE = '**/elements/currency-choice-*.js';

describe('the initial chunk', () => {
  it('instructs V8 to compile all of it while it arrives', () => {
    const { brotli } = files.find(({ role }) => role === 'currency-choice') ?? assert.fail();
    const code = brotliDecompressSync(Buffer.from(brotli, 'base64')).toString();
    assert.match(code, /^\/\/# allFunctionsCalledOnLoad\n/);
  });
});

describe('a page with the script of the proxy', () => {
  let sandbox: SandboxServer;
  let proxy: CheckoutProxy;
  let shop: Server;
  let browser: Browser;
  let url = '';
  let orders = 0;

  /** A page of a new order: `/` has the tag alone, `/shell` what a server has rendered. */
  async function htmlOf(path: string): Promise<string> {
    const id = `A-${(orders += 1)}`;
    const order = await createOrderToken({ id, amount: '49.00', currency: 'EUR' }, { secret });
    const script = '<script type="module" src="/crypto-checkout/elements.js"></script>';
    const { head, html } =
      path === '/shell'
        ? await renderCheckout({ proxy, order, level: 'shell', locale: 'en' })
        : { head: script, html: `<crypto-checkout order="${order}"><p>Loading…</p></crypto-checkout>` };
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}${html}`;
  }

  before(async () => {
    sandbox = await startSandbox({ ...account, port: 0, withdrawalKey: 'other', seed: 'entry' });
    proxy = createCheckoutProxy({
      service: { url: sandbox.url, ...account, testMode: true },
      orderSecrets: [secret],
      store: ':memory:',
      clock: sandbox.clock,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    const listener = toNodeListener(proxy);
    shop = createServer((incoming, outgoing) => {
      const { url: path = '' } = incoming;
      if (path.startsWith('/crypto-checkout/')) return listener(incoming, outgoing);
      void htmlOf(path).then((html) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end(html));
    });
    await new Promise<void>((resolve) => {
      shop.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });

  after(async () => {
    await browser.close();
    shop.closeAllConnections();
    shop.close();
    await proxy.stop();
    await sandbox.close();
  });

  /** The page while its initial chunk is loading, and the requests that it has sent. */
  async function openEarly(t: TestContext, path: string) {
    const page = await browser.newPage({ locale: 'en-GB' });
    t.after(() => page.close());
    const requests: string[] = [];
    page.on('request', (request) => {
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const held: Route[] = [];
    let isReleased = false;
    // The page may request the chunk after the release.
    await page.route(CURRENCY_CHOICE, (route) => (isReleased ? route.continue() : void held.push(route)));
    await page.goto(url + path, { waitUntil: 'commit' });
    const release = () => {
      isReleased = true;
      return Promise.all(held.map((route) => route.continue()));
    };
    return { page, requests, release };
  }

  /** A preload of the page may have requested the chunk before its entry runs. */
  const entryHasRun = (page: Page) => page.waitForLoadState('domcontentloaded');
  const title = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor();

  it('opens the checkout beside its code, once', async (t) => {
    const { page, requests, release } = await openEarly(t, '/');
    await page.waitForResponse((response) => response.url().endsWith('/crypto-checkout/checkouts'));
    assert.equal(await page.evaluate(`customElements.get('crypto-checkout') === undefined`), true);
    await release();
    await title(page, 'How would you like to pay?');
    assert.equal(requests.filter((request) => request === 'POST /crypto-checkout/checkouts').length, 1);
  });

  it('shows that the checkout could not be loaded, and loads it again', async (t) => {
    const page = await browser.newPage({ locale: 'en-GB' });
    t.after(() => page.close());
    await page.route(CURRENCY_CHOICE, (route) => route.abort());
    await page.goto(url);
    await page.getByRole('alert').getByText('The checkout could not be loaded.').waitFor();
    assert.equal(await page.getByText('Loading…').count(), 0);
    await page.unroute(CURRENCY_CHOICE);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await title(page, 'How would you like to pay?');
  });

  it("shows it above the server's markup, whose rows would not respond", async (t) => {
    const page = await browser.newPage({ locale: 'en-GB' });
    t.after(() => page.close());
    await page.route(CURRENCY_CHOICE, (route) => route.abort());
    await page.goto(`${url}/shell`);
    await page.getByRole('alert').getByText('The checkout could not be loaded.').waitFor();
  });

  it("performs the payer's press from before the elements have loaded", async (t) => {
    const { page, release } = await openEarly(t, '/shell');
    await page.getByRole('option', { name: 'Tether USDT' }).waitFor();
    await entryHasRun(page);
    await page.getByRole('option', { name: 'Tether USDT' }).click();
    await release();
    await title(page, 'Choose a network for USDT');
  });

  it('does not choose for the payer after a press by a script', async (t) => {
    const { page, release } = await openEarly(t, '/shell');
    const row = page.getByRole('option', { name: 'Tether USDT' });
    await row.waitFor();
    await entryHasRun(page);
    await row.evaluate((element) => element instanceof HTMLElement && element.click());
    await release();
    await page.waitForFunction(`document.querySelector('crypto-checkout')?.state === 'choosing'`);
    await page.evaluate(`document.querySelector('crypto-checkout').updateComplete`);
    // A press by the payer is answered, and was not made before.
    await title(page, 'How would you like to pay?');
    await row.click();
    await title(page, 'Choose a network for USDT');
  });
});
