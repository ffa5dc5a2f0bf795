import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AddressResult } from './address-result.js';

const FORM = /^0x[\da-fA-F]{40}$/;
const ONE_LETTER_CASE = /^0x(?:[\da-f]{40}|[\dA-F]{40})$/;

/**
 * Accounts without a key: zero, precompiled and system contracts with small numbers (Arbitrum's 0x64, BNB Smart Chain's
 * 0x1000, the burn address 0xdead), the OP Stack's predeploys 0x4200…, and 0xeeee… for the native coin (ERC-7528).
 */
const RESERVED = /^0x(?:0{32}|420{34}|e{40}$)/;

/** Parses `0x` and 40 hex digits. Mixed case is a checksum (EIP-55); a single case has none. */
export function parseEvm(text: string): AddressResult {
  if (!FORM.test(text)) return { fault: 'form' };
  const account = text.toLowerCase();
  if (!ONE_LETTER_CASE.test(text) && text !== withChecksum(account)) return { fault: 'checksum' };
  return { account, reserved: RESERVED.test(account) };
}

/** EIP-55: a letter is upper case where the Keccak-256 hash of the lower-case text has a digit of 8 or more. */
export function withChecksum(account: string): string {
  const digits = account.slice(2);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = [...digits].map((digit, at) => (hash.charAt(at) >= '8' ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}
