import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_CODES, paymentUri, qrPayloads } from '../../src/payment/index.js';
import { addressOf, HOSTILE_ADDRESSES, REFUSED_AMOUNTS } from './payment-fixtures.js';

test('the QR of a bitcoin or litecoin payment holds the payment link first, and the bare address', () => {
  assert.deepEqual(qrPayloads('BTC', { address: 'bc1qaddress', amount: '0.00012345' }), [
    { kind: 'uri', text: 'bitcoin:bc1qaddress?amount=0.00012345', default: true },
    { kind: 'address', text: 'bc1qaddress', default: false },
  ]);
  assert.deepEqual(qrPayloads('LTC', { address: 'ltc1qaddress', amount: '1' }), [
    { kind: 'uri', text: 'litecoin:ltc1qaddress?amount=1', default: true },
    { kind: 'address', text: 'ltc1qaddress', default: false },
  ]);
});

test('the QR of an ether payment holds the address first, then the link', () => {
  const address = addressOf('ETH_BASE');
  assert.deepEqual(qrPayloads('ETH_BASE', { address, amount: '0.015' }), [
    { kind: 'address', text: address, default: true },
    { kind: 'uri', text: `ethereum:${address}@8453?value=15000000000000000`, default: false },
  ]);
});

test('the QR of a token on Ethereum, Solana or TRON holds the address only', () => {
  for (const code of ['USDT_ERC20', 'USDC_SOL', 'USDT_TRC20', 'USDT_OPT', 'XAUT_TON', 'PEPE_BSC'] as const) {
    const address = addressOf(code);
    assert.deepEqual(qrPayloads(code, { address, amount: '49.9' }), [
      { kind: 'address', text: address, default: true },
    ]);
  }
});

test('every currency has a QR with the address, and a default one', () => {
  for (const code of CURRENCY_CODES) {
    const payee = { address: addressOf(code), amount: '1.5' };
    const payloads = qrPayloads(code, payee);
    assert.deepEqual(
      payloads.map((payload) => payload.default),
      payloads.length === 2 ? [true, false] : [true],
      code,
    );
    assert.ok(payloads.some(({ kind, text }) => kind === 'address' && text === payee.address));
    assert.equal(payloads.find(({ kind }) => kind === 'uri')?.text ?? null, paymentUri(code, payee));
    assert.equal(payloads[0]?.kind, code === 'BTC' || code === 'LTC' ? 'uri' : 'address');
  }
});

test('a TON address is not changed', () => {
  const address = 'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopb+xw2/Lsorhqg';
  assert.equal(qrPayloads('TON', { address, amount: '1' })[0]?.text, address);
});

test('there is no QR of text with other characters than an address', () => {
  for (const code of CURRENCY_CODES) {
    for (const address of HOSTILE_ADDRESSES)
      assert.deepEqual(qrPayloads(code, { address, amount: '1' }), [], `${code} ${address}`);
  }
});

test('an amount that cannot be paid is rejected', () => {
  for (const [amount, code] of REFUSED_AMOUNTS) {
    for (const currency of ['BTC', 'USDT_TRC20'] as const)
      assert.throws(() => qrPayloads(currency, { address: addressOf(currency), amount }), { code });
  }
});
