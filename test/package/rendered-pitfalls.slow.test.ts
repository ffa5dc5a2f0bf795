import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createOrderToken } from '../../src/proxy/server.js';
import { createCheckoutProxy, type CheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { head, renderCheckout } from '../../src/render/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { FRAMES, startRenderedShop, type RenderedShop } from './rendered-shop.js';
import { listen } from '../listen.js';

const secret = 'a-secret-of-this-test-0123456789abcdef';

describe('a rendered checkout', () => {
  let shop: RenderedShop;
  let browser: Browser;
  before(async () => {
    shop = await startRenderedShop();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await shop.stop();
  });

  async function open(t: TestContext): Promise<Page> {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 390, height: 840 } });
    t.after(() => page.close());
    return page;
  }
  const inPage = (page: Page, body: string) => page.evaluate(`(function () { ${body} })()`);

  it('keeps its rows in every frame while its elements load', async (t) => {
    const page = await open(t);
    await page.goto(`${shop.url}/later/A-1`);
    await page.getByRole('option').first().waitFor();
    await inPage(page, FRAMES.record);
    await page.evaluate(async (source) => void (await import(source)), '/crypto-checkout/elements.js');
    await page.waitForFunction(`document.querySelector('crypto-checkout').state === 'choosing'`);
    await page.getByRole('option', { name: 'Tether USDT' }).click();
    await page.getByRole('heading', { name: 'Choose a network for USDT' }).waitFor();
    const frames = await inPage(page, FRAMES.read);
    assert.ok(Array.isArray(frames));
    const coins = frames.filter((frame: string) => /^option/m.test(frame));
    assert.equal(new Set(coins).size, frames.length, 'there are rows in every frame');
  });

  it('is rendered once by the elements in a browser without declarative shadow roots', async (t) => {
    const page = await open(t);
    await page.goto(`${shop.url}/weak/A-2`);
    await page.getByRole('option', { name: 'Bitcoin' }).click();
    await page.getByText('Send exactly', { exact: true }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'How would you like to pay?' }).count(), 0);
    assert.equal(shop.requests.includes('POST /crypto-checkout/checkouts'), false);
  });
});

describe('a shop whose proxy has another origin', () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  for (const level of [null, 'state', 'shell'] as const)
    it(`loads each file from it once, with ${level === null ? 'the head alone' : `the ${level}`}`, async (t) => {
      const account = { apiKey: 'key-of-the-test', shopId: 'shop-of-the-test' };
      const sandbox = await startSandbox({ ...account, port: 0, withdrawalKey: 'other', seed: 'cors' });
      t.after(() => sandbox.close());
      const proxyUrl = await listen(
        t,
        createServer((...exchange) => toNodeListener(proxy)(...exchange)),
      );
      const endpoint = `${proxyUrl}/crypto-checkout`;
      const shop = createServer(async (_, outgoing) => {
        const order = await createOrderToken({ id: 'A-1', amount: '49.00', currency: 'EUR' }, { secret });
        const part =
          level !== null
            ? await renderCheckout({ proxy, order, level, endpoint, locale: 'en' })
            : {
                head: await head({ basePath: endpoint, locale: 'en' }),
                html: `<crypto-checkout endpoint="${endpoint}" order="${order}"></crypto-checkout>`,
                csp: '',
              };
        const policy = `default-src 'none'; img-src data:; script-src ${proxyUrl}; connect-src ${proxyUrl}; style-src 'self' ${part.csp}`;
        outgoing.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
        outgoing.end(
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${part.head}${part.html}`,
        );
      });
      const shopUrl = await listen(t, shop);
      const proxy: CheckoutProxy = createCheckoutProxy({
        service: { url: sandbox.url, ...account, testMode: true },
        orderSecrets: [secret],
        store: ':memory:',
        origins: [shopUrl],
        clock: sandbox.clock,
        logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      });
      t.after(() => proxy.stop());

      const page = await browser.newPage({ locale: 'en-GB' });
      t.after(() => page.close());
      const files: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        if (origin === proxyUrl && pathname.includes('/elements')) files.push(pathname);
      });
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      await page.goto(shopUrl);
      await page.getByRole('option', { name: 'Bitcoin' }).click();
      await page.getByText('Send exactly', { exact: true }).waitFor();
      assert.ok(files.length >= 3, files.join());
      assert.deepEqual(files, [...new Set(files)]);
      assert.deepEqual(errors, []);
    });
});
