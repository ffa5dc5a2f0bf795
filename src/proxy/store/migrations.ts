import { sql, type Kysely, type Transaction } from 'kysely';
import type { Engine } from './engine/engine.js';
import { StoreError } from './engine/store-error.js';
import {
  addDeadLetters,
  addDepositAddresses,
  addLookups,
  addPolling,
  createTables,
} from './migrations-0001-0005.js';
import {
  addBrowserFiles,
  addEndedPollingIndex,
  addListIndexes,
  addPendingCancellations,
  addRetentionIndexes,
  addSenders,
  addSettlement,
  addTransfers,
  renameEvents,
} from './migrations-0006-0014.js';
import { addMerchant, addPaymentFilters, addPayouts, addRefunds } from './migrations-0015-0018.js';
import type { Schema } from './schema.js';

type Up = (db: Kysely<Schema>, engine: Engine) => Promise<void>;

/** The migration that renames events. */
export const EVENT_NAMES = '0011_event_names';

/**
 * Forward only: never change a released migration. Processes of the previous release keep running during a migration and
 * are restarted after it. The name of a migration that does more than add, and would break them, ends in `_breaking`.
 */
const MIGRATIONS: Readonly<Record<string, Up>> = {
  '0001_checkouts': createTables,
  '0002_lost_invoices': addLookups,
  '0003_dead_letters': addDeadLetters,
  '0004_watching': addPolling,
  '0005_wallets': addDepositAddresses,
  '0006_wishes': addPendingCancellations,
  '0007_retention': addRetentionIndexes,
  '0008_lists': addListIndexes,
  '0009_settlement': addSettlement,
  '0010_ended_watches': addEndedPollingIndex,
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
  // The same for all migrations of a new store: `hasRenamedEvents` compares them.
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

/** Returns whether an earlier release, with other event names, created the store. */
export async function hasRenamedEvents(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    n: number | string;
  }>`select count(distinct timestamp) as n from kysely_migration
    where name in ('0001_checkouts', ${EVENT_NAMES})`.execute(db);
  return Number(rows[0]?.n) > 1;
}

/** Result of comparing the schema of a store with this release. */
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
