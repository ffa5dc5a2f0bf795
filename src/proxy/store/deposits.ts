import { sql, type Kysely, type Selectable } from 'kysely';
import { SECOND_MS } from '../base/time.js';
import { depositMovement, type PendingDeposit, type DepositOutcome } from '../domain/deposit.js';
import type { StatedPayment } from '../domain/stated-change.js';
import { type Claim, claimRows, type ClaimTimes } from './claim.js';
import { LANE, type DepositTable, type Lane, type Schema } from './schema.js';
import { isCurrencyCode } from '../../payment/index.js';
import type { DepositReceivedEvent } from '../../protocol/events.js';
import { lockQueue, releaseQueue } from './delivery-queues.js';
import { toOtherMovementRow } from './ledger-rows.js';
import { UNDELIVERED } from './outbox.js';
import type { Store } from './store.js';
import { deliveryKeyOf, type StoreTransaction } from './store-transaction.js';

// Decides which due deposits are verified next. A flood of postbacks from one client, or about one customer, must not delay the
// others. When a deposit is scheduled, it gets two turns: behind the other deposits of its sender, and behind those of its sender
// about its customer. A claim therefore reads few rows from an index, regardless of the number of waiting deposits.

type Database = Kysely<Schema>;

/** Interval between two turns of a sender, or of a sender about a customer. Leaves time for the first turns of many senders. */
const TURN_MS = 10 * SECOND_MS;

interface Turns {
  readonly sender_turn_at: number;
  readonly customer_turn_at: number;
}

/** Returns the turns of a deposit: not before its next check is due, and behind the waiting ones. */
async function turnsOf(
  db: Database,
  { sender, customer, checks }: Pick<PendingDeposit, 'sender' | 'customer' | 'checks'>,
  dueAtMs: number,
): Promise<Turns> {
  const waiting = db
    .selectFrom('deposits')
    // Only deposits with the same number of checks: they become due in this order.
    .where('lookups', '=', checks)
    .where('sender', sender === null ? 'is' : '=', sender)
    .where('next_lookup_at', 'is not', null);
  const last = await db
    .selectNoFrom([
      waiting.select(({ fn }) => fn.max('sender_turn_at').as('at')).as('sender'),
      waiting
        .where('customer', '=', customer)
        .select(({ fn }) => fn.max('customer_turn_at').as('at'))
        .as('customer'),
    ])
    .executeTakeFirst();
  const behind = (lastMs: number | null | undefined) => Math.max(dueAtMs, (lastMs ?? -Infinity) + TURN_MS);
  return { sender_turn_at: behind(last?.sender), customer_turn_at: behind(last?.customer) };
}

export interface DueDeposits extends Omit<Claim, 'untilMs'> {
  readonly lanes: readonly Lane[];
  /** Order if more deposits are due than the limit. Alternate it: neither the oldest nor the newest must wait forever. */
  readonly newestFirst: boolean;
}

type TurnColumn = 'next_lookup_at' | keyof Turns;

/**
 * Selects due deposits: those whose sender has its turn, then those whose customer has its turn, then others. With `newestFirst`,
 * the newest of all precedes them, because it may wait behind others of its sender about its customer.
 */
function selectDueDeposits(db: Database, { nowMs, limit, lanes, newestFirst }: DueDeposits) {
  const order = newestFirst ? 'desc' : 'asc';
  const first = (lane: Lane, rank: number, column: TurnColumn, count = limit) =>
    db
      .selectFrom('deposits')
      .select(['id as due_id', 'next_lookup_at as due_at', sql.lit(rank).as('rank')])
      .where(sql.raw(LANE), '=', lane)
      .where(column, '<=', nowMs)
      // Excludes claimed ones, which keep their turns.
      .where('next_lookup_at', '<=', nowMs)
      .orderBy(column, order)
      .limit(count);
  const parts = lanes.flatMap((lane) => [
    ...(newestFirst ? [first(lane, 0, 'next_lookup_at', 1)] : []),
    first(lane, 1, 'sender_turn_at'),
    first(lane, 2, 'customer_turn_at'),
    first(lane, 3, 'next_lookup_at'),
  ]);
  const [start, ...others] = parts.map((part) => db.selectFrom(part.as('part')).selectAll());
  if (!start) throw new RangeError('lanes is empty. Pass at least one.');
  return (
    db
      .with(
        (cte) => cte('ranked').materialized(),
        () =>
          db
            .selectFrom(others.reduce((all, part) => all.unionAll(part), start).as('parts'))
            .select(({ fn }) => ['due_id', 'due_at', fn.min('rank').as('rank')])
            .groupBy(['due_id', 'due_at']),
      )
      .selectFrom('ranked')
      .innerJoin('deposits', 'id', 'due_id')
      .select('id')
      // Repeated, since another process may have claimed the deposit since the first query.
      .where('next_lookup_at', '<=', nowMs)
      .orderBy('ranked.rank')
      .orderBy('due_at', order)
      .limit(limit)
  );
}

