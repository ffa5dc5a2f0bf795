import { sql, type Kysely } from 'kysely';
import type { CheckoutEvent } from '../domain/event.js';
import type { Engine } from './engine/engine.js';
import type { Schema } from './schema.js';

export async function createTables(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await createCheckouts(db);
  await createInvoices(db);
  await createEvents(db, engine);
}

async function createCheckouts(db: Kysely<Schema>): Promise<void> {
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

async function createInvoices(db: Kysely<Schema>): Promise<void> {
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
  // Decides between concurrent requests, or processes, that create the same invoice.
  await db.schema
    .createIndex('invoices_one_live')
    .unique()
    .on('invoices')
    .columns(['checkout_id', 'currency'])
    .where(sql.ref('is_live'), '=', 1)
    .execute();
  await db.schema.createIndex('invoices_due').on('invoices').column('next_check_at_ms').execute();
}

async function createEvents(db: Kysely<Schema>, { addSequenceKey }: Engine): Promise<void> {
  await addSequenceKey(db.schema.createTable('events'), 'sequence')
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

/** Intents of the older release were not looked up: they are due immediately. */
export async function addLookups(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('intended_at_ms', 'bigint').execute();
  await db.schema.alterTable('invoices').addColumn('next_look_at_ms', 'bigint').execute();
  await db.schema
    .alterTable('invoices')
    .addColumn('looks', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('invoices_lost').on('invoices').column('next_look_at_ms').execute();
  // Their creation time was not stored. It is not before that of the checkout, which is early enough.
  await sql`update invoices set next_look_at_ms = 0, intended_at_ms =
    (select created_at_ms from checkouts where checkouts.id = invoices.checkout_id)
    where stage = 'intended'`.execute(db);
}

export async function addDeadLetters(db: Kysely<Schema>): Promise<void> {
  for (const column of ['first_attempt_at_ms', 'dead_at_ms'] as const) {
    await db.schema.alterTable('events').addColumn(column, 'bigint').execute();
  }
  await db.schema
    .alterTable('events')
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('events').addColumn('last_failure', 'text').execute();
  await db.schema
    .alterTable('invoices')
    .addColumn('alarms', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await addVersions(db);
}

/** Events of the older release have no version: they count as older than all new ones. */
async function addVersions(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{
    id: string;
    payload: string;
  }>`select id, payload from events where delivered_at_ms is null`.execute(db);
  for (const { id, payload } of rows) {
    const event: Omit<CheckoutEvent, 'checkout'> & { readonly checkout: object } = JSON.parse(payload);
    const changed = JSON.stringify({ ...event, checkout: { version: 0, ...event.checkout } });
    await sql`update events set payload = ${changed} where id = ${id}`.execute(db);
  }
}

export async function addPolling(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('trouble', 'text').execute();
  await db.schema.alterTable('invoices').addColumn('hinted_at_ms', 'bigint').execute();
  await db.schema
    .alterTable('invoices')
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // A postback may contain only the address.
  await db.schema.createIndex('invoices_address').on('invoices').column('address').execute();
}

export async function addDepositAddresses(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('wallets')
    .addColumn('customer', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('service_id', 'text')
    .addColumn('address', 'text')
    .addColumn('is_address_valid', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint')
    .addColumn('intended_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('asked_at_ms', 'bigint')
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('wallets_key', ['customer', 'currency'])
    .execute();
  await db.schema.createIndex('wallets_address').on('wallets').column('address').execute();
  await db.schema
    .createTable('deposits')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer', 'text', (column) => column.notNull())
    .addColumn('currency', 'text')
    .addColumn('invoice_id', 'text')
    .addColumn('amount', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('is_signed', 'integer', (column) => column.notNull())
    .addColumn('noted_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('next_look_at_ms', 'bigint')
    .addColumn('looks', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('deposits_due').on('deposits').column('next_look_at_ms').execute();
  // A postback may contain only the order id.
  await db.schema.createIndex('invoices_order').on('invoices').column('service_order_id').execute();
}
