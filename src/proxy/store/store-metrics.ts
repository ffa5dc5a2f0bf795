import { DEPOSIT_OUTCOMES } from '../domain/deposit.js';
import { REVIEW_REASONS } from '../../protocol/index.js';
import { countAttention } from './payment-list.js';
import { listPendingPayouts } from './payouts.js';
import type { InvoiceRow } from './schema.js';
import type { Store } from './store.js';

/** Counts of the records in the store. */
export type StoreMetrics = Awaited<ReturnType<typeof readStoreMetrics>>;

/** Counts records in indexes: about 10 ms at 100,000 checkouts. */
export async function readStoreMetrics(store: Store, nowMs: number) {
  const [checkouts, owing, attention, payouts, ...others] = await Promise.all([
    checkoutsByState(store),
    countOwing(store),
    countAttention(store.db).then(({ checkouts }) => checkouts),
    listPendingPayouts(store.db, nowMs).then(({ length }) => length),
    invoicesByState(store),
    invoicesByReview(store),
    readPollLagMs(store, nowMs),
    countEvents(store),
    depositsByOutcome(store),
  ]);
  const [invoices, reviews, pollLagMs, events, deposits] = others;
  return { checkouts, owing, attention, payouts, invoices, reviews, pollLagMs, events, deposits };
}

async function checkoutsByState({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('checkouts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Counts checkouts with money that is owed to the payer. */
export async function countOwing({ db }: Store): Promise<number> {
  const { owing } = await db
    .selectFrom('checkouts')
    .select(({ fn }) => fn.countAll<number>().as('owing'))
    .where('is_owing', '=', true)
    .executeTakeFirstOrThrow();
  return owing;
}

async function invoicesByState({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('invoices')
    .select(['stage', 'payment_level', 'is_closed', 'is_lapsed'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['stage', 'payment_level', 'is_closed', 'is_lapsed'])
    .execute();
  return sumByLabel(rows.map((row) => [invoiceState(row), row.count]));
}

function invoiceState(row: Pick<InvoiceRow, 'stage' | 'payment_level' | 'is_closed' | 'is_lapsed'>): string {
  if (row.payment_level !== 'none') return row.payment_level;
  if (row.is_closed) return 'closed';
  if (row.is_lapsed) return 'expired';
  return row.stage === 'open' ? 'open' : row.stage;
}

/** Counts invoices by reason for a review, including reasons without invoices. */
async function invoicesByReview({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('invoices')
    .select(({ fn }) => ['review_reasons', fn.countAll<number>().as('count')])
    .where('review_reasons', '!=', '[]')
    .groupBy('review_reasons')
    .execute();
  return new Map(
    REVIEW_REASONS.map((reason) => {
      const having = rows.filter((row) => row.review_reasons.includes(JSON.stringify(reason)));
      return [reason, having.reduce((sum, { count }) => sum + count, 0)];
    }),
  );
}

/** Returns the delay of the most overdue poll. */
async function readPollLagMs({ db }: Store, nowMs: number): Promise<number> {
  const { first } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.min('next_poll_at').as('first'))
    .executeTakeFirstOrThrow();
  return first === null ? 0 : Math.max(0, nowMs - first);
}

async function countEvents({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('events')
    .select(({ eb, fn }) => [eb('dead_at', 'is not', null).as('isDead'), fn.countAll<number>().as('count')])
    .where('delivered_at', 'is', null)
    .groupBy('dead_at')
    .execute();
  const none = ['pending', 'dead'].map((state) => [state, 0] as const);
  return sumByLabel([
    ...none,
    ...rows.map(({ isDead, count }) => [Number(isDead) === 1 ? 'dead' : 'pending', count] as const),
  ]);
}

/** Counts deposits by outcome, including outcomes without deposits, and those without an outcome as `waiting`. */
async function depositsByOutcome({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('deposits')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
    .where('outcome', 'is not', null)
    .groupBy('outcome')
    .execute();
  const { waiting } = await db
    .selectFrom('deposits')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('next_lookup_at', 'is not', null)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  const counted = new Map(rows.map(({ outcome, count }) => [outcome, count]));
  const found = DEPOSIT_OUTCOMES.map((outcome) => [outcome, counted.get(outcome) ?? 0] as const);
  return new Map<string, number>([['waiting', waiting], ...found]);
}

function sumByLabel(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [key, count] of entries) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}
