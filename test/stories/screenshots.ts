// Screenshots of every story of a static Storybook build, and sheets of them, for review: a folder and a sheet for each
// language and theme.
//   npm run shots -- [--only=text,text] [--languages=en,de,ar] [--themes=light,dark] [--widths=320,420,wide]
//     [--scale=2] [--pages=3] [--forced] [--to=.cache/shots] [.cache/storybook]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { IS_SETTLED, listen, openStories, type Story } from './story-pages.js';

const options = {
  ...{ only: '', languages: 'en,de,ar', themes: 'light,dark', widths: '320,420,wide' },
  ...{ scale: '1', pages: '3', forced: '', to: '.cache/shots' },
};
const isOption = (name: string): name is keyof typeof options => Object.hasOwn(options, name);
let directory = '.cache/storybook';
for (const argument of process.argv.slice(2)) {
  const [, name, value = 'yes'] = /^--([a-z]+)(?:=(.*))?$/.exec(argument) ?? [];
  if (name === undefined) directory = argument;
  else if (isOption(name)) options[name] = value;
  else throw new Error(`There is no --${name}. There are: --${Object.keys(options).join(', --')}.`);
}
const listed = (text: string) => text.split(',').filter(Boolean);
const languages = listed(options.languages);
const themes = listed(options.themes);
const only = listed(options.only);
/** Of the card; the page has a margin of 16 px around it. */
const widths = listed(options.widths).map((name) => ({ name, px: name === 'wide' ? 640 : Number(name) }));

const { stories, browser, address, close } = await openStories(directory);
/** Stories with a language of their own would be the same in every folder. */
const isShown = ({ id }: Story) =>
  only.length === 0 ? !id.startsWith('languages--') : only.some((text) => id.includes(text));
const shown = stories.filter(isShown);
const folderOf = (language: string, theme: string) =>
  join(options.to, `${language}-${theme}${options.forced && '-forced'}`);
const jobs = languages.flatMap((language) => shown.map((story) => ({ story, language })));
for (const language of languages)
  for (const theme of themes) mkdirSync(folderOf(language, theme), { recursive: true });

/** Loaded once; theme and width change under it, as they may for a payer. */
async function shoot(page: Page, { story, language }: (typeof jobs)[number]): Promise<void> {
  await page.setViewportSize({ width: (widths[0]?.px ?? 320) + 32, height: 760 });
  await page.goto(address(story, `theme:${themes[0]};language:${language};a11y.manual:!true`));
  await page.waitForFunction(() => window.__finished, null, { timeout: 15_000 });
  await page.waitForFunction(IS_SETTLED);
  await page.waitForLoadState('networkidle');
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    for (const { name, px } of widths) {
      await page.setViewportSize({ width: px + 32, height: 760 });
      const path = join(folderOf(language, theme), `${story.id}-${name}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
}

async function work(): Promise<void> {
  const page = await browser.newPage({
    ...{ deviceScaleFactor: Number(options.scale), timezoneId: 'Europe/Oslo', locale: 'en-GB' },
    ...{ reducedMotion: 'reduce', forcedColors: options.forced ? 'active' : 'none' },
  });
  await listen(page);
  for (let job = jobs.shift(); job; job = jobs.shift()) await shoot(page, job);
  await page.close();
}

/** Each story with its name above it; a page for a browser, too. */
function sheetOf(language: string, theme: string): string {
  const figure = ({ id }: Story) =>
    `<figure><figcaption>${id}</figcaption>${widths
      .map(({ name, px }) => `<img src="${id}-${name}.png" width="${0.6 * (px + 32)}">`)
      .join('')}</figure>`;
  return `<!doctype html><meta charset="utf-8"><title>${language} ${theme}</title><style>
body{margin:16px;width:max-content;max-width:3600px;background:#888;font:600 15px sans-serif;
display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}figcaption{padding:4px;background:#fff}
img{vertical-align:top}</style>${shown.map(figure).join('')}`;
}

async function sheet(language: string, theme: string): Promise<void> {
  const file = resolve(folderOf(language, theme), 'sheet.html');
  writeFileSync(file, sheetOf(language, theme));
  const page = await browser.newPage({ viewport: { width: 3632, height: 1000 } });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: `${folderOf(language, theme)}.png`, fullPage: true });
  await page.close();
}

await Promise.all(Array.from({ length: Number(options.pages) }, work));
for (const language of languages) for (const theme of themes) await sheet(language, theme);
await close();
const count = languages.length * themes.length;
console.log(`${count * shown.length * widths.length} pictures, ${count} sheets in ${options.to}`);
