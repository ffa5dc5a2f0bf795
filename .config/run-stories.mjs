// Runs every story of a static Storybook build: it renders, its play function ends well, and no rule of accessibility
// is broken, in light and in dark. Every document opens. Nothing asks for anything outside of the build.
//   node .config/run-stories.mjs [.cache/storybook]
import { listen, openStories, runDocument, runNextStory, runStory } from './story-pages.mjs';

const PAGES_AT_ONCE = 2;

const { stories, documents, browser, address, close } = await openStories(
  process.argv[2] ?? '.cache/storybook',
);

/** The stories of one file in a fresh page: what a file forgot to import, no other file has loaded. */
async function runFile({ theme, file }) {
  const page = await browser.newPage();
  await listen(page);
  const lines = [];
  for (const [index, story] of file.entries()) {
    const problems =
      index === 0
        ? await runStory(page, address(story, `theme:${theme}`))
        : await runNextStory(page, story.id);
    lines.push(...report(`${theme} ${story.id}`, problems));
  }
  await page.close();
  return lines;
}

async function runDocuments() {
  const page = await browser.newPage();
  const lines = [];
  for (const { id, url } of documents) lines.push(...report(id, await runDocument(page, url)));
  await page.close();
  return lines;
}

function report(name, problems) {
  if (problems.length > 0) failed += 1;
  return [`${problems.length > 0 ? 'FAIL' : 'ok  '} ${name}`, ...problems.map((line) => `     ${line}`)];
}

const files = [...new Set(stories.map(({ importPath }) => importPath))].map((path) =>
  stories.filter(({ importPath }) => importPath === path),
);
// The longest first: what is left at the end is short.
const waiting = ['light', 'dark']
  .flatMap((theme) => files.map((file) => ({ theme, file })))
  .sort((one, other) => other.file.length - one.file.length)
  .map((job) => () => runFile(job));
waiting.push(runDocuments);
let failed = 0;
await Promise.all(
  Array.from({ length: PAGES_AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) console.log((await next()).join('\n'));
  }),
);
await close();
console.log(`${2 * stories.length + documents.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || stories.length === 0 ? 1 : 0;
