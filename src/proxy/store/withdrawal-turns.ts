// The interval between the withdrawal requests of all processes (service doc, "Limits"). Which process sends a payout:
// `PayoutProcess`.
import type { Kysely } from 'kysely';
import { claim } from './claim.js';
import { MAX_AHEAD_MS } from './lease.js';
import type { Schema } from './schema.js';

const TURN = 'withdrawal';

/** Longest turn of a process: longer than any request takes. After a crash, the next process waits for its end. */
const MAX_TURN_MS = 60_000;

/**
 * Takes the turn to send a request, for at most `MAX_TURN_MS`; `false` while another process has it. A turn that ends later than any
 * correct clock allows comes from a clock that was ahead, and counts as ended.
 */
export async function takeWithdrawalTurn(db: Kysely<Schema>, nowMs: number): Promise<boolean> {
  await db
    .insertInto('payout_turns')
    .values({ name: TURN, ends_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const due = db
    .selectFrom('payout_turns')
    .select('name')
    .where('name', '=', TURN)
    .where(({ eb, or }) =>
      or([eb('ends_at', '<=', nowMs), eb('ends_at', '>', nowMs + MAX_TURN_MS + MAX_AHEAD_MS)]),
    );
  const queue = { table: 'payout_turns', key: ['name'], end: ['ends_at'] } as const;
  return (await claim(db, queue, { due, untilMs: nowMs + MAX_TURN_MS })).length > 0;
}

/** Ends the turn of this process. The next turn may begin at `untilMs`. */
export async function endWithdrawalTurn(db: Kysely<Schema>, untilMs: number): Promise<void> {
  await db.updateTable('payout_turns').set({ ends_at: untilMs }).where('name', '=', TURN).execute();
}
