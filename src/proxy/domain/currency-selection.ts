import type { CurrencyCode } from '../../payment/index.js';
import { intentFor, type PresentTime } from './intent.js';
import { withoutPendingCancellations } from './cancellation.js';
import { hasPayment } from './payment-status.js';
import { EMAIL } from './order.js';
import { emailOf, liveInvoice, withInvoice, type CheckoutRecord, type InvoiceRecord } from './record.js';
import { MINUTE_MS } from '../base/time.js';
import { PAID_STATES } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { settlementOf } from './settlement.js';

/** The payer's choice. */
export interface CurrencySelection {
  readonly currency: CurrencyCode;
  readonly email: string | null;
  readonly lifetime?: 'longest' | null;
  /** The id of an invoice that the payer wants a new quote for. */
  readonly replaces?: string | null;
  /** See `claimHashOf`. */
  readonly claimHash?: string | null;
}

/** A minute more than the page's `NEAR_DEADLINE_S` (`crypto-countdown/time-left.ts`): clocks differ, and requests take time. */
const RENEWAL_MS = 3 * MINUTE_MS;

/** Returns why this selection is not allowed now, `undefined` if it is. */
export function selectionProblem(
  checkout: CheckoutRecord,
  choice: CurrencySelection,
  offers: readonly CurrencyCode[],
  nowMs: number,
): ProblemError | undefined {
  if (!offers.includes(choice.currency)) return new ProblemError('currency_not_offered');
  if (choice.email !== null && !EMAIL.test(choice.email))
    return new ProblemError('invalid_request', 'email is not an email address');
  const { state, invoice: settled } = settlementOf(checkout).status;
  if (PAID_STATES.has(state)) return new ProblemError('checkout_closed');
  const invoice = settled?.invoice ?? null;
  const isSeen = invoice !== null && hasPayment(invoice.money);
  const isSame = isSeen && invoice.isLive && invoice.currency === choice.currency;
  if (isSeen && !isSame) return new ProblemError('payment_in_progress');
  const { quotableUntilMs } = checkout;
  const isOutdated = quotableUntilMs !== null && nowMs >= quotableUntilMs;
  if (isOutdated && needsInvoice(checkout, choice, nowMs)) return new ProblemError('new_link_required');
  const lacksEmail = checkout.order.emailRequired && emailOf(withEmail(checkout, choice)) === null;
  return lacksEmail ? new ProblemError('email_required') : undefined;
}

/** Whether this selection creates an invoice instead of reusing one. */
export function needsInvoice(checkout: CheckoutRecord, choice: CurrencySelection, nowMs: number): boolean {
  const live = liveInvoice(checkout, choice.currency);
  return !live || isOver(live, choice, nowMs);
}

/** Stores the email from the page, unless the shop has set one: anyone with the link may send any email. */
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
  choice: CurrencySelection,
  time: PresentTime,
): CheckoutRecord {
  const { currency } = choice;
  const checkout = withEmail(withoutPendingCancellations(record), choice);
  const live = liveInvoice(checkout, currency);
  if (live && !isOver(live, choice, time.nowMs))
    return checkout.current === live.sequence ? checkout : { ...checkout, current: live.sequence };
  const cleared = live ? withInvoice(checkout, { ...live, isLive: false }) : checkout;
  const intent = intentFor(checkout, currency, time, choice.claimHash ?? null);
  return { ...withInvoice(cleared, intent), current: intent.sequence };
}

/** Whether a new invoice takes its place: after the deadline, or shortly before it if the payer asks for that. */
function isOver(invoice: InvoiceRecord, { replaces }: CurrencySelection, nowMs: number): boolean {
  if (invoice.stage === 'intended' || hasPayment(invoice.money) || invoice.expiresAtMs === null) return false;
  return nowMs >= invoice.expiresAtMs - (replaces === invoice.serviceId ? RENEWAL_MS : 0);
}
