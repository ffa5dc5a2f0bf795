import type { Invoice } from '../../service/index.js';
import { isAmountOf } from './echo.js';
import type { IntendedInvoice } from '../checkouts/record.js';

const MINUTE_MS = 60_000;
/** The service's clock and ours may differ by so much. */
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;

/**
 * Those that carry the intent's `order_id` and can be what was asked for. The `order_id` alone proves little: it is the
 * shop's number, which another system on the same account, or an earlier life of this one, may have used as well. So
 * the invoice must be an incoming payment that was not made before it was intended, and that no other order has.
 * @param known the ids of the invoices that the store holds already
 */
export function candidates(
  listed: readonly Invoice[],
  { orderId, intendedAtMs }: IntendedInvoice,
  known: ReadonlySet<string>,
): readonly Invoice[] {
  return listed.filter(
    (invoice) =>
      invoice.orderId === orderId &&
      invoice.type === 'up' &&
      !known.has(invoice.id) &&
      (invoice.createdAtMs === null || invoice.createdAtMs >= intendedAtMs - CLOCK_DIFFERENCE_MS),
  );
}

/**
 * Of the candidates, those in the currency and for the amount of the intent, the best one first: one with money, then
 * one that can still be paid. There is more than one only when somebody else has used the number.
 */
export function matches(
  invoices: readonly Invoice[],
  { currency, price }: IntendedInvoice,
): readonly Invoice[] {
  return invoices
    .filter((invoice) => invoice.currency?.code === currency && isAmountOf(invoice, price))
    .toSorted((a, b) => rank(b) - rank(a) || (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0));
}

function rank({ status, transactions }: Invoice): number {
  if (transactions.length > 0 || (status !== 'created' && status !== 'canceled')) return 2;
  return status === 'created' ? 1 : 0;
}
