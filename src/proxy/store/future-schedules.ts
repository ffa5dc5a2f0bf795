import { HOUR_MS } from '../base/time.js';
import { MAX_INTERVAL_MS } from '../domain/poll-schedule.js';
import { MAX_AHEAD_MS, MAX_CLAIM_MS } from './claim.js';
import type { Store } from './store.js';

/** The longest delay of a scheduled time, except for polls of closed invoices and late checks of deposits. */
const MAX_SCHEDULE_MS = HOUR_MS;
/** The longest delay between checks of a deposit, and the number of checks before a delay may exceed an hour. */
const MAX_DEPOSIT_SCHEDULE = { pauseMs: 24 * HOUR_MS, afterChecks: 6 } as const;

/** Reason for a search for times that a wrong clock has scheduled. */
export type SearchReason = 'start' | 'set back' | 'periodic';

/**
 * Reschedules to now everything that a wrong clock has scheduled.
 * - `set back`: everything that is scheduled becomes due, because the error is unknown.
 * - `start`: the same, except for polls, because there may be many.
 * - `periodic`: only times that no correct clock can have scheduled, such as those of another process: further ahead than the
 *   longest delay, or polled in the future.
 *
 * Polling that ended because of a poll in the future begins again. Claims stay: those that are too long count as expired.
 */
export async function resetFutureSchedules(
  { db }: Store,
  nowMs: number,
  reason: SearchReason,
): Promise<void> {
  const latestCheckMs = (pauseMs: number) => nowMs + (reason === 'set back' ? 0 : pauseMs + MAX_AHEAD_MS);
  const latestMs = (pauseMs: number) => nowMs + (reason === 'periodic' ? pauseMs + MAX_AHEAD_MS : 0);
  const dueNow = { next_poll_at: nowMs };
  await db
    .updateTable('invoices')
    .set(dueNow)
    .where('next_poll_at', '>', latestCheckMs(0))
    .where(({ or, eb }) =>
      or([eb('checked_at', '>', latestCheckMs(0)), eb('next_poll_at', '>', latestCheckMs(MAX_INTERVAL_MS))]),
    )
    .execute();
  await db
    .updateTable('invoices')
    .set(dueNow)
    .where('next_poll_at', 'is', null)
    .where('checked_at', '>', latestCheckMs(0))
    .where('stage', 'in', ['created', 'open'])
    .execute();
  for (const column of ['next_lookup_at', 'next_cancel_at'] as const) {
    await db
      .updateTable('invoices')
      .set(column, nowMs)
      .where(column, '>', latestMs(MAX_SCHEDULE_MS))
      .execute();
  }
  await db
    .updateTable('payouts')
    .set({ next_lookup_at: nowMs })
    .where('next_lookup_at', '>', latestMs(MAX_SCHEDULE_MS))
    .execute();
  await db
    .updateTable('events')
    .set({ next_attempt_at: nowMs })
    // Selects the index of pending events.
    .where('sequence', '>', 0)
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('next_attempt_at', '>', latestMs(MAX_SCHEDULE_MS))
    .execute();
  await db
    .updateTable('delivery_queues')
    // Keeps the end of the claim: a running attempt can still record its result.
    .set({ due_at: nowMs })
    .where('due_at', '>', nowMs)
    .where(({ and, or, eb }) =>
      or([
        eb('claimed_until', '>', nowMs + MAX_CLAIM_MS),
        and([eb('claimed_until', '<=', nowMs), eb('due_at', '>', latestMs(MAX_SCHEDULE_MS))]),
      ]),
    )
    .execute();
  const { pauseMs, afterChecks } = MAX_DEPOSIT_SCHEDULE;
  await db
    .updateTable('deposits')
    // The number of checks is limited. An early check must not count, or restarts would use up the limit.
    .set(({ eb }) => ({
      ...{ next_lookup_at: nowMs, sender_turn_at: nowMs, customer_turn_at: nowMs },
      lookups: eb
        .case()
        .when('lookups', '>', 0)
        .then(eb('lookups', '-', 1))
        .else(0)
        .end(),
    }))
    .where('next_lookup_at', '>', latestMs(MAX_SCHEDULE_MS))
    .where(({ or, eb }) =>
      or([eb('lookups', '<=', afterChecks), eb('next_lookup_at', '>', latestMs(pauseMs))]),
    )
    .execute();
}
