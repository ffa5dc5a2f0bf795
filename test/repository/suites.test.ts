import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compiledIn, groupTests, newFolder } from '../runner/compile-tests.js';
import { proven } from '../proxy/laws.js';
import { FRAMEWORKS, MORE, NAMED_TESTS, SUITES } from '../suites.js';

const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`);
/** By name: on an old Node, their commands only say why they run nothing. */
const ofFrameworks = Object.keys(FRAMEWORKS).map((name) => `test/frameworks/${name}.test.ts`);
const runBy = (selected: (suite: string) => boolean): ReadonlySet<string> =>
  new Set([
    ...Object.entries({ ...SUITES, ...MORE }).flatMap(([name, { commands }]) =>
      selected(name) ? commands().flat() : [],
    ),
    ...ofFrameworks,
  ]);
const run = runBy(() => true);
const runWithoutPostgres = runBy((name) => !name.startsWith('postgres'));

describe('the suites', () => {
  it('run every test file', () => {
    assert.ok(all.length > 200);
    assert.deepEqual(
      all.filter((file) => !run.has(file)),
      [],
    );
  });

  it('run every file on SQLite that they run on PostgreSQL, but for those about PostgreSQL itself', () => {
    assert.deepEqual(
      all.filter((file) => !runWithoutPostgres.has(file) && !file.startsWith('test/postgres/')),
      [],
    );
  });

  it('name only test files that exist', () => {
    const missing = [...NAMED_TESTS, ...ofFrameworks].filter((file) => !existsSync(file));
    assert.deepEqual(missing, []);
  });

  it('run every file once that shares a process with others', () => {
    const files = all.slice(0, 25);
    const folder = newFolder();
    const groups = groupTests(files, 12, folder).map((path) => readFileSync(path, 'utf8').trim().split('\n'));
    assert.deepEqual(
      groups.map(({ length }) => length),
      [9, 8, 8],
    );
    assert.deepEqual(
      groups.flat().toSorted(),
      files.map((file) => `import "${pathToFileURL(compiledIn(folder, file)).href}";`).toSorted(),
    );
  });
});

describe('a law in a thread of its own', () => {
  const run = (code: string) => proven(new Worker(code, { eval: true }));

  it('holds once the thread reports it', () =>
    run("require('node:worker_threads').parentPort.postMessage('it holds')"));

  it('fails with the error or the exit code of a thread that dies', async () => {
    await assert.rejects(run("throw new Error('broken')"), /broken/);
    await assert.rejects(run('process.exit(3)'), /code 3/);
    await assert.rejects(run(''), /code 0/);
  });
});
