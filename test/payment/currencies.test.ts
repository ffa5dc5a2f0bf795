import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CURRENCY_CODES,
  CurrencyError,
  currencyOf,
  isCurrencyCode,
  networkFullName,
  networkLabel,
} from '../../src/payment/index.js';
import type { CurrencyCode } from '../../src/payment/index.js';

test('the 40 payment currencies of the service are known', () => {
  assert.equal(CURRENCY_CODES.length, 40);
  assert.equal(new Set(CURRENCY_CODES).size, 40);
  for (const code of CURRENCY_CODES) {
    const { symbol, decimals } = currencyOf(code);
    assert.ok(code === symbol || code.startsWith(`${symbol}_`), code);
    assert.ok(decimals >= 6 && decimals <= 18, code);
  }
});

test('they are 18 coins on 10 networks', () => {
  const currencies = CURRENCY_CODES.map(currencyOf);
  assert.equal(new Set(currencies.map(({ symbol }) => symbol)).size, 18);
  assert.equal(new Set(currencies.map(({ network }) => network.key)).size, 10);
});

/** The suffixes of the service's codes for each network. */
const SUFFIXES: Readonly<Record<string, string>> = {
  ARB: 'arbitrum',
  BASE: 'base',
  BSC: 'bsc',
  ERC20: 'ethereum',
  OPT: 'optimism',
  SOL: 'solana',
  TON: 'ton',
  TRC20: 'tron',
};

test('a code names the network of the coin', () => {
  for (const code of CURRENCY_CODES) {
    const suffix = code.split('_')[1];
    if (suffix !== undefined) assert.equal(currencyOf(code).network.key, SUFFIXES[suffix], code);
  }
});

const HOSTILE = ['', 'btc', 'USDT', 'USDT_TRX', 'toString', '__proto__', 'constructor', ' BTC'];

test('every other text is refused as a currency, and the error names it', () => {
  for (const text of HOSTILE) {
    assert.equal(isCurrencyCode(text), false, text);
    assert.throws(() => currencyOf(text as CurrencyCode), CurrencyError, text);
  }
  assert.throws(() => currencyOf('DOGE' as CurrencyCode), /"DOGE" is not a known currency/);
});

test('the same coin has the decimals of its network', () => {
  assert.equal(currencyOf('USDT_TRC20').decimals, 6);
  assert.equal(currencyOf('USDT_BSC').decimals, 18);
});

test('a coin that follows the price of a currency is marked as such; gold is not', () => {
  const stable = CURRENCY_CODES.map(currencyOf).filter(({ stablecoin }) => stablecoin);
  assert.deepEqual(
    [...new Set(stable.map(({ symbol }) => symbol))],
    ['USDT', 'USDC', 'DAI', 'USDD', 'PYUSD'],
  );
});

test('every currency that is not on the TON network has static wallets', () => {
  const without = CURRENCY_CODES.filter((code) => !currencyOf(code).staticWallet);
  assert.deepEqual(without, ['TON', 'USDT_TON', 'XAUT_TON']);
});

test('a network is named as wallets and exchanges name it, and by its long name', () => {
  const names = (code: CurrencyCode) => {
    const { network } = currencyOf(code);
    return [networkLabel(network), networkFullName(network)];
  };
  assert.deepEqual(names('USDT_TRC20'), ['TRON (TRC-20)', 'TRON (TRC-20)']);
  assert.deepEqual(names('USDT_ERC20'), ['Ethereum (ERC-20)', 'Ethereum (ERC-20)']);
  assert.deepEqual(names('USDT_BSC'), ['BNB Smart Chain (BEP-20)', 'BNB Smart Chain (BEP-20)']);
  assert.deepEqual(names('BTC'), ['Bitcoin', 'Bitcoin']);
  assert.deepEqual(names('TON'), ['TON', 'The Open Network (TON)']);
  assert.deepEqual(names('OP_OPT'), ['OP Mainnet', 'OP Mainnet (Optimism)']);
});

test('TON has the name that wallets show for it, and its former one', () => {
  const { symbol, alias, name } = currencyOf('TON');
  assert.deepEqual([symbol, alias, name], ['TON', 'GRAM', 'Gram (Toncoin)']);
  assert.equal('alias' in currencyOf('USDT_TON'), false, 'the token keeps its name');
});
