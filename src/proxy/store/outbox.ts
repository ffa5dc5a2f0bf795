import { MAX_CLAIM_MS, type Claim } from './lease.js';
import type { EventRow } from './schema.js';
import type { Store } from './store.js';

/** An event that only this process may deliver, until `claimedUntilMs`. */
export type ClaimedEvent = Readonly<ReturnType<typeof toClaimed>>;

export interface EventClaim extends Claim {
  /** Ids of checkouts with a running delivery. */
  readonly except: readonly string[];
}

/**
 * Claims the oldest pending event of each checkout, if it is due. Later events wait for it. One statement: each event
 * goes to one process, until its claim expires.
 */
export async function claimEvents(
  { db }: Store,
  { nowMs, untilMs, limit, except }: EventClaim,
): Promise<readonly ClaimedEvent[]> {
  if (limit <= 0) return [];
  const rows = await db
    .with(
      (cte) => cte('due').materialized(),
      (queries) =>
        queries
          .selectFrom('events')
          .select('sequence')
          .where('sequence', 'in', (inner) =>
            inner
              .selectFrom('events as waiting')
              .select(({ fn }) => fn.min('waiting.sequence').as('first'))
              .where('waiting.delivered_at', 'is', null)
              .where('waiting.dead_at', 'is', null)
              .groupBy('waiting.checkout_id'),
          )
          // Repeated, since another process may have delivered the event since the first query.
          .where('delivered_at', 'is', null)
          .where('dead_at', 'is', null)
          .where('next_attempt_at', '<=', nowMs)
          .where(({ or, eb }) =>
            or([eb('claimed_until', '<=', nowMs), eb('claimed_until', '>', nowMs + MAX_CLAIM_MS)]),
          )
          .$if(except.length > 0, (query) => query.where('checkout_id', 'not in', except))
          .orderBy('sequence')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('events')
    .set({ claimed_until: untilMs })
    .where('sequence', 'in', ({ selectFrom }) => selectFrom('due').select('sequence'))
    .returningAll()
    .execute();
  return rows.map((row) => toClaimed(row, nowMs)).toSorted((a, b) => a.sequence - b.sequence);
}

function toClaimed(row: EventRow, nowMs: number) {
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
    claimedUntilMs: row.claimed_until,
  };
}

export async function renewEvent(
  { db }: Store,
  { sequence }: ClaimedEvent,
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  await db
    .updateTable('events')
    .set({ claimed_until: untilMs })
    .where('sequence', '=', sequence)
    .where('claimed_until', '=', fromMs)
    .execute();
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
export async function recordAttempt(
  { db }: Store,
  event: ClaimedEvent,
  result: AttemptResult,
): Promise<void> {
  await db
    .updateTable('events')
    .set({
      attempts: event.attempts + 1,
      first_attempt_at: event.firstAttemptAtMs,
      claimed_until: 0,
      ...columnsOf(result),
    })
    .where('sequence', '=', event.sequence)
    .where('claimed_until', '=', event.claimedUntilMs)
    .execute();
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

/** Fewer failures are normal, such as during a restart of the shop. */
const MIN_FAILED_ATTEMPTS = 3;

/** Counting stops at this number. */
const MAX_FAILURES = 1000;

/** Summarizes the events that the shop's server has not received, after several attempts or for good; `null`: none. */
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
