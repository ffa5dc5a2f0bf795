import { hasPayment } from './merge-status-reports.js';
import type { CheckoutRecord, InvoiceRecord, ExistingInvoice } from './record.js';
import { findInvoice, withInvoice } from './record.js';
import { acceptsNoPayment, isFunded, ledgerOf } from './settlement.js';
import { ProblemError } from '../base/problem-error.js';

/** Returns why a checkout cannot be canceled, `null` if it can: the order is paid, or a payment was detected. */
function cancelProblem(checkout: CheckoutRecord): 'checkout_closed' | 'payment_in_progress' | null {
  const ledger = ledgerOf(checkout);
  if (acceptsNoPayment(checkout, ledger)) return 'checkout_closed';
  const settled = ledger.status.invoice;
  return settled && isFunded(settled) ? 'payment_in_progress' : null;
}

/**
 * Checks that a checkout can be canceled.
 * @throws {ProblemError} `checkout_closed` if the order is paid, `payment_in_progress` if a payment was detected
 */
export function assertMayCancel(checkout: CheckoutRecord): void {
  const code = cancelProblem(checkout);
  if (code !== null) throw new ProblemError(code);
}

/** Whether the checkout has an invoice to cancel, and may be canceled. */
export function mayCancel(checkout: CheckoutRecord): boolean {
  const isOpen = (invoice: InvoiceRecord) => invoice.stage === 'creating' || isCancelable(invoice);
  return cancelProblem(checkout) === null && checkout.invoices.some(isOpen);
}

/** Whether the service can still cancel the invoice. */
export function isCancelable(invoice: InvoiceRecord): invoice is ExistingInvoice {
  if (invoice.stage === 'creating' || invoice.stage === 'rejected') return false;
  return !invoice.money.isClosed && !hasPayment(invoice.money);
}

/** Returns the checkout after the service has canceled an invoice. */
export function withCanceled(record: CheckoutRecord, sequence: number): CheckoutRecord {
  const invoice = findCreated(record, sequence);
  if (!invoice) return record;
  const money = { ...invoice.money, isClosed: true };
  const canceled = { isLive: false, isCancelRequested: true, nextCancelAtMs: null, money };
  return withInvoice(record, { ...invoice, ...canceled });
}

/**
 * Ends a pending cancellation. The request stays recorded on a closed invoice: an earlier cancel call whose response was
 * lost may have closed it.
 */
export function withoutPendingCancellation(record: CheckoutRecord, sequence: number): CheckoutRecord {
  const invoice = findCreated(record, sequence);
  if (!invoice) return record;
  const isCancelRequested = invoice.isCancelRequested && invoice.money.isClosed;
  return withInvoice(record, { ...invoice, isCancelRequested, nextCancelAtMs: null });
}

/** Drops all pending cancellations: a payer who selects a currency wants to pay after all. */
export function withoutPendingCancellations(checkout: CheckoutRecord): CheckoutRecord {
  return checkout.invoices.reduce((rest, invoice) => {
    if (invoice.stage === 'creating')
      return invoice.isCancelRequested ? withInvoice(rest, { ...invoice, isCancelRequested: false }) : rest;
    return invoice.nextCancelAtMs === null
      ? rest
      : withInvoice(rest, { ...invoice, isCancelRequested: false, nextCancelAtMs: null });
  }, checkout);
}

function findCreated(record: CheckoutRecord, sequence: number): ExistingInvoice | null {
  const invoice = findInvoice(record, sequence);
  return invoice && invoice.stage !== 'creating' ? invoice : null;
}
