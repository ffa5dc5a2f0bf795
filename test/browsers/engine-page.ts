import playwright from 'playwright-core';
import { launch } from 'puppeteer-core';
import { chromium } from './driver/chromium.js';
import { firefox } from './driver/firefox.js';
import { WebKitDriver, type DriverOptions } from './driver/webkit-driver.js';
import { pageOf } from './driver/webkit-page.js';

/** A page in a browser, with the operations that a payer needs: open, read, press. */
export interface EnginePage {
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page; a promise is waited for. */
  run(body: string, ...args: readonly unknown[]): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  /** Pastes the clipboard into the focused field. */
  paste(): Promise<void>;
  /** The screenshot, as PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

const SIZE = { width: 1000, height: 1000 };

export async function openChromium(): Promise<EnginePage> {
  const browser = await playwright.chromium.launch(chromium);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', permissions });
  const page = await context.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    run: async (body, ...args) => {
      const script = `(function () { ${body} }).apply(null, ${JSON.stringify(args)})`;
      // A page that is left answers no more; the question is for the next one.
      return page.evaluate(script).catch(async (error: unknown) => {
        if (!/because of a navigation/.test(String(error))) throw error;
        await page.waitForLoadState();
        return page.evaluate(script);
      });
    },
    click: (x, y) => page.mouse.click(x, y),
    paste: () => page.keyboard.press('Control+V'),
    screenshot: async () => (await page.screenshot()).toString('base64'),
    close: () => browser.close(),
  };
}

export async function openFirefox(): Promise<EnginePage> {
  const browser = await launch({ ...firefox, defaultViewport: SIZE });
  const page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    run: (body, ...args) => page.evaluate(`(function () { ${body} }).apply(null, ${JSON.stringify(args)})`),
    click: (x, y) => page.mouse.click(x, y),
    paste: async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('v');
      await page.keyboard.up('Control');
    },
    screenshot: () => page.screenshot({ encoding: 'base64' }),
    close: () => browser.close(),
  };
}

export async function openWebKit(options: DriverOptions = {}): Promise<EnginePage> {
  const driver = await WebKitDriver.start(options);
  await driver.command('POST', '/window/rect', { x: 0, y: 0, ...SIZE });
  const { keyboard, mouse } = pageOf(driver, () => Promise.reject(new Error('The window has its size.')));
  return {
    open: async (url) => void (await driver.open(url)),
    run: (body, ...args) => driver.execute(body, ...args),
    click: async (x, y) => void (await mouse.click(x, y)),
    paste: async () => {
      await keyboard.down('Control');
      await keyboard.press('v');
      await keyboard.up('Control');
    },
    screenshot: async () => String(await driver.command('GET', '/screenshot')),
    close: () => driver.stop(),
  };
}
