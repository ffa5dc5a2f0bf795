// Keeps the interval between the withdrawal requests of all processes (service doc, "Limits"). `PayoutProcess` decides which
// process sends a payout.
import type { Kysely } from 'kysely';
import { claimRows, MAX_AHEAD_MS } from './claim.js';
import type { Schema } from './schema.js';

const TURN = 'withdrawal';

/** Maximum turn of a process, longer than any request takes. After a crash, the next process waits until the turn ends. */
const MAX_TURN_MS = 60_000;

/**
 * Takes the turn to send a request, for at most `MAX_TURN_MS`. A turn whose end no correct clock can have set counts as ended.
 * @returns the end of the turn; `null` while another process has it
 */
export async function takeWithdrawalTurn(db: Kysely<Schema>, nowMs: number): Promise<number | null> {
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
  const queue = { table: 'payout_turns', key: ['name'], end: ['ends_at'], returns: ['name'] } as const;
  const untilMs = nowMs + MAX_TURN_MS;
  const taken = await claimRows(db, queue, { due, untilMs });
  return taken.length > 0 ? untilMs : null;
}

/**
 * Ends the turn of this process, unless another process has taken it since.
 * @param endMs the end that `takeWithdrawalTurn` returned
 * @param nextMs when the next turn may begin
 */
export async function endWithdrawalTurn(db: Kysely<Schema>, endMs: number, nextMs: number): Promise<void> {
  await db
    .updateTable('payout_turns')
    .set({ ends_at: nextMs })
    .where('name', '=', TURN)
    .where('ends_at', '=', endMs)
    .execute();
}
