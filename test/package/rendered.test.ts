import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { until } from '../until.js';
import { startRenderedShop, type RenderedShop } from './rendered-shop.js';

/** The time zone in which it is past ten in the evening now: "Price locked until 10:53 PM" takes most room. */
const LATE_ZONE = (() => {
  const hours = 22 - new Date().getUTCHours();
  const ahead = hours > 12 ? hours - 24 : hours;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
})();

/** A screenshot of a page that paints no more. */
async function settledScreenshot(page: Page): Promise<Buffer> {
  let shown = await page.screenshot({ animations: 'disabled' });
  for (;;) {
    const next = await page.screenshot({ animations: 'disabled' });
    if (next.equals(shown)) return shown;
    shown = next;
  }
}

describe('a page with a rendered checkout', () => {
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

  /** A page, and the violations in its browser. */
  async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; refused: string[] }> {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: LATE_ZONE,
      viewport: { width: 320, height: 840 },
      ...options,
    });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text());
    });
    return { page, refused };
  }

  it('lets a payer without JavaScript choose a coin and read where to pay', async () => {
    const { page, refused } = await open({ javaScriptEnabled: false });
    await page.goto(`${shop.url}/A-1`);
    assert.equal(await page.getByText('How would you like to pay?').count(), 2);
    assert.equal(await page.locator('section.card').isVisible(), false);
    await page.locator('select').selectOption('BTC');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Send exactly', { exact: true }).waitFor();
    assert.match(page.url(), /\/crypto-checkout\/form\/[\w-]{22}\?locale=en$/);
    assert.match((await page.locator('.address bdi').getAttribute('aria-label')) ?? '', /^(bc1|tb1|[123mn])/);
    const scheme = page.locator('html').evaluate((root) => getComputedStyle(root).colorScheme);
    assert.equal(await scheme, 'light dark', 'text and links have the colors of the background');
    const lines = await page
      .locator('.address span')
      .evaluateAll((groups) => groups.map((group) => group.getClientRects().length));
    assert.deepEqual([...new Set(lines)], [1], 'no group of the address is broken');
    assert.equal(
      await page.locator('svg').evaluate((svg) => getComputedStyle(svg).backgroundColor),
      'rgb(255, 255, 255)',
    );
    assert.deepEqual(refused, []);
    await page.context().close();
  });

  it('reserves no space for the card where no script runs', async () => {
    const viewport = { width: 390, height: 700 };
    const { page } = await open({ javaScriptEnabled: false, viewport });
    await page.goto(`${shop.url}/A-4`);
    const top = await page.locator('form').evaluate((form) => form.getBoundingClientRect().top);
    assert.ok(top < 50, `the form begins at ${top} px`);
    await page.context().close();
  });

  /** The page before its elements have loaded, and a function that loads them. */
  async function openEarly(path: string) {
    const { page, refused } = await open();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/elements.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(shop.url + path, { waitUntil: 'commit' });
    // All of the page is there, but its scripts.
    await page.waitForFunction(() => document.readyState !== 'loading');
    const upgrade = async () => {
      release();
      await page.waitForFunction(() => customElements.get('crypto-checkout') !== undefined);
      await page.evaluate(async () => {
        const tag = document.querySelector('crypto-checkout');
        if (tag && 'updateComplete' in tag) await tag.updateComplete;
      });
    };
    return { page, refused, upgrade };
  }

  /** The positions of these parts of the card. */
  const places = (page: Page, parts: string) =>
    page.locator(parts).evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect())));

  it('shows the coins before any script has run, and the same afterwards, without a first request', async () => {
    const { page, refused, upgrade } = await openEarly('/A-2');
    await page.getByRole('option').first().waitFor();
    assert.equal(await page.locator('form').count(), 0);
    const early = await settledScreenshot(page);
    const placed = await places(page, 'crypto-checkout [part]');
    await upgrade();
    assert.deepEqual(await places(page, 'crypto-checkout [part]'), placed);
    // On a busy machine two screenshots in a row may show a frame that is not the last.
    await until(
      async () => (await settledScreenshot(page)).equals(early),
      'the screenshots are equal',
      (isEqual) => isEqual,
    );
    assert.equal(shop.requests.includes('POST /crypto-checkout/checkouts'), false);
    await page.getByRole('option', { name: 'Bitcoin' }).click();
    await page.getByText('Send exactly', { exact: true }).waitFor();
    assert.deepEqual(refused, []);
    await page.context().close();
  });

  it('shows an open payment before any script has run, and at the same place afterwards', async () => {
    const first = await openEarly('/A-3');
    await first.upgrade();
    await first.page.getByRole('option', { name: 'Bitcoin' }).click();
    await first.page.getByText('Send exactly', { exact: true }).waitFor();
    await first.page.context().close();
    const { page, refused, upgrade } = await openEarly('/A-3');
    const parts =
      '[part~=amount], [part~=address], [part~=code], [part~=countdown], [part~=card], [part~=notice]';
    await page.locator('[part~=code]').waitFor();
    const placed = await places(page, parts);
    assert.ok(placed.length >= 5, placed.join());
    assert.equal(await page.getByText('Price locked until').count(), 0);
    await upgrade();
    await page.getByText('Price locked until').waitFor();
    assert.deepEqual(await places(page, parts), placed);
    assert.deepEqual(refused, []);
    await page.context().close();
  });
});
