// A launcher of the test runner for WebKitGTK. Its window cannot be made narrower than its toolbar: the tests' page
// lies in a frame, which can have any size and is all that they know of.
import { WebKitDriver } from './webkit-driver.mjs';
import { pageOf } from './webkit-page.mjs';

const FRAME_PATH = '/__frame__';
const FRAME = `<!doctype html><title>Tests</title>
<style>
  html, body { margin: 0; overflow: hidden }
  iframe { display: block; border: 0; width: 800px; height: 600px }
</style>
<iframe></iframe>`;

/** A window that has drawn no picture within this time draws none any more. */
const PICTURE_MS = 5000;
const IS_DRAWN = `return new Promise((resolve) => {
  requestAnimationFrame(() => resolve(true));
  setTimeout(() => resolve(false), arguments[0]);
});`;

/** Serves the page with the frame. */
export const framePlugin = {
  name: 'frame',
  serve: ({ path }) => (path === FRAME_PATH ? { body: FRAME, type: 'html' } : undefined),
};

export class WebKitLauncher {
  name = 'WebKitGTK';
  /** The kind whose commands our page understands. */
  type = 'puppeteer';
  /** The driver has one window. */
  concurrency = 1;
  #driver;
  #page;
  #urls = new Map();

  async initialize() {}

  async startSession(id, url) {
    this.#urls.set(id, url);
    await this.#openFrame(new URL(FRAME_PATH, url).href);
    await this.#driver.execute('document.querySelector("iframe").src = arguments[0]', url);
    await this.#driver.command('POST', '/frame', { id: 0 });
    await this.#driver.execute('window.focus()');
  }

  /** In a new window where the one before draws no more: what waits for pictures would wait a second for each. */
  async #openFrame(url) {
    this.#driver ??= await this.#start();
    await this.#driver.open(url);
    if (await this.#driver.execute(IS_DRAWN, PICTURE_MS)) return;
    console.log('the window of WebKitGTK drew no picture: a new one is opened');
    await this.#driver.stop();
    this.#driver = await this.#start();
    await this.#driver.open(url);
  }

  async #start() {
    const driver = await WebKitDriver.start();
    await driver.command('POST', '/window/rect', { x: 0, y: 0, width: 1500, height: 1250 });
    this.#page = pageOf(driver, (size) => this.#resize(size));
    return driver;
  }

  async #resize({ width, height }) {
    // The parent is of the same origin; going there and back would take the focus along.
    await this.#driver.execute(
      `const [width, height] = arguments;
      Object.assign(window.frameElement.style, { width: width + 'px', height: height + 'px' });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));`,
      width,
      height,
    );
  }

  isActive(id) {
    return this.#urls.has(id);
  }

  getBrowserUrl(id) {
    return this.#urls.get(id);
  }

  getPage() {
    return this.#page;
  }

  async stopSession(id) {
    this.#urls.delete(id);
    await this.#driver.command('DELETE', '/actions');
    await this.#driver.command('POST', '/frame', { id: null });
    await this.#driver.open('about:blank');
    return {};
  }

  async stop() {
    await this.#driver?.stop();
  }

  startDebugSession() {
    throw new Error('There is no debugging in WebKitGTK.');
  }
}
