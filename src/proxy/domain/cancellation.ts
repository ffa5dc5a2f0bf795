import { hasPayment } from './payment-status.js';
import type { CheckoutRecord, InvoiceRecord, CreatedInvoiceRecord, DisplayedInvoice } from './record.js';
import { findInvoice, withInvoice } from './record.js';
import { settlementOf } from './settlement.js';
import { ProblemError } from '../base/problem-error.js';

export type Cancelable = CreatedInvoiceRecord | DisplayedInvoice;

/** @throws {ProblemError} when the order is paid, or money was seen */
export function checkMayCancel(checkout: CheckoutRecord): void {
  const { state, invoice: settled } = settlementOf(checkout).standing;
  if (state === 'paid' || state === 'overpaid') throw new ProblemError('checkout_closed');
  if (settled && hasPayment(settled.invoice.money)) throw new ProblemError('payment_in_progress');
}

/** Can the service still be asked? */
export function isCancelable(invoice: InvoiceRecord): invoice is Cancelable {
  if (invoice.stage === 'intended' || invoice.stage === 'rejected') return false;
  return !invoice.money.isClosed && !hasPayment(invoice.money);
}

export function withCanceled(record: CheckoutRecord, sequence: number): CheckoutRecord {
  const invoice = made(record, sequence);
  if (!invoice) return record;
  const money = { ...invoice.money, isClosed: true };
  const ended = { isLive: false, isCancelAsked: true, nextCancelAtMs: null, money };
  return withInvoice(record, { ...invoice, ...ended });
}

/** It is not going to be cancelled, unless it is already: perhaps by us, and the answer was lost. */
export function withoutPendingCancellation(record: CheckoutRecord, sequence: number): CheckoutRecord {
  const invoice = made(record, sequence);
  if (!invoice) return record;
  const isCancelAsked = invoice.isCancelAsked && invoice.money.isClosed;
  return withInvoice(record, { ...invoice, isCancelAsked, nextCancelAtMs: null });
}

/** Who chooses again wants to pay: what the service was not asked for yet is not wished any more. */
export function withoutPendingCancellations(checkout: CheckoutRecord): CheckoutRecord {
  return checkout.invoices.reduce((rest, invoice) => {
    if (invoice.stage === 'intended')
      return invoice.isCancelAsked ? withInvoice(rest, { ...invoice, isCancelAsked: false }) : rest;
    return invoice.nextCancelAtMs === null
      ? rest
      : withInvoice(rest, { ...invoice, isCancelAsked: false, nextCancelAtMs: null });
  }, checkout);
}

function made(record: CheckoutRecord, sequence: number): CreatedInvoiceRecord | DisplayedInvoice | null {
  const invoice = findInvoice(record, sequence);
  return invoice && invoice.stage !== 'intended' ? invoice : null;
}
