import { isZeroAmount } from '../../payment/index.js';
import type { CheckoutEvent } from '../../protocol/events.js';
import type {
  AuditAction,
  AuditEntry,
  MerchantDecision,
  MerchantEvent,
  MerchantInvoice,
  MerchantPayment,
  MerchantPaymentDetails,
  MerchantPendingDecision,
  MerchantRefund,
} from '../../protocol/index.js';
import { iso, isoOrNull } from '../base/time.js';
import { pendingDecisions, type PendingDecision } from '../domain/pending-decisions.js';
import { mayCancel } from '../domain/cancellation.js';
import { ledgerOf, type CheckoutLedger, type InvoiceLedger } from '../domain/settlement.js';
import {
  paymentIdOf,
  type CheckoutRecord,
  type DecisionRecord,
  type InvoiceRecord,
} from '../domain/record.js';
import { listedRefunds, needsCheck, payableOf, refundAmount, type ListedRefund } from '../domain/refund.js';
import {
  serializeIntent,
  serializeInvoice,
  serializeOrder,
  serializeSums,
} from '../domain/serialize-invoice.js';
import { deliveryOf } from '../store/outbox.js';
import type { AuditRow, EventRow } from '../store/schema.js';

// Serialization for staff. Payments are for the API, whose responses contain no checkout id. Stored checkouts and events are for
// the command line. Each function names its fields: a new one, such as an email address, must not leak.

/** Serializes one row of the list. */
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

/** Serializes a payment with its newest events and audit entries. */
export function serializePaymentDetails(
  record: CheckoutRecord,
  { events, audit }: { readonly events: readonly EventRow[]; readonly audit: readonly AuditRow[] },
): MerchantPaymentDetails {
  const ledger = ledgerOf(record);
  return {
    ...serializePayment(record, ledger),
    version: record.version,
    description: record.order.description,
    invoices: record.invoices.map((invoice) => toMerchantInvoice(invoice, ledger)),
    decisions: record.decisions.map(toDecision),
    pending: pendingDecisions(record, ledger).map(toPending),
    refunds: serializeRefunds(record, ledger),
    events: events.map((row) => merchantEvent(serializeEvent(row))),
    audit: audit.map(serializeAudit),
    cancelable: mayCancel(record),
  };
}

/**
 * Returns the data of an invoice for staff, in any stage. An invoice that was not displayed has no ledger. The API and the
 * command line pick their fields from it.
 */
