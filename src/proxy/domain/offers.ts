import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import {
  type CheckoutRecord,
  type Price,
  emailOf,
  liveInvoice,
  withInvoice,
  type InvoiceRecord,
} from './record.js';
import { intentFor } from './creation.js';
import { withoutPendingCancellations } from './cancellation.js';
import { hasPayment } from './merge-status-reports.js';
import { EMAIL } from '../../protocol/email.js';
import { INVALID_EMAIL } from './order.js';
import type { PresentTime } from '../base/clock.js';
import { MINUTE_MS } from '../base/time.js';
import { ProblemError } from '../base/problem-error.js';
import { acceptsNoPayment, isFunded, ledgerOf } from './settlement.js';

export interface OfferSettings {
  readonly offers: readonly CurrencyCode[];
  /** Currencies that the service has refused for this price. */
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

/** A currency that the payer selects. */
export interface CurrencySelection {
  readonly currency: CurrencyCode;
  /** The payer's email address, as entered on the page. */
  readonly email: string | null;
  /** See `lifetimeOf`. */
  readonly lifetime?: 'longest' | null;
  /** The id of an invoice that the payer wants a new quote for. */
  readonly replaces?: string | null;
}

/**
 * An invoice can be replaced this long before its deadline. A minute longer than the page's `NEAR_DEADLINE_S`
 * (`crypto-countdown/time-left.ts`): clocks differ, and requests take time.
 */
const RENEWAL_MS = 3 * MINUTE_MS;

/** Returns the problem of a selection that is not allowed now; `undefined` if it is allowed. */
export function selectionProblem(
  checkout: CheckoutRecord,
  selection: CurrencySelection,
  offers: readonly CurrencyCode[],
  time: PresentTime,
): ProblemError | undefined {
  if (!offers.includes(selection.currency)) return new ProblemError('currency_not_offered');
  if (selection.email !== null && !EMAIL.test(selection.email))
    return new ProblemError('invalid_request', INVALID_EMAIL);
  const ledger = ledgerOf(checkout);
  if (acceptsNoPayment(checkout, ledger)) return new ProblemError('checkout_closed');
  const settled = ledger.status.invoice;
  const paid = settled && isFunded(settled) ? settled.invoice : null;
  const isSame = paid?.isLive === true && paid.currency === selection.currency;
  if (paid && !isSame) return new ProblemError('payment_in_progress');
  const { quotableUntilMs } = checkout;
  const isOutdated = quotableUntilMs !== null && time.nowMs >= quotableUntilMs;
  if (isOutdated && needsInvoice(checkout, selection, time)) return new ProblemError('new_link_required');
  const lacksEmail = checkout.order.emailRequired && emailOf(withEmail(checkout, selection)) === null;
  return lacksEmail ? new ProblemError('email_required') : undefined;
}

/** Whether this selection creates an invoice instead of reusing one. */
export function needsInvoice(
  checkout: CheckoutRecord,
  selection: CurrencySelection,
  time: PresentTime,
): boolean {
  const live = liveInvoice(checkout, selection.currency);
  return !live || isReplaceable(live, selection, time);
}

/** Stores the email address from the page, unless the shop has set one: anyone with the link can send any address. */
function withEmail(checkout: CheckoutRecord, { email }: CurrencySelection): CheckoutRecord {
  const isKept = email === null || email === checkout.email || checkout.order.email !== null;
  return isKept ? checkout : { ...checkout, email };
}

/**
 * Returns the checkout with this currency selected: with its live invoice, or with an intent to create one. An expired
 * invoice without a payment is replaced by a new quote. Selecting a currency drops a pending cancellation.
 */
export function withSelection(
  record: CheckoutRecord,
  selection: CurrencySelection,
  time: PresentTime,
): CheckoutRecord {
  const { currency } = selection;
  const checkout = withEmail(withoutPendingCancellations(record), selection);
  const live = liveInvoice(checkout, currency);
  if (live && !isReplaceable(live, selection, time))
    return checkout.current === live.sequence ? checkout : { ...checkout, current: live.sequence };
  const cleared = live ? withInvoice(checkout, { ...live, isLive: false }) : checkout;
  const intent = intentFor(checkout, currency, time);
  return { ...withInvoice(cleared, intent), current: intent.sequence };
}

/** Whether a new invoice replaces this one: after the deadline, or shortly before it if the payer requests a new quote. */
function isReplaceable(
  invoice: InvoiceRecord,
  { replaces }: CurrencySelection,
  { serviceNowMs }: PresentTime,
): boolean {
  if (invoice.stage === 'creating' || hasPayment(invoice.money) || invoice.expiresAtMs === null) return false;
  return serviceNowMs >= invoice.expiresAtMs - (replaces === invoice.serviceId ? RENEWAL_MS : 0);
}
