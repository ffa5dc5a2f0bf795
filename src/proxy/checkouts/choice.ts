import type { CurrencyCode } from '../../payment/index.js';
import { intentFor } from '../creation/intent.js';
import { withoutWishes } from './cancellation.js';
import { isMoneySeen } from './merge.js';
import { EMAIL } from './orders.js';
import type { CheckoutRecord, InvoiceRecord } from './record.js';
import { liveInvoice, withInvoice } from './record.js';
import { Refusal } from '../refusal.js';
import { standingOf } from './state.js';

/** What the payer has chosen. */
export interface Choice {
  readonly currency: CurrencyCode;
  readonly email: string | null;
}

/** Why this choice may not be made now, if so. */
export function refusalOf(
  checkout: CheckoutRecord,
  choice: Choice,
  offers: readonly CurrencyCode[],
): Refusal | undefined {
  if (!offers.includes(choice.currency)) return new Refusal('currency_not_offered');
  if (choice.email !== null && !EMAIL.test(choice.email))
    return new Refusal('invalid_request', 'email is not an address');
  const { state, invoice } = standingOf(checkout);
  if (state === 'paid' || state === 'overpaid') return new Refusal('checkout_closed');
  const isSeen = invoice !== null && isMoneySeen(invoice.money);
  const isSame = isSeen && invoice.isLive && invoice.currency === choice.currency;
  if (isSeen && !isSame) return new Refusal('payment_in_progress');
  const lacksEmail = checkout.order.emailRequired && payerEmail(checkout, choice) === null;
  return lacksEmail ? new Refusal('email_required') : undefined;
}

/** Would this choice have an invoice made, or is there one? */
export function needsInvoice(checkout: CheckoutRecord, currency: CurrencyCode, nowMs: number): boolean {
  const live = liveInvoice(checkout, currency);
  return !live || isPastDeadline(live, nowMs);
}

/** The address of the payer: as just given, as given before, or as the shop knows it. */
export function payerEmail(checkout: CheckoutRecord, choice: Choice): string | null {
  return choice.email ?? checkout.email ?? checkout.order.email;
}

/**
 * The checkout with this currency chosen: its live invoice, or the intent to make one, stored before the service is
 * asked. An invoice past its deadline on which nothing was seen gives way to a new quote. Who gave up before has thought
 * better of it.
 */
export function withChoice(checkout: CheckoutRecord, choice: Choice, nowMs: number): CheckoutRecord {
  return chosen(withoutWishes(checkout), choice, nowMs);
}

function chosen(checkout: CheckoutRecord, choice: Choice, nowMs: number): CheckoutRecord {
  const live = liveInvoice(checkout, choice.currency);
  const email = choice.email ?? checkout.email;
  if (live && !isPastDeadline(live, nowMs)) {
    const isSame = checkout.current === live.sequence && checkout.email === email;
    return isSame ? checkout : { ...checkout, email, current: live.sequence };
  }
  const cleared = live ? withInvoice(checkout, { ...live, isLive: false }) : checkout;
  const intent = intentFor(checkout, choice.currency, nowMs);
  return { ...withInvoice(cleared, intent), email, current: intent.sequence };
}

function isPastDeadline(invoice: InvoiceRecord, nowMs: number): boolean {
  if (invoice.stage === 'intended' || isMoneySeen(invoice.money)) return false;
  return invoice.expiresAtMs !== null && nowMs >= invoice.expiresAtMs;
}
