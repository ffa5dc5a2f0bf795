import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addAmounts,
  AmountError,
  compareAmounts,
  exactAmount,
  formatFiat,
  isAmount,
  isZeroAmount,
  plainAmount,
  subtractAmounts,
} from '../../src/payment/index.js';

/** What the service may write, the coin's decimals, what is shown, base units, and how it was adjusted. */
const VECTORS: readonly [
  text: string,
  decimals: number,
  amount: string,
  baseUnits: string,
  adjusted?: string,
][] = [
  ['100', 6, '100', '100000000'],
  ['0.9999999999999999', 6, '1', '1000000', 'noise'],
  ['19.990000000000002', 6, '19.99', '19990000', 'noise'],
  ['1234.5000000000002', 6, '1234.5', '1234500000', 'noise'],
  ['0.30000000000000004', 18, '0.30000000000000004', '300000000000000040'],
  ['0.015', 18, '0.015', '15000000000000000'],
  ['0.00012345', 8, '0.00012345', '12345'],
  ['1E-8', 8, '0.00000001', '1'],
  ['1.2e-7', 8, '0.00000012', '12'],
  ['1e-07', 8, '0.0000001', '10'],
  ['123456789.12345612', 6, '123456789.123457', '123456789123457', 'ceil'],
  ['10.0000001', 6, '10.000001', '10000001', 'ceil'],
  ['4206900.5', 18, '4206900.5', '4206900500000000000000000'],
  ['0.000000001', 8, '0.00000001', '1', 'ceil'],
  ['1e21', 6, '1000000000000000000000', '1000000000000000000000000000'],
];
for (const [text, decimals, amount, baseUnits, adjusted] of VECTORS) {
  test(`${text} of a coin with ${decimals} decimals is paid as ${amount}${adjusted ? ` (${adjusted})` : ''}`, () => {
    assert.deepEqual(exactAmount(text, decimals), { amount, baseUnits, ...(adjusted && { adjusted }) });
  });
}

for (const text of [
  '-1',
  '"1,5"',
  '1,5',
  'null',
  '',
  ' 1',
  '1 ',
  '+1',
  '.5',
  '5.',
  '01',
  '1e',
  '0x10',
  'NaN',
  'Infinity',
  '1_000',
  '١٢',
  '1\n',
  `1${'0'.repeat(300)}`,
  '1e99999',
]) {
  test(`${JSON.stringify(text.slice(0, 12))} is no amount`, () => {
    assert.equal(isAmount(text), false);
    for (const read of [plainAmount, isZeroAmount, (given: string) => exactAmount(given, 8)]) {
      assert.throws(() => read(text), { name: 'AmountError', code: 'not_a_number' });
    }
  });
}

test('numbers beyond every coin cost nothing', () => {
  for (const text of ['1e9999', '1e-9999', '1e37', '1e-101']) {
    assert.equal(isAmount(text), false);
    assert.throws(() => plainAmount(text), { code: 'too_long' });
  }
  assert.equal(plainAmount('0e9999'), '0');
});

test('nothing is not payable', () => {
  for (const text of ['0', '0.000', '0e5']) {
    assert.throws(() => exactAmount(text, 8), { code: 'not_positive' });
    assert.equal(isZeroAmount(text), true);
  }
});

test('an error names the refused text, cut short', () => {
  const error = new AmountError('not_a_number', 'x'.repeat(1_000));
  assert.ok(error.message.length < 120);
});

/** A decimal with its value as integer over 10^40. */
const decimal = fc
  .record({ whole: fc.bigInt(0n, 10n ** 20n), fraction: fc.bigInt(0n, 10n ** 20n - 1n), scale: fc.nat(20) })
  .map(({ whole, fraction, scale }) => {
    const digits = fraction.toString().padStart(20, '0').slice(0, scale);
    return scale === 0 ? String(whole) : `${whole}.${digits}`;
  });

function valueOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(40, '0'));
}

test('plain digits keep the value, and are the shortest way to write it', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      const plain = plainAmount(text);
      assert.equal(valueOf(plain), valueOf(text));
      assert.match(plain, /^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      assert.equal(plainAmount(plain), plain);
    }),
  );
});

test('an exponent only moves the point', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: -30, max: 15 }), (digits, exponent) => {
      const written = `${digits}e${exponent}`;
      assert.equal(valueOf(plainAmount(written)), digits * 10n ** BigInt(40 + exponent));
    }),
  );
});

test('comparing, adding and subtracting agree with whole numbers', () => {
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const [a, b] = [valueOf(left), valueOf(right)];
      assert.equal(compareAmounts(left, right), a < b ? -1 : a > b ? 1 : 0);
      assert.equal(compareAmounts(right, left), a < b ? 1 : a > b ? -1 : 0);
      const sum = addAmounts(left, right);
      assert.equal(valueOf(sum), a + b);
      assert.equal(addAmounts(right, left), sum);
      assert.equal(subtractAmounts(sum, right), plainAmount(left));
      if (a < b) assert.throws(() => subtractAmounts(left, right), { code: 'negative_result' });
    }),
  );
});

const decimals = fc.constantFrom(6, 8, 9, 18);

test('what is paid is never less than what is due, and at most one unit of the coin more', () => {
  fc.assert(
    fc.property(decimal, decimals, (text, places) => {
      fc.pre(!isZeroAmount(text));
      const { amount, baseUnits, adjusted } = exactAmount(text, places);
      assert.equal(
        valueOf(amount),
        BigInt(baseUnits) * 10n ** BigInt(40 - places),
        'one value, written twice',
      );
      const more = valueOf(amount) - valueOf(text);
      if (adjusted === undefined) assert.equal(more, 0n);
      if (adjusted === 'ceil') assert.ok(more > 0n && more < 10n ** BigInt(40 - places));
      if (adjusted === 'noise') assert.ok((more < 0n ? -more : more) * 10n ** 17n <= valueOf(text) * 45n);
    }),
    { numRuns: 1_000 },
  );
});

test('the noise of a sum in floats never costs the payer a unit', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      // A service that adds floats writes this.
      const text = String(a / 100 + b / 100);
      const total = BigInt(a + b);
      assert.equal(exactAmount(text, 6).baseUnits, String(total * 10_000n));
    }),
  );
});

test('a price is written as people do where the payer lives', () => {
  assert.equal(formatFiat('49', 'EUR', 'en'), '€49.00');
  assert.equal(formatFiat('49.9', 'EUR', 'de'), '49,90\u00a0€');
  assert.equal(formatFiat('1234567.5', 'USD', 'en-US'), '$1,234,567.50');
  assert.equal(formatFiat('1200', 'JPY', 'en'), '¥1,200');
  assert.throws(() => formatFiat('4,9', 'EUR', 'en'), AmountError);
});

test('a price keeps digits that a float would lose', () => {
  assert.equal(formatFiat('9007199254740993.01', 'USD', 'en-US'), '$9,007,199,254,740,993.01');
  assert.equal(formatFiat('0.07', 'USD', 'en-US'), '$0.07');
  assert.equal(formatFiat('49.0049', 'EUR', 'en'), '€49.0049', 'a price is never rounded on the screen');
});
