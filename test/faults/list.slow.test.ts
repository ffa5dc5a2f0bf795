import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const tests = join(import.meta.dirname, '..');

const CLASSES = [
  'Price and order',
  'Duplicates and lost responses',
  'Payment state and delivery',
  'The network and the clock of the browser',
  'The service',
  'Storage',
  'Processes',
  'Abuse',
];
/** The list itself, and the line that the others cut. */
const ABOUT_THE_TOOLS = ['list.slow.test.ts', 'faulty-line.slow.test.ts'];
const COLUMNS = ['What happens', 'The payer sees', 'The shop receives', 'The operator sees', 'Test'];

interface Line {
  readonly happens: string;
  readonly cells: readonly string[];
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const isRow = (line: string): boolean => line.startsWith('|') && !/^\|\s*-/.test(line);

/** The tables of the list, by the heading above each; the first row of each names the columns. */
function readList(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const [, ...sections] = readFileSync(join(tests, 'faults/README.md'), 'utf8').split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading.trim(), lines.filter(isRow).map(cellsOf)];
    }),
  );
}

const list = readList();
const lines: readonly Line[] = [...list.values()].flatMap(([, ...rows]) =>
  rows.map((cells) => ({ happens: cells[0] ?? '', cells })),
);

/** The title of a test or a group; `…` stands for the part that varies. */
function titlesIn(file: string): ReadonlySet<string> {
  const source = readFileSync(join(tests, file), 'utf8');
  const calls = source.matchAll(/\b(?:it|test|describe|law|laws)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return new Set([...calls].map(([, , title = '']) => plain(title)));
}

const plain = (title: string): string => title.replace(/\$\{[^}]*\}/g, '…').replace(/\\(.)/g, '$1');

/** The file of a test cell, below test/, and the title: `[file](../file) title`, the title as code. */
function named(cell: string): readonly [file: string, title: string] {
  const [, text, link, title] = /^\[([^\]]+)\]\(\.\.?\/([^)]+)\) `(.+)`$/.exec(cell) ?? [];
  assert.ok(text !== undefined && title !== undefined, `"${cell}" names no test`);
  assert.equal(text.replace(/^faults\//, ''), link?.replace(/^faults\//, ''), 'the link leads to the file');
  return [text, title];
}

describe('the list of failures', () => {
  it('has every class of faults, each with lines of the same five columns', () => {
    assert.deepEqual([...list.keys()], CLASSES);
    for (const [heading, [columns, ...rows]] of list) {
      assert.deepEqual(columns, COLUMNS, heading);
      assert.ok(rows.length >= 5, `${heading} has ${rows.length} lines`);
    }
  });

  it('names in every line the event, and what payer, shop and operator see', () => {
    for (const { happens, cells } of lines) {
      assert.equal(cells.length, COLUMNS.length, happens);
      for (const cell of cells) assert.notEqual(cell, '', happens);
    }
    const all = lines.map(({ happens }) => happens);
    assert.deepEqual(
      all.filter((happens, at) => all.indexOf(happens) !== at),
      [],
      'no line is there twice',
    );
  });

  it('names for every line an existing test', () => {
    const missing: string[] = [];
    for (const { happens, cells } of lines) {
      const [file, title] = named(cells.at(-1) ?? '');
      if (!existsSync(join(tests, file))) missing.push(`${happens}: there is no test/${file}`);
      else if (!titlesIn(file).has(title)) missing.push(`${happens}: test/${file} has no "${title}"`);
    }
    assert.deepEqual(missing, []);
  });

  it('omits none of the tests in this folder', () => {
    const cited = new Set(lines.map(({ cells }) => named(cells.at(-1) ?? '').join(': ')));
    const files = readdirSync(join(tests, 'faults')).filter(
      (name) => name.endsWith('.test.ts') && !ABOUT_THE_TOOLS.includes(name),
    );
    for (const name of files) {
      const source = readFileSync(join(tests, 'faults', name), 'utf8');
      for (const [, , title = ''] of source.matchAll(/\bit\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g))
        assert.ok(cited.has(`faults/${name}: ${plain(title)}`), `${name}: ${title}`);
    }
  });
});
