import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import {
  addressUrl,
  chainId,
  CURRENCY_CODES,
  currencyOf,
  isConfirmed,
  isNative,
  jettonMaster,
  knownContracts,
  tokenContract,
  transactionUrl,
  typicalConfirmation,
} from '../../src/payment/index.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import { temporaryFolder } from '../temporary-folder.js';

const root = join(import.meta.dirname, '../..');
const tables = join(root, 'src/payment/tables');
const generator = join(root, '.config/currencies/generate.ts');

interface Row {
  readonly code: string;
  readonly standard: string;
  readonly contract: string | null;
  readonly confidence: string;
  readonly sources: readonly string[];
  readonly candidates?: readonly { readonly contract: string; readonly sources: readonly string[] }[];
}

const { currencies } = JSON.parse(readFileSync(join(root, '.config/currencies/currencies.json'), 'utf8')) as {
  readonly currencies: readonly Row[];
};
const rowOf = (code: CurrencyCode) => currencies.find((row) => row.code === code);

/** 0 if the folder matches the data; otherwise 1, with the names of the differing files. */
async function check(folder: string): Promise<{ readonly code: number; readonly stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', generator, '--check', folder]);
  return run.then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

test('the code matches the data', async () => {
  assert.deepEqual(await check(tables), { code: 0, stderr: '' });
});

test('a changed digit, an additional table and a missing table are found', async (t) => {
  const copy = temporaryFolder(t);
  cpSync(tables, copy, { recursive: true });
  const contracts = join(copy, 'contracts.ts');
  writeFileSync(contracts, readFileSync(contracts, 'utf8').replace('0xdAC17F', '0xdAC17E'));
  appendFileSync(join(copy, 'more.ts'), '');
  rmSync(join(copy, 'fiat.ts'));
  const { code, stderr } = await check(copy);
  assert.equal(code, 1);
  for (const name of ['contracts.ts', 'more.ts', 'fiat.ts']) assert.match(stderr, new RegExp(name));
  assert.match(stderr, /Run: node .*\.config\/currencies\/generate\.ts/);
  assert.doesNotMatch(stderr, /explorers\.ts/);
});

test('every row has its sources', () => {
  assert.deepEqual(
    currencies.map(({ code }) => code),
    [...CURRENCY_CODES],
  );
  for (const { code, sources, candidates = [] } of currencies) {
    assert.ok(sources.length > 0 || candidates.length > 0, code);
    for (const candidate of candidates) assert.ok(candidate.sources.length > 0, code);
  }
});

test('a contract is given exactly where two publishers or more confirm it and its decimals', () => {
  const unconfirmed = CURRENCY_CODES.filter((code) => !isConfirmed(code));
  assert.deepEqual(unconfirmed, ['USDT_OPT', 'USDD_TRC20', 'XAUT_TON', 'PEPE_BSC']);
  for (const code of CURRENCY_CODES) {
    const row = rowOf(code);
    assert.equal(row?.confidence === 'confirmed', isConfirmed(code), code);
    assert.equal(tokenContract(code), isConfirmed(code) ? row?.contract : null, code);
  }
});

test('a coin of the network itself has no contract, a token has', () => {
  for (const code of CURRENCY_CODES) {
    assert.equal(isNative(code), rowOf(code)?.standard === 'native', code);
    assert.equal(knownContracts(code).length === 0, isNative(code), code);
  }
  assert.equal(tokenContract('ETH_BASE'), null);
  assert.equal(tokenContract('USDT_TRC20'), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
});

test('the contracts that payment links carry are those of the tokens on TON', () => {
  for (const code of CURRENCY_CODES) {
    const isOnTon = currencyOf(code).network.key === 'ton';
    assert.equal(jettonMaster(code), isOnTon ? tokenContract(code) : null, code);
  }
  assert.notEqual(jettonMaster('USDT_TON'), null);
});

test('unconfirmed contracts are known, but never used for a link', () => {
  assert.equal(tokenContract('USDD_TRC20'), null);
  assert.deepEqual(knownContracts('USDD_TRC20'), [
    'TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz',
    'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
  ]);
});

test('EVM networks have a chain id', () => {
  assert.deepEqual(
    (['ETH', 'BNB', 'USDT_ARB', 'USDC_BASE', 'DAI_OPT'] as const).map(chainId),
    [1, 56, 42161, 8453, 10],
  );
  for (const code of ['BTC', 'USDT_TRC20', 'SOL', 'TON'] as const) assert.equal(chainId(code), null);
});

test('a transaction and an address have a URL in an explorer of their network', () => {
  assert.equal(transactionUrl('bitcoin', 'ab12'), 'https://mempool.space/tx/ab12');
  assert.equal(transactionUrl('tron', 'ab12'), 'https://tronscan.org/#/transaction/ab12');
  assert.equal(addressUrl('solana', '2gVk'), 'https://solscan.io/account/2gVk');
  assert.equal(transactionUrl('ton', 'a+/='), 'https://tonviewer.com/transaction/a%2B%2F%3D');
  for (const code of CURRENCY_CODES) {
    const { key } = currencyOf(code).network;
    for (const url of [transactionUrl(key, 'abc123'), addressUrl(key, 'abc123')]) {
      assert.match(new URL(url ?? '').href, /^https:\/\/[^?]*\/abc123$/);
    }
  }
});

test('text that could change a link gives no link', () => {
  for (const text of [
    '',
    '..',
    '../x',
    'a b',
    'a?b',
    'a#b',
    'a&b',
    'a\nb',
    'javascript:alert(1)',
    'ａ',
    'a'.repeat(129),
  ]) {
    assert.equal(transactionUrl('ethereum', text), null, text);
    assert.equal(addressUrl('ethereum', text), null, text);
  }
});

test('the typical confirmation time of every network has the day of the research', () => {
  assert.deepEqual(typicalConfirmation('bitcoin'), {
    confirmations: { from: 1, to: 6 },
    seconds: { from: 600, to: 3_600 },
    checkedOn: '2026-11-21',
  });
  assert.deepEqual(typicalConfirmation('bsc').seconds, { from: 6, to: 9 });
  assert.deepEqual(typicalConfirmation('solana').seconds, { from: 1, to: 13 }, 'rounded up');
  for (const network of ['base', 'optimism'] as const)
    assert.deepEqual(typicalConfirmation(network).seconds, { from: 2, to: 24 });
});
