import { HOUR_MS } from '../base/time.js';
import { MAX_INTERVAL_MS } from '../domain/schedule.js';
import { MAX_AHEAD_MS } from './lease.js';
import type { Store } from './store.js';

/** No plan reaches further ahead, but for looks at closed invoices and late looks at deposits. */
const MAX_PLAN_MS = HOUR_MS;
/** The last pause between two looks at a deposit, and after how many looks a pause may be longer than an hour. */
const MAX_DEPOSIT_PLAN = { pauseMs: 24 * HOUR_MS, afterLooks: 6 } as const;

/** Why the store is searched for plans of a wrong clock. */
export type SearchReason = 'start' | 'set back' | 'now and then';

/**
 * Makes due what a wrong clock has planned.
 *
 * After this machine's clock was set back, everything that waits is due: nobody knows how far its plan was off. At the
 * start so is everything but the polling, of which there may be much. Else it is what no right clock can have planned: it
 * lies further ahead than every pause, or was checked in the future. That is what a process with another clock has left
 * behind. Where a watch ended by a look in the future, it begins again. Claims are not touched: those that are too long
 * count as free.
 */
export async function resetFutureSchedules(
  { db }: Store,
  nowMs: number,
  reason: SearchReason,
): Promise<void> {
  const latestCheckMs = (pauseMs: number) => nowMs + (reason === 'set back' ? 0 : pauseMs + MAX_AHEAD_MS);
  const latestMs = (pauseMs: number) => nowMs + (reason === 'now and then' ? pauseMs + MAX_AHEAD_MS : 0);
  const dueNow = { next_check_at_ms: nowMs };
  await db
    .updateTable('invoices')
    .set(dueNow)
    .where('next_check_at_ms', '>', latestCheckMs(0))
    .where(({ or, eb }) =>
      or([
        eb('checked_at_ms', '>', latestCheckMs(0)),
        eb('next_check_at_ms', '>', latestCheckMs(MAX_INTERVAL_MS)),
      ]),
    )
    .execute();
  await db
    .updateTable('invoices')
    .set(dueNow)
    .where('next_check_at_ms', 'is', null)
    .where('checked_at_ms', '>', latestCheckMs(0))
    .where('stage', 'in', ['made', 'shown'])
    .execute();
  await db
    .updateTable('invoices')
    .set({ intended_at_ms: nowMs })
    .where('next_look_at_ms', '>', 0)
    .where('intended_at_ms', '>', latestMs(0))
    .execute();
  for (const column of ['next_look_at_ms', 'next_cancel_at_ms'] as const) {
    await db.updateTable('invoices').set(column, nowMs).where(column, '>', latestMs(MAX_PLAN_MS)).execute();
  }
  await db
    .updateTable('events')
    .set({ next_attempt_at_ms: nowMs })
    // There is an index of those that wait.
    .where('sequence', '>', 0)
    .where('delivered_at_ms', 'is', null)
    .where('dead_at_ms', 'is', null)
    .where('next_attempt_at_ms', '>', latestMs(MAX_PLAN_MS))
    .execute();
  const { pauseMs, afterLooks } = MAX_DEPOSIT_PLAN;
  await db
    .updateTable('deposits')
    .set({ next_look_at_ms: nowMs })
    .where('next_look_at_ms', '>', latestMs(MAX_PLAN_MS))
    .where(({ or, eb }) => or([eb('looks', '<=', afterLooks), eb('next_look_at_ms', '>', latestMs(pauseMs))]))
    .execute();
}
