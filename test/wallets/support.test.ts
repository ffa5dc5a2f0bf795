import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_CODES } from '../../src/payment/index.js';
import { familyOf, supportOf } from '../../src/wallets/support.js';

const codesWith = (support: ReturnType<typeof supportOf>) =>
  CURRENCY_CODES.filter((code) => supportOf(code) === support);

test('28 of the 40 currencies need nothing but a wallet: 25 of EVM networks, 2 of TRON, and Bitcoin', () => {
  const direct = codesWith('direct');
  const count = (family: string) => direct.filter((code) => familyOf(code) === family).length;
  assert.equal(direct.length, 28);
  assert.deepEqual([count('evm'), count('tron'), count('bitcoin')], [25, 2, 1]);
});

test('the 5 of Solana need the proxy, the 2 of TON a manifest', () => {
  assert.deepEqual(codesWith('solana'), ['SOL', 'USDT_SOL', 'USDC_SOL', 'PYUSD_SOL', 'TRUMP_SOL']);
  assert.deepEqual(codesWith('ton'), ['TON', 'USDT_TON']);
});

test('5 stay with the QR code: no wallet, or a token that is not confirmed', () => {
  assert.deepEqual(codesWith(null), ['LTC', 'USDT_OPT', 'USDD_TRC20', 'XAUT_TON', 'PEPE_BSC']);
});
