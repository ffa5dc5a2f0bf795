import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileOf, pageText } from './docs-text.js';
import { PROMISES } from './receiver-promises.js';
import type { Sample } from './receiver.js';
import { DOCS } from './readme-text.js';

const NODE: Sample = {
  name: 'Node',
  install: (folder) => {
    for (const name of ['events.js', 'fulfill.js']) writeFileSync(join(folder, name), fileOf(name));
  },
  command: () => [process.execPath, 'events.js'],
  extraMb: 64,
};

describe("the documentation's receiver of events in Node", { concurrency: 2 }, () => {
  for (const [promise, keeps] of PROMISES) it(promise, (t) => keeps(t, NODE));
});

it('the samples in other languages are printed on their page as they are run', () => {
  const page = pageText('OtherLanguages.mdx') + pageText('Guide.mdx');
  const files = readdirSync(DOCS).flatMap((folder) =>
    readdirSync(join(DOCS, folder)).map((name) => `.github/docs/${folder}/${name}`),
  );
  assert.ok(files.length > 6);
  for (const file of files) {
    const name = new RegExp(`import (\\w+) from '../../${file}\\?raw';`).exec(page)?.[1];
    assert.ok(name && page.includes(`<Source code={${name}}`), `${file}: include it in the page`);
    assert.ok(new RegExp(`[\`/]${file}\``).test(page), `${file}: name it on the page`);
  }
});
