import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { validateAddress } from '../../src/payment/addresses/index.js';
import { CURRENCY_CODES, type CurrencyCode } from '../../src/payment/index.js';
import * as encode from './address-encoder.js';
import { anyCharacter } from '../any-character.js';

const RUNS = { numRuns: 300 };
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hash = bytes(20);
const key = bytes(32);

interface Written {
  readonly code: CurrencyCode;
  readonly alphabet: string;
  readonly address: fc.Arbitrary<string>;
}

const CHECKED: readonly Written[] = [
  ...[0x00, 0x05].map((version) => base58('BTC', version)),
  ...[0x30, 0x32, 0x05].map((version) => base58('LTC', version)),
  ...(['TRX', 'USDT_TRC20'] as const).map((code) => base58(code, 0x41)),
  ...bech32('BTC', 'bc'),
  ...bech32('LTC', 'ltc'),
  ...[0x11, 0x51].flatMap((flags) => [0, -1].map((workchain) => ton(flags, workchain))),
];

const UNCHECKED: readonly Written[] = [
  { code: 'SOL', alphabet: BASE58, address: key.map(encode.solana) },
  { code: 'USDC_BASE', alphabet: '', address: hash.map(encode.evmLowerCase) },
  { code: 'ETH', alphabet: '', address: hash.map(encode.evm) },
];

function base58(code: CurrencyCode, version: number): Written {
  return { code, alphabet: BASE58, address: hash.map((bytes) => encode.base58Check(version, bytes)) };
}

function bech32(code: CurrencyCode, prefix: string): readonly Written[] {
  const programs = [
    hash.map((p) => [0, p] as const),
    key.map((p) => [0, p] as const),
    key.map((p) => [1, p] as const),
  ];
  return programs.map((program) => ({
    code,
    alphabet: BECH32,
    address: program.map(([version, bytes]) => encode.segwit(prefix, version, bytes)),
  }));
}

function ton(flags: number, workchain: number): Written {
  return { code: 'TON', alphabet: BASE64URL, address: key.map((hash) => encode.ton(flags, workchain, hash)) };
}

/** The text with one character replaced by another of its alphabet. */
function changed(address: string, at: number, by: number, alphabet: string): string {
  const index = at % address.length;
  const replacement = alphabet.charAt(by % alphabet.length);
  return address.slice(0, index) + replacement + address.slice(index + 1);
}

test('every address of a network is accepted', () => {
  for (const { code, address } of [...CHECKED, ...UNCHECKED]) {
    fc.assert(
      fc.property(address, (text) => assert.deepEqual(validateAddress(code, text), { valid: true }, text)),
      RUNS,
    );
  }
});

test('one wrong character is rejected wherever the address has a checksum', () => {
  for (const { code, alphabet, address } of CHECKED) {
    fc.assert(
      fc.property(address, fc.nat(), fc.nat(), (text, at, by) => {
        const wrong = changed(text, at, by, alphabet);
        fc.pre(wrong !== text);
        assert.equal(validateAddress(code, wrong).valid, false, wrong);
      }),
      RUNS,
    );
  }
});

test('two swapped characters are rejected wherever the address has a checksum', () => {
  for (const { code, address } of CHECKED) {
    fc.assert(
      fc.property(address, fc.nat(), (text, at) => {
        const index = at % (text.length - 1);
        const wrong =
          text.slice(0, index) + text.charAt(index + 1) + text.charAt(index) + text.slice(index + 2);
        fc.pre(wrong !== text);
        assert.equal(validateAddress(code, wrong).valid, false, wrong);
      }),
      RUNS,
    );
  }
});

test('one EVM letter in the wrong case is rejected, unless all letters then have one case', () => {
  fc.assert(
    fc.property(hash.map(encode.evm), fc.nat(39), (text, at) => {
      const index = at + 2;
      const letter = text.charAt(index);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const wrong = text.slice(0, index) + other + text.slice(index + 1);
      const digits = wrong.slice(2);
      fc.pre(other !== letter && digits !== digits.toLowerCase() && digits !== digits.toUpperCase());
      assert.deepEqual(validateAddress('ETH', wrong), { valid: false, reason: 'checksum' }, wrong);
    }),
    RUNS,
  );
});

test('nothing is trimmed: an address with other characters around it is rejected', () => {
  const around = fc.constantFrom(
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\u0000',
    '\u202e',
    '.',
    '?',
    '/',
  );
  for (const { code, address } of [...CHECKED, ...UNCHECKED]) {
    fc.assert(
      fc.property(address, around, (text, extra) => {
        for (const wrong of [extra + text, text + extra, `${text.slice(0, 9)}${extra}${text.slice(9)}`]) {
          assert.equal(validateAddress(code, wrong).valid, false, JSON.stringify(wrong));
        }
      }),
      { numRuns: 100 },
    );
  }
});

test('no text makes it throw, and any text that is not an address is rejected', () => {
  const nearly = fc
    .tuple(
      fc.constantFrom('', 'bc1', 'BC1', 'ltc1', 'tb1', '0x', 'EQ', 'UQ', 'T', '1', '3', '0:', 'bc1p'),
      fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 100 }),
        fc.string({ unit: fc.constantFrom(...BASE58), maxLength: 100 }),
        fc.string({ unit: fc.constantFrom(...BECH32), maxLength: 100 }),
      ),
    )
    .map((parts) => parts.join(''));
  // A random text may be a Solana key, which has no checksum, but nothing else.
  const codes = CURRENCY_CODES.filter((code) => code !== 'SOL' && !code.endsWith('_SOL'));
  fc.assert(
    fc.property(nearly, fc.constantFrom(...codes), fc.constantFrom(...CURRENCY_CODES), (text, code, any) => {
      assert.equal(validateAddress(code, text).valid, false, `${code} ${JSON.stringify(text)}`);
      assert.equal(typeof validateAddress(any, text).valid, 'boolean');
    }),
    { numRuns: 3000 },
  );
});

test('a text of megabytes is rejected immediately', () => {
  for (const code of CURRENCY_CODES) {
    for (const character of ['1', 'z', 'q', '\ud800', 'EQ', '0x0']) {
      for (const start of ['', 'bc1', 'EQ']) {
        const text = start + character.repeat(2_000_000);
        assert.deepEqual(validateAddress(code, text), { valid: false, reason: 'form' });
      }
    }
  }
});
