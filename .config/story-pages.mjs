// The static Storybook build, served and opened story by story in Chromium.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import playwright from 'playwright-core';
import { chromium } from './chromium.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves `directory` on loopback. */
async function serve(directory) {
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
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

/** @returns the stories of a build, a browser, and `close` */
export async function openStories(directory) {
  const { server, url } = await serve(directory);
  const index = JSON.parse(await readFile(join(directory, 'index.json'), 'utf8'));
  const stories = Object.values(index.entries).filter((entry) => entry.type === 'story');
  const browser = await playwright.chromium.launch(chromium);
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const address = (story, globals = '') =>
    `${url}/iframe.html?id=${story.id}&viewMode=story${globals && `&globals=${globals}`}`;
  return { stories, browser, address, close };
}

const FAILURES = [
  'playFunctionThrewException',
  'storyThrewException',
  'unhandledErrorsWhilePlaying',
  'storyErrored',
  'storyMissing',
];

/** Listens to Storybook's own channel before the page has made it. */
export function listen(page) {
  return page.addInitScript((failures) => {
    let channel;
    window.__failures = [];
    Object.defineProperty(window, '__STORYBOOK_ADDONS_CHANNEL__', {
      configurable: true,
      get: () => channel,
      set(made) {
        channel = made;
        made.on('storyFinished', (report) => (window.__finished = report));
        for (const name of failures) {
          made.on(name, (error) =>
            window.__failures.push(`${name}: ${error?.message ?? error?.description ?? ''}`),
          );
        }
      },
    });
  }, FAILURES);
}

/** Opens a story and waits for its end; the answer tells what went wrong. */
export async function runStory(page, url) {
  const errors = [];
  const onError = (error) => errors.push(`page error: ${error.message}`);
  page.on('pageerror', onError);
  await page.goto(url).catch(onError);
  const report = await page
    .waitForFunction(() => window.__finished, null, { timeout: 15_000 })
    .then((handle) => handle.jsonValue())
    .catch(() => ({ status: 'timeout', reporters: [] }));
  page.off('pageerror', onError);
  const a11y = report.reporters?.find((reporter) => reporter.type === 'a11y');
  const violations = (a11y?.result?.violations ?? []).map(
    ({ id, nodes }) => `a11y ${id}: ${nodes[0]?.html ?? ''}`,
  );
  if (report.status !== 'success') errors.push(`status ${report.status}`);
  if (a11y?.status === 'failed' && violations.length === 0) errors.push('a11y failed');
  const undefinedTags = await page.evaluate(() =>
    Array.from(
      document.querySelectorAll('#storybook-root :not(:defined)'),
      (element) => `not defined: ${element.localName}`,
    ),
  );
  return [
    ...errors,
    ...violations,
    ...undefinedTags,
    ...(await page.evaluate(() => window.__failures ?? [])),
  ];
}
