import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { fileOf, pageText, replaced } from './docs-text.js';
import { PROMISES } from './receiver-promises.js';
import { nodeReceiver } from './node-receiver.js';
import { root, SAMPLE_LANGUAGES, SAMPLES_FOLDER } from './readme-text.js';

/** As a framework does it. */
const WEB_SERVER = `import { serve } from '@hono/node-server';
import { receiveEvent } from './receive-event.js';
serve({ fetch: receiveEvent, port: Number(process.env.EVENTS_PORT), hostname: '127.0.0.1' });`;

const SAMPLES = [
  nodeReceiver('Node', { 'events.js': fileOf('events.js') }),
  nodeReceiver('Express', { 'express.js': replaced(fileOf('events-express.js'), { "'/events'": "'/'" }) }),
  nodeReceiver('a framework with web requests', {
    'server.js': WEB_SERVER,
    'receive-event.js': transformSync(fileOf('receive-event.ts'), { loader: 'ts' }).code,
  }),
];

for (const sample of SAMPLES)
  describe(`the documentation's receiver of events in ${sample.name}`, { concurrency: 2 }, () => {
    for (const [promise, keeps] of PROMISES) it(promise, (t) => keeps(t, sample));
  });

it('the database of a shop is opened by the first event, not by a build that imports its code', async (t) => {
  const folder = mkdtempSync(join(root, '.cache', 'imported-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['fulfill.js', 'fulfill-postgres.js']) {
    writeFileSync(join(folder, file), fileOf(file));
    const env = { ...process.env, SHOP_DATABASE_URL: 'postgres://127.0.0.1:9/shop' };
    await promisify(execFile)(process.execPath, [file], { cwd: folder, env });
  }
  assert.deepEqual(readdirSync(folder), ['fulfill-postgres.js', 'fulfill.js']);
});

it('the samples in other languages are printed on their page as they are run', () => {
  const page = pageText('OtherLanguages.mdx') + pageText('Guide.mdx');
  const files = SAMPLE_LANGUAGES.flatMap((folder) =>
    readdirSync(join(SAMPLES_FOLDER, folder)).map((name) => `server-example/${folder}/${name}`),
  );
  assert.ok(files.length > 6);
  for (const file of files) {
    const name = new RegExp(`import (\\w+) from '../../${file}\\?raw';`).exec(page)?.[1];
    assert.ok(name && page.includes(`<Source code={${name}}`), `${file}: include it in the page`);
    assert.ok(new RegExp(`[\`/]${file}\``).test(page), `${file}: name it on the page`);
  }
});
