import { Kysely } from 'kysely';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/log.js';
import type { CheckoutRecord } from '../domain/record.js';
import type { Engine } from './engine/engine.js';
import { migrateStore } from './migrations.js';
import { isDatabaseUrl, postgresEngine } from './engine/postgres.js';
import { createVersionReader, type VersionReader } from './version-stamp.js';
import { MAX_IDS, readRecords } from './records.js';
import type { Schema } from './schema.js';
import { StoreTransaction, selectCheckouts, type CheckoutKey } from './store-transaction.js';
import { sqliteEngine } from './engine/sqlite.js';

/** Attempts of a transaction that conflicts with another one. */
const MAX_ATTEMPTS = 5;

/** Stores the checkouts with their invoices and events. */
export class Store {
  readonly versions: VersionReader;

  constructor(
    readonly db: Kysely<Schema>,
    private readonly engine: Partial<Engine> = {},
  ) {
    this.versions = createVersionReader(db, engine.syncReader ?? null);
  }

  /**
   * Runs `work` in a transaction that locks the records that it reads. `work` must await only the store, and runs again
   * after a conflict with another transaction.
   */
  async transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.db
          .transaction()
          .execute((tx) => work(new StoreTransaction(tx, this.engine.lock ?? null)));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !this.engine.isConflict?.(error)) throw error;
      }
    }
  }

  /** Returns the database's time in UTC milliseconds; `null` if it has no clock of its own. */
  async readTime(): Promise<number | null> {
    const { nowMs } = this.engine;
    if (!nowMs) return null;
    return (await this.db.selectNoFrom(nowMs.as('now')).executeTakeFirstOrThrow()).now;
  }

  /** Notifies other processes that these checkouts have changed. Never rejects. */
  async notifyChanged(ids: readonly string[]): Promise<void> {
    await this.engine.notifications?.notifyChanged(ids);
  }

  /**
   * Subscribes to changes by other processes, if the engine has notifications. `findChangedCheckouts` also finds missed changes.
   */
  onChange(listener: (checkoutId: string) => void): void {
    this.engine.notifications?.onChange(listener);
  }

  /** Returns the ids of the checkouts that have a newer version. */
  async findChangedCheckouts(versions: ReadonlyMap<string, number>): Promise<readonly string[]> {
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

  findCheckout(id: string): Promise<CheckoutRecord | undefined> {
    return findConsistent(this.db, { id });
  }

  findCheckoutByPayment(paymentId: string): Promise<CheckoutRecord | undefined> {
    return findConsistent(this.db, { paymentId });
  }

  findCheckoutByOrder(orderId: string): Promise<CheckoutRecord | undefined> {
    return findConsistent(this.db, { orderId });
  }

  /** Records that a page is connected. @param pollNow moves its invoices to the front of the queue */
  async recordConnectedPage(id: string, nowMs: number, pollNow: boolean): Promise<void> {
    await this.db.updateTable('checkouts').set({ last_seen_at: nowMs }).where('id', '=', id).execute();
    if (!pollNow) return;
    await this.db
      .updateTable('invoices')
      .set({ next_poll_at: nowMs })
      .where('checkout_id', '=', id)
      .where('next_poll_at', '>', nowMs)
      .execute();
  }

  /** @throws {Error} if the store is not readable and writable */
  async assertWritable(): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      await tx.selectFrom('checkouts').select('id').limit(1).execute();
      // Updates no row, but fails in a read-only store.
      await tx.updateTable('checkouts').set({ version: 0 }).where('id', '=', '').execute();
    });
  }

  async close(): Promise<void> {
    await this.engine.notifications?.close();
    await this.db.destroy();
  }
}

/** Dependencies of most parts of the proxy. */
export interface StoreContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reads a checkout without a transaction. Reads it again if another process has written meanwhile. */
async function findConsistent(db: Kysely<Schema>, key: CheckoutKey): Promise<CheckoutRecord | undefined> {
  for (;;) {
    const row = await selectCheckouts(db, key).executeTakeFirst();
    if (!row) return undefined;
    const [record] = await readRecords(db, [row]);
    if ((await versionOf(db, row.id)) === row.version) return record;
  }
}

async function versionOf(db: Kysely<Schema>, id: string): Promise<number | null> {
  const row = await db.selectFrom('checkouts').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version ?? null;
}

/**
 * Opens a store, and creates or migrates it.
 * @param path path of an SQLite file, `:memory:`, or URL of a PostgreSQL database
 * @throws {Error} if it cannot be opened or migrated; the message names the remedy
 */
export async function openStore(path: string): Promise<Store> {
  const engine = await (isDatabaseUrl(path) ? postgresEngine(path) : sqliteEngine(path));
  const store = new Store(new Kysely<Schema>({ dialect: engine.dialect }), engine);
  try {
    await migrateOnOpen(store.db, engine);
    await store.assertWritable();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function migrateOnOpen(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (!engine.migrationDialect) return migrateStore(db, engine);
  const unlimited = new Kysely<Schema>({ dialect: engine.migrationDialect });
  try {
    await migrateStore(unlimited, engine);
  } finally {
    await unlimited.destroy();
  }
}
