// How Chromium takes the picture of a story: in a page in which no time passes, and nothing moves.
import type { Browser, Page } from 'playwright-core';
import { NOW } from '../../stories/frozen-time.js';
import { IS_SETTLED, listen, openStories, runStory, type Story } from '../stories/story-pages.js';
import { Album } from './album.js';
import { NARROW, TIME_ZONE, type Camera } from './camera.js';
import { takenWith } from './taken-with.js';

/** Sheets are as wide as two cards, and at half their size: each state has a story of its own. */
const sizeOf = (id: string) =>
  id.startsWith('all-states--') ? { width: 1032, scale: 0.5 } : { width: NARROW, scale: 1 };

/** What lasts a second or more never ends: no countdown ticks, and "Copied" stays. */
const STOP_LONG_TIMERS = `for (const name of ['setTimeout', 'setInterval']) {
  const start = window[name];
  window[name] = (act, ms, ...args) => (ms >= 1000 ? 0 : start(act, ms, ...args));
}`;

/** A page for the picture of this story, and of others in its file. */
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

/** The picture of the open story. */
export async function takePicture(page: Page): Promise<Buffer> {
  await page.waitForFunction(IS_SETTLED);
  await page.evaluate(() => scrollTo(0, 0));
  return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
}

export async function openAlbum(browser: Browser, stories: readonly Story[]): Promise<Album> {
  const page = await browser.newPage();
  const now = await takenWith(browser.version(), (expression) => page.evaluate(expression));
  await page.close();
  return new Album(
    'chromium',
    stories.map(({ id }) => id),
    now,
  );
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
      return () => takePicture(opened);
    },
    close,
  };
}
