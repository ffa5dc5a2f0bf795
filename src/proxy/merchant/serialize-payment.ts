import type {
  AuditAction,
  AuditEntry,
  MerchantDecision,
  MerchantEvent,
  MerchantInvoice,
  MerchantPayment,
  MerchantPendingDecision,
  MerchantRefund,
} from '../../protocol/index.js';
import type { PendingDecision } from '../domain/attention.js';
import type { CheckoutEvent } from '../../protocol/events.js';
import {
  type CheckoutRecord,
  type DecisionRecord,
  type InvoiceRecord,
  paymentIdOf,
} from '../domain/record.js';
import { iso, isoOrNull } from '../base/time.js';
import { ledgerOf, type CheckoutLedger, type InvoiceLedger } from '../domain/ledger.js';
import { listedRefunds, needsCheck, payableOf, refundAmount, type ListedRefund } from '../domain/refund.js';
import {
  serializeIntent,
  serializeInvoice,
  serializeOrder,
  serializeSums,
} from '../domain/serialize-invoice.js';
import { isZeroAmount } from '../../payment/index.js';
import { deliveryOf } from '../store/outbox.js';
import type { AuditRow, EventRow } from '../store/schema.js';

/** Serializes one row of the list. Names each field, so that a new one, such as an email address, cannot leak. */
export function serializePayment(
  record: CheckoutRecord,
  { status, late }: CheckoutLedger = ledgerOf(record),
): MerchantPayment {
  const settled = status.invoice;
  return {
    id: paymentIdOf(record.id),
    order: serializeOrder(record),
    state: status.state,
    late,
    currency: settled?.invoice.currency ?? null,
    amount: settled?.invoice.amount ?? null,
    received: settled?.received ?? null,
    needsAttention: record.attentionSinceMs !== null,
    testMode: settled?.invoice.testMode ?? false,
    createdAt: iso(record.createdAtMs),
  };
}

/**
 * The data of an invoice for the staff, whatever its stage. Before it was displayed, it has no ledger. Of it, the API and the command
 * line pick what they show.
 */
export function serializeForStaff(invoice: InvoiceRecord, { invoices }: CheckoutLedger) {
  const ledger = invoices.find((one) => one.invoice.sequence === invoice.sequence);
  const created = invoice.stage === 'creating' ? null : serializeInvoice(invoice);
  const stage = invoice.stage === 'open' ? 'created' : invoice.stage;
  return {
    ...serializeIntent(invoice),
    id: created?.id ?? null,
    /** Its state if it was displayed, or else its stage. */
    state: ledger?.state ?? stage,
    address: created?.address ?? null,
    amount: (ledger && created?.amount) ?? null,
    received: ledger?.received ?? invoice.money.paid,
    sums: ledger ? serializeSums(ledger) : null,
    reason: ledger?.reason ?? null,
    isLateUndecided: ledger?.isLateUndecided ?? false,
    hasPaidOrder: ledger?.paysOrder ?? false,
    testMode: created?.testMode ?? false,
    createdAt: created?.createdAt ?? null,
    expiresAt: created?.expiresAt ?? null,
  };
}

const NO_SUMS = { applied: '0', owed: '0', refundable: '0', reserved: '0', refunded: '0', dismissed: '0' };

export function serializeMerchantInvoice(record: InvoiceRecord, ledger: CheckoutLedger): MerchantInvoice {
  const invoice = serializeForStaff(record, ledger);
  const { applied, owed, refundable, reserved, refunded, dismissed } = invoice.sums ?? NO_SUMS;
  return {
    number: invoice.number,
    id: invoice.id,
    state: invoice.state,
    currency: invoice.currency,
    price: invoice.price,
    address: invoice.address,
    amount: invoice.amount,
    received: invoice.received,
    ...{ applied, owed, refundable, reserved, refunded, dismissed },
    reason: invoice.reason,
    late: invoice.late,
    hasPaidOrder: invoice.hasPaidOrder,
    transactions: invoice.transactions,
    reviewReasons: invoice.reviewReasons,
    testMode: invoice.testMode,
    createdAt: invoice.createdAt,
    expiresAt: invoice.expiresAt,
    finishedAt: invoice.finishedAt,
  };
}

export function serializeDecision({ decidedAtMs, ...decision }: DecisionRecord): MerchantDecision {
  const { invoice, about, decision: made, amount, person, note } = decision;
  return { invoice, about, decision: made, amount, person, note, at: iso(decidedAtMs) };
}

export function serializePending(pending: PendingDecision): MerchantPendingDecision {
  const { invoice, about } = pending;
  return { invoice, about, amount: pending.about === 'owed' ? pending.owed : '0' };
}

export function serializeEvent(row: EventRow): MerchantEvent {
  const { status, nextAttemptAtMs } = deliveryOf(row);
  const { createdAt }: CheckoutEvent = JSON.parse(row.payload);
  return {
    id: row.id,
    type: row.type,
    status,
    attempts: row.attempts,
    failure: row.last_failure,
    createdAt,
    deliveredAt: isoOrNull(row.delivered_at),
    nextAttemptAt: isoOrNull(nextAttemptAtMs),
  };
}

export function serializeAudit(row: AuditRow): AuditEntry {
  const { person, subject, before, after, hash } = row;
  // Only this package writes the log.
  const action = row.action as AuditAction;
  return {
    number: Number(row.number),
    at: iso(Number(row.at)),
    ...{ person, action, subject, before, after, hash },
  };
}

/** Serializes the refunds of a checkout, or of one invoice, for the shop's staff. Oldest first. */
export function serializeRefunds(
  record: CheckoutRecord,
  { invoices }: CheckoutLedger,
  sequence?: number,
): readonly MerchantRefund[] {
  return listedRefunds(record)
    .filter(({ invoice }) => sequence === undefined || invoice === sequence)
    .flatMap((refund) => {
      const available = invoices.find(({ invoice }) => invoice.sequence === refund.invoice);
      return available ? [toMerchantRefund(refund, available)] : [];
    });
}

function toMerchantRefund(refund: ListedRefund, available: InvoiceLedger): MerchantRefund {
  const { id, invoice, requestedBy, address, email, state, check, payout, reply } = refund;
  const isPayable =
    state === 'requested' && !needsCheck(refund) && !isZeroAmount(payableOf(available, refund));
  return {
    ...{ id, invoice, requestedBy, currency: available.invoice.currency, address, email, state },
    amount: refundAmount(refund, available.invoice),
    payable: isPayable,
    check: check && { person: check.person, note: check.note, at: iso(check.checkedAtMs) },
    payout: payout?.id ?? null,
    reply,
    transaction: payout?.transaction ?? null,
    requestedAt: iso(refund.requestedAtMs),
    decidedAt: isoOrNull(refund.decidedAtMs),
  };
}
