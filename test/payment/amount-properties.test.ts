import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  addAmounts,
  compareAmounts,
  CURRENCY_CODES,
  currencyOf,
  exactAmount,
  exactDue,
  isZeroAmount,
  plainAmount,
  scaleAmount,
  subtractAmounts,
} from '../../src/payment/index.js';

/** Digits behind the point that the oracle counts in: more than any text below has. */
const SCALE = 120;
const ONE = 10n ** BigInt(SCALE);

/** The oracle: the value of a text in 1/10^120, read by moving the point by hand. */
function worth(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = SCALE - fraction.length + Number(exponent);
  return BigInt(whole + fraction + '0'.repeat(places));
}

/** The coin's smallest unit, as the oracle counts. */
function unit(decimals: number): bigint {
  return ONE / 10n ** BigInt(decimals);
}

const PLAIN = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
const wholePart = fc.bigInt(0n, 10n ** 20n).map(String);

/** Decimals as JSON writes them, with and without a fraction or an exponent. */
const decimal = fc.oneof(
  wholePart,
  fc.tuple(wholePart, digits(22)).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc
    .tuple(wholePart, digits(20), fc.integer({ min: -40, max: 12 }), fc.constantFrom('e', 'E', 'e+'))
    .map(([whole, fraction, exponent, e]) =>
      exponent < 0 ? `${whole}.${fraction}e${exponent}` : `${whole}.${fraction}${e}${exponent}`,
    ),
);
/** Texts of a service that counts in floats: sums, products and quotients of prices and rates. */
const float = fc
  .tuple(
    fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
    fc.double({ min: 1e-9, max: 1e6, noNaN: true }),
    fc.constantFrom(
      (a: number, b: number) => a + b,
      (a: number, b: number) => a * b,
      (a: number, b: number) => a / b,
    ),
  )
  .map(([a, b, operation]) => String(operation(a, b)));
const amount = fc.oneof(decimal, float);
const due = amount.filter((text) => !isZeroAmount(text));
const coinDecimals = fc.constantFrom(
  ...new Set(CURRENCY_CODES.map((code) => currencyOf(code).decimals)),
  0,
  2,
);

/** Whether the text is a short decimal that a binary float has blurred: 16 digits or more, within two steps of a double. */
function isNoise(text: string, paid: bigint): boolean {
  const value = worth(text);
  const significant = String(value).replace(/0+$/, '').length;
  const moved = paid > value ? paid - value : value - paid;
  const shortened = String(paid).replace(/0+$/, '').length;
  return significant >= 16 && shortened <= 15 && moved * 10n ** 17n <= value * 45n;
}

test('the amount to pay is never below the amount due, and less than one unit above it', () => {
  fc.assert(
    fc.property(due, coinDecimals, (text, decimals) => {
      const exact = exactAmount(text, decimals);
      const [requested, paid] = [worth(text), worth(exact.amount)];
      if (exact.adjusted === 'noise') return assert.ok(isNoise(text, paid), `${text} → ${exact.amount}`);
      assert.ok(paid >= requested, `${exact.amount} is below ${text}`);
      assert.ok(paid - requested < unit(decimals), `${exact.amount} is a unit or more above ${text}`);
      assert.equal(exact.adjusted === undefined, paid === requested, 'said if and only if it was changed');
    }),
    { numRuns: 5_000 },
  );
});

test('an amount that the coin can express is never touched', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 30n), coinDecimals, (units, decimals) => {
      const exact = exactAmount(plainAmount(`${units}e-${decimals}`), decimals);
      assert.equal(exact.baseUnits, String(units));
      assert.equal(exact.adjusted, undefined);
    }),
  );
});

test('the amount and its base units are one value, written in plain digits twice', () => {
  fc.assert(
    fc.property(due, coinDecimals, (text, decimals) => {
      const exact = exactAmount(text, decimals);
      assert.match(exact.amount, PLAIN);
      assert.match(exact.baseUnits, /^[1-9]\d*$/);
      assert.equal(worth(exact.amount), BigInt(exact.baseUnits) * unit(decimals));
    }),
    { numRuns: 2_000 },
  );
});

test('an exact amount stays as it is, for any number of repetitions', () => {
  fc.assert(
    fc.property(due, coinDecimals, (text, decimals) => {
      const { amount: once, baseUnits } = exactAmount(text, decimals);
      assert.deepEqual(exactAmount(once, decimals), { amount: once, baseUnits });
    }),
    { numRuns: 2_000 },
  );
});

test('a larger amount due never gives a smaller amount to pay', () => {
  fc.assert(
    fc.property(decimal, decimal, coinDecimals, (left, right, decimals) => {
      fc.pre(!isZeroAmount(left) && !isZeroAmount(right));
      const [less, more] = compareAmounts(left, right) < 0 ? [left, right] : [right, left];
      const [a, b] = [exactAmount(less, decimals), exactAmount(more, decimals)];
      // Dropping noise may cross a neighbour that is nearer than a float can tell.
      fc.pre(a.adjusted !== 'noise' && b.adjusted !== 'noise');
      assert.notEqual(compareAmounts(a.amount, b.amount), 1);
    }),
  );
});

test('float noise never costs a unit', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const text = String(a / 100 + b / 100);
      assert.equal(exactAmount(text, 6).baseUnits, String(BigInt(a + b) * 10_000n));
    }),
    { numRuns: 2_000 },
  );
});

