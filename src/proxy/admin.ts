import type { CurrencyCode } from '../payment/index.js';
import type { CheckoutState } from '../protocol/index.js';
import type { ReviewReason, CheckoutEvent } from './domain/event.js';
import type { CheckoutRecord, InvoiceRecord } from './domain/record.js';
import { settlementOf, type Settlement, type UnappliedReason } from './domain/settlement.js';
import {
  findCheckout,
  listCheckouts,
  listEvents,
  openForAdmin,
  requeueEvent,
} from './store/admin-queries.js';
import type { CheckoutsFilter, EventsFilter } from './store/admin-queries.js';
import { hasRenamedEvents } from './store/migrations.js';
import type { EventRow } from './store/schema.js';
import { iso, isoOrNull } from './domain/serialize-checkout.js';
import { RENAMED_EVENTS, RENAMED_REASONS, storedWithCurrentNames } from './domain/renamed-events.js';

export { CHECKOUT_STATES } from '../protocol/index.js';
export { EVENT_FILTERS } from './store/admin-queries.js';
export type { CheckoutsFilter, EventFilter, EventsFilter } from './store/admin-queries.js';

/** Summary of a checkout. Times are ISO 8601 in UTC, amounts exact decimal text. */
export interface AdminCheckout {
  readonly id: string;
  readonly state: string;
  /** The order was paid after the deadline. */
  readonly late: boolean;
  readonly version: number;
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
  /** Received money that is owed to the payer. */
  readonly unapplied: readonly {
    readonly currency: CurrencyCode;
    readonly amount: string;
    readonly reason: UnappliedReason;
  }[];
  readonly createdAt: string;
  /** When a page last requested it. */
  readonly lookedAt: string;
}

export interface AdminInvoice {
  readonly sequence: number;
  /** `null` while the outcome of its creation is unknown. */
  readonly id: string | null;
  /** The `order_id` at the service. */
  readonly orderId: string;
  /** Its state if it was displayed, or else its stage. */
  readonly state: CheckoutState | 'intended' | 'made' | 'rejected';
  readonly currency: CurrencyCode;
  readonly price: { readonly amount: string; readonly currency: string };
  readonly address: string | null;
  readonly amount: string | null;
  readonly paid: string;
  /** The part of `paid` that pays the order, or counts toward it while the invoice can still be paid in full. */
  readonly applied: string | null;
  /** The part of `paid` that is owed to the payer. */
  readonly unapplied: string | null;
  readonly due: string | null;
  readonly surplus: string | null;
  readonly late: boolean;
  /** Whether this invoice paid the order. */
  readonly hasPaidOrder: boolean;
  readonly transactions: readonly string[];
  /** Reasons for a review. */
  readonly reviewReasons: readonly ReviewReason[];
  readonly testMode: boolean;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
  readonly finishedAt: string | null;
  readonly checkedAt: string | null;
}

export interface AdminCheckoutDetails extends AdminCheckout {
  readonly invoices: readonly AdminInvoice[];
  /** Newest first, at most 100. */
  readonly events: readonly AdminEvent[];
}

