// The static Storybook build, served and opened story by story in Chromium.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';
import playwright, { type Page, type Request } from 'playwright-core';
import { chromium } from '../browsers/driver/chromium.js';

export interface Story {
  readonly id: string;
  readonly importPath: string;
}

/** The result of a story (Storybook's event `storyFinished`). */
interface StoryReport {
  readonly storyId: string;
  readonly status: string;
  readonly reporters?: readonly {
    readonly type: string;
    readonly status: string;
    readonly result?: {
      readonly violations?: readonly {
        readonly id: string;
        readonly nodes: readonly { readonly html: string }[];
      }[];
    };
  }[];
}

interface Channel {
  on(name: string, listener: (event: unknown) => void): void;
  emit(name: string, payload: unknown): void;
}

declare global {
  interface Window {
    __failures: string[];
    /** The entries of the Actions panel. */
    __actions: string[];
    __finished: StoryReport | undefined;
    __STORYBOOK_ADDONS_CHANNEL__: Channel;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves `directory` on loopback. */
async function serve(directory: string) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
      const body = await readFile(join(directory, normalize(path)));
      response
        .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** @returns the stories and the documents of a build, their addresses, and `close` */
export async function serveStories(directory: string) {
  const { server, url } = await serve(directory);
  const index = JSON.parse(await readFile(join(directory, 'index.json'), 'utf8')) as {
    readonly entries: Readonly<Record<string, Story & { readonly type: string }>>;
  };
  const entriesOf = (type: string) => Object.values(index.entries).filter((entry) => entry.type === type);
  const stories = entriesOf('story');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const address = (story: Pick<Story, 'id'>, globals = '') =>
    `${url}/iframe.html?id=${story.id}&viewMode=story${globals && `&globals=${globals}`}`;
  const documents = [
    ...entriesOf('docs').map(({ id, importPath }) => ({
      ...{ id, importPath, url: `${url}/iframe.html?id=${id}&viewMode=docs` },
    })),
    { id: 'the gallery around them', importPath: '', url: `${url}/index.html` },
  ];
  return { stories, documents, address, close };
}

/** The same with a browser. */
export async function openStories(directory: string) {
  const gallery = await serveStories(directory);
  const browser = await playwright.chromium.launch(chromium);
  const close = async () => {
    await browser.close();
    await gallery.close();
  };
  return { ...gallery, browser, close };
}

/** An expression for a page: no element waits for its texts, which load with a language. */
export const IS_SETTLED = "!document.querySelector('[aria-busy=true]:defined')";

/** For one story, or one wait in its page: an endless one is ended, and a busy machine has enough time. */
const PAGE_TIMEOUT_MS = 90_000;

const FAILURES = [
  'playFunctionThrewException',
  'storyThrewException',
  'unhandledErrorsWhilePlaying',
  'storyErrored',
  'storyMissing',
];

/** Prepares a new page: listens to Storybook's own channel before the page has created it. */
export async function listen(page: Page): Promise<void> {
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.addInitScript((failures) => {
    let channel: Channel | undefined;
    window.__failures = [];
    window.__actions = [];
    Object.defineProperty(window, '__STORYBOOK_ADDONS_CHANNEL__', {
      configurable: true,
      // A method: tsx would give an arrow function its name by a helper that the page lacks.
      get() {
        return channel;
      },
      set(created: Channel) {
        channel = created;
        created.on('storybook/actions/action-event', (event) => {
          const { data } = event as { readonly data: { readonly name: string } };
          window.__actions.push(data.name);
        });
        created.on('storyFinished', (report) => (window.__finished = report as StoryReport));
        for (const name of failures) {
          created.on(name, (event) => {
            const error = event as { readonly message?: string; readonly description?: string } | null;
            window.__failures.push(`${name}: ${error?.message ?? error?.description ?? ''}`);
          });
        }
      },
    });
  }, FAILURES);
}

/** Opens a story in a page and waits for its end. Returns its problems. */
export function runStory(page: Page, url: string): Promise<readonly string[]> {
  return watch(page, new URL(url).searchParams.get('id') ?? '', () => page.goto(url));
}

/** Opens another story in the same page, as the gallery's list does. Nothing is left of the previous one. */
export function runNextStory(page: Page, id: string): Promise<readonly string[]> {
  const choose = (storyId: string) => {
    localStorage.clear();
    sessionStorage.clear();
    window.__failures = [];
    const isOpen = window.__finished?.storyId === storyId;
    window.__finished = undefined;
    const channel = window.__STORYBOOK_ADDONS_CHANNEL__;
    if (isOpen) channel.emit('forceRemount', { storyId });
    else channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
  };
  return watch(page, id, () => page.evaluate(choose, id));
}

/** Opens the next stories in this color scheme. The open one is rendered again, and has ended. */
export async function chooseTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((chosen) => {
    window.__finished = undefined;
    window.__STORYBOOK_ADDONS_CHANNEL__.emit('updateGlobals', { globals: { theme: chosen } });
  }, theme);
  await page.waitForFunction(() => window.__finished !== undefined);
}

/** Opens a page of the documentation, or the gallery itself. Returns its problems. */
export async function runDocument(page: Page, url: string): Promise<readonly string[]> {
  const { errors, onError, stop } = listenForErrors(page);
  await page.goto(url).catch(onError);
  await page.locator('#storybook-docs h1, #storybook-preview-iframe').first().waitFor().catch(onError);
  await page.waitForLoadState('networkidle').catch(onError);
  stop();
  return errors;
}

/** Errors, and requests that leave the build, which contains everything it shows. */
function listenForErrors(page: Page) {
  const errors: string[] = [];
  const onError = (error: Error) => void errors.push(`page error: ${error.message}`);
  const onRequest = (request: Request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') errors.push(`requests ${request.url()}`);
  };
  page.on('pageerror', onError);
  page.on('request', onRequest);
  const stop = () => {
    page.off('pageerror', onError);
    page.off('request', onRequest);
  };
  return { errors, onError, stop };
}

async function watch(page: Page, id: string, begin: () => Promise<unknown>): Promise<readonly string[]> {
  const { errors, onError, stop } = listenForErrors(page);
  await begin().catch(onError);
  const problems = await page
    .waitForFunction(findProblems, id)
    .then(async (handle) => (await handle.jsonValue()) ?? [])
    .catch(() => [`no end within ${PAGE_TIMEOUT_MS} ms`]);
  stop();
  return [...errors, ...problems, ...(await page.evaluate(findFaults))];
}

/** Runs in the page: the problems in the story's report, once there is one. */
function findProblems(id: string): readonly string[] | undefined {
  const report = window.__finished;
  if (report?.storyId !== id) return undefined;
  const a11y = report.reporters?.find((reporter) => reporter.type === 'a11y');
  const violations = a11y?.result?.violations ?? [];
  const problems = violations.map((violation) => `a11y ${violation.id}: ${violation.nodes[0]?.html ?? ''}`);
  if (report.status !== 'success') problems.push(`status ${report.status}`);
  else if (!a11y) problems.push('a11y was not checked');
  if (a11y?.status === 'failed' && violations.length === 0) problems.push('a11y failed');
  return problems;
}

/** Runs in the page. */
function findFaults() {
  const undefinedTags = Array.from(
    document.querySelectorAll('#storybook-root :not(:defined)'),
    (element) => `not defined: ${element.localName}`,
  );
  return [...undefinedTags, ...(window.__failures ?? [])];
}
