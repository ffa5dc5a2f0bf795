import type { CurrencyCode } from './currencies.js';
import { paymentUri } from './payment-uri.js';
import { hasAddressCharacters, type Payee } from './transfer.js';

/** A possible content of the QR code. `default` marks the one shown first. */
export interface QrPayload {
  readonly kind: 'address' | 'uri';
  readonly text: string;
  readonly default: boolean;
}

/**
 * Returns the unchanged address, and the payment URI if there is one. The address is first, since exchanges read nothing
 * else. For BTC and LTC the URI is first, since a wallet that cannot read it rejects it. Empty if the address has characters
 * that no address has. Does not check the address: see `validateAddress`.
 * @throws {CurrencyError} if `code` is not a payment currency
 * @throws {AmountError} if the amount is not a positive number, or has more decimals than the coin
 */
export function qrPayloads(code: CurrencyCode, payee: Payee): readonly QrPayload[] {
  const uri = paymentUri(code, payee);
  const [address] = addressPayloads(code, payee.address);
  if (!address) return [];
  if (uri === null) return [address];
  const isUriFirst = code === 'BTC' || code === 'LTC';
  const link = { kind: 'uri', text: uri, default: isUriFirst } as const;
  const bare = { ...address, default: !isUriFirst };
  return isUriFirst ? [link, bare] : [bare, link];
}

/** Returns the unchanged address, for any amount. Empty if it contains other characters than an address. */
export function addressPayloads(code: CurrencyCode, address: string): readonly QrPayload[] {
  return hasAddressCharacters(code, address) ? [{ kind: 'address', text: address, default: true }] : [];
}
