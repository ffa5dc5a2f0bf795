// Which of the due deposits are verified next. A flood of postbacks from one client, or about one customer, must not delay
// the others. Each deposit gets two turns when it is scheduled: behind the others of its sender, and behind those of its sender
// about its customer. So a claim reads a few rows from an index, whatever waits.
import { sql, type Kysely } from 'kysely';
import { SECOND_MS } from '../base/time.js';
import type { PendingDeposit } from '../domain/deposit.js';
import type { Claim } from './lease.js';
import type { Schema } from './schema.js';

type Database = Kysely<Schema>;

/** A class of deposits. Those that are not signed: not checked before, or checked. */
export type Lane = 'signed' | 'new' | 'checked';

/** The lane of a deposit, as in its indexes. */
export const LANE = `(case when is_signed then 'signed' when lookups = 0 then 'new' else 'checked' end)`;

/** Interval between two turns of a sender, or of a sender about a customer. Long enough for the first ones of many senders. */
const TURN_MS = 10 * SECOND_MS;

interface Turns {
  readonly sender_turn_at: number;
  readonly customer_turn_at: number;
}

/** Returns the turns of a deposit whose next check is due at this time: not before it, and behind those that wait. */
export async function turnsOf(
  db: Database,
  { sender, customer, checks }: Pick<PendingDeposit, 'sender' | 'customer' | 'checks'>,
  dueAtMs: number,
): Promise<Turns> {
  const waiting = db
    .selectFrom('deposits')
    // Only those after as many checks: they become due in this order.
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
  /** Order if more are due than the limit. Alternate it, so that neither the oldest nor the newest wait forever. */
  readonly newestFirst: boolean;
}

type TurnColumn = 'next_lookup_at' | keyof Turns;

/**
 * Selects due deposits: those whose sender has its turn, then those whose customer has, then others. If the newest are first,
 * the newest of all precedes them, since it may wait behind others of its sender about its customer.
 */
export function selectDueDeposits(db: Database, { nowMs, limit, lanes, newestFirst }: DueDeposits) {
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
  if (!start) throw new RangeError('No lane is given. Name at least one.');
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
