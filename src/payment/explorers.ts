import type { NetworkKey } from './currencies.js';
import { EXPLORERS } from './tables/explorers.js';

/** Hex, base58, base64 and bech32 as they are; nothing else may steer a link. */
const IDENTIFIER = /^[\w+/=-]{1,128}$/;

function link(prefix: string, identifier: string): string | null {
  return IDENTIFIER.test(identifier) ? prefix + encodeURIComponent(identifier) : null;
}

/**
 * Where a transaction can be looked at; `null` when the text is no identifier of one. The explorer is a third
 * party and learns who looks at what: let the payer decide, and send no referrer.
 */
export function transactionUrl(network: NetworkKey, transaction: string): string | null {
  return link(EXPLORERS[network][0], transaction);
}

/** Where an address can be looked at, as for `transactionUrl`. */
export function addressUrl(network: NetworkKey, address: string): string | null {
  return link(EXPLORERS[network][1], address);
}