export interface AdminEvent {
  readonly id: string;
  readonly type: string;
  readonly status: 'waiting' | 'dead' | 'delivered';
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
export interface StoreAdmin {
  /** Lists newest first. @throws {TypeError} if a filter is invalid */
  checkouts(filter?: CheckoutsFilter): Promise<readonly AdminCheckout[]>;
  /** Finds a checkout, `null` if the id is unknown. */
  checkout(idOrOrderId: string): Promise<AdminCheckoutDetails | null>;
  /** Lists newest first. @throws {TypeError} if a filter is invalid */
  events(filter?: EventsFilter): Promise<readonly AdminEvent[]>;
  /**
   * Schedules an event for redelivery under the same id, whatever its status. A running proxy delivers it within a second,
   * after earlier events of its checkout.
   * @returns the event, or `null` if the id is unknown
   */
  resend(eventId: string): Promise<AdminEvent | null>;
  /** Returns former event names → names of this release; empty unless an earlier release has created the store. */
  renamedEvents(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/**
 * Opens the store of a proxy, which may be running, without creating or migrating it.
 * @param storePath path of the SQLite file, or URL of the PostgreSQL database
 * @throws {Error} if it cannot be used; the message names the remedy
 */
export async function openStoreAdmin(storePath: string): Promise<StoreAdmin> {
  const db = await openForAdmin(storePath);
  const events = async ({ checkout, ...filter }: EventsFilter = {}) => {
    const id = checkout && ((await findCheckout(db, checkout))?.id ?? checkout);
    return (await listEvents(db, { ...filter, checkout: id })).map(toEvent);
  };
  return {
    events,
    checkouts: async (filter = {}) => (await listCheckouts(db, filter)).map(toLine),
    checkout: async (idOrOrderId) => {
      const record = await findCheckout(db, idOrOrderId);
      return record ? toDetails(record, await events({ checkout: record.id })) : null;
    },
    resend: async (eventId) => {
      const row = await requeueEvent(db, eventId);
      return row ? toEvent(row) : null;
    },
    renamedEvents: async () =>
      (await hasRenamedEvents(db)) ? { ...RENAMED_EVENTS, ...RENAMED_REASONS } : {},
    close: () => db.destroy(),
  };
}

function toLine(record: CheckoutRecord): AdminCheckout {
  const { status, late, unapplied } = settlementOf(record);
  const { id, amount, currency } = record.order;
  return {
    id: record.id,
    state: status.state,
    late,
    version: record.version,
    order: { id, amount, currency },
    unapplied: unapplied.map((one) => ({ currency: one.currency, amount: one.amount, reason: one.reason })),
    createdAt: iso(record.createdAtMs),
    lookedAt: iso(record.lastSeenAtMs),
  };
}

function toDetails(record: CheckoutRecord, events: readonly AdminEvent[]): AdminCheckoutDetails {
  const settlement = settlementOf(record);
  return {
    ...toLine(record),
    invoices: record.invoices.map((invoice) => toInvoice(invoice, settlement)),
    events,
  };
}

function toInvoice(invoice: InvoiceRecord, { invoices }: Settlement): AdminInvoice {
  const { sequence, orderId, currency, price, money, reviewReasons } = invoice;
  const created = invoice.stage === 'intended' ? null : invoice;
  const settled = invoices.find((one) => one.invoice.sequence === sequence);
  const stage = invoice.stage === 'shown' ? 'made' : invoice.stage;
  return {
    sequence,
    id: created?.serviceId ?? null,
    orderId,
    state: settled?.state ?? stage,
    currency,
    price,
    address: created?.address ?? null,
    amount: settled?.invoice.amount ?? null,
    paid: money.paid,
    applied: settled?.applied ?? null,
    unapplied: settled?.unapplied ?? null,
    due: settled?.due ?? null,
    surplus: settled?.surplus ?? null,
    late: money.isLate,
    hasPaidOrder: settled?.paysOrder ?? false,
    transactions: money.transactions,
    reviewReasons,
    testMode: created?.testMode ?? false,
    createdAt: isoOrNull(created?.createdAtMs ?? null),
    expiresAt: isoOrNull(created?.expiresAtMs ?? null),
    finishedAt: isoOrNull(money.finishedAtMs),
    checkedAt: isoOrNull(invoice.checkedAtMs),
  };
}

function toEvent(stored: EventRow): AdminEvent {
  const row = storedWithCurrentNames(stored);
  const isWaiting = row.delivered_at_ms === null && row.dead_at_ms === null;
  const isPostponed = isWaiting && row.next_attempt_at_ms > 0;
  const event: CheckoutEvent = JSON.parse(row.payload);
  return {
    id: row.id,
    type: row.type,
    status: isWaiting ? 'waiting' : row.delivered_at_ms === null ? 'dead' : 'delivered',
    attempts: row.attempts,
    firstAttemptAt: isoOrNull(row.first_attempt_at_ms),
    nextAttemptAt: isPostponed ? iso(row.next_attempt_at_ms) : null,
    deliveredAt: isoOrNull(row.delivered_at_ms),
    deadAt: isoOrNull(row.dead_at_ms),
    lastFailure: row.last_failure,
    event,
  };
}
