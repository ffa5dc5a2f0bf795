import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_CODES, paymentUri, qrPayloads } from '../../src/payment/index.js';

test('the QR of a bitcoin payment holds the payment link first, and the bare address', () => {
  assert.deepEqual(qrPayloads('BTC', { address: 'bc1qaddress', amount: '0.00012345' }), [
    { kind: 'uri', text: 'bitcoin:bc1qaddress?amount=0.00012345', default: true },
    { kind: 'address', text: 'bc1qaddress', default: false },
  ]);
});

test('the QR of a litecoin payment does, too', () => {
  const [first] = qrPayloads('LTC', { address: 'ltc1qaddress', amount: '1' });
  assert.deepEqual(first, { kind: 'uri', text: 'litecoin:ltc1qaddress?amount=1', default: true });
});

test('the QR of a token holds the address alone', () => {
  assert.deepEqual(qrPayloads('USDT_TRC20', { address: 'Taddress', amount: '49.9' }), [
    { kind: 'address', text: 'Taddress', default: true },
  ]);
});

test('every currency has a QR with the address in it, and one that is shown first', () => {
  for (const code of CURRENCY_CODES) {
    const payloads = qrPayloads(code, { address: 'address', amount: '1.5' });
    assert.equal(payloads.filter((payload) => payload.default).length, 1, code);
    assert.ok(
      payloads.some(({ kind, text }) => kind === 'address' && text === 'address'),
      code,
    );
    assert.equal(
      payloads.some(({ kind }) => kind === 'uri'),
      paymentUri(code, { address: 'a', amount: '1' }) !== null,
    );
  }
});
