import playwright from 'playwright-core';
import { launch } from 'puppeteer-core';
import { chromium } from './driver/chromium.js';
import { firefox } from './driver/firefox.js';
import { ensureEngine } from './driver/install.js';
import { WebKitDriver, type DriverOptions } from './driver/webkit-driver.js';
import { pageOf } from './driver/webkit-page.js';

/** A page in a browser, with the operations that a payer needs: open, read, press. */
export interface EnginePage {
  /** Of the browser. */
  readonly version: string;
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page; a promise is waited for. */
  run(body: string, ...args: readonly unknown[]): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  /** Pastes the clipboard into the focused field. */
  paste(): Promise<void>;
  resize(size: Size): Promise<void>;
  /** The screenshot, as PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const SIZE: Size = { width: 1000, height: 1000 };

/** As one expression, for a browser whose driver knows no arguments. */
const callOf = (body: string, args: readonly unknown[]) =>
  `(function () { ${body} }).apply(null, ${JSON.stringify(args)})`;

export async function openChromium(): Promise<EnginePage> {
  const browser = await playwright.chromium.launch(chromium);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', permissions });
  const page = await context.newPage();
  return {
    version: browser.version(),
    open: async (url) => void (await page.goto(url)),
    run: async (body, ...args) => {
      const script = callOf(body, args);
      // A page that is left answers no more; the question is for the next one.
      return page.evaluate(script).catch(async (error: unknown) => {
        if (!/because of a navigation/.test(String(error))) throw error;
        await page.waitForLoadState();
        return page.evaluate(script);
      });
    },
    click: (x, y) => page.mouse.click(x, y),
    paste: () => page.keyboard.press('Control+V'),
    resize: (size) => page.setViewportSize(size),
    screenshot: async () => (await page.screenshot()).toString('base64'),
    close: () => browser.close(),
  };
}

/** A window of another size, in another time zone than that of this machine, or in dark. */
interface PageOptions {
  readonly size?: Size;
  readonly timeZone?: string;
  readonly colorScheme?: 'light' | 'dark';
}

/** Of pages, whatever the desktop has. */
const FIREFOX_SCHEMES = { dark: 0, light: 1 };

export async function openFirefox({
  size = SIZE,
  timeZone,
  colorScheme = 'light',
}: PageOptions = {}): Promise<EnginePage> {
  const env = { ...process.env, ...(timeZone && { TZ: timeZone }) };
  const extraPrefsFirefox = {
    ...firefox.extraPrefsFirefox,
    'layout.css.prefers-color-scheme.content-override': FIREFOX_SCHEMES[colorScheme],
  };
  const browser = await launch({ ...firefox, extraPrefsFirefox, env, defaultViewport: size });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    run: (body, ...args) => page.evaluate(callOf(body, args)),
    click: (x, y) => page.mouse.click(x, y),
    paste: async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('v');
      await page.keyboard.up('Control');
    },
    resize: (wanted) => page.setViewport(wanted),
    screenshot: () => page.screenshot({ encoding: 'base64' }),
    close: () => browser.close(),
  };
}

export async function openWebKit({
  size = SIZE,
  ...options
}: PageOptions & DriverOptions = {}): Promise<EnginePage> {
  await ensureEngine('webkit');
  const driver = await WebKitDriver.start(options);
  const resize = async (wanted: Size) =>
    void (await driver.command('POST', '/window/rect', { x: 0, y: 0, ...wanted }));
  await resize(size);
  const { keyboard, mouse } = pageOf(driver, () => Promise.reject(new Error('The window has its size.')));
  return {
    version: driver.version,
    open: async (url) => void (await driver.open(url)),
    run: (body, ...args) => driver.execute(body, ...args),
    click: async (x, y) => void (await mouse.click(x, y)),
    paste: async () => {
      await keyboard.down('Control');
      await keyboard.press('v');
      await keyboard.up('Control');
    },
    resize,
    screenshot: async () => String(await driver.command('GET', '/screenshot')),
    close: () => driver.stop(),
  };
}