test('plain digits keep the value, and are the shortest way to write it: no exponent, comma or lost digit', () => {
  fc.assert(
    fc.property(amount, (text) => {
      const plain = plainAmount(text);
      assert.match(plain, PLAIN);
      assert.equal(worth(plain), worth(text));
      assert.equal(plainAmount(plain), plain);
    }),
    { numRuns: 2_000 },
  );
});

test('comparing is the order of the values', () => {
  fc.assert(
    fc.property(amount, amount, (left, right) => {
      const [a, b] = [worth(left), worth(right)];
      assert.equal(compareAmounts(left, right), a < b ? -1 : a > b ? 1 : 0);
      assert.equal(compareAmounts(left, plainAmount(left)), 0);
    }),
    { numRuns: 2_000 },
  );
});

test('sums can be swapped and regrouped, and lose nothing', () => {
  fc.assert(
    fc.property(amount, amount, amount, (a, b, c) => {
      const sum = addAmounts(a, b);
      assert.match(sum, PLAIN);
      assert.equal(worth(sum), worth(a) + worth(b));
      assert.equal(addAmounts(b, a), sum);
      assert.equal(addAmounts(sum, c), addAmounts(a, addAmounts(b, c)));
      assert.equal(addAmounts(a, '0'), plainAmount(a));
    }),
    { numRuns: 1_000 },
  );
});

test('a difference inverts a sum, and is refused below zero', () => {
  fc.assert(
    fc.property(amount, amount, (left, right) => {
      assert.equal(subtractAmounts(addAmounts(left, right), right), plainAmount(left));
      assert.equal(subtractAmounts(left, left), '0');
      const hairMore = addAmounts(left, '1e-60');
      assert.throws(() => subtractAmounts(left, hairMore), { name: 'AmountError', code: 'negative_result' });
      if (compareAmounts(left, right) >= 0) return;
      assert.throws(() => subtractAmounts(left, right), { name: 'AmountError', code: 'negative_result' });
    }),
    { numRuns: 1_000 },
  );
});

test('a share of an amount is rounded down, by less than one unit', () => {
  fc.assert(
    fc.property(amount, amount, amount, coinDecimals, (text, by, over, decimals) => {
      fc.pre(!isZeroAmount(over));
      const share = scaleAmount(text, { by, over, decimals });
      assert.match(share, PLAIN);
      const whole = worth(text) * worth(by);
      assert.ok(worth(share) * worth(over) <= whole, `${share} is above the share`);
      assert.ok(whole < (worth(share) + unit(decimals)) * worth(over), `${share} is a unit below the share`);
    }),
    { numRuns: 2_000 },
  );
  assert.equal(scaleAmount('1', { by: '2', over: '3', decimals: 8 }), '0.66666666');
  assert.throws(() => scaleAmount('1', { by: '2', over: '0', decimals: 8 }), { name: 'AmountError' });
});

describe('the amount due after a partial payment, if the service subtracts in floats', () => {
  /** An amount and a smaller one, each a whole number of the coin's units. */
  const paidInPart = coinDecimals.chain((decimals) =>
    fc
      .tuple(fc.bigInt(1n, 10n ** BigInt(decimals + 6)), fc.bigInt(1n, 10n ** BigInt(decimals + 6)))
      .filter(([left, right]) => left !== right)
      .map(([left, right]) => {
        const [more, less] = left > right ? [left, right] : [right, left];
        const text = (units: bigint) => plainAmount(`${units}e-${decimals}`);
        return { decimals, amount: text(more), paid: text(less) };
      }),
  );
  /** The difference as a service writes it that counts in floats. */
  const inFloats = (left: string, right: string) => JSON.stringify(Math.max(0, Number(left) - Number(right)));

  test('is exactly the difference, for any coin and any small rest', () => {
    fc.assert(
      fc.property(paidInPart, ({ decimals, amount, paid }) => {
        assert.equal(
          exactDue(inFloats(amount, paid), decimals, { amount, paid }),
          subtractAmounts(amount, paid),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  test('is also exact if the service subtracts from another amount, such as one without the fee', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.integer({ min: 1, max: 10_000 }),
        coinDecimals,
        (left, right, fee, decimals) => {
          fc.pre(left !== right && decimals >= 2);
          const text = (units: number) => plainAmount(`${units}e-2`);
          const [more, less] = [Math.max(left, right), Math.min(left, right)];
          const due = exactDue(inFloats(text(more), text(less)), decimals, {
            amount: text(more + fee),
            paid: text(less),
          });
          assert.equal(due, text(more - less));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('loses only float noise of the reported missing amount, and never all of it', () => {
    fc.assert(
      fc.property(amount, amount, amount, coinDecimals, (missing, whole, paid, decimals) => {
        const due = exactDue(missing, decimals, { amount: whole, paid });
        assert.match(due, PLAIN);
        if (due === '0') assert.ok(isZeroAmount(missing) || compareAmounts(whole, paid) <= 0);
        const largest = [whole, paid, missing].map(worth).reduce((a, b) => (a > b ? a : b));
        const noise = largest / 10n ** 15n + 1n;
        assert.ok(worth(due) >= worth(missing) - noise, `${due} is below ${missing}`);
        assert.ok(worth(due) - worth(missing) < unit(decimals) + noise, `${due} is above ${missing}`);
      }),
      { numRuns: 2_000 },
    );
  });
});
