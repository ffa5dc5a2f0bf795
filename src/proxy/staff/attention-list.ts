import type { Kysely } from 'kysely';
import type { Attention, AttentionItem, MerchantRefund, UndeliveredEvent } from '../../protocol/index.js';
import { isAboutMoney, OPEN_PAYOUT_STATES } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { pendingWork, type PendingDecision } from '../domain/pending-decisions.js';
import type { CheckoutEvent } from '../../protocol/events.js';
import { paymentIdOf, findInvoice, type CheckoutRecord } from '../domain/record.js';
import type { PayoutRecord } from '../domain/payout.js';
import { iso, isoOrNull } from '../base/time.js';
import { serializeOrder } from '../domain/serialize-invoice.js';
import { ledgerOf, type CheckoutLedger } from '../domain/settlement.js';
import { listFailures, summarizeFailures } from '../store/outbox.js';
import { countAttention, listAttention, readChangeMark, type ListPosition } from '../store/payment-list.js';
import { readJournalHead, type JournalRefusal } from '../store/payout-journal.js';
import { listPendingPayouts } from '../store/payouts.js';
import type { EventRow, Schema } from '../store/schema.js';
import { serializeRefunds } from './serialize.js';

/** Default number of rows per page. */
export const DEFAULT_LIMIT = 25;

/** A page of a list. `cursor` is the `next` of the previous page. */
export interface PageRequest {
  readonly cursor: ListPosition | null;
  readonly limit?: number;
}

/** Lists cases that a person must resolve: faults of the whole system, then checkouts, the longest waiting first. */
export async function readAttention(
  db: Kysely<Schema>,
  { cursor, limit = DEFAULT_LIMIT }: PageRequest,
  nowMs: number,
): Promise<Attention> {
  const [{ records, hasMore }, waiting, failures, payouts, journal] = await Promise.all([
    listAttention(db, { after: cursor, limit }),
    countAttention(db),
    summarizeFailures({ db }),
    listPendingPayouts(db, nowMs),
    readJournalHead(db),
  ]);
  const last = records.at(-1);
  const events = failures && !cursor ? await listFailures({ db }, MAX_LISTED_EVENTS) : [];
  const system = [
    ...(failures ? [toEventsItem(failures, events)] : []),
    ...(journal?.refusal ? [toJournalItem(journal.refusal)] : []),
    ...payouts.flatMap(toPayoutItem),
  ];
  const items = records.flatMap(attentionOf);
  // If the page contains the whole list, count its items: payments may arrive between the two queries.
  const checkouts =
    cursor || hasMore ? waiting : { all: items.length, money: items.filter(isAboutMoney).length };
  return {
    items: [...(cursor ? [] : system), ...items],
    count: checkouts.all + system.length,
    money: checkouts.money,
    next:
      hasMore && last ? formatCursor({ atMs: last.attentionSinceMs ?? 0, id: paymentIdOf(last.id) }) : null,
    now: iso(nowMs),
  };
}

type Failures = NonNullable<Awaited<ReturnType<typeof summarizeFailures>>>;

/** Maximum number of listed events. The list shows the next ones after these are delivered. */
const MAX_LISTED_EVENTS = 25;

function toEventsItem(
  { sinceMs, nextAttemptAtMs, ...counts }: Failures,
  rows: readonly EventRow[],
): AttentionItem {
  const { waiting, dead, paid, failure } = counts;
  const times = { since: iso(sinceMs), nextAttemptAt: isoOrNull(nextAttemptAtMs) };
  const events = rows.map(toUndeliveredEvent);
  return { kind: 'events', id: 'events', ...times, waiting, dead, paid, failure, events };
}

function toUndeliveredEvent({
  id,
  type,
  payload,
  checkout_id: checkoutId,
  ...row
}: EventRow): UndeliveredEvent {
  const event: CheckoutEvent = JSON.parse(payload);
  return {
    ...{ id, type, status: row.dead_at === null ? 'waiting' : 'dead' },
    payment: 'order' in event ? { id: paymentIdOf(checkoutId), orderId: event.order.id } : null,
    since: iso(row.first_attempt_at ?? Date.parse(event.createdAt)),
  };
}

