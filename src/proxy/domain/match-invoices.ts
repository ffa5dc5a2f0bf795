import { isZeroAmount } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import { matchesAmount } from './verify-invoice.js';
import type { CreationIntent } from './record.js';
import { MINUTE_MS } from '../base/time.js';

/** Assumed maximum difference between the service's clock and the proxy's. */
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;
/** Synchronized clocks differ by less: an invoice that precedes its intent by more may really be older. */
const SMALL_DIFFERENCE_MS = MINUTE_MS;

/**
 * Returns the invoices that carry the intent's `order_id` and may result from its create call. The `order_id` alone
 * proves little: another system on the account, or this one with an earlier store, may have used the same number. So the
 * invoice must be an incoming payment (or of unknown type), not older than the intent, and not in the store.
 * @param known ids of the invoices in the store
 * @param aheadMs how far the proxy's clock is ahead of the service's
 */
export function candidates(
  listed: readonly Invoice[],
  { orderId, intendedAtMs }: CreationIntent,
  known: ReadonlySet<string>,
  aheadMs: number,
): readonly Invoice[] {
  const earliestMs = intendedAtMs - aheadMs - CLOCK_DIFFERENCE_MS;
  return listed.filter(
    (invoice) =>
      invoice.orderId === orderId &&
      // Short forms omit the type.
      (invoice.type ?? 'up') === 'up' &&
      !known.has(invoice.id) &&
      (invoice.createdAtMs === null || invoice.createdAtMs >= earliestMs),
  );
}

/** Returns the candidates with the currency and price of the intent. */
export function matchingInvoices(
  invoices: readonly Invoice[],
  { currency, price }: CreationIntent,
): readonly Invoice[] {
  return invoices.filter((invoice) => invoice.currency?.code === currency && matchesAmount(invoice, price));
}

/**
 * Returns why a match may belong to another system, `null` if there is no doubt. The invoice of a lost response is unpaid,
 * since no payer received its address. It is the only one under its `order_id`, and was created after its intent.
 * @param candidates all invoices with the `order_id`, including the match
 * @param aheadMs how far the proxy's clock is ahead of the service's
 */
export function doubtAbout(
  match: Invoice,
  { intendedAtMs }: CreationIntent,
  candidates: readonly Invoice[],
  aheadMs: number,
): string | null {
  if (candidates.length > 1) return 'several invoices have this order_id';
  if (isFunded(match)) return 'invoice is paid, but its address was never displayed';
  if (match.createdAtMs === null) return 'creation time is unknown';
  // There is no upper limit: the proxy's clock may have been behind by hours.
  const isInTime = match.createdAtMs >= intendedAtMs - aheadMs - SMALL_DIFFERENCE_MS;
  return isInTime ? null : 'invoice is older than its intent';
}

function isFunded({ status, transactions, amountPaid }: Invoice): boolean {
  if (status !== 'created' && status !== 'canceled') return true;
  return transactions.length > 0 || (amountPaid !== null && !isZeroAmount(amountPaid));
}
