import type { ExpressionBuilder, Transaction } from 'kysely';
import { Kysely } from 'kysely';
import type { Logger } from '../base/log.js';
import type { CheckoutEvent } from '../domain/event.js';
import type { CheckoutRecord, InvoiceRecord, Price } from '../domain/record.js';
import { findInvoice } from '../domain/record.js';
import { RENAMED_EVENTS, RENAMED_REASONS } from '../domain/renamed-events.js';
import type { Engine } from './engine/engine.js';
import { EVENT_NAMES, migrate } from './migrations.js';
import { isDatabaseUrl, postgresEngine } from './engine/postgres.js';
import { createVersionReader } from './version-stamp.js';
import type { VersionReader } from './version-stamp.js';
import { fromCheckoutRow, toCheckoutRow, toInvoiceRow } from './rows.js';
import type { Schema } from './schema.js';
import { sqliteEngine } from './engine/sqlite.js';

type CheckoutKey = { readonly id: string } | { readonly orderId: string };
type CheckoutQuery = CheckoutKey | { readonly ids: readonly string[] };

/** Ids per statement, whose number of parameters is limited. */
export const MAX_IDS = 500;
/** Attempts of a transaction that conflicts with another one. */
const MAX_ATTEMPTS = 5;

const DEFAULT_ENGINE = { isConflict: () => false, notifications: null, syncReader: null, lock: null };

/** Stores the checkouts with their invoices and events. */
export class Store {
  readonly pulses: VersionReader;

  constructor(
    readonly db: Kysely<Schema>,
    private readonly engine: Pick<
      Engine,
      'isConflict' | 'notifications' | 'syncReader' | 'lock'
    > = DEFAULT_ENGINE,
  ) {
    this.pulses = createVersionReader(db, engine.syncReader);
  }

  /**
   * Runs `work` in a transaction that locks the records that it reads. `work` must await only the store, and runs again
   * after a conflict with another transaction.
   */
  async transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.db.transaction().execute((tx) => work(new StoreTransaction(tx, this.engine.lock)));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !this.engine.isConflict(error)) throw error;
      }
    }
  }

  /** Notifies other processes that these checkouts have changed. Never rejects. */
  async notifyChanged(ids: readonly string[]): Promise<void> {
    await this.engine.notifications?.notifyChanged(ids);
  }

  /** Subscribes to changes by other processes, if the engine has notifications. `changedSince` finds the same later. */
  onChange(listener: (checkoutId: string) => void): void {
    this.engine.notifications?.onChange(listener);
  }

  /** Returns the ids of the checkouts that have a newer version. */
  async changedSince(versions: ReadonlyMap<string, number>): Promise<readonly string[]> {
    const changed: string[] = [];
    const ids = [...versions.keys()];
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const rows = await this.db
        .selectFrom('checkouts')
        .select(['id', 'version'])
        .where('id', 'in', ids.slice(start, start + MAX_IDS))
        .execute();
      changed.push(
        ...rows.filter(({ id, version }) => version > (versions.get(id) ?? version)).map(({ id }) => id),
      );
    }
    return changed;
  }

  find(id: string): Promise<CheckoutRecord | undefined> {
    return findConsistent(this.db, { id });
  }

  findByOrder(orderId: string): Promise<CheckoutRecord | undefined> {
    return findConsistent(this.db, { orderId });
  }

  /** Records that a page is connected; `lookAtOnce` moves its invoices to the front. */
  async touch(id: string, nowMs: number, pollNow: boolean): Promise<void> {
    await this.db.updateTable('checkouts').set({ looked_at_ms: nowMs }).where('id', '=', id).execute();
    if (!pollNow) return;
    await this.db
      .updateTable('invoices')
      .set({ next_check_at_ms: nowMs })
      .where('checkout_id', '=', id)
      .where('next_check_at_ms', '>', nowMs)
      .execute();
  }

  /** Checks that the store is writable. @throws {Error} if it is not */
  async check(): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      await tx.selectFrom('checkouts').select('id').limit(1).execute();
      // Updates no row, which is enough to make a read-only store fail.
      await tx.updateTable('checkouts').set({ state: '' }).where('id', '=', '').execute();
    });
  }

  async close(): Promise<void> {
    await this.engine.notifications?.close();
    await this.db.destroy();
  }
}

/** The remainder of an order whose checkout retention has deleted. */
export interface Tombstone {
  readonly order: Price;
  readonly issuedAtMs: number;
  readonly isPaid: boolean;
}

/** Operations within one transaction. */
export class StoreTransaction {
  constructor(
    readonly tx: Transaction<Schema>,
    private readonly engineLock: Engine['lock'],
  ) {}

