import type { MerchantInvoice, MerchantPaymentDetails } from '../../protocol/index.js';
import { PAID_STATES } from '../../protocol/index.js';
import type { Tone } from '../../elements/parts/tone.js';
import type { Pending } from '../parts/decision.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { isUnanswered } from '../parts/refund-requests.js';
import { isZeroAmount } from '../../payment/index.js';

interface HistoryEntry {
  readonly at: string;
  readonly text: string;
  readonly tone: Tone;
}

/** Returns the name of an invoice's state. */
export function invoiceState({ state, late, received }: MerchantInvoice, text: MerchantLocalize): string {
  if (state === 'intended' || state === 'made' || state === 'rejected')
    return text.t.details.invoiceStates[state];
  if (late) return text.m.badge.late;
  return text.m.badge[state === 'expired' && !isZeroAmount(received) ? 'expired_partial' : state];
}

function toneOf({ state, received }: MerchantInvoice): Tone {
  if (state === 'paid' || state === 'overpaid') return 'success';
  return isZeroAmount(received) ? 'neutral' : 'warning';
}

/** Returns what has happened, oldest first. */
export function historyOf(payment: MerchantPaymentDetails, text: MerchantLocalize): readonly HistoryEntry[] {
  const { details, decide } = text.t;
  const entries: HistoryEntry[] = [{ at: payment.createdAt, text: details.opened, tone: 'neutral' }];
  for (const invoice of payment.invoices) {
    const { createdAt, finishedAt } = invoice;
    if (createdAt !== null)
      entries.push({ at: createdAt, text: details.chosen(text.coin(invoice.currency)), tone: 'neutral' });
    if (finishedAt !== null)
      entries.push({
        at: finishedAt,
        text: details.became(invoiceState(invoice, text)),
        tone: toneOf(invoice),
      });
  }
  for (const { at, decision } of payment.decisions)
    entries.push({ at, text: decide[decision](payment.order.id), tone: 'neutral' });
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Returns the pending decisions about a payment. */
export function pendingOf(payment: MerchantPaymentDetails): readonly Pending[] {
  if (!payment.needsAttention) return [];
  const isDecided = (invoice: number, about: Pending['about']) =>
    payment.decisions.some((decision) => decision.invoice === invoice && decision.about === about);
  return payment.invoices.flatMap((invoice) => {
    const { number, owed, late, reason, reviewReasons } = invoice;
    const isRequested = payment.refunds.some((one) => one.invoice === number && isUnanswered(one));
    const base = { checkout: payment.id, orderId: payment.order.id, invoice: number, isRequested };
    const isPaidOtherwise = reason === 'surplus' || reason === 'duplicate' || PAID_STATES.has(payment.state);
    return [
      ...(owed === null || isZeroAmount(owed)
        ? []
        : [{ ...base, about: 'unapplied' as const, amount: owed, canAccept: !isPaidOtherwise }]),
      ...(late && !isDecided(number, 'late')
        ? [{ ...base, about: 'late' as const, amount: '0', canAccept: true }]
        : []),
      ...reviewReasons
        .filter((about) => !isDecided(number, about))
        .map((about) => ({ ...base, about, amount: '0', canAccept: false, isRequested: false })),
    ];
  });
}
