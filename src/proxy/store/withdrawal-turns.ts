// The interval between the withdrawal requests of all processes (service doc, "Limits"). Which process sends a payout:
// `PayoutProcess`.
import type { Kysely } from 'kysely';
import { claim } from './claim.js';
import type { Schema } from './schema.js';

const TURN = 'withdrawal';

/** Takes the turn to send a request until `untilMs`; `false` while another process has it. */
export async function takeWithdrawalTurn(
  db: Kysely<Schema>,
  nowMs: number,
  untilMs: number,
): Promise<boolean> {
  await db
    .insertInto('payout_turns')
    .values({ name: TURN, ends_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const due = db
    .selectFrom('payout_turns')
    .select('name')
    .where('name', '=', TURN)
    .where('ends_at', '<=', nowMs);
  const queue = { table: 'payout_turns', key: ['name'], end: ['ends_at'] } as const;
  return (await claim(db, queue, { due, untilMs })).length > 0;
}

/** Ends the turn of this process. The next turn may begin at `untilMs`. */
export async function endWithdrawalTurn(db: Kysely<Schema>, untilMs: number): Promise<void> {
  await db.updateTable('payout_turns').set({ ends_at: untilMs }).where('name', '=', TURN).execute();
}
