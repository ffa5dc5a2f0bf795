import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toCsv } from '../../src/payment/csv.js';

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
      fc.constantFrom('', 'a', ';', 'a;', 'a\t', 'a;"', 'a\n "'),
      fc.constantFrom('=', '+', '-', '@', '＝', ' =', '\n=', '\t', '\r', '"', ',', '\n', ' '),
      fc.string(),
    )
    .map((pair) => pair.join('')),
);
/** A spreadsheet may trim a cell, or read the full-width forms of East Asian keyboards. */
const HARMFUL = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Where a spreadsheet may begin a cell: that of a country with a decimal comma separates by semicolons, whatever is quoted. */
const SEPARATOR = /[;\t\r\n]/;
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 });
/** Not in the first cell of a row. */
const NUMBER = /^-\d+(\.\d+)?$/;
const isHarmless = (text: string) => !text.split(SEPARATOR).some((part) => HARMFUL.test(part));
const withoutApostrophes = (text: string) => text.replaceAll("'", '');

describe('an export', () => {
  it('has every cell, whatever it contains, with no change but apostrophes before what could be a formula', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const read = parseCsv(toCsv(table));
        assert.deepEqual(
          read.map((row) => row.map(withoutApostrophes)),
          table.map((row) => row.map(withoutApostrophes)),
        );
        for (const [line, row] of table.entries())
          for (const [column, text] of row.entries())
            if (isHarmless(text) && !HARMFUL.test(text)) assert.equal(read[line]?.[column], text);
      }),
    );
  });

  it('has no cell that a spreadsheet of any country runs as a formula', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const text = toCsv(table);
        for (const row of parseCsv(text))
          for (const [column, read] of row.entries())
            assert.ok(!HARMFUL.test(read) || (column > 0 && NUMBER.test(read)), read);
        for (const part of text.split(SEPARATOR))
          assert.doesNotMatch(part.replaceAll('"', ''), /^\s*[=+\-@＝＋－＠]/);
      }),
    );
    assert.equal(
      toCsv([['=HYPERLINK("https://evil.example")', 'A-1']]),
      `"'=HYPERLINK(""https://evil.example"")",A-1\r\n`,
    );
    const numbers = ['-0.5', '-12', '-1+1', '-', '-1e5'];
    assert.equal(
      toCsv([numbers, numbers.toReversed()]),
      "'-0.5,-12,'-1+1,'-,'-1e5\r\n'-1e5,'-,'-1+1,-12,-0.5\r\n",
    );
    assert.equal(toCsv([['A-1;=1+1', 'two;-3, and a-b']]), 'A-1;\'=1+1,"two;\'-3, and a-b"\r\n');
  });
});
