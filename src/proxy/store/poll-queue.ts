import { sql, type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { PollFailure } from '../domain/record.js';
import { MIN_POLL_AGE_MS } from '../domain/poll-schedule.js';
import { claimRows, isClaimable, type Claim, type ClaimTimes } from './claim.js';
import type { Schema } from './schema.js';
import { MAX_IDS } from './records.js';
import type { Store } from './store.js';

/** A polled invoice, by the service's id. */
export interface PolledInvoice {
  readonly checkoutId: string;
  readonly serviceId: string;
}

export interface ClaimedInvoice extends PolledInvoice {
  readonly dueAtMs: number;
}

type Invoices = ExpressionBuilder<Schema, 'invoices'>;

/** Matches invoices that may share a batch: neither suspected nor quarantined. Must equal the condition of their index. */
const mayShareBatch = (): RawBuilder<SqlBool> => sql`(poll_failure is null or poll_failure = 'unanswered')`;

/** Whether an invoice that may share a batch is due, without a valid claim. */
export async function isAnyPollDue({ db }: Store, nowMs: number): Promise<boolean> {
  const due = await db
    .selectFrom('invoices')
    .select('next_poll_at')
    .where('next_poll_at', '<=', nowMs)
    .where(isClaimable(nowMs))
    .where(mayShareBatch())
    .orderBy('next_poll_at')
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/**
 * Claims the next invoices to poll, most overdue first. If fewer than `limit` are due, adds the next scheduled ones that were not
 * polled within the last second.
 */
export function claimNextPolls(store: Store, times: Claim): Promise<readonly ClaimedInvoice[]> {
  return claimInvoicesWhere(store, times, (due) =>
    due.and([
      mayShareBatch(),
      due.or([
        due('next_poll_at', '<=', times.nowMs),
        due('checked_at', '<', times.nowMs - MIN_POLL_AGE_MS),
        due('checked_at', 'is', null),
      ]),
    ]),
  );
}

/** Returns the service's id of any polled invoice; `null` if there is none. */
export async function findPolledInvoice({ db }: Store): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('service_id')
    .where('next_poll_at', 'is not', null)
    .where('service_id', 'is not', null)
    .orderBy('next_poll_at')
    .limit(1)
    .executeTakeFirst();
  return row?.service_id ?? null;
}

/** Returns the service's id of an invoice whose status the service refuses to return; `null` if there is none. */
export async function findRefusedInvoice({ db }: Store): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('service_id')
    .where('poll_failure', '=', 'refused')
    .limit(1)
    .executeTakeFirst();
  return row?.service_id ?? null;
}

/** Claims the invoices that are due by `dueByMs`, to fill the batch of an immediate poll. */
export function claimPollsDueBy(
  store: Store,
  times: Claim,
  dueByMs: number,
): Promise<readonly ClaimedInvoice[]> {
  const where = (due: Invoices) => due.and([mayShareBatch(), due('next_poll_at', '<=', dueByMs)]);
  return claimInvoicesWhere(store, times, where);
}

/** Number of due invoices from which `claimAnyDuePoll` chooses. */
const ANY_OF = 100;

/** Claims a random one of the most overdue invoices: one that fails for its own reasons must not be chosen repeatedly. */
export function claimAnyDuePoll({ db }: Store, times: ClaimTimes): Promise<readonly ClaimedInvoice[]> {
  const where = (due: Invoices) => due.and([mayShareBatch(), due('next_poll_at', '<=', times.nowMs)]);
  const first = selectDueInvoices(db, { ...times, limit: ANY_OF }, where);
  const due = db
    .selectFrom('invoices')
    .select('service_id')
    .where('service_id', 'in', first)
    // Repeated, since another process may have claimed it since the first query.
    .where(isClaimable(times.nowMs))
    .orderBy(sql`random()`)
    .limit(1);
  return claimInvoices(db, due, times);
}

/** Claims due invoices whose last poll failed for this reason. */
export function claimFailingPolls(
  store: Store,
  failure: PollFailure,
  times: Claim,
): Promise<readonly ClaimedInvoice[]> {
  return claimInvoicesWhere(store, times, (due) =>
    due.and([due('poll_failure', '=', failure), due('next_poll_at', '<=', times.nowMs)]),
  );
}

type Condition = (due: Invoices) => ReturnType<Invoices['and']>;

function claimInvoicesWhere(
  { db }: Store,
  times: Claim,
  where: Condition,
): Promise<readonly ClaimedInvoice[]> {
  return claimInvoices(db, selectDueInvoices(db, times, where), times);
}

/** Selects free invoices, most overdue first. */
function selectDueInvoices(db: Kysely<Schema>, { nowMs, limit }: Claim, where: Condition) {
  return db
    .selectFrom('invoices')
    .select('service_id')
    .where('next_poll_at', 'is not', null)
    .where('service_id', 'is not', null)
    .where(isClaimable(nowMs))
    .where(where)
    .orderBy('next_poll_at')
    .limit(limit);
}

const INVOICES = {
  table: 'invoices',
  key: ['service_id'],
  end: ['claimed_until'],
  returns: ['checkout_id', 'service_id', 'next_poll_at'],
} as const;

