import type { Kysely, Migration, MigrationProvider } from 'kysely';
import { Migrator, sql } from 'kysely';
import type { Schema } from './schema.js';

/** Forward only: a migration that has left the house is never altered. */
const MIGRATIONS: Readonly<Record<string, Migration>> = { '0001_checkouts': { up: createTables } };

/** @throws {Error} when the store was written by a newer release, or a statement fails */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) {
    throw new Error('the store cannot be brought up to date: was it written by a newer release?', {
      cause: error,
    });
  }
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await createCheckouts(db);
  await createInvoices(db);
  await createEvents(db);
}

async function createCheckouts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('order_email', 'text')
    .addColumn('email_required', 'integer', (column) => column.notNull())
    .addColumn('offers', 'text')
    .addColumn('lifetime_minutes', 'integer')
    .addColumn('return_url', 'text')
    .addColumn('fail_url', 'text')
    .addColumn('issued_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('shop_name', 'text')
    .addColumn('shop_logo', 'text')
    .addColumn('payer_email', 'text')
    .addColumn('current_sequence', 'integer')
    .addColumn('paid_by_sequence', 'integer')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('looked_at_ms', 'bigint', (column) => column.notNull())
    .execute();
}

async function createInvoices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('checkout_id', 'text', (column) =>
      column.notNull().references('checkouts.id').onDelete('cascade'),
    )
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('service_order_id', 'text', (column) => column.notNull())
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('is_live', 'integer', (column) => column.notNull())
    .addColumn('is_cancel_asked', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('price_amount', 'text', (column) => column.notNull())
    .addColumn('price_currency', 'text', (column) => column.notNull())
    .addColumn('service_id', 'text', (column) => column.unique())
    .addColumn('address', 'text')
    .addColumn('amount', 'text')
    .addColumn('fee', 'text')
    .addColumn('fee_paid_by', 'text')
    .addColumn('hosted_page', 'text')
    .addColumn('test_mode', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint')
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('next_check_at_ms', 'bigint')
    .addColumn('checked_at_ms', 'bigint')
    .addColumn('settled', 'text', (column) => column.notNull())
    .addColumn('paid', 'text', (column) => column.notNull())
    .addColumn('missing', 'text')
    .addColumn('transactions', 'text', (column) => column.notNull())
    .addColumn('is_puzzling', 'integer', (column) => column.notNull())
    .addColumn('is_closed', 'integer', (column) => column.notNull())
    .addColumn('is_lapsed', 'integer', (column) => column.notNull())
    .addColumn('is_late', 'integer', (column) => column.notNull())
    .addColumn('finished_at_ms', 'bigint')
    .addPrimaryKeyConstraint('invoices_key', ['checkout_id', 'sequence'])
    .execute();
  // What decides when two requests, or two processes, want the same invoice at once.
  await db.schema
    .createIndex('invoices_one_live')
    .unique()
    .on('invoices')
    .columns(['checkout_id', 'currency'])
    .where(sql.ref('is_live'), '=', 1)
    .execute();
  await db.schema.createIndex('invoices_due').on('invoices').column('next_check_at_ms').execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('events_waiting')
    .on('events')
    .columns(['checkout_id', 'sequence'])
    .where(sql.ref('delivered_at_ms'), 'is', null)
    .execute();
}
