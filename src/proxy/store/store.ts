import type { ExpressionBuilder, Transaction } from 'kysely';
import { Kysely } from 'kysely';
import type { CheckoutEvent } from '../domain/event.js';
import type { CheckoutRecord, InvoiceRecord, Price } from '../domain/record.js';
import { findInvoice } from '../domain/record.js';
import type { Engine } from './engine/engine.js';
import { migrate } from './migrations.js';
import { isDatabaseUrl, postgresEngine } from './engine/postgres.js';
import { createVersionReader } from './version-stamp.js';
import type { VersionReader } from './version-stamp.js';
import { fromCheckoutRow, toCheckoutRow, toInvoiceRow } from './rows.js';
import type { Schema } from './schema.js';
import { sqliteEngine } from './engine/sqlite.js';

type One = { readonly id: string } | { readonly orderId: string };
type Key = One | { readonly ids: readonly string[] };

/** A statement has a limited number of places. */
export const MAX_IDS = 500;
/** Somebody else may be quicker so often. */
const MAX_TRIES = 5;

const PLAIN = { isConflict: () => false, news: null, atOnce: null, lock: null };

/** The checkouts with their invoices. What belongs together is written in one transaction. */
export class Store {
  readonly pulses: VersionReader;

  constructor(
    readonly db: Kysely<Schema>,
    private readonly engine: Pick<Engine, 'isConflict' | 'news' | 'atOnce' | 'lock'> = PLAIN,
  ) {
    this.pulses = createVersionReader(db, engine.atOnce);
  }

  /**
   * What it has found stays as it is until it has written: everybody else who wants that waits. `work` must wait for
   * nothing but the store, and is done once more when somebody else was quicker.
   */
  async transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.db.transaction().execute((tx) => work(new StoreTransaction(tx, this.engine.lock)));
      } catch (error) {
        if (tries === MAX_TRIES || !this.engine.isConflict(error)) throw error;
      }
    }
  }

  /** Tells other processes that these checkouts have changed. Never rejects. */
  async notifyChanged(ids: readonly string[]): Promise<void> {
    await this.engine.news?.notifyChanged(ids);
  }

  /** Told at once what other processes tell, where that is possible; `laterThan` knows the same later. */
  onChange(onNews: (checkoutId: string) => void): void {
    this.engine.news?.onChange(onNews);
  }

  /** Those of the checkouts that have a later version by now. */
  async changedSince(versions: ReadonlyMap<string, number>): Promise<readonly string[]> {
    const later: string[] = [];
    const ids = [...versions.keys()];
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const rows = await this.db
        .selectFrom('checkouts')
        .select(['id', 'version'])
        .where('id', 'in', ids.slice(start, start + MAX_IDS))
        .execute();
      later.push(
        ...rows.filter(({ id, version }) => version > (versions.get(id) ?? version)).map(({ id }) => id),
      );
    }
    return later;
  }

  find(id: string): Promise<CheckoutRecord | undefined> {
    return findWhole(this.db, { id });
  }

  findByOrder(orderId: string): Promise<CheckoutRecord | undefined> {
    return findWhole(this.db, { orderId });
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
    await this.engine.news?.close();
    await this.db.destroy();
  }
}

/** What is known of an order whose checkout retention has deleted. */
export interface Tombstone {
  readonly order: Price;
  readonly issuedAtMs: number;
  readonly isPaid: boolean;
}

/** What may be done in one transaction. */
export class StoreTransaction {
  constructor(
    readonly tx: Transaction<Schema>,
    private readonly engineLock: Engine['lock'],
  ) {}

  /** Waits until no other transaction holds the lock of this key; it is held until this one ends. */
  async lock(key: string): Promise<void> {
    await this.engineLock?.(key).execute(this.tx);
  }

  async find(key: One): Promise<CheckoutRecord | undefined> {
    return (await findLocked(this.tx, key))[0];
  }

  async findAll(ids: readonly string[]): Promise<readonly CheckoutRecord[]> {
    return ids.length === 0 ? [] : findLocked(this.tx, { ids });
  }

  /** What retention has left of the order's checkout. */
  async findTombstone(orderId: string): Promise<Tombstone | undefined> {
    const row = await this.tx
      .selectFrom('tombstones')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return (
      row && {
        order: { amount: row.amount, currency: row.currency },
        issuedAtMs: row.issued_at_ms,
        isPaid: row.is_paid === 1,
      }
    );
  }

  /** Inserts a checkout, which takes the place of what retention has left of an earlier one. */
  async insert(record: CheckoutRecord): Promise<void> {
    await this.tx.insertInto('checkouts').values(toCheckoutRow(record)).execute();
    await this.tx.deleteFrom('tombstones').where('order_id', '=', record.order.id).execute();
  }

