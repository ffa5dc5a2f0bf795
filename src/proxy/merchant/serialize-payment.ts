import { addAmounts } from '../../payment/index.js';
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
import type { CheckoutEvent } from '../domain/event.js';
import type { CheckoutRecord, DecisionRecord, InvoiceRecord } from '../domain/record.js';
import { storedWithCurrentNames } from '../domain/renamed-events.js';
import { iso, isoOrNull } from '../base/time.js';
import { refundableAmounts, type RefundableAmount } from '../domain/refundable.js';
import { settlementOf, type Settlement } from '../domain/settlement.js';
import { deliveryOf } from '../store/outbox.js';
import type { AuditRow } from '../store/merchant-schema.js';
import type { EventRow } from '../store/schema.js';

/** Serializes one row of the list. Names each field, so that a new one, such as an email address, cannot leak. */
export function serializePayment(
  record: CheckoutRecord,
  { status, late }: Settlement = settlementOf(record),
): MerchantPayment {
  const { id, amount, currency } = record.order;
  const settled = status.invoice;
  return {
    id: record.id,
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
  settlement: Settlement,
): readonly MerchantInvoice[] {
  const amounts = refundableAmounts(record, settlement);
  return record.invoices.map((invoice) => toInvoice(invoice, settlement, amounts));
}

function toInvoice(
  invoice: InvoiceRecord,
  { invoices }: Settlement,
  amounts: readonly RefundableAmount[],
): MerchantInvoice {
  const { sequence, currency, price, money, reviewReasons } = invoice;
  const created = invoice.stage === 'intended' ? null : invoice;
  const settled = invoices.find((one) => one.invoice.sequence === sequence);
  const amount = amounts.find((one) => one.invoice.sequence === sequence);
  return {
    number: sequence,
    id: created?.serviceId ?? null,
    state: settled?.state ?? (invoice.stage === 'shown' ? 'made' : invoice.stage),
    currency,
    price: { amount: price.amount, currency: price.currency },
    address: created?.address ?? null,
    amount: settled?.invoice.amount ?? null,
    received: money.paid,
    unapplied: settled?.unapplied ?? null,
    owed: amount?.owed ?? null,
    refundable: amount ? addAmounts(amount.undecided, amount.kept) : null,
    reason: settled?.reason ?? null,
    late: money.isLate,
    hasPaidOrder: settled?.paysOrder ?? false,
    transactions: money.transactions,
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
  return { invoice, about, amount: pending.about === 'unapplied' ? pending.owed : '0' };
}

export function serializeEvent(stored: EventRow): MerchantEvent {
  const row = storedWithCurrentNames(stored);
  const { status, nextAttemptAtMs } = deliveryOf(row);
  const { createdAt }: CheckoutEvent = JSON.parse(row.payload);
  return {
    id: row.id,
    type: row.type,
    status,
    attempts: row.attempts,
    failure: row.last_failure,
    createdAt,
    deliveredAt: isoOrNull(row.delivered_at_ms),
    nextAttemptAt: isoOrNull(nextAttemptAtMs),
  };
}

export function serializeAudit(row: AuditRow): AuditEntry {
  const { person, subject, before, after, hash } = row;
  // Only this package writes the log.
  const action = row.action as AuditAction;
  return {
    number: Number(row.number),
    at: iso(Number(row.at_ms)),
    ...{ person, action, subject, before, after, hash },
  };
}
