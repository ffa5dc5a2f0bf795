import { Kysely, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { CHECKOUT_STATES, type CheckoutState } from '../../protocol/index.js';
import type { CheckoutEvent } from '../../protocol/events.js';
import type { Actor } from '../domain/actor.js';
import { paymentIdOf, type CheckoutRecord } from '../domain/record.js';
import { appendAudit } from './audit-log.js';
import { lockQueue, releaseQueue } from './delivery-queues.js';
import { schemaStatus } from './migrations.js';
import { deliveryOf, UNDELIVERED } from './outbox.js';
import { readRecords } from './records.js';
import type { EventRow, Schema } from './schema.js';
import { Store } from './store.js';
import { isDatabaseUrl, describeDatabase, postgresEngine } from './engine/postgres.js';
import { openSqliteFile } from './engine/sqlite.js';
import { StoreError } from './engine/store-error.js';

export const EVENT_FILTERS = [
  'waiting',
  'dead',
  'delivered',
  'late',
  'duplicate',
  'review',
  'deposit',
] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

export interface CheckoutsFilter {
  readonly state?: CheckoutState | undefined;
  /** The id of an order. */
  readonly order?: string | undefined;
  /** Whether to list only checkouts that owe money to the payer. Default: false. */
  readonly owing?: boolean | undefined;
  /** From 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
}

export interface EventsFilter {
  /** By status (`waiting`, `dead`, `delivered`) or by type (`late`, `duplicate`, `review`, `deposit`). */
  readonly kind?: EventFilter | undefined;
  /** The id of a checkout or of its order. */
  readonly checkout?: string | undefined;
  /** From 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

const SCHEMA_PROBLEMS = {
  older: ['was written by an older release', 'Start the proxy of this release on it once'],
  newer: ['was written by a newer release', 'Use the command line of that release'],
  foreign: ['is not a store of a checkout proxy', "Use the value of the proxy's option store"],
} as const;

/**
 * Opens the store of a proxy without creating or migrating it. The proxy may be running.
 * @throws {StoreError} if this release cannot read it without a migration
 */
export async function openStoreForAdmin(path: string): Promise<Store> {
  const isDatabase = isDatabaseUrl(path);
  const engine = isDatabase ? await postgresEngine(path) : { dialect: await openSqliteFile(path) };
  const store = new Store(new Kysely<Schema>({ dialect: engine.dialect }), engine);
  try {
    const status = await schemaStatus(store.db);
    if (status === 'fits') return store;
    const [problem, remedy] = SCHEMA_PROBLEMS[status];
    throw new StoreError(`"${isDatabase ? describeDatabase(path) : path}" ${problem}`, remedy);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function validateLimit(limit = DEFAULT_LIMIT): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new TypeError(`limit is invalid (${limit}). Pass a whole number from 1 to ${MAX_LIMIT}.`);
}

/** Newest first. */
export async function listCheckouts(
  db: Kysely<Schema>,
  { state, order, owing = false, limit }: CheckoutsFilter,
): Promise<readonly CheckoutRecord[]> {
  if (state !== undefined && !CHECKOUT_STATES.includes(state)) {
    throw new TypeError(`state is unknown ("${String(state)}"). Use ${CHECKOUT_STATES.join(', ')}.`);
  }
  let query = db.selectFrom('checkouts').selectAll();
  if (owing) query = query.where('is_owing', '=', true);
  if (state !== undefined) query = query.where('state', '=', state);
  if (order !== undefined) query = query.where('order_id', '=', order);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(validateLimit(limit)).execute();
  return readRecords(db, rows);
}

/** Finds a checkout by its id, its payment id or its order id. */
export async function findCheckout(db: Kysely<Schema>, anyId: string): Promise<CheckoutRecord | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('id', '=', anyId), eb('payment_id', '=', anyId), eb('order_id', '=', anyId)]),
    )
    .executeTakeFirst();
  return row && (await readRecords(db, [row]))[0];
}

