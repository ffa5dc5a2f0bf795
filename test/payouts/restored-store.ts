import { bookJournal } from '../../src/payouts/book-journal.js';
import { Journal } from '../../src/payouts/journal.js';
import type { Schema } from '../../src/proxy/store/schema.js';
import type { PayoutContext } from './payout-fixture.js';

/** Each after the tables that it references. */
const MONEY = [
  ...(['checkouts', 'invoices', 'movements', 'decisions', 'refunds', 'payouts', 'payout_journal'] as const),
] satisfies readonly (keyof Schema)[];

/** Backs up the checkouts with their money. @returns a function that restores them; the journal of payouts stays */
export async function backUpStore({ store: { db } }: PayoutContext): Promise<() => Promise<void>> {
  const saved = await Promise.all(
    MONEY.map(async (table) => ({ table, rows: await db.selectFrom(table).selectAll().execute() })),
  );
  return () =>
    db.transaction().execute(async (tx) => {
      for (const table of MONEY.toReversed()) await tx.deleteFrom(table).execute();
      for (const { table, rows } of saved)
        for (const row of rows) await tx.insertInto(table).values(row).execute();
    });
}

/** The ids of payouts, as the options of the command. */
interface Choices {
  readonly includesPayment?: readonly string[];
  readonly leavesRefunds?: readonly string[];
}

/** As `payouts book` does. */
export async function book(context: PayoutContext, choices?: Choices) {
  return bookJournalOf(context, await Journal.open(context.journal), choices);
}

export function bookJournalOf(
  { store, environment }: PayoutContext,
  journal: Journal,
  { includesPayment = [], leavesRefunds = [] }: Choices = {},
) {
  return bookJournal(journal, {
    ...{ store, clock: environment.sandbox.clock, testMode: true, person: 'Ida Moe' },
    ...{ includesPayment: new Set(includesPayment), leavesRefunds: new Set(leavesRefunds) },
  });
}
