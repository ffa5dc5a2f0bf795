import { bech32, bech32m } from '@scure/base';

/** Bech32 has a single case, and its 32 characters lack `1`, `b`, `i` and `o` (BIP 173). */
const LOWER_CASE = /^[a-z]+1[02-9ac-hj-np-z]{6,}$/;
const UPPER_CASE = /^[A-Z]+1[02-9AC-HJ-NP-Z]{6,}$/;

export type Segwit =
  | { readonly prefix: string; readonly program: Uint8Array }
  | { readonly fault: 'form' | 'checksum' | 'witness_version' };

/**
 * Parses a SegWit address: version 0 in bech32 (BIP 173), version 1 in bech32m (BIP 350). Rejects versions and lengths
 * without a spending rule, including those that BIP 350 reserves.
 */
export function readSegwit(text: string): Segwit {
  if (!LOWER_CASE.test(text) && !UPPER_CASE.test(text)) return { fault: 'form' };
  const first = bech32.decodeUnsafe(text);
  const decoded = first ?? bech32m.decodeUnsafe(text);
  if (!decoded) return { fault: 'checksum' };
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (version === undefined || version > 16 || !program) return { fault: 'form' };
  if ((version === 0) !== (first !== undefined)) return { fault: 'checksum' };
  const fault = programFault(version, program.length);
  return fault === null ? { prefix: decoded.prefix, program } : { fault };
}

/** BIP 141: 2 to 40 bytes; version 0 has 20 or 32. BIP 341: version 1 is spendable with 32 only. */
function programFault(version: number, length: number): 'form' | 'witness_version' | null {
  if (length < 2 || length > 40) return 'form';
  if (version === 0) return length === 20 || length === 32 ? null : 'form';
  return version === 1 && length === 32 ? null : 'witness_version';
}
