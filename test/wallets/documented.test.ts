import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type CurrencyCode,
  CURRENCY_CODES,
  currencyOf,
  isConfirmed,
  isNative,
  knownContracts,
} from '../../src/payment/index.js';
import { familyOf, supportOf } from '../../src/wallets/support.js';
import type { WalletFamily } from '../../src/wallets/wallet.js';

const page = readFileSync('stories/docs/BrowserWallets.mdx', 'utf8');

/** The rows of the first table with a currency in its first column: the texts of the cells. */
const rows = page
  .split('\n')
  .filter((line) => /^\| `[A-Z0-9_]+` /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

function wayOf(code: CurrencyCode): string {
  switch (supportOf(code)) {
    case 'direct':
      return 'yes';
    case 'solana':
      return 'with `solanaRpc`';
    case 'ton':
      return 'with `publicUrl`';
    case null:
      return 'QR code only';
  }
}

const REASONS: Readonly<Record<WalletFamily, readonly [coin: string, token: string]>> = {
  evm: ['the wallet reads balance and fee', 'the wallet reads contract, balance and fee'],
  tron: ['the wallet builds the transfer', 'the wallet builds the transfer'],
  bitcoin: ['the wallet sets the fee, and most wallets return the balance', ''],
  solana: ['the proxy reads the blockhash', 'the proxy reads the blockhash and the token account'],
  ton: ['the wallet loads the manifest', 'the wallet loads the manifest, and must be able to send tokens'],
};

function reasonOf(code: CurrencyCode): string {
  const family = familyOf(code);
  if (family) return REASONS[family][isNative(code) ? 0 : 1];
  if (isConfirmed(code)) return 'no standard for wallets in browsers';
  return knownContracts(code).length > 1 ? 'two contracts are in use' : 'the decimals are not confirmed';
}

test('the table has every currency in the order of the catalog, how a wallet pays it, and why', () => {
  const expected = CURRENCY_CODES.map((code) => {
    const { symbol, network } = currencyOf(code);
    return [`\`${code}\``, `${symbol} on ${network.name}`, wayOf(code), reasonOf(code)];
  });
  assert.deepEqual(rows, expected);
});

test('the page counts the currencies as the table does', () => {
  const count = (support: ReturnType<typeof supportOf>) =>
    CURRENCY_CODES.filter((code) => supportOf(code) === support).length;
  const sentence =
    `Of the ${CURRENCY_CODES.length} currencies, a wallet pays ${count('direct')} without any configuration, ` +
    `${count('solana')} on Solana with \`solanaRpc\`, and ${count('ton')} on TON with \`publicUrl\`. ` +
    `Payers pay in the other ${count(null)} by QR code only.`;
  assert.ok(page.replace(/\s+/g, ' ').includes(sentence), sentence);
});
