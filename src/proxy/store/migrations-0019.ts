import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema.js';

/** Adds the transactions that wait for confirmation. Before anything is paid, all do. */
export async function addUnconfirmed(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('invoices')
    .addColumn('unconfirmed', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema.alterTable('invoices').addColumn('paid_with', 'text').execute();
  await sql`update invoices set unconfirmed = transactions where settled = 'none' and paid = '0'`.execute(db);
}
