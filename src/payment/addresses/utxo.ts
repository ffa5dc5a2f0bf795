import { readBase58Check } from './base58check.js';
import type { AddressReader, AddressResult } from './address-result.js';
import { readSegwit } from './segwit.js';

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
export const readBitcoin = readerOf({ prefix: 'bc', versions: [0x00, 0x05] });

/**
 * Litecoin Core, chainparams: L, M, ltc1, and the old 3, which Litecoin still accepts although Bitcoin uses it too.
 * `ltcmweb` addresses are rejected, since exchanges cannot pay them.
 */
export const readLitecoin = readerOf({ prefix: 'ltc', versions: [0x30, 0x32, 0x05] });

function readerOf(chain: Chain): AddressReader {
  return (text) => (SEGWIT.test(text) ? ofSegwit(text, chain) : ofBase58(text, chain));
}

function ofSegwit(text: string, chain: Chain): AddressResult {
  const read = readSegwit(text);
  if ('fault' in read) return read;
  if (TEST_PREFIXES.includes(read.prefix)) return { fault: 'testnet' };
  if (read.prefix !== chain.prefix) return { fault: 'network' };
  return { account: text.toLowerCase(), reserved: isZero(read.program) };
}

function ofBase58(text: string, chain: Chain): AddressResult {
  const read = readBase58Check(text);
  if ('fault' in read) return read;
  if (TEST_VERSIONS.includes(read.version)) return { fault: 'testnet' };
  if (!chain.versions.includes(read.version)) return { fault: 'network' };
  return { account: text, reserved: isZero(read.hash) };
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
