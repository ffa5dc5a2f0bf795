import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { groupDigits, plainAmount } from '../../src/payment/index.js';

for (const [amount, groups] of [
  ['0', ['0']],
  ['12', ['12']],
  ['123', ['123']],
  ['1234', ['1', '234']],
  ['1234567.891234', ['1', '234', '567', '.891', '234']],
  ['0.00012345', ['0', '.000', '123', '45']],
  ['0.5', ['0', '.5']],
] as const) {
  test(`${amount} is read as ${groups.join(' ')}`, () => assert.deepEqual(groupDigits(amount), groups));
}

test('joined, the groups are the unchanged amount', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 36n - 1n), fc.nat(18), (digits, scale) => {
      const amount = plainAmount(`${digits}e-${scale}`);
      const groups = groupDigits(amount);
      assert.equal(groups.join(''), amount);
      for (const group of groups) assert.match(group, /^\.?\d{1,3}$/);
    }),
  );
});
