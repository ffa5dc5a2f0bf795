import type { CurrencyCode } from '../../payment/index.js';
import { intentFor } from './intent.js';
import { withoutPendingCancellations } from './cancellation.js';
import { hasPayment } from './payment-status.js';
import { EMAIL } from './order.js';
import type { CheckoutRecord, InvoiceRecord } from './record.js';
import { emailOf, liveInvoice, withInvoice } from './record.js';
import { ProblemError } from '../base/problem-error.js';
import { settlementOf } from './settlement.js';

/** What the payer has chosen. */
export interface CurrencySelection {
  readonly currency: CurrencyCode;
  readonly email: string | null;
}

/** Why this choice may not be made now, if so. */
export function selectionProblem(
  checkout: CheckoutRecord,
  choice: CurrencySelection,
  offers: readonly CurrencyCode[],
  nowMs: number,
): ProblemError | undefined {
  if (!offers.includes(choice.currency)) return new ProblemError('currency_not_offered');
  if (choice.email !== null && !EMAIL.test(choice.email))
    return new ProblemError('invalid_request', 'email is not an address');
  const { state, invoice: settled } = settlementOf(checkout).standing;
  if (state === 'paid' || state === 'overpaid') return new ProblemError('checkout_closed');
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

/** Would this choice have an invoice made, or is there one? */
export function needsInvoice(checkout: CheckoutRecord, currency: CurrencyCode, nowMs: number): boolean {
  const live = liveInvoice(checkout, currency);
  return !live || isPastDeadline(live, nowMs);
}

/** Stores the email that the page sends, unless the shop has set one: any holder of the link may send any email. */
function withEmail(checkout: CheckoutRecord, { email }: CurrencySelection): CheckoutRecord {
  const isKept = email === null || email === checkout.email || checkout.order.email !== null;
  return isKept ? checkout : { ...checkout, email };
}

/**
 * The checkout with this currency chosen: its live invoice, or the intent to make one, stored before the service is
 * asked. An invoice past its deadline on which nothing was seen gives way to a new quote. Who gave up before has thought
 * better of it.
 */
export function withSelection(
  checkout: CheckoutRecord,
  choice: CurrencySelection,
  nowMs: number,
): CheckoutRecord {
  return withSelectedInvoice(
    withEmail(withoutPendingCancellations(checkout), choice),
    choice.currency,
    nowMs,
  );
}

function withSelectedInvoice(
  checkout: CheckoutRecord,
  currency: CurrencyCode,
  nowMs: number,
): CheckoutRecord {
  const live = liveInvoice(checkout, currency);
  if (live && !isPastDeadline(live, nowMs))
    return checkout.current === live.sequence ? checkout : { ...checkout, current: live.sequence };
  const cleared = live ? withInvoice(checkout, { ...live, isLive: false }) : checkout;
  const intent = intentFor(checkout, currency, nowMs);
  return { ...withInvoice(cleared, intent), current: intent.sequence };
}

function isPastDeadline(invoice: InvoiceRecord, nowMs: number): boolean {
  if (invoice.stage === 'intended' || hasPayment(invoice.money)) return false;
  return invoice.expiresAtMs !== null && nowMs >= invoice.expiresAtMs;
}
