import { sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import type { PollFailure } from '../domain/record.js';
import { JUST_NOW_MS } from '../domain/schedule.js';
import { MAX_CLAIM_MS } from './lease.js';
import type { Schema } from './schema.js';
import { MAX_IDS } from './store.js';
import type { Store } from './store.js';

/** An invoice that is to be looked at, by the id that the service gave it. */
export interface PolledInvoice {
  readonly checkoutId: string;
  readonly serviceId: string;
}

/** One that is claimed, with the moment at which it is due. */
export interface ClaimedInvoice extends PolledInvoice {
  readonly dueAtMs: number;
}

export interface InvoiceClaim {
  readonly nowMs: number;
  /** Nobody else claims them before. */
  readonly untilMs: number;
  readonly limit: number;
}

type Invoices = ExpressionBuilder<Schema, 'invoices'>;

/** Those that can be asked about in one call with others. */
const mayShareBatch = ({ or, eb }: Invoices) =>
  or([eb('trouble', 'is', null), eb('trouble', '=', 'unanswered')]);

/** Those that belong to nobody. */
const isFree =
  (nowMs: number) =>
  ({ or, eb }: Invoices) =>
    or([eb('claimed_until_ms', '<=', nowMs), eb('claimed_until_ms', '>', nowMs + MAX_CLAIM_MS)]);

/** How many invoices are due and belong to nobody. */
export async function countDue({ db }: Store, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('next_check_at_ms', '<=', nowMs)
    .where(isFree(nowMs))
    .where(mayShareBatch)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The next ones to be looked at, the most overdue first; places that are left carry those which are due next and have
 * not been looked at just now. It is one statement: of several processes each invoice goes to one.
 */
export function claimNext(store: Store, claim: InvoiceClaim): Promise<readonly ClaimedInvoice[]> {
  return claimWhere(store, claim, (due) =>
    due.and([
      mayShareBatch(due),
      due.or([
        due('next_check_at_ms', '<=', claim.nowMs),
        due('checked_at_ms', '<', claim.nowMs - JUST_NOW_MS),
        due('checked_at_ms', 'is', null),
      ]),
    ]),
  );
}

/** The next ones of those that are due by then: they find a place in a call that is made for another invoice. */
export function claimDueBy(
  store: Store,
  claim: InvoiceClaim,
  dueByMs: number,
): Promise<readonly ClaimedInvoice[]> {
  const where = (due: Invoices) => due.and([mayShareBatch(due), due('next_check_at_ms', '<=', dueByMs)]);
  return claimWhere(store, claim, where);
}

/** Any one of those that are due, by chance: one that fails for a reason of its own is not chosen again and again. */
export function claimAnyDue(
  store: Store,
  { nowMs, untilMs }: Omit<InvoiceClaim, 'limit'>,
): Promise<readonly ClaimedInvoice[]> {
  const where = (due: Invoices) => due.and([mayShareBatch(due), due('next_check_at_ms', '<=', nowMs)]);
  return claimWhere(store, { nowMs, untilMs, limit: 1 }, where, sql`random()`);
}

/** Those of one kind of trouble that are due. */
export function claimFailing(
  store: Store,
  trouble: PollFailure,
  claim: InvoiceClaim,
): Promise<readonly ClaimedInvoice[]> {
  return claimWhere(store, claim, (due) =>
    due.and([due('trouble', '=', trouble), due('next_check_at_ms', '<=', claim.nowMs)]),
  );
}

async function claimWhere(
  { db }: Store,
  { nowMs, untilMs, limit }: InvoiceClaim,
  where: (due: Invoices) => ReturnType<Invoices['and']>,
  order = sql`next_check_at_ms`,
): Promise<readonly ClaimedInvoice[]> {
  const rows = await db
    .with(
      (cte) => cte('due').materialized(),
      (queries) =>
        queries
          .selectFrom('invoices')
          .select('service_id')
          .where('next_check_at_ms', 'is not', null)
          .where('service_id', 'is not', null)
          .where(isFree(nowMs))
          .where(where)
          .orderBy(order)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('invoices')
    .set({ claimed_until_ms: untilMs })
    .where('service_id', 'in', ({ selectFrom }) => selectFrom('due').select('service_id'))
    .returning(['checkout_id', 'service_id', 'next_check_at_ms'])
    .execute();
  return rows
    .flatMap(({ checkout_id: checkoutId, service_id: serviceId, next_check_at_ms: dueAtMs }) =>
      serviceId === null || dueAtMs === null ? [] : [{ checkoutId, serviceId, dueAtMs: Number(dueAtMs) }],
    )
    .toSorted((one, other) => one.dueAtMs - other.dueAtMs);
}

/** They are still being looked at. */
export async function renewClaims(
  { db }: Store,
  batch: readonly PolledInvoice[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  if (batch.length === 0) return;
  const ids = batch.map(({ serviceId }) => serviceId);
  await db
    .updateTable('invoices')
    .set({ claimed_until_ms: untilMs })
    .where('service_id', 'in', ids)
    .where('claimed_until_ms', '=', fromMs)
    .execute();
}

/** They were not looked at after all. */
export async function release({ db }: Store, batch: readonly PolledInvoice[]): Promise<void> {
  if (batch.length === 0) return;
  const ids = batch.map(({ serviceId }) => serviceId);
  await db.updateTable('invoices').set({ claimed_until_ms: 0 }).where('service_id', 'in', ids).execute();
}

export interface PriorityHint {
  readonly serviceIds?: readonly string[];
  /** Those of which it is certain that the service has sent the hint. */
  readonly provenIds?: readonly string[];
  readonly orderIds?: readonly string[];
  readonly addresses?: readonly string[];
  readonly nowMs: number;
  /** One that was hinted at after this is left alone. */
  readonly unlessAfterMs: number;
  /** The watch of an invoice whose deadline was before this has ended, but for slow looks. */
  readonly endedBeforeMs: number;
}

/**
 * Moves invoices to the front, and has them looked at a few times more. A hint that proves nothing neither revives an
 * invoice that is watched no more nor keeps its watch from ending. Returns how many there were.
 */
export async function prioritizeInvoices(
  { db }: Store,
  { nowMs, unlessAfterMs, ...about }: PriorityHint,
): Promise<number> {
  const { serviceIds = [], provenIds = [], orderIds = [], addresses = [], endedBeforeMs } = about;
  const { numUpdatedRows } = await db
    .updateTable('invoices')
    .set((eb) => ({
      next_check_at_ms: nowMs,
      hinted_at_ms: eb
        .case()
        .when(
          eb.and([eb('expires_at_ms', '<=', endedBeforeMs), eb.not(isOneOf(eb, { service_id: provenIds }))]),
        )
        .then(eb.ref('hinted_at_ms'))
        .else(nowMs)
        .end(),
    }))
    .where((eb) =>
      eb.or([
        isOneOf(eb, { service_id: provenIds }),
        eb.and([
          eb('next_check_at_ms', 'is not', null),
          isOneOf(eb, { service_id: serviceIds, service_order_id: orderIds, address: addresses }),
        ]),
      ]),
    )
    .where('stage', 'in', ['made', 'shown'])
    .where(({ eb, or, not, between }) =>
      or([eb('hinted_at_ms', 'is', null), not(between('hinted_at_ms', unlessAfterMs + 1, nowMs))]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type Names = Partial<Record<'service_id' | 'service_order_id' | 'address', readonly string[]>>;

/** Does one of the columns hold one of its texts? Never, where there is no text. */
function isOneOf(eb: Invoices, { service_id = [], service_order_id = [], address = [] }: Names) {
  return eb.or([
    ...(service_id.length > 0 ? [eb('service_id', 'in', service_id)] : []),
    ...(service_order_id.length > 0 ? [eb('service_order_id', 'in', service_order_id)] : []),
    ...(address.length > 0 ? [eb('address', 'in', address)] : []),
  ]);
}

/** Somebody looks on at each of these checkouts. */
export async function recordSubscribers({ db }: Store, ids: readonly string[], nowMs: number): Promise<void> {
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    await db
      .with(
        (cte) => cte('seen').materialized(),
        (queries) =>
          queries
            .selectFrom('checkouts')
            .select('id')
            .where('id', 'in', ids.slice(start, start + MAX_IDS))
            .orderBy('id')
            .forUpdate(),
      )
      .updateTable('checkouts')
      .set({ looked_at_ms: nowMs })
      .where('id', 'in', ({ selectFrom }) => selectFrom('seen').select('id'))
      .execute();
  }
}
