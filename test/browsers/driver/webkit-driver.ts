// WebKitGTK through its own driver (W3C WebDriver), on a screen of its own, without a library in between.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.js';

const START_TIMEOUT_MS = 20_000;
const COMMAND_TIMEOUT_MS = 60_000;

/** The path of the browser for the driver in Debian's packages; `undefined` if there is none. */
export function findMiniBrowser(): string | undefined {
  for (const folder of ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']) {
    const versions = existsSync(folder) ? readdirSync(folder) : [];
    const paths = versions
      .filter((name) => /^webkit2?gtk-\d/.test(name))
      .map((name) => join(folder, name, 'MiniBrowser'));
    const found = paths.find((path) => existsSync(path));
    if (found) return found;
  }
  return undefined;
}

/** A virtual screen, large enough for every size that a test requests. */
async function startScreen() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit').then(([code]: readonly unknown[]): never => {
    throw new Error(`Xvfb ended with exit code ${code}`);
  });
  ended.catch(() => undefined);
  const output = child.stdio[3];
  if (!output) throw new Error('Xvfb has no output.');
  const [number] = (await Promise.race([once(output, 'data'), ended])) as readonly unknown[];
  return { child, display: `:${String(number).trim()}` };
}

/** Settings of the desktop: WebKitGTK reads "reduced motion" from them, and in pictures that scrollbars do not fade. */
function desktopFolder({ takesPictures = false, isBare = false }: DriverOptions): string {
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  if (isBare) writeFileSync(join(folder, 'gtk-3.0/gtk.css'), WITHOUT_FRAME);
  const settings = [
    '[Settings]',
    'gtk-enable-animations=0',
    `gtk-overlay-scrolling=${takesPictures ? 0 : 1}`,
    '',
  ];
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), settings.join('\n'));
  return folder;
}

/** Some controls of the window remain without its bars, and each has a smallest width. */
const WITHOUT_FRAME = '* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px }';

/** One processor draws every frame: icons that a graphics card draws differ a little from run to run. */
const DRAWS_ALIKE = { WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1', WEBKIT_SKIA_CPU_PAINTING_THREADS: '0' };

export interface DriverOptions {
  /** Whether it draws as on a screen. Otherwise it is faster, and a static page never produces a frame. */
  readonly takesPictures?: boolean;
  /** Default: that of this machine. */
  readonly timeZone?: string;
  /** Whether its window has no bars: it can then be as narrow as a phone. */
  readonly isBare?: boolean;
  /** Default: light. */
  readonly colorScheme?: 'light' | 'dark';
}

/** One browser with one window. */
export class WebKitDriver {
  readonly #undo: (() => unknown)[] = [];
  #url = '';
  #session = '';
  version = '';

  static async start(options: DriverOptions = {}): Promise<WebKitDriver> {
    const driver = new WebKitDriver();
    try {
      await driver.#start(options);
      return driver;
    } catch (error) {
      await driver.stop();
      throw error;
    }
  }

  async #start(options: DriverOptions) {
    const { takesPictures = false, timeZone, isBare = false, colorScheme } = options;
    const { child: screen, display } = await startScreen();
    this.#undo.push(() => screen.kill('SIGTERM'));
    const folder = desktopFolder(options);
    this.#undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    this.#url = `http://127.0.0.1:${port}`;
    const child = spawn('WebKitWebDriver', ['-p', String(port)], {
      stdio: 'ignore',
      env: {
        ...process.env,
        ...{ DISPLAY: display, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
        ...{ XDG_DATA_HOME: folder, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1', LANG: 'C.UTF-8' },
        ...(timeZone && { TZ: timeZone }),
        ...(takesPictures ? DRAWS_ALIKE : { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }),
      },
    });
    this.#undo.push(() => child.kill('SIGTERM'));
    await this.#ready();
    const args = [
      '--automation',
      ...(isBare ? ['--full-screen'] : []),
      ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
    ];
    const browser = { binary: findMiniBrowser(), args };
    const { sessionId, capabilities } = (await this.#send('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } },
    })) as { readonly sessionId: string; readonly capabilities: { readonly browserVersion: string } };
    this.#session = `/session/${sessionId}`;
    this.version = capabilities.browserVersion;
    this.#undo.push(() => this.#send('DELETE', this.#session).catch(() => undefined));
  }

  async #ready() {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#send('GET', '/status');
      } catch (error) {
        if (performance.now() > deadlineMs) throw error;
        await sleep(50);
      }
    }
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { readonly value: unknown };
    const { error, message } = (value ?? {}) as { readonly error?: string; readonly message?: string };
    if (!answer.ok) throw new Error(`WebKitWebDriver, ${method} ${path}: ${error} ${message}`);
    return value;
  }

  /** A command of the session, by its path in the W3C recommendation. */
  command(method: string, path: string, body?: object): Promise<unknown> {
    return this.#send(method, this.#session + path, body);
  }

  open(url: string): Promise<unknown> {
    return this.command('POST', '/url', { url });
  }

  /** Runs the body of a function in the page; a promise is waited for. */
  execute(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.command('POST', '/execute/sync', { script, args });
  }

  /** Ends the browser, its driver and its screen. */
  async stop(): Promise<void> {
    for (const step of this.#undo.splice(0).reverse()) await step();
  }
}
