import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { files } from '#elements-files';
import { root } from './readme-text.js';

const dist = join(root, 'dist');
/** Paths and tags of the staff: no payer needs a byte of them. */
const STAFF = /crypto-merchant|\/merchant\//;

/** A file of dist and all that it imports, now or later. */
function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set([join(dist, file)]);
  for (const path of reached) {
    const code = readFileSync(path, 'utf8');
    for (const [, to = ''] of code.matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g))
      reached.add(join(dirname(path), to));
  }
  return reached;
}

/** All files for browsers, but those of the staff. */
const forPayers = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /^(?:(?:index|payment|session|define|react|vue|crypto-checkout)\.js|(?:define|locales|chunks)\/.*\.js)$/.test(
      name,
    ) && !/^chunks\/(?:server|merchant)-/.test(name),
);

describe('what payers load', () => {
  it('has nothing of the elements of the staff', () => {
    assert.ok(forPayers.length > 50);
    for (const name of forPayers) assert.doesNotMatch(readFileSync(join(dist, name), 'utf8'), STAFF, name);
    for (const { name, brotli } of files)
      assert.doesNotMatch(brotliDecompressSync(Buffer.from(brotli, 'base64')).toString(), STAFF, name);
    assert.match(readFileSync(join(dist, 'merchant.js'), 'utf8'), /\/merchant\//);
  });

  it('shares no file with them', () => {
    const staff = reachedFrom('merchant.js');
    const shared = forPayers.filter((name) => staff.has(join(dist, name)));
    assert.deepEqual(shared, []);
    for (const file of staff) assert.match(relative(dist, file), /^(?:merchant\.js|chunks\/merchant-)/);
  });
});
