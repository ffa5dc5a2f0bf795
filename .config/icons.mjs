// @ts-check
// Writes src/adapters/icons out of @web3icons/core, one module per drawing; `--check` fails where they differ.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from './bootstrap.mjs';
import { writeOrCheck } from './generated.mjs';
import { readDrawing } from './svg-drawing.mjs';

const MAX_GZIP_BYTES = 1_000;

/** Network: drawing. A coin that is the network's own, or its token of the same name, shares it. */
const NETWORKS = {
  bitcoin: 'bitcoin',
  litecoin: 'litecoin',
  tron: 'tron',
  solana: 'solana',
  ton: 'ton',
  bsc: 'binance-smart-chain',
  ethereum: 'ethereum',
  arbitrum: 'arbitrum-one',
  base: 'base',
  optimism: 'optimism',
};
/** PEPE and SHIB are over the limit of size, TRUMP has no drawing: they are shown as letters. */
const COINS = {
  BTC: 'bitcoin',
  LTC: 'litecoin',
  TRX: 'tron',
  SOL: 'solana',
  TON: 'GRAM',
  BNB: 'binance-smart-chain',
  ETH: 'ethereum',
  USDT: 'USDT',
  USDC: 'USDC',
  DAI: 'DAI',
  USDD: 'USDD',
  PYUSD: 'PYUSD',
  XAUT: 'XAUT',
  ARB: 'arbitrum-one',
  OP: 'optimism',
};

/** What the single file for a CDN holds, which cannot load more later: `common.ts` takes the place of `index.ts`. */
const FEW = [...Object.values(NETWORKS), 'USDT', 'USDC'];

/**
 * Cut to a circle, the white square of this one would leave four rims of its field: the colors change places.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const SWAPPED = { base: { '#00F': '#fff', '#fff': '#00F' } };

const packageFolder = join(root, 'node_modules/@web3icons/core');
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));

/**
 * The variant on a field of the brand's color: it shows on light and on dark pages.
 * @param {string} name
 */
async function drawing(name) {
  const kind = Object.values(NETWORKS).includes(name) ? 'networks' : 'tokens';
  const file = join(packageFolder, `dist/svgs/${kind}/background/${name}.svg.js`);
  const { default: text } = await import(pathToFileURL(file).href);
  const { shapes, ...rest } = readDrawing(name, text);
  const colors = SWAPPED[name] ?? {};
  return { ...rest, shapes: shapes.map((shape) => ({ ...shape, fill: colors[shape.fill] ?? shape.fill })) };
}

/** @param {string} name */
async function iconModule(name) {
  const text = JSON.stringify(await drawing(name));
  const bytes = gzipSync(text, { level: 9 }).length;
  if (bytes > MAX_GZIP_BYTES)
    throw new Error(`${name}: ${bytes} bytes after gzip, more than ${MAX_GZIP_BYTES}`);
  return [
    `/*! Drawing: web3icons ${version}, MIT License, Copyright (c) 0xa3k5. The mark belongs to its owner. */`,
    `export const drawing = ${text};`,
  ].join('\n');
}

/** @param {string} name */
const fileName = (name) => name.toLowerCase();

/**
 * @param {string} constant
 * @param {string} docs
 * @param {Readonly<Record<string, string>>} drawings
 */
function loaders(constant, docs, drawings) {
  const rows = Object.entries(drawings).map(
    ([key, name]) => `${key}: () => import('./${fileName(name)}.js'),`,
  );
  return `/** ${docs} */\nexport const ${constant} = {\n${rows.join('\n')}\n} ;\n`;
}

/**
 * Both tables, with those of the drawings that `isIn` names.
 * @param {(name: string) => boolean} isIn
 */
function indexModule(isIn) {
  /** @param {Readonly<Record<string, string>>} drawings */
  const among = (drawings) => Object.fromEntries(Object.entries(drawings).filter(([, name]) => isIn(name)));
  return [
    loaders('COIN_ICONS', 'By the symbol of a coin.', among(COINS)),
    loaders('NETWORK_ICONS', 'By the key of a network.', among(NETWORKS)),
  ].join('\n');
}

/** @type {Record<string, string>} */
const modules = {
  'index.ts': indexModule(() => true),
  'common.ts': indexModule((name) => FEW.includes(name)),
};
for (const name of new Set([...Object.values(COINS), ...Object.values(NETWORKS)])) {
  modules[`${fileName(name)}.ts`] = await iconModule(name);
}
await writeOrCheck('.config/icons.mjs', 'src/adapters/icons', modules);