function toJournalItem({ sinceMs }: JournalRefusal): AttentionItem {
  return { kind: 'journal', id: 'journal', since: iso(sinceMs) };
}

function toPayoutItem(payout: PayoutRecord): AttentionItem | readonly [] {
  const state = OPEN_PAYOUT_STATES.find((open) => open === payout.state);
  if (!state) return [];
  const { id, currency, amount, proposedBy, proposedAtMs, approvedAtMs, attemptedAtMs } = payout;
  const since = iso(attemptedAtMs ?? approvedAtMs ?? proposedAtMs);
  return { kind: 'payout', id: `payout.${id}`, payout: id, since, state, currency, amount, proposedBy };
}

function attentionOf(record: CheckoutRecord): readonly AttentionItem[] {
  const ledger = ledgerOf(record);
  const { decisions, refunds } = pendingWork(record, ledger);
  const toPay = new Set(refunds.map(({ id }) => id));
  return [
    ...decisions.flatMap((pending) => toItem(record, ledger, pending)),
    ...serializeRefunds(record, ledger)
      .filter(({ id }) => toPay.has(id))
      .flatMap((refund) => toRefundItem(record, refund)),
  ];
}

function toRefundItem(record: CheckoutRecord, refund: MerchantRefund): AttentionItem | readonly [] {
  const base = itemBase(record, refund.invoice, refund.id);
  return base ? { ...base, kind: 'refund', since: refund.requestedAt, refund } : [];
}

/** Returns the fields of every item about an invoice; `null` before it is created. */
function itemBase(record: CheckoutRecord, sequence: number, about: string) {
  const invoice = findInvoice(record, sequence);
  if (!invoice || invoice.stage === 'creating') return null;
  const payment = paymentIdOf(record.id);
  return {
    id: `${payment}.${sequence}.${about}`,
    payment,
    order: serializeOrder(record),
    invoice: sequence,
    currency: invoice.currency,
    testMode: invoice.testMode,
  };
}

function toItem(
  record: CheckoutRecord,
  ledger: CheckoutLedger,
  pending: PendingDecision,
): AttentionItem | readonly [] {
  const sequence = pending.invoice;
  const base = itemBase(record, sequence, pending.about);
  const settled = ledger.invoices.find(({ invoice }) => invoice.sequence === sequence);
  if (!base) return [];
  const sinceMs = settled?.invoice.money.finishedAtMs ?? record.attentionSinceMs ?? record.createdAtMs;
  if (pending.about !== 'late' && pending.about !== 'owed') {
    const since = iso(record.attentionSinceMs ?? record.createdAtMs);
    return { ...base, kind: 'review', since, reason: pending.about };
  }
  if (!settled) return [];
  const { received, refundable, invoice } = settled;
  // Refunds that staff have started are separate items.
  const refunds = serializeRefunds(record, ledger, sequence).filter((one) => one.requestedBy !== 'staff');
  const common = { since: iso(sinceMs), refunds };
  if (pending.about !== 'owed') return { ...base, kind: 'late', ...common, refundable };
  const { reason, owed } = pending;
  return { ...base, kind: 'owed', ...common, reason, owed, received, amount: invoice.amount };
}

/** Returns the number of items for the staff's streams, and a `mark` that changes whenever a list changes. */
export async function readChange(db: Kysely<Schema>, nowMs: number) {
  const [mark, waiting, failures, payouts, journal] = await Promise.all([
    readChangeMark(db),
    countAttention(db),
    summarizeFailures({ db }),
    listPendingPayouts(db, nowMs),
    readJournalHead(db),
  ]);
  const attention = waiting.all + (failures ? 1 : 0) + (journal?.refusal ? 1 : 0) + payouts.length;
  return { mark: `${mark} ${attention}`, change: { attention } };
}

/** Returns a position as text for a query string. */
export function formatCursor({ atMs, id }: ListPosition): string {
  return `${atMs}.${id}`;
}

/** Parses the text of `formatCursor`. @throws {ProblemError} `invalid_request` */
export function parseCursor(text: string | null): ListPosition | null {
  if (text === null) return null;
  const [, atMs, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? [];
  if (atMs !== undefined && id !== undefined) return { atMs: Number(atMs), id };
  throw new ProblemError('invalid_request', 'cursor is invalid. Pass "next" of the previous page.');
}
