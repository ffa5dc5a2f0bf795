import type {
  AuditAction,
  AuditEntry,
  MerchantDecision,
  MerchantEvent,
  MerchantInvoice,
  MerchantPayment,
  MerchantPendingDecision,
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
import { ledgerOf, type CheckoutLedger } from '../domain/ledger.js';
import { transactionIds } from '../domain/payment-status.js';
import { deliveryOf } from '../store/outbox.js';
import type { AuditRow, EventRow } from '../store/schema.js';

/** Serializes one row of the list. Names each field, so that a new one, such as an email address, cannot leak. */
export function serializePayment(
  record: CheckoutRecord,
  { status, late }: CheckoutLedger = ledgerOf(record),
): MerchantPayment {
  const { id, amount, currency } = record.order;
  const settled = status.invoice;
  return {
    id: paymentIdOf(record.id),
    order: { id, amount, currency },
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

export function serializeInvoices(
  record: CheckoutRecord,
  ledger: CheckoutLedger,
): readonly MerchantInvoice[] {
  return record.invoices.map((invoice) => toInvoice(invoice, ledger));
}

const NO_MONEY = { applied: '0', owed: '0', refundable: '0', reserved: '0', sent: '0', dismissed: '0' };

function toInvoice(invoice: InvoiceRecord, { invoices }: CheckoutLedger): MerchantInvoice {
  const { sequence, currency, price, money, reviewReasons } = invoice;
  const created = invoice.stage === 'creating' ? null : invoice;
  const settled = invoices.find((one) => one.invoice.sequence === sequence);
  const { applied, owed, refundable, reserved, sent, dismissed } = settled ?? NO_MONEY;
  return {
    number: sequence,
    id: created?.serviceId ?? null,
    state: settled?.state ?? (invoice.stage === 'open' ? 'created' : invoice.stage),
    currency,
    price: { amount: price.amount, currency: price.currency },
    address: created?.address ?? null,
    amount: settled?.invoice.amount ?? null,
    received: money.paid,
    ...{ applied, owed, refundable, reserved, refunded: sent, dismissed },
    reason: settled?.reason ?? null,
    late: money.isLate,
    hasPaidOrder: settled?.paysOrder ?? false,
    transactions: transactionIds(money),
    reviewReasons,
    testMode: created?.testMode ?? false,
    createdAt: isoOrNull(created?.createdAtMs ?? null),
    expiresAt: isoOrNull(created?.expiresAtMs ?? null),
    finishedAt: isoOrNull(money.finishedAtMs),
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