/** Finds the state of a refund and the payout that pays it; `undefined` if the id is unknown. */
export function findRefundState(db: Kysely<Schema>, id: string) {
  return db
    .selectFrom('refunds')
    .select(['state', 'payout_id as payout'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first. */
export async function listEvents(
  db: Kysely<Schema>,
  { kind, checkout, limit }: EventsFilter,
): Promise<readonly EventRow[]> {
  if (kind !== undefined && !EVENT_FILTERS.includes(kind)) {
    throw new TypeError(`kind is unknown ("${String(kind)}"). Use ${EVENT_FILTERS.join(', ')}.`);
  }
  let query = db.selectFrom('events').selectAll();
  if (kind !== undefined) query = query.where(EVENT_CONDITIONS[kind]);
  if (checkout !== undefined) query = query.where('checkout_id', '=', checkout);
  return query.orderBy('sequence', 'desc').limit(validateLimit(limit)).execute();
}

const EVENT_CONDITIONS: Readonly<
  Record<EventFilter, (eb: ExpressionBuilder<Schema, 'events'>) => Expression<SqlBool>>
> = {
  waiting: (eb) => eb.and([eb('delivered_at', 'is', null), eb('dead_at', 'is', null)]),
  dead: (eb) => eb('dead_at', 'is not', null),
  delivered: (eb) => eb('delivered_at', 'is not', null),
  late: (eb) => eb('type', '=', 'checkout.paid_late'),
  duplicate: (eb) => eb('type', '=', 'checkout.duplicate_payment'),
  deposit: (eb) => eb('type', '=', 'deposit.received'),
  review: (eb) => eb('type', 'in', ['checkout.review_required', 'deposit_address.review_required']),
};

/** PostgreSQL assigns sequence numbers before the commit. An event may therefore appear after up to this number of later ones. */
const MAX_DISORDER = 100;

/** Returns a function that reads the events stored since its last call, oldest first. It never writes. */
export async function followEvents(db: Kysely<Schema>): Promise<() => Promise<readonly EventRow[]>> {
  const newest = db.selectFrom('events').select('sequence').orderBy('sequence', 'desc').limit(MAX_DISORDER);
  const read = new Set((await newest.execute()).map(({ sequence }) => sequence));
  return async () => {
    const oldest = Math.max(0, ...read) - MAX_DISORDER;
    for (const sequence of read) if (sequence <= oldest) read.delete(sequence);
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('sequence', '>', oldest)
      .$if(read.size > 0, (query) => query.where('sequence', 'not in', [...read]))
      .orderBy('sequence')
      .limit(MAX_DISORDER)
      .execute();
    for (const { sequence } of rows) read.add(sequence);
    return rows;
  };
}

/** Finds an event by its id. */
export function findEvent(db: Kysely<Schema>, id: string): Promise<EventRow | undefined> {
  return db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Schedules an event for redelivery under the same id, and records the person in the audit log. Keeps the claim of a running
 * attempt, which ends first.
 * @returns the event, or `undefined` if the id is unknown
 */
export function resendEvent(
  store: Store,
  id: string,
  { person, nowMs: atMs }: Actor,
): Promise<EventRow | undefined> {
  return store.transaction(async (transaction) => {
    const { tx } = transaction;
    const before = await findEvent(tx, id);
    if (!before) return undefined;
    const { type, checkout_id: queue } = before;
    const claimedUntilMs = await lockQueue(tx, queue, 0);
    const requeued = tx.updateTable('events').set(UNDELIVERED).where('id', '=', id).returningAll();
    const row = await requeued.executeTakeFirst();
    if (claimedUntilMs === 0) await releaseQueue(tx, queue);
    if (!row) return undefined;
    const event: CheckoutEvent = JSON.parse(before.payload);
    await appendAudit(transaction, {
      ...{ atMs, person, action: 'event.resend' },
      subject: 'order' in event ? paymentIdOf(queue) : queue,
      before: { event: id, type, status: deliveryOf(before).status },
      after: { event: id, type, status: 'waiting' },
    });
    return row;
  });
}
