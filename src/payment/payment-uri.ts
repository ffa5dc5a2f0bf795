import type { CurrencyCode } from './currencies.js';
import { currencyOf } from './currencies.js';

/** One thing that a QR code may hold. `default` marks the one shown first. */
export interface QrPayload {
  readonly kind: 'address' | 'uri';
  readonly text: string;
  readonly default: boolean;
}

export interface Payee {
  readonly address: string;
  /** Exact decimal text in the coin's own unit. */
  readonly amount: string;
}

/**
 * The payment URI of a currency, or `null` where none is safe: most wallets misread the token forms.
 *
 * `bitcoin:` is BIP-321, `litecoin:` has the same shape. Keys and scheme stay in lower case, since readers of the
 * older BIP-21 drop `AMOUNT=`.
 */
export function paymentUri(code: CurrencyCode, { address, amount }: Payee): string | null {
  if (code !== 'BTC' && code !== 'LTC') return null;
  return `${currencyOf(code).network.key}:${address}?amount=${amount}`;
}

/** What the QR may hold: the bare address always, first of all the URI where a wallet that fails it rejects it. */
export function qrPayloads(code: CurrencyCode, payee: Payee): readonly QrPayload[] {
  const uri = paymentUri(code, payee);
  const address = { kind: 'address', text: payee.address } as const;
  if (uri === null) return [{ ...address, default: true }];
  return [
    { kind: 'uri', text: uri, default: true },
    { ...address, default: false },
  ];
}
