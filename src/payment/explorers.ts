import type { NetworkKey } from './currencies.js';
import { EXPLORERS } from './tables/explorers.js';

/** Hex, base58, base64 and bech32. Other text could change the link. */
const IDENTIFIER = /^[\w+/=-]{1,128}$/;

function link(prefix: string, identifier: string): string | null {
  return IDENTIFIER.test(identifier) ? prefix + encodeURIComponent(identifier) : null;
}

/**
 * Returns the URL of a transaction in a block explorer, or `null` if the text is not an identifier. The explorer is a third
 * party that learns who views which transaction: let the payer decide, and send no referrer.
 */
export function transactionUrl(network: NetworkKey, transaction: string): string | null {
  return link(EXPLORERS[network][0], transaction);
}

/** As `transactionUrl`, for an address. */
export function addressUrl(network: NetworkKey, address: string): string | null {
  return link(EXPLORERS[network][1], address);
}
