import type { CurrencyCode } from './currencies.js';
import { paymentUri } from './payment-uri.js';
import type { Payee } from './transfer.js';
import { hasAddressLetters } from './transfer.js';

/** One thing that a QR code may hold. `default` marks the one shown first. */
export interface QrPayload {
  readonly kind: 'address' | 'uri';
  readonly text: string;
  readonly default: boolean;
}

/**
 * The payloads that the QR code may hold: the bare address, to the letter, and the payment URI where there is one. The
 * address is shown first, since exchanges read nothing else; the URI only of BTC and LTC, where a wallet
 * that cannot read it refuses it. Nothing at all of an address that is not made of an address's letters.
 * @throws {CurrencyError} when `code` is not one of the payment currencies
 * @throws {AmountError} when the amount is not a positive decimal number, or finer than the coin
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

/**
 * The bare address alone, to the letter, for any amount. Nothing where it is not made of an address's letters.
 */
export function addressPayloads(code: CurrencyCode, address: string): readonly QrPayload[] {
  return hasAddressLetters(code, address) ? [{ kind: 'address', text: address, default: true }] : [];
}
