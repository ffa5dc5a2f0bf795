import { MAX_CLAIM_MS } from './lease.js';
import type { EventRow } from './schema.js';
import type { Store } from './store.js';

/** An event that this process alone may tell, until `claimedUntilMs`. */
export interface ClaimedEvent {
  readonly sequence: number;
  readonly id: string;
  readonly checkoutId: string;
  readonly type: string;
  /** The event as JSON text. */
  readonly payload: string;
  /** How often it has been tried. */
  readonly attempts: number;
  readonly firstAttemptAtMs: number;
  readonly claimedUntilMs: number;
}

export interface EventClaim {
  readonly nowMs: number;
  readonly untilMs: number;
  readonly limit: number;
  /** Checkouts that are being told something already. */
  readonly except: readonly string[];
}

/**
 * The oldest waiting event of each checkout that may be tried now: later ones wait for it. It is one statement: of
 * several processes each event goes to one, until its claim has run out.
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
              .where('waiting.delivered_at_ms', 'is', null)
              .where('waiting.dead_at_ms', 'is', null)
              .groupBy('waiting.checkout_id'),
          )
          // Again, since it may have been told between the two readings.
          .where('delivered_at_ms', 'is', null)
          .where('dead_at_ms', 'is', null)
          .where('next_attempt_at_ms', '<=', nowMs)
          .where(({ or, eb }) =>
            or([eb('claimed_until_ms', '<=', nowMs), eb('claimed_until_ms', '>', nowMs + MAX_CLAIM_MS)]),
          )
          .$if(except.length > 0, (query) => query.where('checkout_id', 'not in', except))
          .orderBy('sequence')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('events')
    .set({ claimed_until_ms: untilMs })
    .where('sequence', 'in', ({ selectFrom }) => selectFrom('due').select('sequence'))
    .returningAll()
    .execute();
  return rows.map((row) => toClaimed(row, nowMs)).toSorted((a, b) => a.sequence - b.sequence);
}

function toClaimed(row: EventRow, nowMs: number): ClaimedEvent {
  return {
    sequence: row.sequence,
    id: row.id,
    checkoutId: row.checkout_id,
    type: row.type,
    payload: row.payload,
    attempts: row.attempts,
    firstAttemptAtMs: row.first_attempt_at_ms ?? nowMs,
    claimedUntilMs: row.claimed_until_ms,
  };
}

/** It is still being told. */
export async function renewEvent(
  { db }: Store,
  { sequence }: ClaimedEvent,
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  await db
    .updateTable('events')
    .set({ claimed_until_ms: untilMs })
    .where('sequence', '=', sequence)
    .where('claimed_until_ms', '=', fromMs)
    .execute();
}

/** As if it had never been tried. */
export const UNDELIVERED = {
  attempts: 0,
  next_attempt_at_ms: 0,
  first_attempt_at_ms: null,
  delivered_at_ms: null,
  dead_at_ms: null,
  last_failure: null,
} as const;

/** What became of an attempt. */
export type AttemptResult =
  | { readonly became: 'delivered'; readonly atMs: number }
  | { readonly became: 'postponed'; readonly untilMs: number; readonly failure: string }
  | { readonly became: 'dead'; readonly atMs: number; readonly failure: string };

/** Notes the end of an attempt, and gives the event back. Somebody who has claimed it since is not disturbed. */
export async function recordAttempt(
  { db }: Store,
  event: ClaimedEvent,
  ending: AttemptResult,
): Promise<void> {
  await db
    .updateTable('events')
    .set({
      attempts: event.attempts + 1,
      first_attempt_at_ms: event.firstAttemptAtMs,
      claimed_until_ms: 0,
      ...columnsOf(ending),
    })
    .where('sequence', '=', event.sequence)
    .where('claimed_until_ms', '=', event.claimedUntilMs)
    .execute();
}

function columnsOf(ending: AttemptResult): Partial<EventRow> {
  if (ending.became === 'delivered') return { delivered_at_ms: ending.atMs, last_failure: null };
  if (ending.became === 'dead') return { dead_at_ms: ending.atMs, last_failure: ending.failure };
  return { next_attempt_at_ms: ending.untilMs, last_failure: ending.failure };
}
