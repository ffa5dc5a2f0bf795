import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FRAMEWORKS, MORE, NAMED_TESTS, SUITES } from '../suites.js';

const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`);
/** By name: on an old Node, their commands only say why they run nothing. */
const ofFrameworks = Object.keys(FRAMEWORKS).map((name) => `test/frameworks/${name}.test.ts`);
const run = new Set([
  ...Object.values({ ...SUITES, ...MORE }).flatMap(({ commands }) => commands().flat()),
  ...ofFrameworks,
]);

describe('the suites', () => {
  it('run every test file', () => {
    assert.ok(all.length > 200);
    assert.deepEqual(
      all.filter((file) => !run.has(file)),
      [],
    );
  });

  it('name only test files that exist', () => {
    const missing = [...NAMED_TESTS, ...ofFrameworks].filter((file) => !existsSync(file));
    assert.deepEqual(missing, []);
  });
});
