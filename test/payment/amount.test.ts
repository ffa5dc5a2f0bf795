import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { AmountErrorCode } from '../../src/payment/index.js';
import { AmountError, exactAmount, isAmount, plainAmount } from '../../src/payment/index.js';

interface Vector {
  readonly id: string;
  readonly number: string;
  readonly decimals: number;
  readonly expected: {
    readonly plain?: string;
    readonly baseUnits?: string;
    readonly adjusted?: string;
    readonly error?: keyof typeof ERRORS;
  };
}

/** The errors of the vectors, and ours. */
const ERRORS = { negative: 'negative', comma: 'comma', missing: 'not_a_number' } as const;

const file = new URL('vectors/amounts.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { readonly vectors: readonly Vector[] };

for (const { id, number, decimals, expected } of vectors) {
  const { plain, baseUnits, adjusted, error } = expected;
  if (error !== undefined) {
    test(`${id}: ${number} is not paid: ${error}`, () => {
      assert.throws(() => exactAmount(number, decimals), { name: 'AmountError', code: ERRORS[error] });
    });
  } else {
    const how = adjusted === undefined ? '' : ` (${adjusted})`;
    test(`${id}: ${number} of a coin with ${decimals} decimals is paid as ${plain}${how}`, () => {
      const exact = { amount: plain, baseUnits, ...(adjusted !== undefined && { adjusted }) };
      assert.deepEqual(exactAmount(number, decimals), exact);
    });
  }
}

test('every vector is used', () => assert.equal(vectors.length, 15));

for (const [text, decimals, amount, baseUnits, adjusted] of [
  ['1e-07', 8, '0.0000001', '10', undefined],
  ['0.000000001', 8, '0.00000001', '1', 'ceil'],
  ['1e21', 6, '1000000000000000000000', '1000000000000000000000000000', undefined],
] as const) {
  test(`${text} of a coin with ${decimals} decimals is paid as ${amount}`, () => {
    assert.deepEqual(exactAmount(text, decimals), { amount, baseUnits, ...(adjusted && { adjusted }) });
  });
}

const REFUSED: Readonly<Record<Exclude<AmountErrorCode, 'negative_result'>, readonly string[]>> = {
  not_a_number: [
    ...[
      'null',
      'undefined',
      'NaN',
      'Infinity',
      '-Infinity',
      '',
      ' ',
      ' 1',
      '1 ',
      '1\n',
      '1\u00a0',
      '+1',
      '-',
      '--1',
    ],
    ...[
      '.5',
      '5.',
      '01',
      '00',
      '1.2.3',
      '1e',
      'e5',
      '1e5.5',
      '1e99999',
      '0x10',
      '0b1',
      '1n',
      '1_000',
      "1'000",
      '1 000',
    ],
    ...['١٢', '１２', '½', '1%', '$5', '"5"', '[5]', '{}', 'true', `x${'1'.repeat(300)}`],
  ],
  comma: ['1,5', '"1,5"', '1,000', '1,000.50', '1.000,50', ',5', '-1,5'],
  negative: ['-1', '-0', '-0.5', '-1e5', '-.5', '-1e-400'],
  not_positive: ['0', '0.0', '0.000', '0e5', '0e9999', '0.00e-7'],
  too_long: ['9'.repeat(37), '9'.repeat(40), '9'.repeat(300), '1e9999', '1e-9999', '1e36', '1e-101'],
  too_many_decimals: [],
};

for (const [code, texts] of Object.entries(REFUSED)) {
  for (const text of texts) {
    test(`${JSON.stringify(text.slice(0, 12))} is never paid: ${code}`, () => {
      assert.throws(() => exactAmount(text, 8), { name: 'AmountError', code });
      assert.equal(isAmount(text), code === 'not_positive', 'nothing is an amount, only none to pay');
    });
  }
}

test('an error quotes the rejected text, truncated, and names the remedy', () => {
  assert.throws(
    () => plainAmount('1,5'),
    /^AmountError: amount "1,5" contains a comma.*Use a point before the decimals/,
  );
  const error = new AmountError('not_a_number', 'x'.repeat(1_000));
  assert.ok(error.message.length < 160);
});
