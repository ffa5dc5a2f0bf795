import { Migrator, sql, type Kysely, type Migration, type RawBuilder } from 'kysely';
import type { Engine } from './engine/engine.js';
import { StoreError } from './engine/store-error.js';
import type { Schema } from './schema.js';
import { createTables } from './tables.js';

/**
 * Forward only: never change a released migration. Processes of the previous release continue during a migration and restart
 * after it. The name of a migration that would break them, because it does more than add, ends in `_breaking`.
 */
const MIGRATIONS: Readonly<Record<string, (db: Kysely<Schema>, engine: Engine) => Promise<void>>> = {
  '0001_tables': createTables,
};

/**
 * Applies all pending migrations in one transaction: a killed process leaves no partial migration. If several processes start
 * concurrently, one of them migrates.
 * @throws {StoreError} if a newer release has a breaking change, or the database cannot store every text
 * @throws {Error} if a statement fails
 */
export async function migrateStore(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine.encoding) await assertEncoding(db, engine.encoding);
  const applied = (await appliedTo(db)) ?? [];
  const known = Object.keys(MIGRATIONS);
  const breaking = applied.filter((name) => !known.includes(name) && name.endsWith('_breaking'));
  if (breaking.length > 0)
    throw new StoreError(
      `has breaking changes of a newer release (${breaking.join(', ')})`,
      'Start that release',
    );
  if (known.every((name) => applied.includes(name))) return;
  const migrations = Object.entries(MIGRATIONS).map(([name, up]): [string, Migration] => [
    name,
    { up: (tx) => up(tx, engine) },
  ]);
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(migrations)) };
  const migrator = new Migrator({ db, provider, ...(await tableSchema(db, engine)) });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof StoreError) throw error;
  throw new Error('The store cannot be migrated. If a newer release has written it, start that release.', {
    cause: error,
  });
}

/** With `SQL_ASCII`, PostgreSQL stores the bytes as they are. */
const ENCODINGS: readonly string[] = ['UTF8', 'SQL_ASCII'];

/** Rejects any other encoding: it lacks characters, and an order with such a character in its description could never be paid. */
async function assertEncoding(db: Kysely<Schema>, encoding: RawBuilder<string>): Promise<void> {
  const { name } = await db.selectNoFrom(encoding.as('name')).executeTakeFirstOrThrow();
  if (ENCODINGS.includes(name)) return;
  throw new StoreError(
    `store has the encoding ${name}, which lacks characters of orders`,
    'Use a database that was created with "createdb --encoding=UTF8 --template=template0"',
  );
}

/**
 * A database may contain several stores, each in its own schema. Without a name, the migrator would find another store's tables.
 */
async function tableSchema(db: Kysely<Schema>, { migrationDialect }: Engine) {
  if (!migrationDialect) return {};
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows.map(({ name }) => ({ migrationTableSchema: name }))[0] ?? {};
}

/** Result of comparing the schema of a store with this release. */
export type SchemaStatus = 'fits' | 'older' | 'newer' | 'foreign';

/** Compares the schema of a store with this release, read-only. @throws {StoreError} if the store cannot be read */
export async function schemaStatus(db: Kysely<Schema>): Promise<SchemaStatus> {
  const applied = await appliedTo(db);
  if (applied === null) return 'foreign';
  const known = Object.keys(MIGRATIONS);
  if (applied.some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => applied.includes(name)) ? 'fits' : 'older';
}

/** Returns the names of the applied migrations; `null` if the store has none of our tables. */
async function appliedTo(db: Kysely<Schema>): Promise<readonly string[] | null> {
  try {
    const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    return null;
  }
}
