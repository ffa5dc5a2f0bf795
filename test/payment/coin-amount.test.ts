import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addAmounts,
  compareAmounts,
  CURRENCY_CODES,
  currencyOf,
  isAmountOfCoin,
  isZeroAmount,
  smallestAmount,
  subtractAmounts,
  wholeUnits,
} from '../../src/payment/index.js';
import { addSignedAmounts, plainSignedAmount, sendableBalance } from '../../src/payment/signed-amount.js';

const code = fc.constantFrom(...CURRENCY_CODES);
/** Up to 10¹² of a coin, with more decimals than any coin has. */
const amount = fc
  .tuple(fc.nat(10 ** 12), fc.stringMatching(/^\d{1,24}$/))
  .map(([whole, decimals]) => `${whole}.${decimals}`);

for (const [coin, smallest] of [
  ['BTC', '0.00000001'],
  ['USDT_TRC20', '0.000001'],
  ['SOL', '0.000000001'],
  ['ETH', '0.000000000000000001'],
] as const) {
  test(`the smallest amount of ${coin} is ${smallest}, and half of it cannot be sent`, () => {
    assert.equal(smallestAmount(coin), smallest);
    assert.equal(isAmountOfCoin(smallest, coin), true);
    assert.equal(isAmountOfCoin(`${smallest.slice(0, -1)}05`, coin), false);
  });
}

for (const [text, coin, whole] of [
  ['1.23456789', 'BTC', '1.23456789'],
  ['1.234567891', 'BTC', '1.23456789'],
  ['10.9999999', 'USDT_TRC20', '10.999999'],
  ['0.0000009', 'USDT_TRC20', '0'],
  ['7', 'ETH', '7'],
  ['1.50', 'SOL', '1.5'],
] as const) {
  test(`of ${text} ${coin}, ${whole} can be sent`, () => assert.equal(wholeUnits(text, coin), whole));
}

test('what can be sent of an amount is a multiple of the smallest one, and less than that below the amount', () => {
  fc.assert(
    fc.property(amount, code, (text, coin) => {
      const whole = wholeUnits(text, coin);
      const rest = subtractAmounts(text, whole);
      assert.equal(compareAmounts(rest, smallestAmount(coin)), -1);
      assert.equal(isAmountOfCoin(whole, coin), !isZeroAmount(whole));
      assert.equal(isAmountOfCoin(addAmounts(whole, smallestAmount(coin)), coin), true);
    }),
  );
});

test('only an amount above zero with the decimals of the coin is an amount of it', () => {
  for (const text of ['0', '0.000000', '-1', '1,5', '', 'x', '0.1234567'])
    assert.equal(isAmountOfCoin(text, 'USDT_TRC20'), false, text);
  // Zeros at the end are no decimals, and services write small numbers with an exponent.
  for (const text of ['1', '0.123456', '0.1234560', '1e-6'])
    assert.equal(isAmountOfCoin(text, 'USDT_TRC20'), true, text);
  assert.equal(isAmountOfCoin('1e-7', 'USDT_TRC20'), false);
  for (const coin of CURRENCY_CODES)
    assert.equal(isAmountOfCoin(`0.${'1'.repeat(currencyOf(coin).decimals)}`, coin), true, coin);
});

test('a balance may be below zero, and then nothing of it can be sent', () => {
  assert.equal(plainSignedAmount('-1.50'), '-1.5');
  assert.equal(plainSignedAmount('1.2e-7'), '0.00000012');
  for (const zero of ['0', '-0', '-0.00']) assert.equal(plainSignedAmount(zero), '0', zero);
  assert.throws(() => plainSignedAmount('--1'), { name: 'AmountError' });
  assert.equal(sendableBalance('-0.5'), '0');
  assert.equal(sendableBalance('0.5'), '0.5');
});

test('a sum of balances is exact, in any order, also below zero', () => {
  assert.equal(addSignedAmounts([]), '0');
  assert.equal(addSignedAmounts(['0.1', '0.2', '-0.30']), '0');
  const cents = fc.array(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), { maxLength: 20 });
  fc.assert(
    fc.property(cents, (values) => {
      const texts = values.map((value) => plainSignedAmount(`${value}e-2`));
      const expected = plainSignedAmount(`${values.reduce((sum, value) => sum + value, 0)}e-2`);
      assert.equal(addSignedAmounts(texts), expected);
    }),
  );
});
