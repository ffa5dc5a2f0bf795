// Pictures of every story of a static Storybook build, for the eye.
//   node .config/shots.mjs [--only=text] [--widths=320,420] [--themes=light,dark] [--rtl] [--forced] [.cache/storybook]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStories } from './story-pages.mjs';

const options = Object.fromEntries(
  process.argv.slice(2).flatMap((argument) => {
    const match = /^--([a-z]+)(?:=(.*))?$/.exec(argument);
    return match ? [[match[1], match[2] ?? 'yes']] : [];
  }),
);
const directory = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '.cache/storybook';
const widths = (options.widths ?? '320,400,480').split(',').map(Number);
const themes = (options.themes ?? 'light,dark').split(',');
const target = '.cache/shots';
mkdirSync(target, { recursive: true });

const { stories, browser, address, close } = await openStories(directory);
const page = await browser.newPage({ deviceScaleFactor: 2, timezoneId: 'Europe/Oslo', locale: 'en-GB' });
await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: options.forced ? 'active' : 'none' });
const direction = options.rtl ? 'rtl' : 'ltr';
let count = 0;
for (const story of stories.filter(({ id }) => !options.only || id.includes(options.only))) {
  for (const theme of themes) {
    for (const width of widths) {
      await page.setViewportSize({ width: width + 32, height: 760 });
      await page.goto(address(story, `theme:${theme};direction:${direction}`));
      await page.locator('.shown > *').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const name = `${story.id}-${theme}-${width}${options.rtl ? '-rtl' : ''}${options.forced ? '-forced' : ''}.png`;
      await page.screenshot({ path: join(target, name), fullPage: true });
      count += 1;
    }
  }
}
await close();
console.log(`${count} pictures in ${target}`);
