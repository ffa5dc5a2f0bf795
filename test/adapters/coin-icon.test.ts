import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { loadIcons } from '../../src/adapters/coin-icon.js';
import { CURRENCY_CODES, currencyOf } from '../../src/payment/index.js';
import { temporaryFolder } from '../temporary-folder.js';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'src/adapters/icons');
const generator = join(root, '.config/icons.mjs');

const currencies = CURRENCY_CODES.map(currencyOf);
const symbols = [...new Set(currencies.map(({ symbol }) => symbol))];
const networks = [...new Set(currencies.map(({ network }) => network.key))];

const icons = await loadIcons();
assert.ok(icons);
const drawings = new Map([...icons.coins, ...icons.networks]);

test('every network and every coin has its icon', () => {
  assert.deepEqual(
    [...symbols, ...networks].filter((key) => !drawings.has(key)),
    [],
  );
});

test('every icon stands for a coin or a network', () => {
  assert.deepEqual([...icons.networks.keys()].toSorted(), networks.toSorted());
  assert.deepEqual(
    [...icons.coins.keys()].filter((key) => !symbols.includes(key)),
    [],
  );
});

test('an icon is filled paths in flat colors, first of all a field that is visible on light and on dark pages', () => {
  for (const [key, shapes] of drawings) {
    assert.equal(shapes[0]?.d, 'M24 0H0v24h24z', key);
    for (const shape of shapes) {
      assert.match(shape.fill, /^#[0-9A-F]{3}([0-9A-F]{3})?$/i, key);
      assert.match(shape.d, /^[MmLlHhVvCcSsQqTtAaZz\d\s.,-]+$/, key);
    }
    const colors = new Set(shapes.map(({ fill }) => fill));
    assert.ok(colors.size >= 2, `${key} has a single color`);
  }
});

test('no icon adds more than 1 kB to a page', () => {
  for (const [key, drawing] of drawings) {
    assert.ok(gzipSync(JSON.stringify(drawing), { level: 9 }).length <= 1_000, key);
  }
});

test('the drawings are those of the icon package', async () => {
  await promisify(execFile)(process.execPath, [generator, '--check']);
});

test('a manually changed icon is detected', async (t) => {
  const copy = temporaryFolder(t);
  cpSync(folder, copy, { recursive: true });
  const file = join(copy, 'drawings.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('#FDC134', '#000000'));
  await assert.rejects(
    promisify(execFile)(process.execPath, [generator, '--check', copy]),
    /drawings\.ts differ/,
  );
});
