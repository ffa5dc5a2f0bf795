import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { chunksOf } from '../bench/size/page-weight.js';
import { serveChunks, type PageServer } from './page-server.js';

const LINK = 'https://pay.shop.example/crypto-checkout/pay/token';

describe('a button with the link of a payment page', () => {
  const files = new Map<string, string>();
  let script = '';
  let server: PageServer;
  before(async () => {
    const chunks = await chunksOf('src/define/crypto-checkout-button.ts');
    for (const { fileName, code } of chunks) files.set(`/${fileName}`, code);
    script = chunks[0]?.fileName ?? '';
    server = await serveChunks(files, pageWith(LINK));
  });
  after(() => server?.close());

  const pageWith = (href: string) => `<!doctype html><html lang="en"><link rel="icon" href="data:," />
    <script type="module" src="/${script}"></script>
    <crypto-checkout-button order="token" href="${href}"><a href="${LINK}">Pay now</a></crypto-checkout-button></html>`;

  async function openShop(
    t: TestContext,
    {
      isBlocked = () => false,
      ...options
    }: BrowserContextOptions & { isBlocked?: (path: string) => boolean } = {},
  ): Promise<Page> {
    const context = await server.browser.newContext(options);
    t.after(() => context.close());
    await context.route(LINK, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'The payment page' }),
    );
    await context.route('**/*.js', (route) =>
      isBlocked(new URL(route.request().url()).pathname) ? route.abort() : route.continue(),
    );
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(server.url);
    return page;
  }

  const link = (page: Page) => page.getByRole('link', { name: 'Pay now' });
  const isReady = (page: Page) => page.waitForFunction(`customElements.get('crypto-checkout-button')`);

  it('leads to the page without JavaScript', async (t) => {
    const page = await openShop(t, { javaScriptEnabled: false });
    await link(page).click();
    await page.waitForURL(LINK);
  });

  it('leads there if its code cannot be loaded', async (t) => {
    const page = await openShop(t, { isBlocked: () => true });
    await link(page).click();
    await page.waitForURL(LINK);
  });

  it('leads there if the code of the checkout cannot be loaded', async (t) => {
    const page = await openShop(t, { isBlocked: (path) => path.endsWith('/dialog.js') });
    await isReady(page);
    await link(page).click();
    await page.waitForURL(LINK);
  });

  it('is one control, which opens the checkout in a dialog of this page', async (t) => {
    const page = await openShop(t);
    await isReady(page);
    assert.equal(await page.getByRole('link').count(), 1);
    assert.equal(await page.getByRole('button').count(), 0);
    await link(page).press('Enter');
    await page.getByRole('dialog').waitFor();
    assert.equal(new URL(page.url()).origin, new URL(server.url).origin);
  });

  it('leaves a press to the browser that asks it for a new tab', async (t) => {
    const page = await openShop(t);
    await isReady(page);
    await page.evaluate(`addEventListener('click', (event) => {
      globalThis.isLeft = !event.defaultPrevented;
      event.preventDefault();
    })`);
    assert.equal(await link(page).getAttribute('href'), LINK);
    await link(page).click({ modifiers: ['Control'] });
    assert.equal(await page.evaluate('isLeft'), true);
    assert.equal(await page.getByRole('dialog').count(), 0);
    await link(page).click();
    assert.equal(await page.evaluate('isLeft'), false);
    await page.getByRole('dialog').waitFor();
  });

  it('is a plain button if the link is none that a browser may follow', async (t) => {
    const page = await openShop(t);
    await isReady(page);
    for (const href of ['javascript:alert(1)', 'data:text/html,x', '//pay.shop.example/', 'pay']) {
      await page
        .locator('crypto-checkout-button')
        .evaluate((element, text) => element.setAttribute('href', text), href);
      await page.getByRole('button', { name: 'Pay now' }).waitFor();
      assert.equal(await page.getByRole('link').count(), 0);
    }
  });
});
