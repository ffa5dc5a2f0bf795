/** The text forms in which addresses are written. Encoding only: nothing here reads an address. */

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Each leading zero byte is a `1`, as in Bitcoin's original addresses. */
export function toBase58(bytes: Uint8Array): string {
  let value = bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = BASE58.charAt(Number(value % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Base58 with the first four bytes of a double SHA-256 behind the payload. */
export async function toBase58Check(payload: Uint8Array<ArrayBuffer>): Promise<string> {
  const checksum = await sha256(await sha256(payload));
  return toBase58(concat(payload, checksum.subarray(0, 4)));
}

/** A version 0 witness program in bech32 (BIP-173). */
export function toSegwitV0(prefix: string, program: Uint8Array): string {
  const words = [0, ...toFiveBitWords(program)];
  const checksum = bech32Checksum([...expandPrefix(prefix), ...words, 0, 0, 0, 0, 0, 0]);
  return `${prefix}1${[...words, ...checksum].map((word) => BECH32.charAt(word)).join('')}`;
}

function toFiveBitWords(bytes: Uint8Array): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((word) => Number.parseInt(word.padEnd(5, '0'), 2));
}

function expandPrefix(prefix: string): number[] {
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function bech32Checksum(words: readonly number[]): number[] {
  let state = 1;
  for (const word of words) {
    const top = state >>> 25;
    state = ((state & 0x1ffffff) << 5) ^ word;
    BECH32_GENERATOR.forEach((generator, bit) => {
      if ((top >> bit) & 1) state ^= generator;
    });
  }
  return [25, 20, 15, 10, 5, 0].map((shift) => ((state ^ 1) >>> shift) & 31);
}

/** CRC-16/XMODEM, big-endian: the check at the end of a TON address. */
export function crc16(bytes: Uint8Array): Uint8Array {
  let state = 0;
  for (const byte of bytes) {
    state ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      state = (state & 0x8000 ? (state << 1) ^ 0x1021 : state << 1) & 0xffff;
  }
  return Uint8Array.of(state >> 8, state & 0xff);
}
