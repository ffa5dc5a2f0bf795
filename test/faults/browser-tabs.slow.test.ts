import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { chooses, sees, showsAddress, startBrowserShop } from './browser-shop.js';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** A browser without a screen shows all its tabs simultaneously: the page is notified of the payer's actions. */
async function comesBackTo(tab: Page): Promise<void> {
  await tab.evaluate(() => window.dispatchEvent(new Event('focus')));
}

describe('one checkout in several tabs', { concurrency: 2 }, () => {
  it('is chosen in one of two, and both show the same address and the payment', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const [first, second] = [await shop.visit(context), await shop.visit(context)];
    await sees(second, 'How would you like to pay?');
    await chooses(first);
    for (const page of [first, second]) await showsAddress(page, await shop.checkout());
    await shop.pay();
    for (const page of [first, second]) await sees(page, 'Paid. Thank you.');
    await context.close();
  });

  it('is chosen and paid in the seventh, although a browser has six connections per host', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const tabs: Page[] = [];
    for (let count = 1; count <= 7; count += 1) {
      const tab = await shop.visit(context);
      await sees(tab, 'How would you like to pay?');
      tabs.push(tab);
    }
    const [seventh] = tabs.slice(-1);
    assert.ok(seventh);
    await chooses(seventh);
    for (const tab of tabs) {
      await comesBackTo(tab);
      await showsAddress(tab, await shop.checkout());
    }
    await shop.pay();
    for (const tab of tabs) await sees(tab, 'Paid. Thank you.');
    await context.close();
  });
});
