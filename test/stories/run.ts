// Runs every story of a static Storybook build: it renders, its play function ends well, and no rule of accessibility
// is broken, in light on a phone without motion, and in dark on a desktop. In light, it looks as in its stored picture, or
// has its stored layout. Every document opens. Nothing sends requests outside of the build.
//   node .config/bootstrap.mjs test/stories/run.ts [.cache/storybook]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../.config/bootstrap.mjs';
import type { ManifestElement } from '../../stories/support/manifest.js';
import { openAlbum, openPage, viewOf } from '../pictures/chromium-camera.js';
import {
  chooseTheme,
  listen,
  openStories,
  runDocument,
  runNextStory,
  runStory,
  type Story,
} from './story-pages.js';

const PAGES_AT_ONCE = 2;

const THEMES = ['light', 'dark'];
const DESKTOP = { width: 1280, height: 720 };
const [directory = '.cache/storybook'] = process.argv.slice(2);
const { stories, documents, browser, address, close } = await openStories(directory);
const album = await openAlbum(browser, stories);

/** From the manifest that the gallery was built with. */
function elements(): readonly ManifestElement[] {
  const { modules } = JSON.parse(readFileSync(join(root, 'dist/custom-elements.json'), 'utf8')) as {
    readonly modules: readonly { readonly declarations: readonly ManifestElement[] }[];
  };
  return modules.flatMap(({ declarations }) => declarations);
}

/** The stories of one file in a fresh page: no other file has loaded its missing imports. */
async function runFile(file: readonly Story[]): Promise<readonly string[]> {
  const page = await openPage(browser, file[0]?.id ?? '');
  const lines: string[] = [];
  let isOpen = false;
  for (const theme of THEMES) {
    if (isOpen) {
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ reducedMotion: null });
      await chooseTheme(page, theme);
    }
    for (const story of file) {
      const problems = isOpen
        ? await runNextStory(page, story.id)
        : await runStory(page, address(story, `theme:${theme}`));
      isOpen = true;
      const isKept = theme === 'light' && album.stories.includes(story.id);
      const look = isKept ? await album.check(story.id, viewOf(page)) : [];
      lines.push(...report(`${theme} ${story.id}`, [...problems, ...look]));
    }
  }
  await page.close();
  return lines;
}

async function runDocuments(): Promise<readonly string[]> {
  const page = await browser.newPage();
  await listen(page);
  const lines: string[] = [];
  for (const { id, url } of documents) {
    const problems = await runDocument(page, url);
    lines.push(...report(id, [...problems, ...(await deadLinks(page))]));
  }
  await page.close();
  return lines;
}

/** Links of the open page, outside of its stories, that lead to no story, no page, no heading of the page and no file of the build. */
async function deadLinks(page: Page): Promise<readonly string[]> {
  const hrefs = await page
    .locator('#storybook-docs .sbdocs a[href]:not(.sb-story a)')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const dead: string[] = [];
  for (const href of new Set(hrefs)) if (!(await isAlive(page, href))) dead.push(`dead link: ${href}`);
  return dead;
}

