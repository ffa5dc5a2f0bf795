import type { CurrencyCode } from '../../payment/index.js';
import { intentFor, type PresentTime } from './intent.js';
import { withoutPendingCancellations } from './cancellation.js';
import { hasPayment } from './payment-status.js';
import { EMAIL } from './order.js';
import { emailOf, liveInvoice, withInvoice, type CheckoutRecord, type InvoiceRecord } from './record.js';
import { PAID_STATES } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { settlementOf } from './settlement.js';

/** The payer's choice. */
export interface CurrencySelection {
  readonly currency: CurrencyCode;
  readonly email: string | null;
}

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
  if (isOutdated && needsInvoice(checkout, choice.currency, nowMs))
    return new ProblemError('new_link_required');
  const lacksEmail = checkout.order.emailRequired && emailOf(withEmail(checkout, choice)) === null;
  return lacksEmail ? new ProblemError('email_required') : undefined;
}

/** Whether this selection creates an invoice instead of reusing one. */
export function needsInvoice(checkout: CheckoutRecord, currency: CurrencyCode, nowMs: number): boolean {
  const live = liveInvoice(checkout, currency);
  return !live || isPastDeadline(live, nowMs);
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
  if (live && !isPastDeadline(live, time.nowMs))
    return checkout.current === live.sequence ? checkout : { ...checkout, current: live.sequence };
  const cleared = live ? withInvoice(checkout, { ...live, isLive: false }) : checkout;
  const intent = intentFor(checkout, currency, time);
  return { ...withInvoice(cleared, intent), current: intent.sequence };
}

function isPastDeadline(invoice: InvoiceRecord, nowMs: number): boolean {
  if (invoice.stage === 'intended' || hasPayment(invoice.money)) return false;
  return invoice.expiresAtMs !== null && nowMs >= invoice.expiresAtMs;
}
