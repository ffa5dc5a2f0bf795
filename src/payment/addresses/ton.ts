import { base64url } from '@scure/base';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { AddressResult } from './address-result.js';

/** Either alphabet of base64, not a mixture. */
const FORM = /^(?:[\w-]{48}|[A-Za-z\d+/]{48})$/;
const BOUNCEABLE = 0x11;
const NON_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;
const CHECKED_BYTES = 34;
/** The workchain is a signed byte: the base chain, or the masterchain, which may hold wallets too. */
const WORKCHAINS: Readonly<Record<number, string>> = { 0x00: '0', 0xff: '-1' };
/** Zero, and the election and configuration contracts of the masterchain. */
const RESERVED = /^(?:0:0{64}|-1:(?:0{64}|3{64}|5{64}))$/;

/**
 * Parses the user-friendly form of TEP-2: flags, workchain, 32 bytes, CRC-16. Rejects the raw form (`0:` and hex), which
 * has no checksum and which wallets do not send to (TON documents, "Addresses workflow").
 */
export function parseTon(text: string): AddressResult {
  if (!FORM.test(text)) return { fault: 'form' };
  const bytes = base64url.decode(text.replaceAll('+', '-').replaceAll('/', '_'));
  if (crc16(bytes) !== 0) return { fault: 'checksum' };
  const [flags = 0, workchainByte = 0] = bytes;
  if (flags === (BOUNCEABLE | TEST_ONLY) || flags === (NON_BOUNCEABLE | TEST_ONLY))
    return { fault: 'testnet' };
  if (flags !== BOUNCEABLE && flags !== NON_BOUNCEABLE) return { fault: 'form' };
  const workchain = WORKCHAINS[workchainByte];
  if (workchain === undefined) return { fault: 'network' };
  const account = `${workchain}:${bytesToHex(bytes.subarray(2, CHECKED_BYTES))}`;
  return { account, reserved: RESERVED.test(account) };
}

/** CRC-16/XMODEM: zero for data followed by its checksum. */
export function crc16(bytes: readonly number[] | Uint8Array): number {
  let state = 0;
  for (const byte of bytes) {
    state ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      state = ((state & 0x8000) === 0 ? state << 1 : (state << 1) ^ 0x1021) & 0xffff;
    }
  }
  return state;
}
