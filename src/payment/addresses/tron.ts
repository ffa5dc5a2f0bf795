import { parseBase58Check } from './base58check.js';
import type { AddressResult } from './address-result.js';

const MAINNET_VERSION = 0x41;
/** Zero and the precompiled contracts begin with sixteen zero bytes. */
const LEADING_ZERO_BYTES = 16;
/** The burn account of the genesis block. */
const BLACK_HOLE = 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy';

/** Parses base58check with version 0x41 (TRON protocol document, "Address format"). Rejects hex: it has no checksum. */
export function parseTron(text: string): AddressResult {
  const parsed = parseBase58Check(text);
  if ('fault' in parsed) return parsed;
  if (parsed.version !== MAINNET_VERSION) return { fault: 'network' };
  const isSmall = parsed.hash.subarray(0, LEADING_ZERO_BYTES).every((byte) => byte === 0);
  return { account: text, reserved: isSmall || text === BLACK_HOLE };
}
