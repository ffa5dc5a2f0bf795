import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema.js';

/** Adds the columns by which the staff's lists are filtered and searched, their decisions, and the audit log. */
export async function addMerchant(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  for (const column of ['decisions', 'pay_currency'] as const)
    await schema.alterTable('checkouts').addColumn(column, 'text').execute();
  await schema.alterTable('checkouts').addColumn('attention_since_ms', 'bigint').execute();
  await schema.alterTable('checkouts').addColumn('amount_value', 'double precision').execute();
  await sql`update checkouts set amount_value = cast(amount as double precision),
    pay_currency = (select currency from invoices where checkout_id = checkouts.id
      and sequence = coalesce(paid_by_sequence, current_sequence)),
    attention_since_ms = case when is_owing = 1 or exists (select 1 from invoices where checkout_id = checkouts.id
      and (alarms != '[]' or (sequence = paid_by_sequence and is_late = 1))) then looked_at_ms end`.execute(
    db,
  );
  await schema
    .createIndex('checkouts_coin')
    .on('checkouts')
    .columns(['pay_currency', 'created_at_ms'])
    .execute();
  // Lists payments newest first, and filters by amount without reading rows. The previous release uses its prefix.
  await schema
    .createIndex('checkouts_priced')
    .on('checkouts')
    .columns(['created_at_ms', 'amount_value'])
    .execute();
  await schema.dropIndex('checkouts_created').execute();
  await schema
    .createIndex('checkouts_attention')
    .on('checkouts')
    .columns(['attention_since_ms', 'id'])
    .where(sql.ref('attention_since_ms'), 'is not', null)
    .execute();
  await addPaymentTransactions(db);
  await addAuditLog(db);
}

async function addPaymentTransactions(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('payment_transactions')
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) =>
      column.notNull().references('checkouts.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('payment_transactions_key', ['transaction_id', 'checkout_id'])
    .execute();
  await db.schema
    .createIndex('payment_transactions_checkout')
    .on('payment_transactions')
    .column('checkout_id')
    .execute();
  const { rows } = await sql<{ checkout_id: string; transactions: string }>`select checkout_id, transactions
    from invoices where transactions != '[]'`.execute(db);
  for (const { checkout_id, transactions } of rows) {
    const ids: readonly string[] = JSON.parse(transactions);
    for (const transaction_id of ids)
      await sql`insert into payment_transactions (transaction_id, checkout_id)
        values (${transaction_id}, ${checkout_id}) on conflict do nothing`.execute(db);
  }
}

async function addAuditLog(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_log_subject').on('audit_log').columns(['subject', 'number']).execute();
}

/** Adds payouts, which two people approve, and the turn of the process that sends one. */
export async function addPayouts({ schema }: Kysely<Schema>): Promise<void> {
  let table = schema.createTable('payouts').addColumn('id', 'text', (column) => column.primaryKey());
  for (const column of ['state', 'currency', 'address', 'amount', 'proposed_by', 'proposal'] as const)
    table = table.addColumn(column, 'text', (definition) => definition.notNull());
  for (const column of ['purpose', 'approval', 'approved_by', 'refusal', 'declined'] as const)
    table = table.addColumn(column, 'text');
  for (const column of ['approved_at_ms', 'attempted_at_ms', 'finished_at_ms', 'next_lookup_at_ms'] as const)
    table = table.addColumn(column, 'bigint');
  await table
    .addColumn('service_id', 'text', (column) => column.unique())
    .addColumn('sent_amount', 'text')
    .addColumn('candidates', 'text', (column) => column.notNull())
    .addColumn('resolution', 'text')
    .addColumn('proposed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('payouts_state').on('payouts').columns(['state', 'approved_at_ms']).execute();
  await schema.createIndex('payouts_listed').on('payouts').columns(['proposed_at_ms', 'id']).execute();
  await schema
    .createIndex('payouts_attempted')
    .on('payouts')
    .columns(['currency', 'attempted_at_ms'])
    .execute();
  await schema
    .createTable('payout_turns')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .execute();
}

/** Adds refund requests, the claim keys of their browsers, and the links from payouts to refunds. */
export async function addRefunds({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('checkouts').addColumn('refunds', 'text').execute();
  await schema.alterTable('invoices').addColumn('claim_hash', 'text').execute();
  for (const column of ['refund_checkout_id', 'refund_id', 'transaction_id'] as const)
    await schema.alterTable('payouts').addColumn(column, 'text').execute();
  await schema
    .createIndex('payouts_lookup')
    .on('payouts')
    .column('next_lookup_at_ms')
    .where(sql.ref('next_lookup_at_ms'), 'is not', null)
    .execute();
}

/** Adds indexes that contain all columns by which payments are filtered: a filter that matches few rows reads no others. */
export async function addPaymentFilters({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createIndex('checkouts_by_state')
    .on('checkouts')
    .columns(['state', 'created_at_ms', 'amount_value', 'pay_currency'])
    .execute();
  await schema
    .createIndex('checkouts_by_currency')
    .on('checkouts')
    .columns(['pay_currency', 'created_at_ms', 'amount_value'])
    .execute();
  // Prefixes of the new indexes. The previous release works without them.
  for (const name of ['checkouts_listed', 'checkouts_coin']) await schema.dropIndex(name).execute();
}
