import { compareAmounts } from '../../payment/index.js';
import { hasPayment, latest } from './merge-status-reports.js';
import { isDisplayed, type CheckoutRecord, type Price } from './record.js';
import { MINUTE_MS } from '../base/time.js';
import { coversOrderPrice } from './settlement.js';
import type { IssuedOrder } from './shop-tokens.js';

/** An order that the client has access to. */
export interface ResolvedOrder extends Pick<IssuedOrder, 'terms' | 'issuedAtMs'> {
  /** Until when the token allows a new quote; `null` for an order from a resolver, which the proxy calls each time. */
  readonly expiresAtMs?: number | null;
  /** The reference for the shop's resolver; `null` for an order from a token. */
  readonly reference?: string | null;
}

type NewestPrice = Pick<CheckoutRecord, 'issuedAtMs'> & { readonly order: Price };

/** Longer than any call of a shop's resolver takes. */
const MAX_RESOLVER_MS = MINUTE_MS;

/**
 * Whether a newer price is known. With equal times, the higher price counts as newer. Only a concurrent call can outdate a
 * resolver's result. A greater difference comes from a clock that was ahead.
 */
export function isOutdated(
  { terms, issuedAtMs, reference = null }: ResolvedOrder,
  { issuedAtMs: newestMs, order }: NewestPrice,
): boolean {
  if (reference !== null && newestMs - issuedAtMs > MAX_RESOLVER_MS) return false;
  if (issuedAtMs !== newestMs) return issuedAtMs < newestMs;
  return terms.currency !== order.currency || compareAmounts(terms.amount, order.amount) < 0;
}

/** Whether the order and the checkout have the same price. */
export function isSamePrice({ terms }: ResolvedOrder, { order }: NewestPrice): boolean {
  return terms.currency === order.currency && compareAmounts(terms.amount, order.amount) === 0;
}

/**
 * Returns the checkout with the shop's current order. The newest price applies, even after a payment was detected. A paid order
 * keeps its price. Among several tokens with the newest price, the latest expiry applies.
 */
export function withCurrentPrice(record: CheckoutRecord, issued: ResolvedOrder): CheckoutRecord {
  const { terms, issuedAtMs, expiresAtMs = null, reference = null } = issued;
  const isSame = isSamePrice(issued, record);
  // The record of a paid order, and later its tombstone, must outlive every token.
  if (!isSame && record.paidBy !== null)
    return issuedAtMs > record.issuedAtMs ? { ...record, issuedAtMs } : record;
  const isKnown = isSame && record.reference === null && reference === null;
  const quotableUntilMs = isKnown ? latest(record.quotableUntilMs, expiresAtMs) : expiresAtMs;
  if (isOutdated(issued, record) || (isSame && issuedAtMs === record.issuedAtMs)) {
    return isKnown && quotableUntilMs !== record.quotableUntilMs ? { ...record, quotableUntilMs } : record;
  }
  const updated = { ...record, order: terms, issuedAtMs, quotableUntilMs, reference };
  if (isSame) return updated;
  // Invoices for another price stay payable and polled, but are no longer live. An invoice with a payment and a sufficient
  // price stays the current one.
  const fundedInvoice = record.invoices.find(
    (invoice) => isDisplayed(invoice) && hasPayment(invoice.money) && coversOrderPrice(invoice, updated),
  );
  const invoices = record.invoices.map((invoice) =>
    invoice.isLive && invoice !== fundedInvoice ? { ...invoice, isLive: false } : invoice,
  );
  return { ...updated, invoices, current: fundedInvoice?.sequence ?? null };
}