async function claimInvoices(
  db: Kysely<Schema>,
  due: ReturnType<typeof selectDueInvoices>,
  { untilMs }: ClaimTimes,
): Promise<readonly ClaimedInvoice[]> {
  const rows = await claimRows(db, INVOICES, { due, untilMs });
  return rows
    .flatMap(({ checkout_id: checkoutId, service_id: serviceId, next_poll_at: dueAtMs }) =>
      serviceId === null || dueAtMs === null ? [] : [{ checkoutId, serviceId, dueAtMs }],
    )
    .toSorted((one, other) => one.dueAtMs - other.dueAtMs);
}

export async function renewPolls(
  { db }: Store,
  batch: readonly PolledInvoice[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  if (batch.length === 0) return;
  const ids = batch.map(({ serviceId }) => serviceId);
  await db
    .updateTable('invoices')
    .set({ claimed_until: untilMs })
    .where('service_id', 'in', ids)
    .where('claimed_until', '=', fromMs)
    .execute();
}

/** Releases the claims on invoices that were not polled, unless another process has claimed them since. */
export async function releasePolls(
  { db }: Store,
  batch: readonly PolledInvoice[],
  untilMs: number,
): Promise<void> {
  if (batch.length === 0) return;
  const ids = batch.map(({ serviceId }) => serviceId);
  await db
    .updateTable('invoices')
    .set({ claimed_until: 0 })
    .where('service_id', 'in', ids)
    .where('claimed_until', '=', untilMs)
    .execute();
}

/** The invoices that a postback concerns. */
export interface PollHint {
  readonly serviceIds?: readonly string[];
  /** Ids that the service has signed. */
  readonly provenIds?: readonly string[];
  /** The `order_id`s at the service. */
  readonly orderIds?: readonly string[];
  readonly addresses?: readonly string[];
}

interface HintTimes {
  readonly nowMs: number;
  /** Invoices with a hint after this time are skipped. */
  readonly unlessAfterMs: number;
  /** The monitoring window of invoices whose deadline is before this has ended. */
  readonly endedBeforeMs: number;
}

/**
 * Moves the invoices that a postback may concern to the front of the queue, and schedules a few additional polls. An unsigned
 * postback neither resumes polling that has ended nor extends the monitoring window.
 * @returns the number of moved invoices
 */
export async function prioritizeAfterPostback(
  { db }: Store,
  { serviceIds = [], provenIds = [], orderIds = [], addresses = [] }: PollHint,
  { nowMs, unlessAfterMs, endedBeforeMs }: HintTimes,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('invoices')
    .set((eb) => ({
      next_poll_at: nowMs,
      hinted_at: eb
        .case()
        .when(eb.and([eb('expires_at', '<=', endedBeforeMs), eb.not(isOneOf(eb, { service_id: provenIds }))]))
        .then(eb.ref('hinted_at'))
        .else(nowMs)
        .end(),
    }))
    .where((eb) =>
      eb.or([
        isOneOf(eb, { service_id: provenIds }),
        eb.and([
          eb('next_poll_at', 'is not', null),
          isOneOf(eb, { service_id: serviceIds, service_order_id: orderIds, address: addresses }),
        ]),
      ]),
    )
    .where('stage', 'in', ['created', 'open'])
    .where(({ eb, or, not, between }) =>
      or([eb('hinted_at', 'is', null), not(between('hinted_at', unlessAfterMs + 1, nowMs))]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type Names = Partial<Record<'service_id' | 'service_order_id' | 'address', readonly string[]>>;

function isOneOf(eb: Invoices, { service_id = [], service_order_id = [], address = [] }: Names) {
  return eb.or([
    ...(service_id.length > 0 ? [eb('service_id', 'in', service_id)] : []),
    ...(service_order_id.length > 0 ? [eb('service_order_id', 'in', service_order_id)] : []),
    ...(address.length > 0 ? [eb('address', 'in', address)] : []),
  ]);
}

/** Records that a page is connected to each of these checkouts. */
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
      .set({ last_seen_at: nowMs })
      .where('id', 'in', ({ selectFrom }) => selectFrom('seen').select('id'))
      .execute();
  }
}

export interface InvoiceKey {
  readonly checkoutId: string;
  readonly sequence: number;
}

/** Times of the lookups of intents and of pending cancellations. */
type DueColumn = 'next_lookup_at' | 'next_cancel_at';

/** Claims due invoices, most overdue first, until `untilMs`. */
export async function claimDueInvoices(
  { db }: Store,
  column: DueColumn,
  { nowMs, untilMs, limit }: Claim,
): Promise<readonly InvoiceKey[]> {
  const due = db
    .selectFrom('invoices')
    .select(['checkout_id', 'sequence'])
    .where(column, '<=', nowMs)
    .orderBy(column)
    .limit(limit);
  const key = ['checkout_id', 'sequence'] as const;
  const queue = { table: 'invoices', key, end: [column], returns: key } as const;
  const rows = await claimRows(db, queue, { due, untilMs });
  return rows.map(({ checkout_id: checkoutId, sequence }) => ({ checkoutId, sequence }));
}

export async function renewDueInvoices(
  { db }: Store,
  column: DueColumn,
  keys: readonly InvoiceKey[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  for (const { checkoutId, sequence } of keys) {
    await db
      .updateTable('invoices')
      .set(column, untilMs)
      .where('checkout_id', '=', checkoutId)
      .where('sequence', '=', sequence)
      .where(column, '=', fromMs)
      .execute();
  }
}

/** Returns the ids that are in the store. */
export async function knownServiceIds({ db }: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('invoices').select('service_id').where('service_id', 'in', ids).execute();
  return new Set(rows.flatMap(({ service_id: id }) => id ?? []));
}
