// How Chromium looks at a story: in a page in which no time passes, and nothing moves.
import type { Browser, Page } from 'playwright-core';
import { NOW } from '../../stories/frozen-time.js';
import { IS_SETTLED, listen, openStories, runStory, type Story } from '../stories/story-pages.js';
import { Album } from './album.js';
import { NARROW, TIME_ZONE, type Camera, type View } from './camera.js';
import { LAYOUT } from './layout.js';
import { PICTURED } from './pictured-stories.js';
import { takenWith } from './taken-with.js';

const isSheet = (id: string) => id.startsWith('all-states--');
/** Sheets are as wide as two cards, and at half their size. */
const sizeOf = (id: string) => (isSheet(id) ? { width: 1032, scale: 0.5 } : { width: NARROW, scale: 1 });

/** What lasts a second or more never ends: no countdown ticks, and "Copied" stays. */
const STOP_LONG_TIMERS = `for (const name of ['setTimeout', 'setInterval']) {
  const start = window[name];
  window[name] = (act, ms, ...args) => (ms >= 1000 ? 0 : start(act, ms, ...args));
}`;

/** A page for this story, and for others in its file. */
export async function openPage(browser: Browser, id: string): Promise<Page> {
  const { width, scale } = sizeOf(id);
  const page = await browser.newPage({
    ...{ viewport: { width, height: 760 }, deviceScaleFactor: scale, reducedMotion: 'reduce' },
    ...{ timezoneId: TIME_ZONE, locale: 'en-GB' },
  });
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(STOP_LONG_TIMERS);
  await listen(page);
  return page;
}

/** The open story. */
export function viewOf(page: Page): View {
  return {
    picture: async () => {
      await page.waitForFunction(IS_SETTLED);
      await page.evaluate(() => scrollTo(0, 0));
      return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
    },
    layout: async () => {
      await page.waitForFunction(IS_SETTLED);
      return page.evaluate(LAYOUT);
    },
  };
}

export async function openAlbum(browser: Browser, stories: readonly Story[]): Promise<Album> {
  const page = await browser.newPage();
  const now = await takenWith(browser.version(), (expression) => page.evaluate(expression));
  await page.close();
  // Sheets have no layout: each state has a story of its own.
  const layouts = stories.map(({ id }) => id).filter((id) => !PICTURED.includes(id) && !isSheet(id));
  return new Album('chromium', { pictures: PICTURED, layouts }, now);
}

export async function openCamera(directory: string): Promise<Camera> {
  const { stories, browser, address, close } = await openStories(directory);
  let page: Page | undefined;
  return {
    album: await openAlbum(browser, stories),
    open: async (id) => {
      await page?.close();
      const opened = (page = await openPage(browser, id));
      const problems = await runStory(opened, address({ id }, 'theme:light'));
      if (problems.length > 0) throw new Error(`${id}: ${problems.join(', ')}`);
      return viewOf(opened);
    },
    close,
  };
}
