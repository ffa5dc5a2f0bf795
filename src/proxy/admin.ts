import { isZeroAmount } from '../payment/index.js';
import { readOrderLedger } from './order-ledger.js';
import type { CheckoutEvent } from '../protocol/events.js';
import { type CheckoutRecord, type InvoiceRecord, paymentIdOf } from './domain/record.js';
import { ledgerOf, type CheckoutLedger } from './domain/ledger.js';
import { serializeOrder } from './domain/serialize-invoice.js';
import {
  findCheckout,
  findEvent,
  findRefundState,
  followEvents,
  listCheckouts,
  listEvents,
  openForAdmin,
  resendEvent,
} from './store/admin-queries.js';
import type { CheckoutsFilter, EventsFilter } from './store/admin-queries.js';
import { readAttention } from './merchant/attention-list.js';
import { serializeForStaff } from './merchant/serialize-payment.js';
import { verifyAuditLog } from './store/audit-log.js';
import { verifyDerivedColumns } from './store/derived-columns.js';
import { deliveryOf } from './store/outbox.js';
import { hasPayouts } from './store/payout-journal.js';
import { findRefundOf } from './store/payouts.js';
import { findRefused } from './store/poll-queue.js';
import type { EventRow } from './store/schema.js';
import { iso, isoOrNull } from './base/time.js';

export { CHECKOUT_STATES, isOfPaidOrder } from '../protocol/index.js';
export { EVENT_FILTERS } from './store/admin-queries.js';
export { moveStore, planMove, MoveOutcomeUnknownError } from './store/move-store.js';
export type {
  AttentionItem,
  MerchantPaymentDetails,
  MerchantPendingDecision,
  MerchantRefund,
  Payout,
  RefundLink,
  UndeliveredEvent,
} from '../protocol/index.js';
export type { CheckoutsFilter, EventFilter, EventsFilter } from './store/admin-queries.js';
export type { Difference, Verification } from './store/derived-columns.js';
export type { LedgerLine, OrderLedger } from './order-ledger.js';
export type { MoveProgress, StoreMove } from './store/move-store.js';
export type { TableContents } from './store/move-store.js';

/** Summary of a checkout. Times are ISO 8601 in UTC, amounts exact decimal text. */
export type AdminCheckout = Readonly<ReturnType<typeof toSummary>>;

export type AdminInvoice = Readonly<ReturnType<typeof toInvoice>>;

export interface AdminCheckoutDetails extends AdminCheckout {
  readonly invoices: readonly AdminInvoice[];
  /** Newest first, at most 100. */
  readonly events: readonly AdminEvent[];
}

export interface AdminEvent {
  readonly id: string;
  readonly type: string;
  readonly status: 'waiting' | 'dead' | 'delivered';
  /** Since the event was created, or was resent last. */
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  /** `null`: immediately, or never. */
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
  readonly deadAt: string | null;
  /** Why the last attempt failed, such as "webhook answered 500". */
  readonly lastFailure: string | null;
  /** The event as delivered to the shop. */
  readonly event: CheckoutEvent;
}

/**
 * Access to a proxy's store for the shop's staff. Results contain no email address and no secret. The id of a checkout is
 * a capability, though: do not publish it.
 */
export type StoreAdmin = Awaited<ReturnType<typeof openStoreAdmin>>;

/**
 * Opens the store of a proxy, which may be running, without creating or migrating it.
 * @param storePath path of the SQLite file, or URL of the PostgreSQL database
 * @throws {Error} if it cannot be used; the message names the remedy
 */
