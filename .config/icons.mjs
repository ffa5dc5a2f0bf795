// @ts-check
// Writes src/adapters/icons/drawings.ts from @web3icons/core; `--check` fails if they differ.
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
  const colors = SWAPPED[name] ?? {};
  return readDrawing(name, text).map((shape) => ({ ...shape, fill: colors[shape.fill] ?? shape.fill }));
}

/** @param {string} name */
async function declaration(name) {
  const text = JSON.stringify(await drawing(name));
  const bytes = gzipSync(text, { level: 9 }).length;
  if (bytes > MAX_GZIP_BYTES)
    throw new Error(`${name}: ${bytes} bytes after gzip, more than ${MAX_GZIP_BYTES}`);
  return `const ${constant(name)} = ${text};`;
}

/** @param {string} name */
const constant = (name) => name.toLowerCase().replace(/-\w/g, ([, letter = '']) => letter.toUpperCase());

/** @param {Readonly<Record<string, string>>} drawings */
function table(drawings) {
  return `{ ${Object.entries(drawings).map(([key, name]) => `${key}: ${constant(name)}`)} }`;
}

const names = [...new Set([...Object.values(NETWORKS), ...Object.values(COINS)])];
/** In a square of 24 × 24: of PEPE and SHIB the library has only large drawings, of TRUMP none. */
const own = JSON.parse(readFileSync(join(root, 'src/adapters/icons/own-drawings.json'), 'utf8'));
const coins = { ...COINS, ...Object.fromEntries(Object.keys(own).map((symbol) => [symbol, symbol])) };
const text = [
  `/*! Drawings: web3icons ${version}, MIT License, Copyright (c) 0xa3k5. The marks belong to their owners. */`,
  ...(await Promise.all(names.map(declaration))),
  ...Object.keys(own).map((symbol) => `const ${constant(symbol)} = ${JSON.stringify(own[symbol])};`),
  `/** By the symbol of a coin. */\nexport const COIN_ICONS = ${table(coins)};`,
  `/** By the key of a network. */\nexport const NETWORK_ICONS = ${table(NETWORKS)};\n`,
].join('\n\n');
await writeOrCheck('.config/icons.mjs', 'src/adapters/icons', { 'drawings.ts': text });
