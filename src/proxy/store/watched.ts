import { sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import type { Trouble } from '../checkouts/record.js';
import { JUST_NOW_MS } from '../watching/schedule.js';
import type { Schema } from './schema.js';
import { MOST_IDS } from './store.js';
import type { Store } from './store.js';

/** An invoice that is to be looked at, by the id that the service gave it. */
export interface WatchedInvoice {
  readonly checkoutId: string;
  readonly serviceId: string;
}

/** One that is claimed, with the moment at which it is due. */
export interface ClaimedInvoice extends WatchedInvoice {
  readonly dueAtMs: number;
}

export interface Claim {
  readonly nowMs: number;
  /** Nobody else claims them before. */
  readonly untilMs: number;
  readonly limit: number;
}

type Invoices = ExpressionBuilder<Schema, 'invoices'>;

/** Those that can be asked about in one call with others. */
const isSociable = ({ or, eb }: Invoices) =>
  or([eb('trouble', 'is', null), eb('trouble', '=', 'unanswered')]);

/** How many invoices are due and belong to nobody. */
export async function countDue({ db }: Store, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('next_check_at_ms', '<=', nowMs)
    .where('claimed_until_ms', '<=', nowMs)
    .where(isSociable)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The next ones to be looked at, the most overdue first; places that are left carry those which are due next and have
 * not been looked at just now. It is one statement: of several processes each invoice goes to one.
 */
export function claimNext(store: Store, claim: Claim): Promise<readonly ClaimedInvoice[]> {
  return claimWhere(store, claim, (due) =>
    due.and([
      isSociable(due),
      due.or([
        due('next_check_at_ms', '<=', claim.nowMs),
        due('checked_at_ms', '<', claim.nowMs - JUST_NOW_MS),
        due('checked_at_ms', 'is', null),
      ]),
    ]),
  );
}

/** The next ones of those that are due by then: they find a place in a call that is made for another invoice. */
export function claimDueBy(store: Store, claim: Claim, dueByMs: number): Promise<readonly ClaimedInvoice[]> {
  const where = (due: Invoices) => due.and([isSociable(due), due('next_check_at_ms', '<=', dueByMs)]);
  return claimWhere(store, claim, where);
}

/** Any one of those that are due, by chance: one that fails for a reason of its own is not chosen again and again. */
export function claimAnyDue(
  store: Store,
  { nowMs, untilMs }: Omit<Claim, 'limit'>,
): Promise<readonly ClaimedInvoice[]> {
  const where = (due: Invoices) => due.and([isSociable(due), due('next_check_at_ms', '<=', nowMs)]);
  return claimWhere(store, { nowMs, untilMs, limit: 1 }, where, sql`random()`);
}

/** Those of one kind of trouble that are due. */
export function claimTroubled(
  store: Store,
  trouble: Trouble,
  claim: Claim,
): Promise<readonly ClaimedInvoice[]> {
  return claimWhere(store, claim, (due) =>
    due.and([due('trouble', '=', trouble), due('next_check_at_ms', '<=', claim.nowMs)]),
  );
}

async function claimWhere(
  { db }: Store,
  { nowMs, untilMs, limit }: Claim,
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
          .where('claimed_until_ms', '<=', nowMs)
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
  batch: readonly WatchedInvoice[],
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
export async function release({ db }: Store, batch: readonly WatchedInvoice[]): Promise<void> {
  if (batch.length === 0) return;
  const ids = batch.map(({ serviceId }) => serviceId);
  await db.updateTable('invoices').set({ claimed_until_ms: 0 }).where('service_id', 'in', ids).execute();
}

export interface Hint {
  readonly serviceIds?: readonly string[];
  readonly orderIds?: readonly string[];
  readonly addresses?: readonly string[];
  readonly nowMs: number;
  /** One that was hinted at after this is left alone. */
  readonly unlessAfterMs: number;
}

/** Moves invoices to the front, also those that are watched no more. How many there were. */
export async function hint(
  { db }: Store,
  { serviceIds = [], orderIds = [], addresses = [], nowMs, unlessAfterMs }: Hint,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('invoices')
    .set({ hinted_at_ms: nowMs, next_check_at_ms: nowMs })
    .where(({ eb, or }) =>
      or([
        ...(serviceIds.length > 0 ? [eb('service_id', 'in', serviceIds)] : []),
        ...(orderIds.length > 0 ? [eb('service_order_id', 'in', orderIds)] : []),
        ...(addresses.length > 0 ? [eb('address', 'in', addresses)] : []),
      ]),
    )
    .where('stage', 'in', ['made', 'shown'])
    .where(({ eb, or }) => or([eb('hinted_at_ms', 'is', null), eb('hinted_at_ms', '<=', unlessAfterMs)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Somebody looks on at each of these checkouts. */
export async function noteAttention({ db }: Store, ids: readonly string[], nowMs: number): Promise<void> {
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    await db
      .with(
        (cte) => cte('seen').materialized(),
        (queries) =>
          queries
            .selectFrom('checkouts')
            .select('id')
            .where('id', 'in', ids.slice(start, start + MOST_IDS))
            .orderBy('id')
            .forUpdate(),
      )
      .updateTable('checkouts')
      .set({ looked_at_ms: nowMs })
      .where('id', 'in', ({ selectFrom }) => selectFrom('seen').select('id'))
      .execute();
  }
}

/** The clock was set back: what was planned by the time that it showed before is due now. */
export async function forgetFuture({ db }: Store, nowMs: number, longestClaimMs: number): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ claimed_until_ms: 0 })
    // Nothing else is claimed, and there is an index of these.
    .where('next_check_at_ms', '>', 0)
    .where('claimed_until_ms', '>', nowMs + longestClaimMs)
    .execute();
  await db
    .updateTable('invoices')
    .set({ next_check_at_ms: nowMs })
    .where('next_check_at_ms', '>', nowMs)
    .where(({ eb, fn }) => eb(fn.coalesce('checked_at_ms', 'created_at_ms'), '>', nowMs))
    .execute();
}
