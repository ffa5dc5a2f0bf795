import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { address as solanaAddress, isOffCurveAddress } from '@solana/kit';
import fc from 'fast-check';
import type { NetworkKey } from '../../src/payment/index.js';
import { createIdentifiers, toSegwitV0 } from '../../src/sandbox/core/chain/identifiers.js';

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

test('bech32 writes the public key hash of BIP 173 as its address', () => {
  const program = fromHex('751e76e8199196d454941c45d1b3a323f1433bd6');
  assert.equal(toSegwitV0('bc', program), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  assert.equal(toSegwitV0('tb', program), 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx');
});

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A separate decoder, so that the test does not use the code under test. */
function fromBase58(text: string): Buffer {
  const value = [...text].reduce((sum, character) => sum * 58n + BigInt(BASE58.indexOf(character)), 0n);
  const hex = value.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([
    Buffer.alloc(zeros),
    value === 0n ? Buffer.alloc(0) : Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** BIP 173, "Checksum": the result of a valid text is 1. */
function bech32Polymod(text: string): number {
  const [prefix = '', data = ''] = text.split('1');
  const words = [...data].map((character) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(character));
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words].reduce(
    (state, word) => {
      const next = ((state & 0x1ffffff) << 5) ^ word;
      return generator.reduce((sum, term, bit) => (((state >>> 25) >> bit) & 1 ? sum ^ term : sum), next);
    },
    1,
  );
}

function tronIsRight(address: string): boolean {
  const bytes = fromBase58(address);
  const payload = bytes.subarray(0, 21);
  return (
    bytes.length === 25 &&
    payload[0] === 0x41 &&
    sha256(sha256(payload)).subarray(0, 4).equals(bytes.subarray(21))
  );
}

function tonIsRight(address: string): boolean {
  const bytes = Buffer.from(address, 'base64url');
  let state = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((state >> 15) & 1) ^ ((byte >> bit) & 1);
      state = ((state << 1) & 0xffff) ^ (carry ? 0x1021 : 0);
    }
  }
  return address.length === 48 && bytes[0] === 0x51 && bytes[1] === 0 && state === 0;
}

describe('addresses', () => {
  const isRight: Record<NetworkKey, (address: string) => boolean> = {
    bitcoin: (address) => /^bc1q[a-z0-9]{38}$/.test(address) && bech32Polymod(address) === 1,
    litecoin: (address) => /^ltc1q[a-z0-9]{38}$/.test(address) && bech32Polymod(address) === 1,
    tron: tronIsRight,
    // Only a key can be paid by a wallet in a browser: anything else belongs to a program.
    solana: (address) => fromBase58(address).length === 32 && !isOffCurveAddress(solanaAddress(address)),
    ton: tonIsRight,
    bsc: (address) => /^0x[0-9a-f]{40}$/.test(address),
    ethereum: (address) => /^0x[0-9a-f]{40}$/.test(address),
    arbitrum: (address) => /^0x[0-9a-f]{40}$/.test(address),
    base: (address) => /^0x[0-9a-f]{40}$/.test(address),
    optimism: (address) => /^0x[0-9a-f]{40}$/.test(address),
  };
  const networks = Object.keys(isRight).filter((key): key is NetworkKey => Object.hasOwn(isRight, key));

  for (const network of networks) {
    test(`every address on ${network} has the right form and checksum, and each call returns another`, () => {
      const property = fc.property(fc.string(), (seed) => {
        const identifiers = createIdentifiers(seed);
        const first = identifiers.address(network);
        const second = identifiers.address(network);
        assert.ok(isRight[network](first), first);
        assert.notEqual(first, second);
      });
      fc.assert(property, { numRuns: 40 });
    });
  }
});

test('wallet ids are UUIDs of version 4, different in each call, and the same for the same seed', () => {
  const identifiers = createIdentifiers('seed');
  const ids = [identifiers.walletId(), identifiers.walletId()];
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(ids[0], ids[1]);
  assert.equal(createIdentifiers('seed').walletId(), ids[0]);
});