  /** Locks a key until the transaction ends; waits for any other transaction with the same lock. */
  async lock(key: string): Promise<void> {
    await this.engineLock?.(key).execute(this.tx);
  }

  async find(key: CheckoutKey): Promise<CheckoutRecord | undefined> {
    return (await findLocked(this.tx, key))[0];
  }

  async findAll(ids: readonly string[]): Promise<readonly CheckoutRecord[]> {
    return ids.length === 0 ? [] : findLocked(this.tx, { ids });
  }

  /** Finds the tombstone of an order. */
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

  /** Inserts a checkout and deletes the tombstone of its order. */
  async insert(record: CheckoutRecord): Promise<void> {
    await this.tx.insertInto('checkouts').values(toCheckoutRow(record)).execute();
    await this.tx.deleteFrom('tombstones').where('order_id', '=', record.order.id).execute();
  }

  /** Writes the difference between two records, and the events about it. */
  async save(before: CheckoutRecord, after: CheckoutRecord, events: readonly CheckoutEvent[]): Promise<void> {
    const changed = changedColumns(toCheckoutRow(before), toCheckoutRow(after));
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
      // The update ends the claim of the process that polled the invoice.
      .set({ ...changedColumns(toInvoiceRow(checkoutId, former), row), claimed_until_ms: 0 })
      .where('checkout_id', '=', checkoutId)
      .where('sequence', '=', invoice.sequence)
      .execute();
  }

  /** Appends an event to the outbox. */
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

/** Returns the columns of `row` that differ. */
function changedColumns<R extends object>(former: R, row: R): Partial<R> {
  const changed: Partial<R> = {};
  for (const column in row) if (row[column] !== former[column]) changed[column] = row[column];
  return changed;
}

/** Reads a checkout without a transaction. Repeats both queries if another process has written between them. */
async function findConsistent(db: Kysely<Schema>, key: CheckoutKey): Promise<CheckoutRecord | undefined> {
  for (;;) {
    const row = await selectCheckouts(db, key).executeTakeFirst();
    if (!row) return undefined;
    const invoices = await db
      .selectFrom('invoices')
      .selectAll()
      .select(({ selectFrom }) => versionsIn(selectFrom).as('version_then'))
      .where('checkout_id', '=', row.id)
      .orderBy('sequence')
      .execute();
    const versionAfter = invoices[0] ? invoices[0].version_then : await versionOf(db, row.id);
    if (versionAfter === row.version) return fromCheckoutRow(row, invoices);
  }
}

/** Selects the version of the invoice's checkout. */
function versionsIn(selectFrom: ExpressionBuilder<Schema, 'invoices'>['selectFrom']) {
  return selectFrom('checkouts')
    .select('checkouts.version')
    .whereRef('checkouts.id', '=', 'invoices.checkout_id');
}

async function versionOf(db: Kysely<Schema>, id: string): Promise<number | null> {
  const row = await db.selectFrom('checkouts').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version ?? null;
}

/** Reads checkouts and locks them, with their invoices, until the transaction ends. */
async function findLocked(tx: Transaction<Schema>, key: CheckoutQuery): Promise<readonly CheckoutRecord[]> {
  const rows = await selectCheckouts(tx, key).forUpdate().execute();
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

/** Selects checkouts in a fixed order, which prevents deadlocks. */
function selectCheckouts(db: Kysely<Schema>, key: CheckoutQuery) {
  const query = db.selectFrom('checkouts').selectAll();
  if ('ids' in key) return query.where('id', 'in', key.ids).orderBy('id');
  return 'id' in key ? query.where('id', '=', key.id) : query.where('order_id', '=', key.orderId);
}

/**
 * Opens a store, and creates or migrates it. The first start on the store of an earlier release logs the renamed events.
 * @param path path of an SQLite file, `:memory:`, or URL of a PostgreSQL database
 * @throws {Error} if it cannot be opened or migrated; the message names the remedy
 */
export async function openStore(path: string, logger?: Logger): Promise<Store> {
  const engine = await (isDatabaseUrl(path) ? postgresEngine(path) : sqliteEngine(path));
  const store = new Store(new Kysely<Schema>({ dialect: engine.dialect }), engine);
  try {
    const migrations = await migrateOnOpen(store.db, engine);
    if (migrations.includes(EVENT_NAMES)) {
      logger?.warn({ events: RENAMED_EVENTS, reasons: RENAMED_REASONS }, 'shop events renamed');
    }
    await store.check();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function migrateOnOpen(db: Kysely<Schema>, engine: Engine): Promise<readonly string[]> {
  if (!engine.migrationDialect) return migrate(db, engine);
  const unlimited = new Kysely<Schema>({ dialect: engine.migrationDialect });
  try {
    return await migrate(unlimited, engine);
  } finally {
    await unlimited.destroy();
  }
}
