// Derived accounts of Solana: where an owner's tokens are, and which accounts can have a key at all.
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

const KEY_BYTES = 32;

/** Returns the 32 bytes of a key or of a blockhash, or `null` if the text has another form. */
export function solanaBytes(text: string): Uint8Array | null {
  // Base58 takes quadratic time, and 32 bytes have at most 44 characters.
  const bytes = text.length <= 44 && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) ? base58.decode(text) : null;
  return bytes?.length === KEY_BYTES ? bytes : null;
}

/** Writes bytes in base58, as Solana shows keys and signatures. */
export function solanaText(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

const P = 2n ** 255n - 19n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let rest = exponent, square = base % P; rest > 0n; rest >>= 1n, square = (square * square) % P)
    if ((rest & 1n) === 1n) result = (result * square) % P;
  return result;
}

const D = ((P - 121_665n) * power(121_666n, P - 2n)) % P;

/**
 * Returns whether 32 bytes are a point of Ed25519 (RFC 8032 §5.1.3), as every public key is. Accounts of programs, such as
 * those that hold tokens, are deliberately not points.
 */
export function isOnCurve(key: Uint8Array): boolean {
  const y = key.reduceRight((sum, byte, at) => (sum << 8n) | BigInt(at === 31 ? byte & 0x7f : byte), 0n) % P;
  const square = (y * y) % P;
  // x² = (y² - 1) / (d·y² + 1) has a root if the product of both is a square (Euler's criterion).
  const product = ((square + P - 1n) * (D * square + 1n)) % P;
  return product === 0n || power(product, (P - 1n) / 2n) === 1n;
}

/** Returns the account in which a token program keeps an owner's tokens of a mint, by default. */
export function associatedAccount(
  owner: Uint8Array,
  mint: Uint8Array,
  programs: { readonly token: Uint8Array; readonly associated: Uint8Array },
): Uint8Array {
  const marker = utf8ToBytes('ProgramDerivedAddress');
  for (let bump = 255; bump >= 0; bump -= 1) {
    const seeds = concatBytes(owner, programs.token, mint, Uint8Array.of(bump));
    const account = sha256(concatBytes(seeds, programs.associated, marker));
    if (!isOnCurve(account)) return account;
  }
  throw new Error('No account can be derived. Check owner and mint.');
}
