// The head of the journal of the payouts process. A process compares it to detect that its journal is not the newest: see
// `src/payouts`.
import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

type Database = Kysely<Schema>;

const JOURNAL = 'payouts';

/** The end of a journal: its number of lines, and the hash chain over them. */
export interface JournalHead {
  readonly lines: number;
  readonly hash: string;
}

/** The period in which a process has refused to send: its start, and the last refusal. */
export interface JournalRefusal {
  readonly sinceMs: number;
  readonly atMs: number;
}

/** The state of the journal according to the store. */
export interface KnownJournal {
  /** The newest head that a process has seen. */
  readonly head: JournalHead;
  /** Number of lines whose payouts are in the store. */
  readonly bookedLines: number;
  readonly refusal: JournalRefusal | null;
}

/** Reads the state of the journal according to the store; `null` before the first payout is sent. */
export async function readJournalHead(db: Database): Promise<KnownJournal | null> {
  const row = await db
    .selectFrom('payout_journal')
    .selectAll()
    .where('name', '=', JOURNAL)
    .executeTakeFirst();
  if (!row) return null;
  const { lines, hash, booked_lines: bookedLines, refused_since: sinceMs, refused_at: atMs } = row;
  const refusal = sinceMs === null || atMs === null ? null : { sinceMs, atMs };
  return { head: { lines, hash }, bookedLines, refusal };
}

/**
 * Stores the head if the stored one is still `before`.
 * @param bookedLines number of lines whose payouts are in the store. Default: all
 * @returns `false` if another process has stored a head meanwhile
 */
export async function saveJournalHead(
  db: Database,
  before: Pick<KnownJournal, 'head' | 'bookedLines'> | null,
  { lines, hash }: JournalHead,
  bookedLines = lines,
): Promise<boolean> {
  const columns = { lines, hash, booked_lines: bookedLines };
  if (before) {
    const { numUpdatedRows } = await db
      .updateTable('payout_journal')
      .set(columns)
      .where('name', '=', JOURNAL)
      .where('lines', '=', before.head.lines)
      .where('hash', '=', before.head.hash)
      .where('booked_lines', '=', before.bookedLines)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payout_journal')
    .values({ name: JOURNAL, ...columns, refused_since: null, refused_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The head of an empty journal. */
export const EMPTY_HEAD: JournalHead = { lines: 0, hash: '' };

/** Records that a process refuses to send; `null`: no process does. */
export async function saveJournalRefusal(db: Database, refusal: JournalRefusal | null): Promise<void> {
  const columns = { refused_since: refusal?.sinceMs ?? null, refused_at: refusal?.atMs ?? null };
  await db
    .insertInto('payout_journal')
    .values({ name: JOURNAL, ...EMPTY_HEAD, booked_lines: 0, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
}

/** Whether the store has, or had, payouts. */
export async function hasPayouts(db: Database): Promise<boolean> {
  const [payout, journal] = await Promise.all([
    db.selectFrom('payouts').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('payout_journal').select('name').limit(1).executeTakeFirst(),
  ]);
  return payout !== undefined || journal !== undefined;
}
