import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_CODES, currencyOf, isCurrencyCode, networkLabel } from '../../src/payment/index.js';

test('the 40 payment currencies of the service are known', () => {
  assert.equal(CURRENCY_CODES.length, 40);
  assert.equal(new Set(CURRENCY_CODES).size, 40);
  for (const code of CURRENCY_CODES) {
    const { symbol, decimals } = currencyOf(code);
    assert.ok(code === symbol || code.startsWith(`${symbol}_`), code);
    assert.ok(decimals >= 6 && decimals <= 18, code);
  }
});

test('nothing else is a currency', () => {
  for (const text of ['', 'btc', 'USDT', 'USDT_TRX', 'toString', '__proto__', 'constructor']) {
    assert.equal(isCurrencyCode(text), false, text);
  }
});

test('the same coin has the decimals of its network', () => {
  assert.equal(currencyOf('USDT_TRC20').decimals, 6);
  assert.equal(currencyOf('USDT_BSC').decimals, 18);
});

test('a network is named as wallets and exchanges name it', () => {
  assert.equal(networkLabel(currencyOf('USDT_TRC20').network), 'TRON (TRC-20)');
  assert.equal(networkLabel(currencyOf('BTC').network), 'Bitcoin');
});
