import { isZeroAmount } from '../../payment/index.js';
import type { Invoice } from '../../service/index.js';
import { matchesAmount } from './verify-invoice.js';
import type { CreationIntent } from './record.js';
import { MINUTE_MS } from '../base/time.js';

/** The service's clock and ours may differ by so much. */
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;
/** Clocks that are kept right differ by less: what seems to be older than the intent by more may really be older. */
const SMALL_DIFFERENCE_MS = MINUTE_MS;

/**
 * Those that carry the intent's `order_id` and can be what was asked for. The `order_id` alone proves little: it is the
 * shop's number, which another system on the same account, or an earlier life of this one, may have used as well. So
 * the invoice must not be known as anything but an incoming payment, not have been made before it was intended, and
 * belong to no other order.
 * @param known the ids of the invoices that the store holds already
 * @param aheadMs how far our clock is ahead of that of the service
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
      // Short forms leave the type out, which says nothing.
      (invoice.type ?? 'up') === 'up' &&
      !known.has(invoice.id) &&
      (invoice.createdAtMs === null || invoice.createdAtMs >= earliestMs),
  );
}

/** Of the candidates, those in the currency and for the amount of the intent. */
export function matches(
  invoices: readonly Invoice[],
  { currency, price }: CreationIntent,
): readonly Invoice[] {
  return invoices.filter((invoice) => invoice.currency?.code === currency && matchesAmount(invoice, price));
}

/**
 * Tells why a match may be another system's, `null` where nothing speaks for that. An invoice whose creation nobody has
 * heard of is unpaid, since nobody was told its address; it is the only one under its number, and was made after it was
 * asked for.
 * @param candidates all that carry the number, the match among them
 * @param aheadMs how far our clock is ahead of that of the service
 */
export function doubtAbout(
  match: Invoice,
  { intendedAtMs }: CreationIntent,
  candidates: readonly Invoice[],
  aheadMs: number,
): string | null {
  if (candidates.length > 1) return 'it is not the only one with the number of the order';
  if (isFunded(match)) return 'it has money, and nobody was told its address';
  if (match.createdAtMs === null) return 'the service does not say when it was made';
  // How long after it says little: our clock may have been behind by hours.
  const isInTime = match.createdAtMs >= intendedAtMs - aheadMs - SMALL_DIFFERENCE_MS;
  return isInTime ? null : 'it seems to be older than the wish for it';
}

function isFunded({ status, transactions, amountPaid }: Invoice): boolean {
  if (status !== 'created' && status !== 'canceled') return true;
  return transactions.length > 0 || (amountPaid !== null && !isZeroAmount(amountPaid));
}
