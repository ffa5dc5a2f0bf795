import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSameAddress, spellingsOf, validateAddress } from '../../src/payment/addresses/index.js';
import * as encode from './address-encoder.js';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const RUNS = { numRuns: 300 };

const FREE = [
  ['ETH', bytes(20).map(encode.evm)],
  ['USDT_BSC', bytes(20).map(encode.evmLowerCase)],
  ['BTC', bytes(20).map((program) => encode.segwit('bc', 0, program))],
  ['LTC', bytes(32).map((program) => encode.segwit('ltc', 1, program))],
] as const;

for (const [code, address] of FREE) {
  test(`every spelling of an address of ${code} is valid, and the same`, () => {
    fc.assert(
      fc.property(address, (text) => {
        fc.pre(validateAddress(code, text).valid);
        const spellings = spellingsOf(text);
        assert.ok(spellings.includes(text));
        for (const spelling of spellings) {
          assert.deepEqual(validateAddress(code, spelling), { valid: true });
          assert.ok(isSameAddress(text, spelling) && isSameAddress(spelling, text));
          assert.deepEqual(spellingsOf(spelling), spellings);
        }
      }),
      RUNS,
    );
  });
}

test('in alphabets with digits of both cases, another case is another address, and there is one spelling', () => {
  const cased = [
    bytes(20).map((hash) => encode.base58Check(0x41, hash)),
    bytes(20).map((hash) => encode.base58Check(0, hash)),
    bytes(32).map(encode.solana),
    bytes(32).map((hash) => encode.ton(0x11, 0, hash)),
  ];
  fc.assert(
    fc.property(fc.oneof(...cased), (text) => {
      assert.deepEqual(spellingsOf(text), [text]);
      fc.pre(text.toLowerCase() !== text);
      assert.ok(!isSameAddress(text, text.toLowerCase()));
    }),
    RUNS,
  );
});

test('two addresses are never the same', () => {
  fc.assert(
    fc.property(bytes(20), bytes(20), (one, other) => {
      fc.pre(one.some((byte, at) => byte !== other[at]));
      assert.ok(!isSameAddress(encode.evm(one), encode.evm(other)));
      assert.ok(!isSameAddress(encode.segwit('bc', 0, one), encode.segwit('bc', 0, other)));
    }),
    RUNS,
  );
});

test('any text may be compared', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      assert.ok(isSameAddress(one, one));
      assert.equal(isSameAddress(one, other), isSameAddress(other, one));
      assert.ok(spellingsOf(one).length > 0);
    }),
    RUNS,
  );
});