function staffInvoice(invoice: InvoiceRecord, { invoices }: CheckoutLedger) {
  const ledger = invoices.find((one) => one.invoice.sequence === invoice.sequence);
  const created = invoice.stage === 'creating' ? null : serializeInvoice(invoice);
  const stage = invoice.stage === 'open' ? 'created' : invoice.stage;
  return {
    ...serializeIntent(invoice),
    id: created?.id ?? null,
    /** Its state if it was displayed, otherwise its stage. */
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

const NO_MONEY = { applied: '0', owed: '0', refundable: '0', reserved: '0', refunded: '0', dismissed: '0' };

function toMerchantInvoice(record: InvoiceRecord, ledger: CheckoutLedger): MerchantInvoice {
  const invoice = staffInvoice(record, ledger);
  const { applied, owed, refundable, reserved, refunded, dismissed } = invoice.sums ?? NO_MONEY;
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

function toDecision({ decidedAtMs, ...decision }: DecisionRecord): MerchantDecision {
  const { invoice, about, decision: made, amount, person, note } = decision;
  return { invoice, about, decision: made, amount, person, note, at: iso(decidedAtMs) };
}

function toPending(pending: PendingDecision): MerchantPendingDecision {
  const { invoice, about } = pending;
  return { invoice, about, amount: pending.about === 'owed' ? pending.owed : '0' };
}

export function serializeAudit(row: AuditRow): AuditEntry {
  const { person, subject, before, after, hash } = row;
  // Only this package writes the log: no other action can occur.
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

/** Summary of a checkout. Times are ISO 8601 in UTC, amounts exact decimal text. */
export type StoredCheckout = Readonly<ReturnType<typeof serializeStoredCheckout>>;

export type StoredInvoice = Readonly<ReturnType<typeof toStoredInvoice>>;

export interface StoredCheckoutDetails extends StoredCheckout {
  readonly invoices: readonly StoredInvoice[];
  /** Newest first, at most 100. */
  readonly events: readonly StoredEvent[];
}

export function serializeStoredCheckout(record: CheckoutRecord) {
  const { status, late, invoices } = ledgerOf(record);
  return {
    id: record.id,
    /** The staff's id, as in the attention list. */
    paymentId: paymentIdOf(record.id),
    state: status.state,
    /** Whether the order was paid late: see `Checkout`. */
    late,
    /** Whether staff must still decide about the late payment. */
    isLateUndecided: invoices.some((one) => one.isLateUndecided),
    version: record.version,
    order: serializeOrder(record),
    /** Money that is owed to the payer, by invoice. */
    owed: invoices
      .filter(({ owed }) => !isZeroAmount(owed))
      .map(({ invoice, owed: amount, reason }) => ({ currency: invoice.currency, amount, reason })),
    createdAt: iso(record.createdAtMs),
    /** Time of the last request by a page. */
    lastSeenAt: iso(record.lastSeenAtMs),
  };
}

export function serializeStoredCheckoutDetails(
  record: CheckoutRecord,
  events: readonly EventRow[],
): StoredCheckoutDetails {
  const ledger = ledgerOf(record);
  return {
    ...serializeStoredCheckout(record),
    invoices: record.invoices.map((invoice) => toStoredInvoice(invoice, ledger, record.decisions)),
    events: events.map(serializeEvent),
  };
}

/** Unknown sums, for an invoice that was not displayed. */
const NO_SUMS = {
  ...{ applied: null, owed: null, reserved: null, refunded: null, dismissed: null },
  ...{ due: null, surplus: null },
};

function toStoredInvoice(
  record: InvoiceRecord,
  ledger: CheckoutLedger,
  decisions: CheckoutRecord['decisions'],
) {
  const invoice = staffInvoice(record, ledger);
  const sums = invoice.sums ?? NO_SUMS;
  return {
    sequence: invoice.number,
    /** `null` while the outcome of its creation is unknown. */
    id: invoice.id,
    /** The `order_id` at the service. */
    orderId: invoice.orderId,
    state: invoice.state,
    currency: invoice.currency,
    price: invoice.price,
    address: invoice.address,
    amount: invoice.amount,
    /** The sum of the amounts below it, up to `dismissed`. */
    received: invoice.received,
    /** Money here that pays the order, or counts toward it while the invoice can still be paid in full. */
    applied: sums.applied,
    /** Money here that pays no order. */
    owed: sums.owed,
    /** Reserved for unfinished payouts. */
    reserved: sums.reserved,
    /** Sent back by payouts. */
    refunded: sums.refunded,
    dismissed: sums.dismissed,
    due: sums.due,
    surplus: sums.surplus,
    late: invoice.late,
    isLateUndecided: invoice.isLateUndecided,
    /** Whether this invoice paid the order. */
    hasPaidOrder: invoice.hasPaidOrder,
    transactions: invoice.transactions,
    reviewReasons: invoice.reviewReasons,
    /** Of the shop's staff, oldest first. */
    decisions: decisions
      .filter((one) => one.invoice === invoice.number)
      .map(({ about, decision, person, decidedAtMs }) => ({
        ...{ about, decision, person },
        decidedAt: iso(decidedAtMs),
      })),
    testMode: invoice.testMode,
    createdAt: invoice.createdAt,
    expiresAt: invoice.expiresAt,
    finishedAt: invoice.finishedAt,
    checkedAt: invoice.checkedAt,
  };
}

/** An event and its delivery. */
export type StoredEvent = Readonly<ReturnType<typeof serializeEvent>>;

export function serializeEvent(row: EventRow) {
  const { status, nextAttemptAtMs } = deliveryOf(row);
  const event: CheckoutEvent = JSON.parse(row.payload);
  return {
    id: row.id,
    type: row.type,
    status,
    /** Number of attempts since the event was created or last resent. */
    attempts: row.attempts,
    firstAttemptAt: isoOrNull(row.first_attempt_at),
    /** `null`: immediately, or never. */
    nextAttemptAt: isoOrNull(nextAttemptAtMs),
    deliveredAt: isoOrNull(row.delivered_at),
    deadAt: isoOrNull(row.dead_at),
    /** Why the last attempt failed, such as "webhook answered 500". */
    lastFailure: row.last_failure,
    /** The event as delivered to the shop. */
    event,
  };
}

/** Serializes an event for the API. Omits its content, which contains the checkout id. */
export function merchantEvent(stored: StoredEvent): MerchantEvent {
  return {
    id: stored.id,
    type: stored.type,
    status: stored.status,
    attempts: stored.attempts,
    failure: stored.lastFailure,
    createdAt: stored.event.createdAt,
    deliveredAt: stored.deliveredAt,
    nextAttemptAt: stored.nextAttemptAt,
  };
}
