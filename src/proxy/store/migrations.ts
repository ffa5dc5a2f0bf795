import { sql, type Kysely, type Transaction } from 'kysely';
import { subtractAmounts } from '../../payment/index.js';
import type { CheckoutEvent, CheckoutEventInvoice } from '../domain/event.js';
import { RENAMED_EVENTS, storedWithCurrentNames } from '../domain/renamed-events.js';
import type { Engine } from './engine/engine.js';
import { addMerchant, addPaymentFilters, addPayouts, addRefunds } from './merchant-migrations.js';
import type { EventRow, Schema } from './schema.js';
import { StoreError } from './engine/store-error.js';

type Up = (db: Kysely<Schema>, engine: Engine) => Promise<void>;

/** The migration that renames events. */
export const EVENT_NAMES = '0011_event_names';

/**
 * Forward only: never change a released migration. Processes of the previous release keep running during a migration and
 * are restarted after it. The name of a migration that does more than add, and would break them, ends in `_breaking`.
 */
const MIGRATIONS: Readonly<Record<string, Up>> = {
  '0001_checkouts': createTables,
  '0002_lost_invoices': addSearch,
  '0003_dead_letters': addDeadLetters,
  '0004_watching': addWatching,
  '0005_wallets': addWallets,
  '0006_wishes': addWishes,
  '0007_retention': addRetention,
  '0008_lists': addLists,
  '0009_settlement': addSettlement,
  '0010_ended_watches': addEndedWatches,
  [EVENT_NAMES]: renameEvents,
  '0012_senders': addSenders,
  '0013_browser_files': addBrowserFiles,
  '0014_transfers': addTransfers,
  '0015_merchant': addMerchant,
  '0016_payouts': addPayouts,
  '0017_refunds': addRefunds,
  '0018_payment_filters': addPaymentFilters,
};

/**
 * Applies all pending migrations in one transaction, so that a killed process leaves no partial migration. Of several
 * processes that start concurrently, one migrates.
 * @returns the migrations that an existing store lacked
 * @throws {StoreError} if a newer release has a breaking change
 * @throws {Error} if a statement fails
 */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<readonly string[]> {
  try {
    if ((await schemaStatus(db)) === 'fits') return [];
    return await db.transaction().execute((tx) => applyPending(tx, engine));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new Error('The store cannot be migrated. If a newer release has written it, start that release.', {
      cause: error,
    });
  }
}

