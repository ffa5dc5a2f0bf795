import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import playwright from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { wholeChromium } from '../browsers/driver/chromium.js';
import { startRenderedShop } from '../package/rendered-shop.js';
import { until } from '../until.js';
import { chooses, sees, showsAddress, startBrowserShop } from './browser-shop.js';
import { control } from '../sandbox-control.js';

const HOUR_S = 3600;

let browser: Browser;
before(async () => {
  browser = await playwright.chromium.launch({
    ...wholeChromium,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
after(() => browser.close());

/** The operating system suspends the page: no timer, script or response until it resumes. */
async function sleeping(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => void (await session.send('Page.setWebLifecycleState', { state: 'active' }));
}

describe('a laptop that sleeps', { concurrency: 2 }, () => {
  it('shows the payment that arrived meanwhile after it wakes', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const page = await shop.visit(context);
    await chooses(page);
    const wake = await sleeping(page);
    shop.cut();
    await shop.pay();
    await until(shop.checkout, 'the order is paid', ({ state }) => state === 'paid');
    shop.environment.sandbox.clock.advance(8 * HOUR_S);
    await wake();
    await sees(page, 'Paid. Thank you.');
    await context.close();
  });

  it('shows the end of the quote past the deadline, and offers a new price', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const page = await shop.visit(context);
    await chooses(page);
    const wake = await sleeping(page);
    shop.cut();
    shop.environment.sandbox.clock.advance(8 * HOUR_S);
    await until(shop.checkout, 'the order has expired', ({ state }) => state === 'expired');
    await wake();
    await sees(page, 'This price has expired');
    await page.getByRole('button', { name: 'Get a new price' }).click();
    await sees(page, 'Send exactly');
    await context.close();
  });
});

/** Returns to a page that has `isTheSame`. */
async function comesBackPaid(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await sees(page, 'Paid. Thank you.');
  assert.equal(await page.evaluate(() => Reflect.get(window, 'isTheSame')), true, 'it was not loaded again');
}

describe('the back button', () => {
  it('restores the page from the cache of the browser with the current payment', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const page = await shop.visit(context);
    await chooses(page);
    await page.evaluate(() => Reflect.set(window, 'isTheSame', true));
    await page.goto(`${shop.url}/elsewhere`);
    await shop.pay();
    await until(shop.checkout, 'the order is paid', ({ state }) => state === 'paid');
    await comesBackPaid(page);
    await context.close();
  });
});

describe('the back button, to a page that the server has rendered', () => {
  it('shows the current payment, not the one in the page', async (t) => {
    const shop = await startRenderedShop();
    t.after(() => shop.stop());
    const context = await browser.newContext({ locale: 'en-GB' });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${shop.url}/A-1`);
    await page.getByRole('option', { name: 'Bitcoin' }).click();
    await sees(page, 'Send exactly');
    await page.evaluate(() => Reflect.set(window, 'isTheSame', true));
    const address = await page.locator('.groups').first().innerText();
    await page.goto(`${shop.url}/elsewhere`);
    await control(shop.sandbox.url, 'payments', { address: address.replace(/\s/g, '') });
    await comesBackPaid(page);
  });
});

/** A clock of the device that a test sets by `shiftMs` of the page; monotonic clocks continue. */
const DEVICE_CLOCK = `
  const now = () => performance.timeOrigin + performance.now() + (window.shiftMs ?? 0);
  window.Date = new Proxy(Date, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });`;

async function setDeviceClock(page: Page, shiftMs: number): Promise<void> {
  const [before, after] = await page.evaluate(
    (ms) => [Date.now(), Reflect.set(window, 'shiftMs', ms) && Date.now()],
    shiftMs,
  );
  assert.ok(Math.abs(Number(after) - Number(before)) > HOUR_S * 1000, 'the clock of the device is set');
}

function minutesOf(countdown: string): number {
  return Number(/(\d+):\d\d/.exec(countdown)?.[1]);
}

describe('the clock of the device', () => {
  it('may be set by days during a payment: the remaining time is that of the server', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const page = await shop.visit(context, 'A-1', (before) =>
      before.addInitScript({ content: DEVICE_CLOCK }),
    );
    await chooses(page);
    const countdown = () => page.getByRole('timer').first().innerText();
    const before = minutesOf(await countdown());
    assert.ok(before > 5, `${before} minutes`);
    // No response of the server helps meanwhile.
    const pass = shop.between;
    shop.between = () => undefined;
    for (const days of [1, -2, 400]) {
      await setDeviceClock(page, days * 24 * HOUR_S * 1000);
      const shownSeconds = await countdown();
      const next = await until(countdown, 'the countdown goes on', (text) => text !== shownSeconds);
      assert.ok(before - minutesOf(next) <= 1, `${shownSeconds}, then ${next}`);
      await showsAddress(page, await shop.checkout());
    }
    shop.between = pass;
    await shop.pay();
    await sees(page, 'Paid. Thank you.');
    await context.close();
  });
});

describe('a throttled tab', () => {
  it('with stopped timers receives the payment by its stream', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const page = await shop.visit(context, 'A-1', (before) => before.clock.install());
    await page.clock.resume();
    await chooses(page);
    // After a jump of half a minute the page would consider its stream broken.
    await page.clock.pauseAt(Date.now() + 10_000);
    await shop.pay();
    await sees(page, 'Paid. Thank you.');
    await context.close();
  });

  it('on a processor that is six times slower receives a payment', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const page = await shop.visit(context, 'A-1', async (before) => {
      const session = await context.newCDPSession(before);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    });
    await chooses(page);
    await shop.pay();
    await sees(page, 'Paid. Thank you.');
    await context.close();
  });
});
