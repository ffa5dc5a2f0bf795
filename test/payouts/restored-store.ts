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

/** As `payouts book` does. */
export async function book(
  { journal, store, environment }: PayoutContext,
  { includesPayment = false }: { readonly includesPayment?: boolean } = {},
) {
  return bookJournal(await Journal.open(journal), {
    ...{ store, clock: environment.sandbox.clock, testMode: true, person: 'Ida Moe' },
    ...{ includesPayment, leavesRefunds: new Set<string>() },
  });
}
