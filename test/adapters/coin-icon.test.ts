import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { coinIcon, iconFallback, networkIcon } from '../../src/adapters/coin-icon.js';
import type { IconDrawing } from '../../src/adapters/coin-icon.js';
import * as few from '../../src/adapters/icons/common.js';
import { CURRENCY_CODES, currencyOf } from '../../src/payment/index.js';

const root = join(import.meta.dirname, '../..');
const icons = join(root, 'src/adapters/icons');
const generator = join(root, '.config/icons.mjs');

const currencies = CURRENCY_CODES.map(currencyOf);
const symbols = [...new Set(currencies.map(({ symbol }) => symbol))];
const networks = [...new Set(currencies.map(({ network }) => network.key))];

/** Every drawing there is, by the coin or network that it stands for. */
async function allDrawings(): Promise<ReadonlyMap<string, IconDrawing>> {
  const pairs = await Promise.all([
    ...symbols.map(async (symbol) => [symbol, await coinIcon(symbol)] as const),
    ...networks.map(async (key) => [key, await networkIcon(key)] as const),
  ]);
  return new Map(pairs.flatMap(([key, drawing]) => (drawing === null ? [] : [[key, drawing]])));
}

test('every network and every coin has its mark, but for three that are shown as letters', async () => {
  const drawings = await allDrawings();
  const lettered = [...symbols, ...networks].filter((key) => !drawings.has(key));
  assert.deepEqual(
    lettered.map((key) => [key, iconFallback(key)]),
    [
      ['PEPE', 'PEP'],
      ['SHIB', 'SHI'],
      ['TRUMP', 'TRU'],
    ],
  );
});

test('a mark is filled paths in flat colours, first of all a field that shows on light and on dark pages', async () => {
  for (const [key, { viewBox, shapes }] of await allDrawings()) {
    assert.equal(viewBox, '0 0 24 24', key);
    assert.equal(shapes[0]?.d, 'M24 0H0v24h24z', key);
    for (const shape of shapes) {
      assert.match(shape.fill, /^#[0-9A-F]{3}([0-9A-F]{3})?$/i, key);
      assert.match(shape.d, /^[MmLlHhVvCcSsQqTtAaZz\d\s.,-]+$/, key);
    }
    const colours = new Set(shapes.map(({ fill }) => fill));
    assert.ok(colours.size >= 2, `${key} is one colour on itself`);
  }
});

test('no mark costs a page more than 1 kB', async () => {
  for (const [key, drawing] of await allDrawings()) {
    assert.ok(gzipSync(JSON.stringify(drawing), { level: 9 }).length <= 1_000, key);
  }
});

test('what is no coin or network has no mark', async () => {
  for (const key of ['', 'btc', 'DOGE', 'toString', '__proto__', '../icons/dai']) {
    assert.equal(await coinIcon(key), null, key);
    assert.equal(await networkIcon(key), null, key);
  }
});

test('the single file has the marks of all networks and of the coins that are paid most', () => {
  assert.deepEqual(Object.keys(few.NETWORK_ICONS), networks);
  const coins = ['BTC', 'LTC', 'TRX', 'SOL', 'BNB', 'ETH', 'USDT', 'USDC', 'ARB', 'OP'];
  assert.deepEqual(Object.keys(few.COIN_ICONS), coins);
});

test('the modules are what the icon package holds', async () => {
  await promisify(execFile)(process.execPath, [generator, '--check']);
});

test('a mark changed by hand is found', async (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'icons-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(icons, copy, { recursive: true });
  const file = join(copy, 'dai.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('#FDC134', '#000000'));
  await assert.rejects(promisify(execFile)(process.execPath, [generator, '--check', copy]), /dai\.ts differ/);
});
