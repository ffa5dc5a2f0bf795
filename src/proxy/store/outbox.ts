import type { Transaction } from 'kysely';
import { claimQueues, lockClaim, releaseQueue, renewQueue, type QueueClaim } from './delivery-queues.js';
import type { Claim, ClaimTimes } from './claim.js';
import type { EventRow, Schema } from './schema.js';
import type { Store } from './store.js';

/** An event that only this process may deliver until `claimedUntilMs`. */
export type ClaimedEvent = Readonly<ReturnType<typeof toClaimed>>;

export interface EventClaim extends Claim {
  /** Ids of checkouts with a running delivery. */
  readonly except: readonly string[];
}

/**
 * Claims the first pending event of each checkout, if it is due. Later events wait for it. Only one process gets each event,
 * until the claim expires.
 */
export async function claimEvents(store: Store, claim: EventClaim): Promise<readonly ClaimedEvent[]> {
  if (claim.limit <= 0) return [];
  const { untilMs } = claim;
  const events: ClaimedEvent[] = [];
  for (const { key, head } of await claimQueues(store.db, claim)) {
    if (head) events.push(toClaimed(head, claim));
    // Retention has deleted the events, or an operator has changed them in the database.
    else await endAttempt(store, { key, claimedUntilMs: untilMs });
  }
  return events.toSorted((a, b) => a.sequence - b.sequence);
}

function toClaimed(row: EventRow, { nowMs, untilMs }: ClaimTimes) {
  return {
    sequence: row.sequence,
    id: row.id,
    checkoutId: row.checkout_id,
    type: row.type,
    /** The event as JSON text. */
    payload: row.payload,
    /** Number of earlier attempts. */
    attempts: row.attempts,
    firstAttemptAtMs: row.first_attempt_at ?? nowMs,
    claimedUntilMs: untilMs,
  };
}

export function renewEvent(
  { db }: Store,
  { checkoutId: key }: ClaimedEvent,
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  return renewQueue(db, { key, claimedUntilMs: fromMs }, untilMs);
}

/** Columns of an event without an attempt. */
export const UNDELIVERED = {
  attempts: 0,
  next_attempt_at: 0,
  first_attempt_at: null,
  delivered_at: null,
  dead_at: null,
  last_failure: null,
} as const;

export type AttemptResult =
  | { readonly outcome: 'delivered'; readonly atMs: number }
  | { readonly outcome: 'postponed'; readonly untilMs: number; readonly failure: string }
  | { readonly outcome: 'dead'; readonly atMs: number; readonly failure: string };

/** Records the result of an attempt and releases the claim, unless another process has claimed the event since. */
export function recordAttempt(store: Store, event: ClaimedEvent, result: AttemptResult): Promise<void> {
  const { sequence, attempts, firstAttemptAtMs, checkoutId: key, claimedUntilMs } = event;
  return endAttempt(store, { key, claimedUntilMs }, async (tx) => {
    await tx
      .updateTable('events')
      .set({ attempts: attempts + 1, first_attempt_at: firstAttemptAtMs, ...columnsOf(result) })
      .where('sequence', '=', sequence)
      .execute();
    // The next event queues behind the waiting ones: a key with many events must not delay others.
    return result.outcome === 'postponed' ? 0 : result.atMs;
  });
}

/** Ends a claim that is still valid, after a change in the same transaction. @param change returns the earliest next attempt */
function endAttempt(
  store: Store,
  claim: QueueClaim,
  change: (tx: Transaction<Schema>) => Promise<number> = () => Promise.resolve(0),
): Promise<void> {
  return store.transaction(async ({ tx }) => {
    if (await lockClaim(tx, claim)) await releaseQueue(tx, claim.key, await change(tx));
  });
}

function columnsOf(result: AttemptResult): Partial<EventRow> {
  if (result.outcome === 'delivered') return { delivered_at: result.atMs, last_failure: null };
  if (result.outcome === 'dead') return { dead_at: result.atMs, last_failure: result.failure };
  return { next_attempt_at: result.untilMs, last_failure: result.failure };
}

/** Returns the delivery status of an event, and the time of the next attempt in UTC milliseconds. */
export function deliveryOf(row: EventRow) {
  const isWaiting = row.delivered_at === null && row.dead_at === null;
  const status = isWaiting ? 'waiting' : row.delivered_at === null ? 'dead' : 'delivered';
  return {
    status,
    /** `null`: immediately, or never. */
    nextAttemptAtMs: isWaiting && row.next_attempt_at > 0 ? row.next_attempt_at : null,
  } as const;
}

/** Fewer failures are normal, for example while the shop restarts. */
const MIN_FAILED_ATTEMPTS = 3;

/** Counting stops at this number. */
const MAX_FAILURES = 1000;

/** Summarizes events that the shop's server has not received after several attempts, and dead letters; `null`: none. */
export async function summarizeFailures({ db }: Pick<Store, 'db'>) {
  const events = db
    .selectFrom('events')
    .select(['type', 'first_attempt_at', 'next_attempt_at', 'last_failure'])
    .where('delivered_at', 'is', null)
    .orderBy('sequence')
    .limit(MAX_FAILURES);
  const [waiting, dead] = await Promise.all([
    events.where('dead_at', 'is', null).where('attempts', '>=', MIN_FAILED_ATTEMPTS).execute(),
    events.where('dead_at', 'is not', null).execute(),
  ]);
  const all = [...dead, ...waiting];
  if (all.length === 0) return null;
  const nextMs = waiting.map((row) => row.next_attempt_at);
  return {
    waiting: waiting.length,
    dead: dead.length,
    paid: all.filter(({ type }) => PAID_TYPES.includes(type)).length,
    failure: all.at(-1)?.last_failure ?? null,
    sinceMs: Math.min(...all.flatMap(({ first_attempt_at }) => first_attempt_at ?? [])),
    nextAttemptAtMs: nextMs.length === 0 ? null : Math.min(...nextMs),
  };
}

/** Lists the events of `summarizeFailures`: dead letters, then waiting events, both oldest first. */
export async function listFailures({ db }: Pick<Store, 'db'>, limit: number): Promise<readonly EventRow[]> {
  const events = db
    .selectFrom('events')
    .selectAll()
    .where('delivered_at', 'is', null)
    .orderBy('sequence')
    .limit(limit);
  const dead = await events.where('dead_at', 'is not', null).execute();
  if (dead.length >= limit) return dead;
  const waiting = await events
    .where('dead_at', 'is', null)
    .where('attempts', '>=', MIN_FAILED_ATTEMPTS)
    .execute();
  return [...dead, ...waiting].slice(0, limit);
}

const PAID_TYPES: readonly string[] = ['checkout.paid', 'checkout.overpaid', 'checkout.paid_late'];