/** Applies all pending migrations within the caller's transaction. @returns those that an existing store lacked */
export async function applyPending(tx: Transaction<Schema>, engine: Engine): Promise<readonly string[]> {
  await engine.migrationLock?.execute(tx);
  await sql`create table if not exists kysely_migration
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(tx);
  const applied = await appliedTo(tx);
  const breaking = applied.filter((name) => !Object.hasOwn(MIGRATIONS, name) && name.endsWith('_breaking'));
  if (breaking.length > 0) {
    throw new StoreError(
      `store has breaking changes of a newer release (${breaking.join(', ')})`,
      'Start that release',
    );
  }
  // The same for all: it identifies a new store, see `hasRenamedEvents`.
  const timestamp = new Date().toISOString();
  const pending = Object.entries(MIGRATIONS).filter(([name]) => !applied.includes(name));
  for (const [name, up] of pending) {
    await up(tx, engine);
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(tx);
  }
  return applied.length === 0 ? [] : pending.map(([name]) => name);
}

async function appliedTo(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns whether an earlier release, with other event names, has created the store. */
export async function hasRenamedEvents(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    n: number | string;
  }>`select count(distinct timestamp) as n from kysely_migration
    where name in ('0001_checkouts', ${EVENT_NAMES})`.execute(db);
  return Number(rows[0]?.n) > 1;
}

/** How the schema of a store relates to this release. */
export type SchemaStatus = 'fits' | 'older' | 'newer' | 'foreign';

/** Compares the schema of a store with this release, read-only. @throws {StoreError} if the store cannot be read */
export async function schemaStatus(db: Kysely<Schema>): Promise<SchemaStatus> {
  const applied = await appliedTo(db).catch((error: unknown) => {
    if (error instanceof StoreError) throw error;
    return null;
  });
  if (applied === null) return 'foreign';
  const known = Object.keys(MIGRATIONS);
  if (applied.some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => applied.includes(name)) ? 'fits' : 'older';
}

async function createTables(db: Kysely<Schema>, engine: Engine): Promise<void> {
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
async function addSearch(db: Kysely<Schema>): Promise<void> {
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

async function addDeadLetters(db: Kysely<Schema>): Promise<void> {
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

async function addWatching(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('trouble', 'text').execute();
  await db.schema.alterTable('invoices').addColumn('hinted_at_ms', 'bigint').execute();
  await db.schema
    .alterTable('invoices')
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // A postback may contain only the address.
  await db.schema.createIndex('invoices_address').on('invoices').column('address').execute();
}

async function addWallets(db: Kysely<Schema>): Promise<void> {
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

async function addWishes(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('next_cancel_at_ms', 'bigint').execute();
  await db.schema.createIndex('invoices_wished').on('invoices').column('next_cancel_at_ms').execute();
  await db.schema.alterTable('deposits').addColumn('outcome', 'text').execute();
  // Unknown for checkouts of an older release: their price is not resolved again.
  await db.schema.alterTable('checkouts').addColumn('reference', 'text').execute();
  await addFigures(db);
}

/** Indexes from which the metrics are counted without reading rows. */
async function addFigures(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema.createIndex('checkouts_state').on('checkouts').column('state').execute();
  await schema
    .createIndex('invoices_standing')
    .on('invoices')
    .columns(['stage', 'settled', 'is_closed', 'is_lapsed'])
    .execute();
  await schema
    .createIndex('invoices_alarmed')
    .on('invoices')
    .column('alarms')
    .where(sql.ref('alarms'), '!=', '[]')
    .execute();
  await schema
    .createIndex('events_untold')
    .on('events')
    .column('dead_at_ms')
    .where(sql.ref('delivered_at_ms'), 'is', null)
    .execute();
  await schema.createIndex('deposits_outcome').on('deposits').column('outcome').execute();
}

/** Indexes by which retention finds and deletes old records. */
async function addRetention({ schema }: Kysely<Schema>): Promise<void> {
  await schema.createIndex('checkouts_created').on('checkouts').column('created_at_ms').execute();
  await schema.createIndex('events_checkout').on('events').column('checkout_id').execute();
  await schema.createIndex('deposits_noted').on('deposits').column('noted_at_ms').execute();
}

/** Indexes for the lists of the CLI, and for old deposits on SQLite. */
async function addLists({ schema }: Kysely<Schema>): Promise<void> {
  await schema.createIndex('checkouts_listed').on('checkouts').columns(['state', 'created_at_ms']).execute();
  await schema.createIndex('events_told').on('events').columns(['checkout_id', 'sequence']).execute();
  await schema.createIndex('events_listed').on('events').columns(['type', 'sequence']).execute();
  await schema
    .createIndex('events_open')
    .on('events')
    .column('sequence')
    .where(sql.ref('delivered_at_ms'), 'is', null)
    .where(sql.ref('dead_at_ms'), 'is', null)
    .execute();
  await schema
    .createIndex('events_dead')
    .on('events')
    .column('sequence')
    .where(sql.ref('dead_at_ms'), 'is not', null)
    .execute();
  await schema
    .createIndex('deposits_looked')
    .on('deposits')
    .columns(['next_look_at_ms', 'noted_at_ms'])
    .execute();
  // Prefixes of the new indexes. The previous release works without them.
  for (const name of ['events_checkout', 'deposits_due']) await schema.dropIndex(name).execute();
}

async function addSettlement(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  for (const column of ['unpaid_at_ms', 'lacked_at_ms'] as const) {
    await schema.alterTable('invoices').addColumn(column, 'bigint').execute();
  }
  await sql`update invoices set unpaid_at_ms = expires_at_ms where is_lapsed = 1`.execute(db);
  await schema.alterTable('checkouts').addColumn('quotable_until_ms', 'bigint').execute();
  await schema
    .alterTable('checkouts')
    .addColumn('is_owing', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('checkouts_owing')
    .on('checkouts')
    .columns(['is_owing', 'created_at_ms'])
    .execute();
  await schema
    .createTable('tombstones')
    .addColumn('order_id', 'text', (column) => column.primaryKey())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('issued_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_paid', 'integer', (column) => column.notNull())
    .execute();
  await schema.createIndex('tombstones_issued').on('tombstones').column('issued_at_ms').execute();
  await addApplied(db);
}

/** Events of the older release did not say what of the money pays the order. Any of them may still be sent. */
function addApplied(db: Kysely<Schema>): Promise<void> {
  return rewriteEvents(db, INVOICE_EVENTS_THEN, ({ type, payload }) => {
    const event: { readonly invoice: CheckoutEventInvoice } = JSON.parse(payload);
    return { type, payload: JSON.stringify({ ...event, invoice: withApplied(type, event.invoice) }) };
  });
}

/** With the names of that release. */
const INVOICE_EVENTS_THEN = [
  'checkout.paid',
  'checkout.overpaid',
  'checkout.partial',
  'checkout.paid_late',
  'checkout.expired',
  'checkout.expired_partial',
  'checkout.canceled',
  'checkout.second_payment',
];

function withApplied(type: string, invoice: CheckoutEventInvoice): CheckoutEventInvoice {
  const isOwed = type === 'checkout.expired_partial' || type === 'checkout.second_payment';
  const unapplied = isOwed ? invoice.paid : invoice.surplus;
  return { ...invoice, applied: subtractAmounts(invoice.paid, unapplied), unapplied };
}

type EventContent = Pick<EventRow, 'type' | 'payload'>;

async function rewriteEvents(
  db: Kysely<Schema>,
  types: readonly string[],
  rewrite: (event: EventContent) => EventContent,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('events')
      .select(['sequence', 'type', 'payload'])
      .where('sequence', '>', after)
      .where('type', 'in', types)
      .orderBy('sequence')
      .limit(500)
      .execute();
    for (const { sequence, ...event } of rows) {
      await db.updateTable('events').set(rewrite(event)).where('sequence', '=', sequence).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.sequence);
  }
}

/** Finds an invoice whose monitoring a clock that was ahead has ended, without a full scan. */
async function addEndedWatches({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createIndex('invoices_ended')
    .on('invoices')
    .column('checked_at_ms')
    .where(sql.ref('next_check_at_ms'), 'is', null)
    .execute();
}

/** Processes of the previous release may add further ones: `storedWithCurrentNames` renames those when they are read. */
function renameEvents(db: Kysely<Schema>): Promise<void> {
  return rewriteEvents(db, Object.keys(RENAMED_EVENTS), storedWithCurrentNames);
}

async function addSenders({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('deposits').addColumn('sender', 'text').execute();
}

async function addBrowserFiles({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('browser_files')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('brotli', 'text', (column) => column.notNull())
    .addColumn('last_seen_ms', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('browser_files_seen').on('browser_files').column('last_seen_ms').execute();
}

async function addTransfers({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('checkouts').addColumn('transfer', 'text').execute();
}
