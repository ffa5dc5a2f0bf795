import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { files } from '#elements-files';
import { root } from './readme-text.js';

const dist = join(root, 'dist');
const codeOf = ({ brotli }: { readonly brotli: string }) =>
  brotliDecompressSync(Buffer.from(brotli, 'base64')).toString();
const isOfStaff = ({ name }: { readonly name: string }) => name.startsWith('merchant-elements');
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

const ENTRIES = ['merchant.js', 'react/merchant.js', 'vue/merchant.js'];

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
    for (const file of files.filter((one) => !isOfStaff(one)))
      assert.doesNotMatch(codeOf(file), STAFF, file.name);
  });

  for (const entry of ENTRIES)
    it(`shares no file with ${entry}, which has them`, () => {
      const staff = [...reachedFrom(entry)].map((file) => relative(dist, file));
      assert.ok(staff.some((name) => readFileSync(join(dist, name), 'utf8').includes('/merchant/')));
      assert.deepEqual(
        forPayers.filter((name) => staff.includes(name)),
        [],
      );
      for (const name of staff)
        if (name !== entry) assert.match(name, /^(?:merchant(?:-client)?\.js|chunks\/merchant-)/);
    });
});

describe('the client without elements', () => {
  it('registers nothing, and loads nothing of Lit', () => {
    const code = [...reachedFrom('merchant-client.js')].map((file) => readFileSync(file, 'utf8')).join('\n');
    assert.match(code, /createMerchantClient/);
    assert.doesNotMatch(code, /customElements|LitElement|ReactiveElement/);
  });
});

describe('what the proxy serves to pages of the staff', () => {
  const staff = files.filter(isOfStaff);

  it('has the elements, and shares no file with those of payers', () => {
    assert.ok(staff.some((file) => codeOf(file).includes('crypto-merchant-attention')));
    for (const file of staff)
      for (const [, to = ''] of codeOf(file).matchAll(/(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g))
        assert.ok(
          staff.some(({ name }) => name === join(dirname(file.name), to)),
          `${file.name}: ${to}`,
        );
  });

  it('is not loaded ahead by a page of payers', () => {
    assert.deepEqual([...new Set(staff.map(({ role }) => role))].sort(), ['desk', 'entry', 'other']);
  });
});
