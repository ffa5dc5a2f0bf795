import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toCsv } from '../../src/merchant/parts/csv.js';

/** Reads CSV by the grammar of RFC 4180. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let rest = text;
  while (rest !== '') {
    const row: string[] = [];
    for (let separator = ','; separator === ',';) {
      const [all = '', quoted, plain = '', end = ''] =
        /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ??
        assert.fail(`no cell: ${JSON.stringify(rest)}`);
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      rest = rest.slice(all.length);
      separator = end;
    }
    rows.push(row);
  }
  return rows;
}

const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(
      fc.constantFrom('=', '+', '-', '@', '＝', ' =', '\n=', '\t', '\r', '"', ',', '\n', ' '),
      fc.string(),
    )
    .map((pair) => pair.join('')),
);
/** A spreadsheet may trim a cell, or read the full-width forms of East Asian keyboards. */
const HARMFUL = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 });

describe('an export', () => {
  it('has every cell, whatever it contains, behind an apostrophe where it could be a formula', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const read = parseCsv(toCsv(table));
        const harmless = table.map((row) => row.map((text) => (HARMFUL.test(text) ? `'${text}` : text)));
        assert.deepEqual(read, harmless);
      }),
    );
  });

  it('has no cell that a spreadsheet runs as a formula', () => {
    fc.assert(
      fc.property(rows, (table) => {
        for (const row of parseCsv(toCsv(table))) for (const text of row) assert.doesNotMatch(text, HARMFUL);
      }),
    );
    assert.equal(
      toCsv([['=HYPERLINK("https://evil.example")', 'A-1']]),
      `"'=HYPERLINK(""https://evil.example"")",A-1\r\n`,
    );
  });
});