  /** Writes what differs, and what the shop has to be told of it. */
  async save(before: CheckoutRecord, after: CheckoutRecord, events: readonly CheckoutEvent[]): Promise<void> {
    const changed = differing(toCheckoutRow(before), toCheckoutRow(after));
    if (Object.keys(changed).length > 0) {
      await this.tx.updateTable('checkouts').set(changed).where('id', '=', after.id).execute();
    }
    const kept = new Set(after.invoices.map(({ sequence }) => sequence));
    const dropped = before.invoices.filter(({ sequence }) => !kept.has(sequence));
    for (const { sequence } of dropped) {
      await this.tx
        .deleteFrom('invoices')
        .where('checkout_id', '=', after.id)
        .where('sequence', '=', sequence)
        .execute();
    }
    for (const invoice of after.invoices) {
      const former = findInvoice(before, invoice.sequence);
      if (invoice !== former) await this.#saveInvoice(after.id, former, invoice);
    }
    for (const event of events) await this.addEvent(event);
  }

  async #saveInvoice(
    checkoutId: string,
    former: InvoiceRecord | undefined,
    invoice: InvoiceRecord,
  ): Promise<void> {
    const row = toInvoiceRow(checkoutId, invoice);
    if (!former) {
      await this.tx.insertInto('invoices').values(row).execute();
      return;
    }
    await this.tx
      .updateTable('invoices')
      // Whoever writes it is done with it.
      .set({ ...differing(toInvoiceRow(checkoutId, former), row), claimed_until_ms: 0 })
      .where('checkout_id', '=', checkoutId)
      .where('sequence', '=', invoice.sequence)
      .execute();
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

/** The columns that are another in `row`. */
function differing<R extends object>(former: R, row: R): Partial<R> {
  const changed: Partial<R> = {};
  for (const column in row) if (row[column] !== former[column]) changed[column] = row[column];
  return changed;
}

/** Outside a transaction another process may write between the two statements: then both are read again. */
async function findWhole(db: Kysely<Schema>, key: One): Promise<CheckoutRecord | undefined> {
  for (;;) {
    const row = await selected(db, key).executeTakeFirst();
    if (!row) return undefined;
    const invoices = await db
      .selectFrom('invoices')
      .selectAll()
      .select(({ selectFrom }) => versionsIn(selectFrom).as('version_then'))
      .where('checkout_id', '=', row.id)
      .orderBy('sequence')
      .execute();
    const versionThen = invoices[0] ? invoices[0].version_then : await versionOf(db, row.id);
    if (versionThen === row.version) return fromCheckoutRow(row, invoices);
  }
}

/** Of the checkout whose invoice it is. */
function versionsIn(selectFrom: ExpressionBuilder<Schema, 'invoices'>['selectFrom']) {
  return selectFrom('checkouts')
    .select('checkouts.version')
    .whereRef('checkouts.id', '=', 'invoices.checkout_id');
}

async function versionOf(db: Kysely<Schema>, id: string): Promise<number | null> {
  const row = await db.selectFrom('checkouts').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version ?? null;
}

/** Nobody else changes them, nor their invoices, before the transaction ends. */
async function findLocked(tx: Transaction<Schema>, key: Key): Promise<readonly CheckoutRecord[]> {
  const rows = await selected(tx, key).forUpdate().execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const invoices = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('checkout_id', 'in', ids)
    .orderBy('checkout_id')
    .orderBy('sequence')
    .forUpdate()
    .execute();
  return rows.map((row) =>
    fromCheckoutRow(
      row,
      invoices.filter(({ checkout_id }) => checkout_id === row.id),
    ),
  );
}

/** Several in one order always, so that no two wait for each other. */
function selected(db: Kysely<Schema>, key: Key) {
  const query = db.selectFrom('checkouts').selectAll();
  if ('ids' in key) return query.where('id', 'in', key.ids).orderBy('id');
  return 'id' in key ? query.where('id', '=', key.id) : query.where('order_id', '=', key.orderId);
}

/**
 * Opens a store, and makes it or brings it up to date.
 * @param path of an SQLite file, `:memory:`, or the address of a PostgreSQL database
 * @throws {Error} when it cannot be opened or brought up to date; the message names the remedy
 */
export async function openStore(path: string): Promise<Store> {
  const engine = await (isDatabaseUrl(path) ? postgresEngine(path) : sqliteEngine(path));
  const store = new Store(new Kysely<Schema>({ dialect: engine.dialect }), engine);
  try {
    await migrateOnOpen(store.db, engine);
    await store.check();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function migrateOnOpen(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (!engine.unhurried) return migrate(db, engine);
  const unhurried = new Kysely<Schema>({ dialect: engine.unhurried });
  try {
    await migrate(unhurried, engine);
  } finally {
    await unhurried.destroy();
  }
}
