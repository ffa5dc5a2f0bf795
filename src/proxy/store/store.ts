import type { Transaction } from 'kysely';
import { Kysely } from 'kysely';
import type { CheckoutEvent } from '../events/event.js';
import type { CheckoutRecord } from '../checkouts/record.js';
import { migrate } from './migrations.js';
import { fromCheckoutRow, toCheckoutRow, toInvoiceRow } from './rows.js';
import type { CheckoutRow, Schema } from './schema.js';
import { openSqlite } from './sqlite.js';

type Executor = Kysely<Schema> | Transaction<Schema>;
type Key = { readonly id: string } | { readonly orderId: string };

/** The checkouts with their invoices. What belongs together is written in one transaction. */
export class Store {
  constructor(readonly db: Kysely<Schema>) {}

  /** `work` must wait for nothing but the store: everybody else waits for it. */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    return this.db.transaction().execute((tx) => work(new StoreTransaction(tx)));
  }

  find(id: string): Promise<CheckoutRecord | undefined> {
    return findOne(this.db, { id });
  }

  findByOrder(orderId: string): Promise<CheckoutRecord | undefined> {
    return findOne(this.db, { orderId });
  }

  /** Notes that a browser looks on; `lookAtOnce` moves its invoices to the front. */
  async touch(id: string, nowMs: number, lookAtOnce: boolean): Promise<void> {
    await this.db.updateTable('checkouts').set({ looked_at_ms: nowMs }).where('id', '=', id).execute();
    if (!lookAtOnce) return;
    await this.db
      .updateTable('invoices')
      .set({ next_check_at_ms: nowMs })
      .where('checkout_id', '=', id)
      .where('next_check_at_ms', '>', nowMs)
      .execute();
  }

  /** Can it be written to? @throws {Error} when not */
  async check(): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      await tx.selectFrom('checkouts').select('id').limit(1).execute();
      // Of nothing: enough for a file that may only be read to refuse.
      await tx.updateTable('checkouts').set({ state: '' }).where('id', '=', '').execute();
    });
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}

/** What may be done in one transaction. */
export class StoreTransaction {
  constructor(readonly tx: Transaction<Schema>) {}

  find(key: Key): Promise<CheckoutRecord | undefined> {
    return findOne(this.tx, key);
  }

  findAll(ids: readonly string[]): Promise<readonly CheckoutRecord[]> {
    return findMany(this.tx, ids);
  }

  async insert(record: CheckoutRecord): Promise<void> {
    await this.tx.insertInto('checkouts').values(toCheckoutRow(record)).execute();
  }

  /** Writes what differs, and what the shop has to be told of it. */
  async save(before: CheckoutRecord, after: CheckoutRecord, events: readonly CheckoutEvent[]): Promise<void> {
    const former = JSON.stringify(toCheckoutRow(before));
    const row = toCheckoutRow(after);
    if (JSON.stringify(row) !== former) {
      await this.tx.updateTable('checkouts').set(row).where('id', '=', row.id).execute();
    }
    await this.#saveInvoices(before, after);
    for (const event of events) await this.addEvent(event);
  }

  async #saveInvoices(before: CheckoutRecord, after: CheckoutRecord): Promise<void> {
    const kept = new Set(after.invoices.map(({ sequence }) => sequence));
    const dropped = before.invoices.filter(({ sequence }) => !kept.has(sequence));
    for (const { sequence } of dropped) {
      await this.tx
        .deleteFrom('invoices')
        .where('checkout_id', '=', after.id)
        .where('sequence', '=', sequence)
        .execute();
    }
    const known = new Set(before.invoices);
    for (const invoice of after.invoices.filter((candidate) => !known.has(candidate))) {
      const row = toInvoiceRow(after.id, invoice);
      await this.tx
        .insertInto('invoices')
        .values(row)
        .onConflict((conflict) => conflict.columns(['checkout_id', 'sequence']).doUpdateSet(row))
        .execute();
    }
  }

  /** What the shop has to be told, after all that it has been told of the same. */
  async addEvent(event: CheckoutEvent): Promise<void> {
    await this.tx
      .insertInto('events')
      .values({
        id: event.id,
        checkout_id: 'wallet' in event ? `wallet:${event.wallet.id}` : event.checkout.id,
        type: event.type,
        payload: JSON.stringify(event),
        attempts: 0,
        next_attempt_at_ms: 0,
        claimed_until_ms: 0,
      })
      .execute();
  }
}

async function findOne(db: Executor, key: Key): Promise<CheckoutRecord | undefined> {
  const [column, value] = 'id' in key ? (['id', key.id] as const) : (['order_id', key.orderId] as const);
  const rows = await db.selectFrom('checkouts').selectAll().where(column, '=', value).execute();
  return (await withInvoices(db, rows))[0];
}

async function findMany(db: Executor, ids: readonly string[]): Promise<readonly CheckoutRecord[]> {
  const rows = await db.selectFrom('checkouts').selectAll().where('id', 'in', ids).execute();
  return withInvoices(db, rows);
}

async function withInvoices(db: Executor, rows: readonly CheckoutRow[]): Promise<readonly CheckoutRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const invoices = await db
    .selectFrom('invoices')
    .selectAll()
    .where('checkout_id', 'in', ids)
    .orderBy('sequence')
    .execute();
  return rows.map((row) =>
    fromCheckoutRow(
      row,
      invoices.filter(({ checkout_id }) => checkout_id === row.id),
    ),
  );
}

/** @throws {Error} when the file cannot be opened or brought up to date; the message names the remedy */
export async function openStore(path: string): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: await openSqlite(path) });
  const store = new Store(db);
  try {
    await migrate(db);
    await store.check();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
