import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  AmountError,
  CurrencyError,
  FIAT_CODES,
  formatFiat,
  isFiatCode,
  priceFault,
} from '../../src/payment/index.js';

const file = new URL('../../.config/currencies/currencies.json', import.meta.url);
const { fiat } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly fiat: { readonly currencies: readonly { readonly code: string; readonly minorUnits: number }[] };
};

test('the 25 currencies of prices are known, and nothing else', () => {
  assert.equal(new Set(FIAT_CODES).size, 25);
  for (const text of ['', 'eur', 'CHF', 'BTC', 'constructor']) assert.equal(isFiatCode(text), false, text);
  assert.equal(isFiatCode('UZS'), true);
});

for (const { code, minorUnits } of fiat.currencies) {
  test(`a price in ${code} has at most ${minorUnits} decimals, beside zeros at the end`, () => {
    assert.ok(isFiatCode(code));
    const price = ['7', '1'.repeat(minorUnits)].filter((part) => part !== '').join('.');
    assert.equal(priceFault(price, code), null);
    assert.equal(priceFault('7.0000', code), null);
    assert.match(
      priceFault(`7.${'1'.repeat(minorUnits + 1)}`, code) ?? '',
      new RegExp(`has more decimals than ${code}\\. Use at most ${minorUnits}\\.$`),
    );
  });
}

test("a price has the format of the payer's language", () => {
  assert.equal(formatFiat('49', 'EUR', 'en'), '€49.00');
  assert.equal(formatFiat('49.9', 'EUR', 'de'), '49,90\u00a0€');
  assert.equal(formatFiat('1234567.5', 'USD', 'en-US'), '$1,234,567.50');
  assert.equal(formatFiat('1200', 'JPY', 'en'), '¥1,200');
  assert.equal(formatFiat('49.50', 'KGS', 'en'), 'KGS\u00a049.50');
});

for (const { code, minorUnits } of fiat.currencies) {
  test(`parts of a price in ${code} show with the ${minorUnits} decimals of the currency, or with all they have`, () => {
    const decimalsOf = (price: string) => /\.(\d+)/.exec(formatFiat(price, code, 'en'))?.[1] ?? '';
    assert.equal(decimalsOf('1234.5'), '5'.padEnd(minorUnits, '0'));
    assert.equal(decimalsOf('1234.567'), '567', 'a price is never rounded on the screen');
  });
}

test('a whole price in rupiah has no decimals', () => {
  assert.equal(formatFiat('150000', 'IDR', 'en'), 'IDR\u00a0150,000');
});

test('no two currencies have the same symbol', () => {
  for (const locale of ['en', 'de', 'ru', 'zh', 'ar', 'en-CA', 'en-AU']) {
    const shown = FIAT_CODES.map((code) =>
      formatFiat('1234.5', code, locale).replace(/[\d.,\s\u0660-\u066c]/g, ''),
    );
    assert.equal(new Set(shown).size, FIAT_CODES.length, `${locale}: ${shown.join(' ')}`);
  }
});

test('from right to left, a symbol of letters and a sign stays in its order', () => {
  assert.equal(formatFiat('15304.28', 'USD', 'ar'), '\u200f15,304.28\u00a0US$\u200e');
  assert.equal(formatFiat('15304.28', 'EUR', 'ar'), '\u200f15,304.28\u00a0€');
});

test('a price keeps digits that a float would lose', () => {
  assert.equal(formatFiat('9007199254740993.01', 'USD', 'en-US'), '$9,007,199,254,740,993.01');
  assert.equal(formatFiat('0.07', 'USD', 'en-US'), '$0.07');
  assert.equal(formatFiat('49.0049', 'EUR', 'en'), '€49.0049');
});

test('an invalid price is rejected', () => {
  for (const text of ['4,9', '-4.9', 'NaN', '', '9'.repeat(40)]) {
    assert.throws(() => formatFiat(text, 'EUR', 'en'), AmountError, text);
  }
  for (const code of ['', 'EURO', 'E', '€', '12€']) {
    assert.throws(() => formatFiat('1', code, 'en'), CurrencyError, code);
  }
});
