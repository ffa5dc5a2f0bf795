// `npm run pictures`: see --help.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cache, ensureBuilt, ensureGallery } from '../../.config/bootstrap.mjs';
import { beforeStop } from '../../.config/processes.mjs';

const HELP = `npm run pictures -- [--update] [story …]

Compares each story with its picture in test/pictures, or with its layout: pictured-stories.ts lists those with a picture, in
Chromium, and in Firefox and WebKitGTK too. Without a story, all of them; a story is named by its id, such as checkout--awaiting.

  --update  stores the stories that look otherwise; without a story, also deletes what no story needs
  --help    shows this text

Exit codes: 0 all are alike, or stored · 1 some differ, or cannot be compared here · 2 a wrong argument`;

function stop(message: string): never {
  console.error(`pictures: ${message}`);
  process.exit(2);
}

function readOptions() {
  try {
    const options = { help: { type: 'boolean' }, update: { type: 'boolean' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readOptions();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
// The modules below read these paths when they load.
await ensureBuilt();
await ensureGallery();
const chromium = await import('./chromium-camera.js');
const engine = await import('./engine-camera.js');
const { review } = await import('./review.js');

const directory = join(cache, 'storybook');
const cameras = await Promise.all([
  chromium.openCamera(directory),
  engine.openCamera('firefox', directory),
  engine.openCamera('webkit', directory),
]);
const close = async () => {
  for (const camera of cameras) await camera.close();
};
beforeStop(close);
const unknown = positionals.find((id) => !cameras.some(({ album }) => album.stories.includes(id)));
if (unknown !== undefined) {
  await close();
  stop(`There is no story "${unknown}". Ids are in the addresses of Storybook, such as checkout--awaiting.`);
}
const problems = await Promise.all(
  cameras.map((camera) => review(camera, { only: positionals, update: values.update ?? false })),
).finally(close);
for (const problem of problems.flat()) console.log(problem);
const stored = values.update ? 'stored' : 'alike';
console.log(
  problems.flat().length === 0 ? `All pictures are ${stored}.` : `${problems.flat().length} problems`,
);
process.exit(problems.flat().length === 0 ? 0 : 1);
