// How Firefox and WebKitGTK look at stories. Both are started with reduced motion.
import { openFirefox, openWebKit } from '../browsers/engine-page.js';
import { until } from '../until.js';
import { IS_SETTLED, serveStories } from '../stories/story-pages.js';
import { Album } from './album.js';
import { NARROW, TIME_ZONE, type Camera } from './camera.js';
import { LAYOUT } from './layout.js';
import { PICTURED_EVERYWHERE } from './pictured-stories.js';
import { takenWith } from './taken-with.js';

/** Higher than a card. */
const WINDOW = { size: { width: NARROW, height: 1100 }, timeZone: TIME_ZONE, takesPictures: true };

const ENGINES = { firefox: openFirefox, webkit: openWebKit };

const IS_FINISHED = `
  const report = window.__STORYBOOK_ADDONS_CHANNEL__?.last('storyFinished')?.[0];
  return report?.storyId === arguments[0] && ${IS_SETTLED};`;

/** No caret blinks, and the next story finds nothing of this one. */
const AFTERWARDS = `
  document.documentElement.style.caretColor = 'transparent';
  localStorage.clear();
  sessionStorage.clear();`;

/** The names of the elements in the open story, also of those inside others. */
const ELEMENTS = `
  const below = (root) => [...root.querySelectorAll('*')].flatMap((each) => [
    ...(each.localName.startsWith('crypto-') ? [each.localName] : []),
    ...(each.shadowRoot ? below(each.shadowRoot) : []),
  ]);
  return [...new Set(below(document))];`;

export interface EngineCamera extends Camera {
  /** The names of the elements in the open story. */
  elements(): Promise<readonly string[]>;
}

export async function openCamera(name: keyof typeof ENGINES, directory: string): Promise<EngineCamera> {
  const gallery = await serveStories(directory);
  const page = await ENGINES[name](WINDOW);
  const now = await takenWith(page.version, (expression) => page.run(`return ${expression};`));
  return {
    album: new Album(name, { pictures: PICTURED_EVERYWHERE, layouts: [] }, now),
    open: async (id) => {
      await page.open(gallery.address({ id }, 'theme:light;a11y.manual:!true'));
      await until(async () => (await page.run(IS_FINISHED, id)) === true, `${id} has ended`);
      await page.run(AFTERWARDS);
      return {
        picture: async () => Buffer.from(await page.screenshot(), 'base64'),
        layout: async () => String(await page.run(`return ${LAYOUT};`)),
      };
    },
    elements: async () => (await page.run(ELEMENTS)) as readonly string[],
    close: async () => {
      await page.close();
      await gallery.close();
    },
  };
}
