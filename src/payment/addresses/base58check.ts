import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';

/** 25 bytes take 25 to 35 characters; a private key (WIF) takes 51 or 52. */
const FORM = /^[1-9A-HJ-NP-Za-km-z]{25,35}$/;
const VERSION_AND_HASH_BYTES = 21;
const CHECKSUM_BYTES = 4;

/** One version byte and a 20-byte hash. */
export type Base58Check =
  | { readonly version: number; readonly hash: Uint8Array }
  | { readonly fault: 'form' | 'checksum' };

/** Parses base58 with the first four bytes of a double SHA-256 at the end (Bitcoin, Litecoin and TRON). */
export function parseBase58Check(text: string): Base58Check {
  if (!FORM.test(text)) return { fault: 'form' };
  const bytes = base58.decode(text);
  if (bytes.length !== VERSION_AND_HASH_BYTES + CHECKSUM_BYTES) return { fault: 'form' };
  const payload = bytes.subarray(0, VERSION_AND_HASH_BYTES);
  const checksum = sha256(sha256(payload));
  const fits = bytes.subarray(VERSION_AND_HASH_BYTES).every((byte, index) => byte === checksum[index]);
  const [version] = payload;
  if (!fits || version === undefined) return { fault: 'checksum' };
  return { version, hash: payload.subarray(1) };
}
