import { html, type TemplateResult } from 'lit';
import type { MerchantInvoice, MerchantPaymentDetails } from '../../protocol/index.js';
import type { Tone } from '../../elements/parts/tone.js';
import { eventText } from '../parts/event-text.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { isZeroAmount } from '../../payment/index.js';
import { sentence } from '../../elements/parts/sentence.js';

interface HistoryEntry {
  readonly at: string;
  readonly text: string | TemplateResult;
  readonly tone: Tone;
}

/** Returns the name of an invoice's state. */
export function invoiceState({ state, late, received }: MerchantInvoice, localize: MerchantLocalize): string {
  if (state === 'creating' || state === 'created' || state === 'rejected')
    return localize.t.details.invoiceStates[state];
  if (late) return localize.m.badge.late;
  return localize.m.badge[state === 'expired' && !isZeroAmount(received) ? 'expired_partial' : state];
}

function toneOf({ state, received }: MerchantInvoice): Tone {
  if (state === 'paid' || state === 'overpaid') return 'success';
  return isZeroAmount(received) ? 'neutral' : 'warning';
}

/** Returns what has happened, oldest first. */
export function historyOf(
  payment: MerchantPaymentDetails,
  localize: MerchantLocalize,
): readonly HistoryEntry[] {
  const { details, decide } = localize.t;
  const entries: HistoryEntry[] = [{ at: payment.createdAt, text: details.opened, tone: 'neutral' }];
  for (const invoice of payment.invoices) {
    const { createdAt, finishedAt, price } = invoice;
    const chosen = details.chosen(localize.coin(invoice.currency));
    if (createdAt !== null)
      entries.push({
        at: createdAt,
        text: html`${chosen}${localize.comma}<bdi translate="no"
            >${localize.fiat(price.amount, price.currency)}</bdi
          >`,
        tone: 'neutral',
      });
    if (finishedAt !== null)
      entries.push({
        at: finishedAt,
        text: details.became(invoiceState(invoice, localize)),
        tone: toneOf(invoice),
      });
  }
  for (const { at, decision } of payment.decisions)
    entries.push({
      at,
      text: html`${sentence(decide[decision](payment.order.id), payment.order.id)}`,
      tone: 'neutral',
    });
  // An event reports money that arrives.
  for (const { type, status, createdAt } of payment.events)
    entries.push({
      at: createdAt,
      text: html`${eventText(type, localize)}${localize.comma}${details.eventStates[status]}`,
      tone: status === 'dead' ? 'warning' : 'neutral',
    });
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
