import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import type { CheckoutRecord, Price } from './record.js';

export interface OfferSettings {
  readonly offers: readonly CurrencyCode[];
  /** Currencies that the service has refused at such a price. */
  readonly refused: { has(currency: CurrencyCode, price: Price): boolean };
}

/** Returns the currencies that a payer may select: those of the order that the proxy offers, or all of the proxy's. */
export function offersOf({ order }: CheckoutRecord, { offers }: OfferSettings): readonly CurrencyCode[] {
  return order.offers?.filter((code) => offers.includes(code)) ?? offers;
}

export function serializeOffers(record: CheckoutRecord, settings: OfferSettings): Checkout['offers'] {
  return offersOf(record, settings).map((code) =>
    settings.refused.has(code, record.order)
      ? { code, available: false, reason: 'service_refused' }
      : { code, available: true },
  );
}