/** Records a deposit once. Another postback about an unverified deposit restarts its checks. */
export async function recordDeposit(
  { db }: Store,
  deposit: PendingDeposit,
  nextCheckAtMs: number,
): Promise<void> {
  const claims = {
    currency: deposit.currency,
    amount: deposit.amount,
    transaction_id: deposit.transaction,
    is_signed: deposit.isSigned,
    sender: deposit.sender,
  };
  const schedule = await scheduleOf(db, deposit, { checks: 0, nextCheckAtMs });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deposits')
    .values({
      ...claims,
      ...schedule,
      id: deposit.id,
      customer: deposit.customer,
      invoice_id: deposit.invoiceId,
      recorded_at: deposit.recordedAtMs,
      outcome: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) > 0) return;
  // A slow payment may have been confirmed after the last check.
  await db
    .updateTable('deposits')
    .set({ ...schedule, sender: deposit.sender, recorded_at: deposit.recordedAtMs })
    .where('id', '=', deposit.id)
    .where('next_lookup_at', 'is', null)
    .where('invoice_id', 'is not', null)
    .where('outcome', 'in', ['mismatch', 'unverified'])
    .execute();
  if (!deposit.isSigned) return;
  // An attacker may have sent the same id first: a signed postback replaces an unsigned one.
  await db
    .updateTable('deposits')
    .set(claims)
    .where('id', '=', deposit.id)
    .where('is_signed', '=', false)
    .where('next_lookup_at', 'is not', null)
    .execute();
}

export type DepositClaim = DueDeposits & ClaimTimes;

/** Claims due deposits in the order of their turns. */
export async function claimDeposits(
  { db }: Store,
  { untilMs, ...due }: DepositClaim,
): Promise<readonly PendingDeposit[]> {
  const queue = { table: 'deposits', key: ['id'], end: ['next_lookup_at'], returns: 'all' } as const;
  return (await claimRows(db, queue, { due: selectDueDeposits(db, due), untilMs })).map(toPendingDeposit);
}

export async function renewDeposits(
  { db }: Store,
  deposits: readonly PendingDeposit[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  const ids = deposits.map(({ id }) => id);
  await db
    .updateTable('deposits')
    .set({ next_lookup_at: untilMs })
    .where('id', 'in', ids)
    .where('next_lookup_at', '=', fromMs)
    .execute();
}

export interface NextCheck {
  readonly checks: number;
  readonly nextCheckAtMs: number;
}

async function scheduleOf(db: Store['db'], deposit: PendingDeposit, { checks, nextCheckAtMs }: NextCheck) {
  const turns = await turnsOf(db, { ...deposit, checks }, nextCheckAtMs);
  return { lookups: checks, next_lookup_at: nextCheckAtMs, ...turns };
}

const SETTLED = { next_lookup_at: null, sender_turn_at: null, customer_turn_at: null, sender: null } as const;

/** Schedules the next check, unless the deposit is settled. */
export async function postponeDeposit(
  { db }: Store,
  deposit: PendingDeposit,
  next: NextCheck,
): Promise<void> {
  await db
    .updateTable('deposits')
    .set(await scheduleOf(db, deposit, next))
    .where('id', '=', deposit.id)
    .where('next_lookup_at', 'is not', null)
    .execute();
}

export interface DepositSettlement {
  readonly outcome: DepositOutcome;
  /** The event for the shop; none for a mismatch. */
  readonly event?: DepositReceivedEvent;
  /** What the service states about a verified deposit. */
  readonly payment?: StatedPayment | undefined;
  /** The next check of a deposit that stays unverified. */
  readonly next?: NextCheck | null;
}

/** Stores the outcome of a deposit together with its event. */
export function settleDeposit(
  store: Store,
  deposit: PendingDeposit,
  { outcome, event, payment, next = null }: DepositSettlement,
): Promise<void> {
  return store.transaction(async (transaction) => {
    const schedule = next ? await scheduleOf(transaction.tx, deposit, next) : SETTLED;
    const { numUpdatedRows } = await transaction.tx
      .updateTable('deposits')
      .set({ outcome, ...schedule })
      .where('id', '=', deposit.id)
      .where('next_lookup_at', 'is not', null)
      .executeTakeFirst();
    if (!event || Number(numUpdatedRows) === 0) return;
    await addDepositEvent(transaction, event);
    if (event.verified) await addReceived(transaction, event, payment ?? null);
  });
}

/** Records the money of a verified deposit as a movement, once. */
async function addReceived(
  { tx }: StoreTransaction,
  event: DepositReceivedEvent,
  payment: StatedPayment | null,
): Promise<void> {
  const movement = depositMovement(event, payment);
  if (!movement) return;
  const owner = { deposit_id: event.id, invoice_id: event.invoiceId, currency: event.currency };
  await tx
    .insertInto('movements')
    .values(toOtherMovementRow(owner, movement))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Adds the deposit's event, or replaces it under the same id. The result of a running attempt with the earlier content is
 * ignored.
 */
async function addDepositEvent(transaction: StoreTransaction, event: DepositReceivedEvent): Promise<void> {
  const { tx } = transaction;
  const key = deliveryKeyOf(event);
  await lockQueue(tx, key, Date.parse(event.createdAt));
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ ...UNDELIVERED, payload: JSON.stringify(event) })
    .where('id', '=', event.id)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) await transaction.addEvent(event);
  else await releaseQueue(tx, key);
}

type DepositRow = Selectable<DepositTable>;

function toPendingDeposit(row: DepositRow): PendingDeposit {
  const { currency } = row;
  return {
    id: row.id,
    customer: row.customer,
    currency: currency !== null && isCurrencyCode(currency) ? currency : null,
    invoiceId: row.invoice_id,
    amount: row.amount,
    transaction: row.transaction_id,
    isSigned: row.is_signed,
    sender: row.sender,
    recordedAtMs: row.recorded_at,
    checks: row.lookups,
    isReported: row.outcome === 'unverified',
  };
}
