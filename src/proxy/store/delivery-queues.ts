// The events of a key are delivered in order: only its first pending event can be due. `delivery_queues` has one row per key with
// pending events. A claim finds the due events through it, without reading the waiting ones. Every change of events locks the row
// first.
import type { Kysely } from 'kysely';
import { claimRows, type Claim } from './claim.js';
import type { EventRow, Schema } from './schema.js';

type Database = Kysely<Schema>;

/** A claim of the events of a key. Its end identifies the claim. */
export interface QueueClaim {
  readonly key: string;
  readonly claimedUntilMs: number;
}

/** A claimed key and its first pending event; `undefined`: nothing is pending. */
export interface ClaimedQueue {
  readonly key: string;
  readonly head: EventRow | undefined;
}

const QUEUES = {
  table: 'delivery_queues',
  key: ['key'],
  end: ['due_at', 'claimed_until'],
  returns: ['key'],
} as const;

/** Claims the queues whose first event is due, most overdue first. @param except keys that are skipped */
export async function claimQueues(
  db: Database,
  { nowMs, untilMs, limit, except }: Claim & { readonly except: readonly string[] },
): Promise<readonly ClaimedQueue[]> {
  const due = db
    .selectFrom('delivery_queues')
    .select('key')
    // Includes expired claims: a claim is due when it ends.
    .where('due_at', '<=', nowMs)
    .$if(except.length > 0, (query) => query.where('key', 'not in', except))
    .orderBy('due_at')
    .limit(limit);
  const keys = (await claimRows(db, QUEUES, { due, untilMs })).map(({ key }) => key);
  if (keys.length === 0) return [];
  const heads = new Map((await readHeads(db, keys)).map((row) => [row.checkout_id, row]));
  return keys.map((key) => ({ key, head: heads.get(key) }));
}

/** Reads the first pending event of each key. */
function readHeads(db: Database, keys: readonly string[]): Promise<readonly EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('sequence', 'in', ({ selectFrom }) =>
      selectFrom('delivery_queues')
        .select((queue) =>
          queue
            .selectFrom('events as pending')
            .select('pending.sequence')
            .whereRef('pending.checkout_id', '=', 'delivery_queues.key')
            .where('pending.delivered_at', 'is', null)
            .where('pending.dead_at', 'is', null)
            .orderBy('pending.sequence')
            .limit(1)
            .as('first'),
        )
        .where('delivery_queues.key', 'in', keys),
    )
    .execute();
}

/** Moves the end of a claim, unless another process has claimed the queue since. */
export async function renewQueue(
  db: Database,
  { key, claimedUntilMs }: QueueClaim,
  untilMs: number,
): Promise<void> {
  await db
    .updateTable('delivery_queues')
    .set({ due_at: untilMs, claimed_until: untilMs })
    .where('key', '=', key)
    .where('claimed_until', '=', claimedUntilMs)
    .execute();
}

/**
 * Locks the queue of a key until the transaction ends, and creates it if nothing is pending.
 * @param dueAtMs when the first event of a new queue is due
 * @returns the end of a claim; 0: none
 */
export async function lockQueue(db: Database, key: string, dueAtMs: number): Promise<number> {
  const { claimed_until: claimedUntilMs } = await db
    .insertInto('delivery_queues')
    .values({ key, due_at: dueAtMs, claimed_until: 0 })
    // The update changes nothing: it locks the row.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('claimed_until')
    .executeTakeFirstOrThrow();
  return claimedUntilMs;
}

/** Locks a claimed queue until the transaction ends. @returns `false` if another process has claimed it since */
export async function lockClaim(db: Database, { key, claimedUntilMs }: QueueClaim): Promise<boolean> {
  const row = await db
    .selectFrom('delivery_queues')
    .select('key')
    .where('key', '=', key)
    .where('claimed_until', '=', claimedUntilMs)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends the claim of a locked queue: its first pending event is due at its next attempt, and a queue without one is deleted.
 * @param earliestMs the earliest time of an attempt
 */
export async function releaseQueue(db: Database, key: string, earliestMs = 0): Promise<void> {
  const [head] = await readHeads(db, [key]);
  if (!head) {
    await db.deleteFrom('delivery_queues').where('key', '=', key).execute();
    return;
  }
  const due_at = Math.max(head.next_attempt_at, earliestMs);
  await db.updateTable('delivery_queues').set({ due_at, claimed_until: 0 }).where('key', '=', key).execute();
}