async function isAlive(page: Page, href: string): Promise<boolean> {
  if (href.startsWith('#')) return (await page.locator(`[id="${href.slice(1)}"]`).count()) > 0;
  const [, kind, id] = /^\?path=\/(docs|story)\/([\w-]+)(?:#[\w-]+)?$/.exec(href) ?? [];
  if (kind) return (kind === 'docs' ? documents : stories).some((entry) => entry.id === id);
  const url = new URL(href, page.url());
  // Another site, or the reader's own shop.
  if (url.origin !== new URL(page.url()).origin) return true;
  return (await page.request.get(url.href)).ok();
}

/** The actions of a person on the pages around the stories. */
const USES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  async 'Live pays an order in the page, and its Actions panel lists the events'(page) {
    await page.goto(address({ id: 'live--open' }));
    await page.getByRole('option', { name: /^Tether USDT/ }).click();
    await page.getByRole('option', { name: /^TRON/ }).click();
    await page.getByText('received: awaiting').waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('awaiting → detected → paid').waitFor();
    await page.waitForFunction(() => window.__actions.includes('crypto-paid'));
  },
  async 'the first page leads to Live'(page) {
    await page.goto(documents.find(({ id }) => id === 'welcome--docs')?.url ?? '');
    await page.locator('a[href="?path=/story/live--open"]').waitFor();
  },
  async 'the search finds a section of the manual, and leads to it'(page) {
    const search = documents.find(({ id }) => id === 'search--docs');
    await page.goto(search?.url ?? '');
    await page.getByRole('searchbox').fill('surplus refund');
    const link = page.getByRole('link', { name: 'Events: Server events' });
    await page.goto(
      new URL((await link.getAttribute('href')) ?? '', new URL('/index.html', page.url())).href,
    );
    const manual = page.frameLocator('#storybook-preview-iframe');
    await manual.getByRole('heading', { name: 'Server events' }).waitFor();
  },
  async 'the search finds every token, and what each element has'(page) {
    await page.goto(documents.find(({ id }) => id === 'search--docs')?.url ?? '');
    const found = {
      '--crypto-row-height': 'Theming: Every property',
      'expires-at': 'Elements: crypto-countdown',
      'step-marker': 'Elements: crypto-receipt',
    };
    for (const [query, name] of Object.entries(found)) {
      await page.getByRole('searchbox').fill(query);
      const link = page.getByRole('link', { name });
      const [, id] = /path=\/docs\/([\w-]+)/.exec((await link.getAttribute('href')) ?? '') ?? [];
      if (!documents.some((document) => document.id === id)) throw new Error(`There is no page ${id}`);
    }
  },
  async 'a link to a section of another page leads there'(page) {
    await page.goto(new URL('/index.html?path=/docs/manual-frameworks--docs', documents[0]?.url).href);
    const manual = page.frameLocator('#storybook-preview-iframe');
    await manual.locator('a[href$="#use-react"]').click();
    const heading = manual.getByRole('heading', { name: 'Use React' });
    await heading.waitFor();
    await heading.evaluate(
      (node) =>
        new Promise((resolve) =>
          new IntersectionObserver((seen, observer) => {
            if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
            observer.disconnect();
            resolve(true);
          }).observe(node),
        ),
    );
  },
  async 'the page of each element lists its attributes, events, slots, parts and tokens'(page) {
    for (const { tagName, ...element } of elements()) {
      const document = documents.find(({ importPath }) => importPath.endsWith(`/${tagName}.stories.ts`));
      if (!document) throw new Error(`${tagName} has no page`);
      await page.goto(document.url);
      const table = page.locator('.docblock-argstable').first();
      await table.waitFor();
      const shown = await table.locator('tbody td:first-child').allInnerTexts();
      const names = [element.members.filter(({ attribute }) => attribute), element.events, element.slots]
        .concat([element.cssParts, element.cssProperties])
        .flatMap((described) => described.map(({ name }) => name || '(default slot)'));
      const missing = names.filter((name) => !shown.includes(name));
      if (missing.length > 0) throw new Error(`The page of ${tagName} lacks ${missing.join(', ')}`);
    }
  },
  'the CSS that the theme builder prints changes a checkout'(page) {
    return tryTheme(page, { accent: '#aa1166', radiusM: 0, buttonHeight: 64 });
  },
};

/** Chooses values in the builder, and adds the CSS that it prints to a page with a payment. */
async function tryTheme(page: Page, args: Readonly<Record<string, string | number>>): Promise<void> {
  const storyOf = (id: string) => stories.find((story) => story.id === id) ?? { id, importPath: '' };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await runStory(page, address(storyOf('theming--builder')));
  const button = page.getByRole('button', { name: 'Open in wallet' });
  const styles = () =>
    button.evaluate((node) => {
      const { backgroundColor, borderTopLeftRadius, minBlockSize } = getComputedStyle(node);
      return [backgroundColor, borderTopLeftRadius, minBlockSize].join();
    });
  const chosen = 'rgb(170, 17, 102),0px,64px';
  const isChosen = async () => (await styles()) === chosen;
  await page.evaluate((updatedArgs) => {
    const channel = window.__STORYBOOK_ADDONS_CHANNEL__;
    channel.emit('updateStoryArgs', { storyId: 'theming--builder', updatedArgs });
  }, args);
  const printed = page.locator('pre', { hasText: '--crypto-accent: light-dark(#aa1166, ' });
  const css = await printed.innerText();
  if (!(await isChosen())) throw new Error(`the preview has ${await styles()}`);
  await runStory(page, address(storyOf('checkout--awaiting')));
  if (await isChosen()) throw new Error('the payment has these styles without the theme');
  await page.addStyleTag({ content: css });
  if (!(await isChosen())) throw new Error(`with the theme, the payment has ${await styles()}`);
}

async function runUses(): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, use] of Object.entries(USES)) {
    const page = await browser.newPage();
    await listen(page);
    const problems = await use(page).then(
      () => [],
      (error: unknown) => [String(error)],
    );
    lines.push(...report(name, problems));
    await page.close();
  }
  return lines;
}

function report(name: string, problems: readonly string[]): readonly string[] {
  if (problems.length > 0) failed += 1;
  return [`${problems.length > 0 ? 'FAIL' : 'ok  '} ${name}`, ...problems.map((line) => `     ${line}`)];
}

const files = [...new Set(stories.map(({ importPath }) => importPath))].map((path) =>
  stories.filter(({ importPath }) => importPath === path),
);
// The longest first: the remaining ones at the end are short.
const waiting = files.sort((one, other) => other.length - one.length).map((file) => () => runFile(file));
waiting.push(runDocuments, runUses);
let failed = 0;
await Promise.all(
  Array.from({ length: PAGES_AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) console.log((await next()).join('\n'));
  }),
);
await close();
console.log(
  report('each picture and layout has its story, and all of them are small', album.problems()).join('\n'),
);
if (album.note) console.log(album.note);
console.log(
  `${THEMES.length * stories.length + documents.length + 1 + Object.keys(USES).length - failed} passed, ${failed} failed`,
);
process.exitCode = failed > 0 || stories.length === 0 ? 1 : 0;
