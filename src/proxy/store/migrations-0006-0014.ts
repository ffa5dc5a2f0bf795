import { sql, type Kysely } from 'kysely';
import { subtractAmounts } from '../../payment/index.js';
import type { CheckoutEventInvoice } from '../domain/event.js';
import { RENAMED_EVENTS, storedWithCurrentNames } from '../domain/renamed-events.js';
import type { EventRow, Schema } from './schema.js';

export async function addPendingCancellations(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('next_cancel_at_ms', 'bigint').execute();
  await db.schema.createIndex('invoices_wished').on('invoices').column('next_cancel_at_ms').execute();
  await db.schema.alterTable('deposits').addColumn('outcome', 'text').execute();
  // Unknown for checkouts of an older release: their price is not resolved again.
  await db.schema.alterTable('checkouts').addColumn('reference', 'text').execute();
  await addMetricIndexes(db);
}

/** Adds indexes from which the metrics are counted without reading rows. */
async function addMetricIndexes(db: Kysely<Schema>): Promise<void> {
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

/** Adds indexes by which retention finds and deletes old records. */
export async function addRetentionIndexes({ schema }: Kysely<Schema>): Promise<void> {
  await schema.createIndex('checkouts_created').on('checkouts').column('created_at_ms').execute();
  await schema.createIndex('events_checkout').on('events').column('checkout_id').execute();
  await schema.createIndex('deposits_noted').on('deposits').column('noted_at_ms').execute();
}

/** Adds indexes for the lists of the CLI, and for old deposits on SQLite. */
export async function addListIndexes({ schema }: Kysely<Schema>): Promise<void> {
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

export async function addSettlement(db: Kysely<Schema>): Promise<void> {
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

/** Adds `applied` and `unapplied` to the events of the older release. Any of them may still be sent. */
function addApplied(db: Kysely<Schema>): Promise<void> {
  return rewriteEvents(db, INVOICE_EVENTS, ({ type, payload }) => {
    const event: { readonly invoice: CheckoutEventInvoice } = JSON.parse(payload);
    return { type, payload: JSON.stringify({ ...event, invoice: withApplied(type, event.invoice) }) };
  });
}

/** The names of that release. */
const INVOICE_EVENTS = [
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

/** Adds an index that finds invoices whose polling ended because a clock was ahead. */
export async function addEndedPollingIndex({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createIndex('invoices_ended')
    .on('invoices')
    .column('checked_at_ms')
    .where(sql.ref('next_check_at_ms'), 'is', null)
    .execute();
}

/** Processes of the previous release may add further events: `storedWithCurrentNames` renames those when they are read. */
export function renameEvents(db: Kysely<Schema>): Promise<void> {
  return rewriteEvents(db, Object.keys(RENAMED_EVENTS), storedWithCurrentNames);
}

export async function addSenders({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('deposits').addColumn('sender', 'text').execute();
}

export async function addBrowserFiles({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('browser_files')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('brotli', 'text', (column) => column.notNull())
    .addColumn('last_seen_ms', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('browser_files_seen').on('browser_files').column('last_seen_ms').execute();
}

export async function addTransfers({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('checkouts').addColumn('transfer', 'text').execute();
}
