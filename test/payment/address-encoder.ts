/** Writes addresses from bytes, with none of the libraries that the check under test reads them with. */
import { createHash } from 'node:crypto';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Each leading zero byte is a `1`; the rest is one number in base 58. */
function base58(bytes: Uint8Array): string {
  const zeros = (/^(?:00)*/.exec(hex(bytes))?.[0].length ?? 0) / 2;
  let text = '';
  for (let rest = BigInt(`0x0${hex(bytes)}`); rest > 0n; rest /= 58n) {
    text = BASE58.charAt(Number(rest % 58n)) + text;
  }
  return '1'.repeat(zeros) + text;
}

export function base58Check(version: number, hash: Uint8Array, checkBytes = 4): string {
  const payload = Buffer.concat([Uint8Array.of(version), hash]);
  return base58(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, checkBytes)]));
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** BIP-173 and BIP-350. */
const CONSTANTS = { bech32: 1n, bech32m: 0x2bc830a3n };

/**
 * As BIP-173 describes it: a remainder of polynomials over the field of 32 elements, here in one big
 * integer.
 */
function bech32Remainder(words: readonly number[]): bigint {
  const generator = [0x3b6a57b2n, 0x26508e6dn, 0x1ea119fan, 0x3d4233ddn, 0x2a1462b3n];
  return words.reduce((remainder, word) => {
    const top = remainder >> 25n;
    const shifted = ((remainder & 0x1ffffffn) << 5n) ^ BigInt(word);
    return generator.reduce((sum, term, bit) => ((top >> BigInt(bit)) & 1n ? sum ^ term : sum), shifted);
  }, 1n);
}

export function segwit(
  prefix: string,
  version: number,
  program: Uint8Array,
  encoding: keyof typeof CONSTANTS = version === 0 ? 'bech32' : 'bech32m',
): string {
  const bits = [...program].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = [version, ...(bits.match(/.{1,5}/g) ?? []).map((five) => parseInt(five.padEnd(5, '0'), 2))];
  const codes = [...Buffer.from(prefix)];
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  const checksum = bech32Remainder([...expanded, ...words, 0, 0, 0, 0, 0, 0]) ^ CONSTANTS[encoding];
  const check = [25n, 20n, 15n, 10n, 5n, 0n].map((shift) => Number((checksum >> shift) & 31n));
  return `${prefix}1${[...words, ...check].map((word) => BECH32.charAt(word)).join('')}`;
}

/** The remainder of the polynomial x^16 + x^12 + x^5 + 1, two bytes, high one first. */
function crc16(bytes: Uint8Array): Uint8Array {
  let rest = BigInt(`0x${hex(bytes)}0000`);
  for (let bit = BigInt(bytes.length * 8 - 1); bit >= 0n; bit -= 1n) {
    if ((rest >> (bit + 16n)) & 1n) rest ^= 0x11021n << bit;
  }
  return Uint8Array.of(Number(rest >> 8n), Number(rest & 0xffn));
}

export function ton(flags: number, workchain: number, hash: Uint8Array): string {
  const body = Buffer.concat([Uint8Array.of(flags, workchain & 0xff), hash]);
  return Buffer.concat([body, crc16(body)]).toString('base64url');
}

export function solana(key: Uint8Array): string {
  return base58(key);
}

export function evmLowerCase(account: Uint8Array): string {
  return `0x${hex(account)}`;
}

/** EIP-55. */
export function evm(account: Uint8Array): string {
  const hash = hex(keccak256(Buffer.from(hex(account))));
  const digits = [...hex(account)].map((digit, at) =>
    parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}

const MASK = 0xffffffffffffffffn;
const rotate = (lane: bigint, by: bigint) => ((lane << by) | (lane >> (64n - by))) & MASK;

/** The permutation of FIPS 202, section 3, step by step on a five by five array of lanes. */
function keccakF(state: readonly bigint[]): bigint[] {
  let lanes = [...state];
  const lane = (x: number, y: number) => lanes[((x + 5) % 5) + 5 * (y % 5)] ?? 0n;
  const each = (of: (x: number, y: number) => bigint) => lanes.map((_, at) => of(at % 5, Math.floor(at / 5)));
  let register = 1;
  const nextBit = () => {
    const bit = register & 1;
    register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    return bit;
  };
  for (let round = 0; round < 24; round += 1) {
    const column = (x: number) => [0, 1, 2, 3, 4].reduce((sum, y) => sum ^ lane(x, y), 0n);
    lanes = each((x, y) => lane(x, y) ^ column((x + 4) % 5) ^ rotate(column((x + 1) % 5), 1n));
    const moved = [...lanes];
    for (let step = 0, x = 1, y = 0; step < 24; step += 1) {
      const by = BigInt((((step + 1) * (step + 2)) / 2) % 64);
      const target = (2 * x + 3 * y) % 5;
      moved[y + 5 * target] = rotate(lane(x, y), by);
      [x, y] = [y, target];
    }
    lanes = moved;
    lanes = each((x, y) => lane(x, y) ^ (~lane(x + 1, y) & MASK & lane(x + 2, y)));
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) if (nextBit()) constant |= 1n << BigInt(2 ** bit - 1);
    lanes[0] = lane(0, 0) ^ constant;
  }
  return lanes;
}

/**
 * Keccak-256 as Ethereum has it: FIPS 202's sponge with the older padding; for less than one block of 136
 * bytes.
 */
function keccak256(bytes: Uint8Array): Uint8Array {
  const block = Buffer.alloc(200);
  block.set(bytes);
  block[bytes.length] = 0x01;
  block[135] = (block[135] ?? 0) | 0x80;
  const lanes = keccakF(Array.from({ length: 25 }, (_, at) => block.readBigUInt64LE(at * 8)));
  const hash = Buffer.alloc(32);
  for (let at = 0; at < 4; at += 1) hash.writeBigUInt64LE(lanes[at] ?? 0n, at * 8);
  return hash;
}
