// The interval between the withdrawal requests of all processes (service doc, "Limits"). Which process sends a payout:
// `PayoutProcess`.
import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

const TURN = 'withdrawal';

/** Takes the turn to send a request until `untilMs`; `false` while another process has it. */
export async function takeWithdrawalTurn(
  db: Kysely<Schema>,
  nowMs: number,
  untilMs: number,
): Promise<boolean> {
  const row = { name: TURN, ends_at: untilMs };
  await db
    .insertInto('payout_turns')
    .values({ ...row, ends_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('payout_turns')
    .set(row)
    .where('name', '=', TURN)
    .where('ends_at', '<=', nowMs)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the turn of this process. The next turn may begin at `untilMs`. */
export async function endWithdrawalTurn(db: Kysely<Schema>, untilMs: number): Promise<void> {
  await db.updateTable('payout_turns').set({ ends_at: untilMs }).where('name', '=', TURN).execute();
}
