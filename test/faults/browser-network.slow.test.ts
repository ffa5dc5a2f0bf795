import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { CREATE } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { chooses, isStream, sees, showsAddress, startBrowserShop } from './browser-shop.js';
import type { Middlebox } from './browser-shop.js';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** Of four requests one is cut before the work, one after it, and one in the middle of the response. */
function flaky(): Middlebox {
  let count = 0;
  return (incoming, outgoing, pass) => {
    if (isStream(incoming)) return pass();
    count += 1;
    if (count % 4 === 1) outgoing.destroy();
    else pass((['whole', 'whole', 'none', 'half'] as const)[count % 4]);
  };
}

/** Presses "Try again" whenever it is offered, until the address is shown. */
async function getsAddress(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  const address = page.getByRole('button', { name: 'Copy address' });
  await until(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined);
    return address.isVisible();
  }, 'the address is there');
}

describe('a flaky network', () => {
  it('takes longer, and costs neither a second invoice nor the payment', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    shop.between = flaky();
    const page = await shop.visit(context);
    await sees(page, 'How would you like to pay?');
    await page
      .getByRole('option', { name: /^Bitcoin/ })
      .first()
      .click();
    await getsAddress(page);
    await showsAddress(page, await shop.checkout());
    assert.equal((await shop.environment.counts())[CREATE], 1);
    await shop.pay();
    await sees(page, 'Paid. Thank you.');
    await context.close();
  });
});

describe('an event stream that an intermediary', { concurrency: 3 }, () => {
  const ways: readonly (readonly [string, Middlebox])[] = [
    ['refuses', (_, outgoing) => outgoing.writeHead(403).end()],
    ['never answers', () => undefined],
    [
      'holds back to its end',
      (_, outgoing) => outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    ],
    ['cuts immediately', (_, outgoing) => outgoing.destroy()],
  ];
  for (const [name, treat] of ways) {
    it(`${name} is replaced by polling: the payment is detected`, async (t) => {
      const shop = await startBrowserShop(t);
      const context = await browser.newContext();
      let streams = 0;
      shop.between = (incoming, outgoing, pass) => {
        if (!isStream(incoming)) return pass();
        streams += 1;
        treat(incoming, outgoing, pass);
      };
      const page = await shop.visit(context);
      await chooses(page);
      await shop.pay();
      await sees(page, 'Paid. Thank you.');
      assert.ok(streams > 0, 'the page has requested a stream');
      await context.close();
    });
  }
});

describe('a device that is offline', () => {
  it('keeps the address on the screen, and shows the payment as soon as it is online again', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const page = await shop.visit(context, 'A-1', (before) => before.clock.install());
    await page.clock.resume();
    await chooses(page);
    await context.setOffline(true);
    shop.cut();
    await sees(page, 'Connection problem.');
    await showsAddress(page, await shop.checkout());
    await shop.pay();
    await until(shop.checkout, 'the order is paid', ({ state }) => state === 'paid');
    // No more timers are due: only the return can show the payment.
    await page.clock.pauseAt(Date.now() + 60_000);
    await context.setOffline(false);
    await sees(page, 'Paid. Thank you.');
    await context.close();
  });
});
