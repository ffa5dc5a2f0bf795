// A launcher of the test runner for WebKitGTK. Its window cannot be narrower than its toolbar: the tests' page
// is in a frame, which can have any size and is the only part visible to them.
import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import { WebKitDriver } from './webkit-driver.js';
import { pageOf, type Size, type WebKitPage } from './webkit-page.js';

const FRAME_PATH = '/__frame__';
const FRAME = `<!doctype html><title>Tests</title>
<style>
  html, body { margin: 0; overflow: hidden }
  iframe { display: block; border: 0; width: 800px; height: 600px }
</style>
<iframe></iframe>`;

/** A window that has drawn no frame within this time will not draw any more. */
const PICTURE_MS = 5000;
const IS_DRAWN = `return new Promise((resolve) => {
  requestAnimationFrame(() => resolve(true));
  setTimeout(() => resolve(false), arguments[0]);
});`;

/** Serves the page with the frame. */
export const framePlugin: TestRunnerPlugin = {
  name: 'frame',
  serve: ({ path }) => (path === FRAME_PATH ? { body: FRAME, type: 'html' } : undefined),
};

export class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKitGTK';
  /** The kind whose commands our page understands. */
  readonly type = 'puppeteer';
  /** The driver has one window. */
  readonly concurrency = 1;
  #driver: WebKitDriver | undefined;
  #page: WebKitPage | undefined;
  readonly #urls = new Map<string, string>();

  async initialize(): Promise<void> {}

  async startSession(id: string, url: string): Promise<void> {
    this.#urls.set(id, url);
    const driver = await this.#openFrame(new URL(FRAME_PATH, url).href);
    await driver.execute('document.querySelector("iframe").src = arguments[0]', url);
    await driver.command('POST', '/frame', { id: 0 });
    await driver.execute('window.focus()');
  }

  /** In a new window if the previous one draws no more: each wait for a frame would take a second. */
  async #openFrame(url: string): Promise<WebKitDriver> {
    this.#driver ??= await this.#start();
    await this.#driver.open(url);
    if (await this.#driver.execute(IS_DRAWN, PICTURE_MS)) return this.#driver;
    console.log('the window of WebKitGTK drew no picture: a new one is opened');
    await this.#driver.stop();
    this.#driver = await this.#start();
    await this.#driver.open(url);
    return this.#driver;
  }

  async #start(): Promise<WebKitDriver> {
    const driver = await WebKitDriver.start();
    await driver.command('POST', '/window/rect', { x: 0, y: 0, width: 1500, height: 1250 });
    this.#page = pageOf(driver, (size) => this.#resize(driver, size));
    return driver;
  }

  async #resize(driver: WebKitDriver, { width, height }: Size): Promise<void> {
    // The parent has the same origin; switching to it and back would move the focus.
    await driver.execute(
      `const [width, height] = arguments;
      Object.assign(window.frameElement.style, { width: width + 'px', height: height + 'px' });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));`,
      width,
      height,
    );
  }

  isActive(id: string): boolean {
    return this.#urls.has(id);
  }

  getBrowserUrl(id: string): string {
    return this.#urls.get(id) ?? '';
  }

  getPage(): WebKitPage | undefined {
    return this.#page;
  }

  async stopSession(id: string): Promise<object> {
    this.#urls.delete(id);
    await this.#driver?.command('DELETE', '/actions');
    await this.#driver?.command('POST', '/frame', { id: null });
    await this.#driver?.open('about:blank');
    return {};
  }

  async stop(): Promise<void> {
    await this.#driver?.stop();
  }

  startDebugSession(): Promise<void> {
    throw new Error('There is no debugging in WebKitGTK.');
  }
}
