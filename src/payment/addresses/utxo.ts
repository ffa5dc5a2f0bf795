import { bech32, bech32m } from '@scure/base';
import { parseBase58Check } from './base58check.js';
import type { AddressParser, AddressResult } from './address-result.js';

interface Chain {
  readonly prefix: string;
  /** Version bytes of pay-to-public-key-hash and pay-to-script-hash. */
  readonly versions: readonly number[];
}

const SEGWIT = /^(?:bc|tb|bcrt|ltc|tltc|rltc)1/i;
const TEST_PREFIXES = ['tb', 'bcrt', 'tltc', 'rltc'];
/** Prefixes m or n, 2, and Litecoin's Q. */
const TEST_VERSIONS = [0x6f, 0xc4, 0x3a];

/** Bitcoin Core, chainparams: 1, 3 and bc1. */
export const parseBitcoin = parserOf({ prefix: 'bc', versions: [0x00, 0x05] });

/**
 * Litecoin Core, chainparams: L, M, ltc1, and the old 3, which Litecoin still accepts although Bitcoin uses it too.
 * `ltcmweb` addresses are rejected, since exchanges cannot pay them.
 */
export const parseLitecoin = parserOf({ prefix: 'ltc', versions: [0x30, 0x32, 0x05] });

function parserOf(chain: Chain): AddressParser {
  return (text) => (SEGWIT.test(text) ? ofSegwit(text, chain) : ofBase58(text, chain));
}

function ofSegwit(text: string, chain: Chain): AddressResult {
  const parsed = parseSegwit(text);
  if ('fault' in parsed) return parsed;
  if (TEST_PREFIXES.includes(parsed.prefix)) return { fault: 'testnet' };
  if (parsed.prefix !== chain.prefix) return { fault: 'network' };
  return { account: text.toLowerCase(), reserved: isZero(parsed.program) };
}

function ofBase58(text: string, chain: Chain): AddressResult {
  const parsed = parseBase58Check(text);
  if ('fault' in parsed) return parsed;
  if (TEST_VERSIONS.includes(parsed.version)) return { fault: 'testnet' };
  if (!chain.versions.includes(parsed.version)) return { fault: 'network' };
  return { account: text, reserved: isZero(parsed.hash) };
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** Bech32 has a single case, and its 32 characters lack `1`, `b`, `i` and `o` (BIP 173). */
const LOWER_CASE = /^[a-z]+1[02-9ac-hj-np-z]{6,}$/;
const UPPER_CASE = /^[A-Z]+1[02-9AC-HJ-NP-Z]{6,}$/;

type Segwit =
  | { readonly prefix: string; readonly program: Uint8Array }
  | { readonly fault: 'form' | 'checksum' | 'witness_version' };

/**
 * Parses a SegWit address: version 0 in bech32 (BIP 173), version 1 in bech32m (BIP 350). Rejects versions and lengths
 * without a spending rule, including those that BIP 350 reserves.
 */
function parseSegwit(text: string): Segwit {
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
