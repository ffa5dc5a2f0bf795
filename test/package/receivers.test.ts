import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROMISES } from './receiver-promises.js';
import type { Sample } from './receiver.js';
import { DOCS, readme, snippetOf } from './readme-text.js';

const NODE: Sample = {
  name: 'Node',
  install: (folder) => {
    for (const name of ['events.js', 'fulfil.js']) writeFileSync(join(folder, name), snippetOf(name));
  },
  command: () => [process.execPath, 'events.js'],
  extraMb: 64,
};

describe("the readme's receiver of events in Node", { concurrency: 2 }, () => {
  for (const [promise, keeps] of PROMISES) it(promise, (t) => keeps(t, NODE));
});

it('the samples in other languages stand in the readme as they are run', () => {
  const files = ['order-token', 'webhooks'].flatMap((folder) =>
    readdirSync(join(DOCS, folder)).map((name) => join(folder, name)),
  );
  assert.ok(files.length > 6);
  for (const file of files) {
    const text = readFileSync(join(DOCS, file), 'utf8').trimEnd();
    assert.ok(readme.includes(`\n${text}\n\`\`\`\n`), `${file}: copy it into the readme`);
  }
});
