// Runs every story of a static Storybook build: it renders, its play function ends well, and no rule of accessibility
// is broken, in light and in dark.   node .config/run-stories.mjs [.cache/storybook]
import { listen, openStories, runStory } from './story-pages.mjs';

const { stories, browser, address, close } = await openStories(process.argv[2] ?? '.cache/storybook');
const page = await browser.newPage();
await listen(page);
let failed = 0;
for (const theme of ['light', 'dark']) {
  for (const story of stories) {
    const problems = await runStory(page, address(story, `theme:${theme}`));
    if (problems.length > 0) failed += 1;
    console.log(
      `${problems.length > 0 ? 'FAIL' : 'ok  '} ${theme} ${story.id}${problems.map((line) => `\n     ${line}`).join('')}`,
    );
  }
}
await close();
console.log(`${2 * stories.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || stories.length === 0 ? 1 : 0;