export async function openStoreAdmin(storePath: string) {
  const store = await openForAdmin(storePath);
  const { db } = store;
  const events = async ({ checkout, ...filter }: EventsFilter = {}) => {
    const id = checkout && ((await findCheckout(db, checkout))?.id ?? checkout);
    return (await listEvents(db, { ...filter, checkout: id })).map(toEvent);
  };
  return {
    /** Lists newest first. @throws {TypeError} if a filter is invalid */
    events,
    /** Finds an event, `null` if the id is unknown. */
    event: async (id: string): Promise<AdminEvent | null> => {
      const row = await findEvent(db, id);
      return row ? toEvent(row) : null;
    },
    /**
     * Returns a function that reads the events stored since its last call, oldest first. Read-only: it does not affect the
     * delivery by a proxy.
     */
    follow: async (): Promise<() => Promise<readonly AdminEvent[]>> => {
      const next = await followEvents(db);
      return async () => (await next()).map(toEvent);
    },
    /** Lists newest first. @throws {TypeError} if a filter is invalid */
    checkouts: async (filter: CheckoutsFilter = {}): Promise<readonly AdminCheckout[]> =>
      (await listCheckouts(db, filter)).map(toSummary),
    /** Lists cases that a person must resolve: faults of the whole system, then checkouts, the longest waiting first. */
    attention: (limit?: number) =>
      readAttention(db, { cursor: null, ...(limit === undefined ? {} : { limit }) }, Date.now()),
    /** Whether the store has, or had, payouts. */
    hasPayouts: () => hasPayouts(db),
    /** Finds an invoice whose status the service refuses to state, by the service's id; `null` if there is none. */
    refusedInvoice: () => findRefused(store),
    /** Recomputes the hashes of the audit log. */
    verifyAudit: () => verifyAuditLog(db),
    /** Finds a checkout by its id, its payment id or its order id, `null` if the id is unknown. */
    checkout: async (anyId: string): Promise<AdminCheckoutDetails | null> => {
      const record = await findCheckout(db, anyId);
      return record ? toDetails(record, await events({ checkout: record.id })) : null;
    },
    /** Finds the state of a refund and the id of its payout; `undefined` if the id is unknown. */
    refund: (id: string) => findRefundState(db, id),
    /** Finds the order whose refund a payout pays; `null` if there is none, or if retention has deleted it. */
    orderOfPayout: async (id: string) => {
      const refund = await findRefundOf(db, id);
      const record = refund && (await findCheckout(db, refund.payment));
      return record ? serializeOrder(record) : null;
    },
    /** Recomputes every derived column, and compares it with the stored one. */
    verifyLedger: (onProgress?: (checkouts: number) => void) => verifyDerivedColumns(db, onProgress),
    /** Reads the movements of an order's money, `null` if the id is unknown. */
    ledger: (idOrOrderId: string) => readOrderLedger(db, idOrOrderId),
    /**
     * Schedules an event for redelivery under the same id, whatever its status. A running proxy delivers it within a second,
     * after earlier events of its checkout. The audit log names `command line` as the person.
     * @returns the event, or `null` if the id is unknown
     */
    resend: async (eventId: string): Promise<AdminEvent | null> => {
      const actor = { person: 'command line', nowMs: Date.now(), testMode: false };
      const row = await resendEvent(store, eventId, actor);
      return row ? toEvent(row) : null;
    },
    /** The store, for the payouts process and the commands of payouts. */
    store,
    close: () => store.close(),
  };
}

function toSummary(record: CheckoutRecord) {
  const { status, late, invoices } = ledgerOf(record);
  return {
    id: record.id,
    /** The staff's id, as in the attention list. */
    paymentId: paymentIdOf(record.id),
    state: status.state,
    /** Whether the order was paid late: see `Checkout`. */
    late,
    /** Whether the staff must still decide about the late payment. */
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

function toDetails(record: CheckoutRecord, events: readonly AdminEvent[]): AdminCheckoutDetails {
  const ledger = ledgerOf(record);
  return {
    ...toSummary(record),
    invoices: record.invoices.map((invoice) => toInvoice(invoice, ledger, record.decisions)),
    events,
  };
}

/** Sums of an invoice that was not displayed: nothing is known of them. */
const NO_SUMS = {
  ...{ applied: null, owed: null, reserved: null, refunded: null, dismissed: null },
  ...{ due: null, surplus: null },
};

function toInvoice(record: InvoiceRecord, ledger: CheckoutLedger, decisions: CheckoutRecord['decisions']) {
  const invoice = serializeForStaff(record, ledger);
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
    /** Money that is here and pays the order, or counts toward it while the invoice can still be paid in full. */
    applied: sums.applied,
    /** Money that is here and pays no order. */
    owed: sums.owed,
    /** Taken by payouts that are not finished. */
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

function toEvent(row: EventRow): AdminEvent {
  const { status, nextAttemptAtMs } = deliveryOf(row);
  const event: CheckoutEvent = JSON.parse(row.payload);
  return {
    id: row.id,
    type: row.type,
    status,
    attempts: row.attempts,
    firstAttemptAt: isoOrNull(row.first_attempt_at),
    nextAttemptAt: isoOrNull(nextAttemptAtMs),
    deliveredAt: isoOrNull(row.delivered_at),
    deadAt: isoOrNull(row.dead_at),
    lastFailure: row.last_failure,
    event,
  };
}
