import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import type { DialectAdapter, Driver, QueryCompiler, SelectQueryNode } from 'kysely';
import { SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { SyncReader, Engine } from './engine.js';
import { formatValue } from '../../base/format-value.js';
import { assertVersion } from './assert-version.js';
import { toStoreError, assertCompleteFile } from './sqlite-errors.js';
import { retryWhileBusy, WalSqliteDriver } from './wal-sqlite-driver.js';
import { withStatementCache, reopenAfterFailure } from './prepared.js';
import type { Database, Reader, SharedFile } from './wal-sqlite-driver.js';
import { StoreError } from './store-error.js';

/** The used part of the `libsql` package, which has the API of better-sqlite3. */
export interface LibsqlModule {
  readonly default: new (path: string) => Database;
}

/** Older versions are not tested with this store. */
export const OLDEST_LIBSQL = '0.5.29';

export type LoadLibsql = () => Promise<LibsqlModule>;

/** Short, because it blocks this process. Longer waits are asynchronous: see `retryWhileBusy`. */
const BUSY_TIMEOUT_MS = 5;
/** FULL, because a lost commit would be a lost payment. */
const SETTINGS = [`busy_timeout = ${BUSY_TIMEOUT_MS}`, 'synchronous = FULL', 'foreign_keys = ON'];
/** The write-ahead log lets readers run concurrently with the writer. */
const WRITE_AHEAD = 'journal_mode = WAL';

/**
 * Opens an SQLite file as a kysely dialect.
 * @param path a file, or `:memory:`
 * @throws {Error} if `libsql` is not installed or the file cannot be opened; the message names the remedy
 */
export async function openSqlite(path: string, load?: LoadLibsql): Promise<SharedFileDialect> {
  const Database = await loadDatabase(load);
  createOwnerOnly(path);
  const writer = await openConfigured(path, Database, [...SETTINGS, WRITE_AHEAD]);
  const reader = path === ':memory:' ? null : reopenAfterFailure(() => openReader(path, Database));
  return new SharedFileDialect({ path, writer, reader });
}

/** Creates the engine of an SQLite file. @throws {Error} as `openSqlite`, or if the file belongs to another program */
export async function sqliteEngine(path: string): Promise<Engine> {
  await assertOwnFile(path);
  const dialect = await openSqlite(path);
  return {
    dialect,
    migrationDialect: null,
    lock: null,
    nowMs: null,
    encoding: null,
    numberedKey: 'integer primary key autoincrement',
    isConflict: () => false,
    notifications: null,
    syncReader: dialect.syncReader,
  };
}

/**
 * Opens an existing file without changing its settings. A proxy may have it open.
 * @throws {Error} if the file does not exist or cannot be opened; the message names the remedy
 */
export async function openSqliteFile(path: string): Promise<SqliteDialect> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(
      `store "${path}" does not exist. The proxy creates it when it starts. If it has started, use the value of its option store.`,
    );
  }
  const Database = await loadDatabase();
  const writer = await openConfigured(path, Database, SETTINGS);
  return new SharedFileDialect({ path, writer, reader: null });
}

const FOREIGN_TABLE = `select name from sqlite_master where type = 'table'
  and not exists (select 1 from sqlite_master where name = 'kysely_migration') limit 1`;

/**
 * Rejects a file with other tables: they would be locked, backed up and moved together with the store. Uses a separate
 * connection, because a statement that finds the file locked stays active.
 * @throws {StoreError} if the file belongs to another program
 */
async function assertOwnFile(path: string): Promise<void> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return;
  if (file.isDirectory()) throw new StoreError(`"${path}" is a folder`, 'Use the path of a file in it');
  const Database = await loadDatabase();
  const connection = openFile(path, Database);
  try {
    const [found] = await retryWhileBusy(() => connection.prepare(FOREIGN_TABLE).all([]));
    if (found === undefined) return;
    // The query text determines the row type, as in kysely.
    const { name } = found as { readonly name: string };
    throw new StoreError(
      `"${path}" contains tables of another program, such as ${formatValue(name)}`,
      'Use a separate file for the proxy',
    );
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    connection.close();
  }
}

/** @throws {Error} if `libsql` is not installed, or is too old */
async function loadDatabase(load?: LoadLibsql): Promise<LibsqlModule['default']> {
  const Database = await importLibsql(load);
  assertVersion('libsql', OLDEST_LIBSQL);
  return Database;
}

async function importLibsql(load?: LoadLibsql): Promise<LibsqlModule['default']> {
  try {
    // Written for bundlers, which then accept that the package is missing: webpack needs a `try`, esbuild `await` next to the
    // import, Turbopack the comment.
    const module = load ? await load() : await import(/* turbopackOptional: true */ 'libsql');
    // Next.js with webpack replaces a missing optional package by an empty module.
    if (typeof module.default !== 'function') throw new TypeError('The module "libsql" is empty.');
    return module.default;
  } catch (error) {
    throw new Error('The SQLite store needs the package "libsql". Install it: npm install libsql', {
      cause: error,
    });
  }
}

async function openConfigured(
  path: string,
  Database: LibsqlModule['default'],
  settings: readonly string[],
): Promise<Database> {
  assertCompleteFile(path);
  const database = openFile(path, Database);
  try {
    for (const setting of settings) await retryWhileBusy(() => database.exec(`PRAGMA ${setting}`));
    return withStatementCache(database);
  } catch (error) {
    database.close();
    throw toStoreError(error, path);
  }
}

/** Creates the file with mode 0600, because SQLite would make it readable for all users. SQLite's log files get the same mode. */
function createOwnerOnly(path: string): void {
  if (path === ':memory:' || path.startsWith('file:') || existsSync(path)) return;
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // SQLite will fail, too. `toStoreError` converts its error to one with a remedy.
    return;
  }
}

function openReader(path: string, Database: LibsqlModule['default']): Database {
  const database = openFile(path, Database);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return database;
}

function openFile(path: string, Database: LibsqlModule['default']): Database {
  try {
    return new Database(path);
  } catch (error) {
    throw new Error(
      `store "${path}" cannot be opened. Check that its folder exists and that this process may write there.`,
      { cause: error },
    );
  }
}

class SharedFileDialect extends SqliteDialect {
  /** `null` for a store in memory: its only connection may be within a transaction. */
  readonly syncReader: SyncReader | null;

  constructor(private readonly file: SharedFile) {
    super({ database: file.writer });
    this.syncReader = file.reader && createSyncReader(file.reader);
  }

  override createDriver(): Driver {
    return new WalSqliteDriver(this.file);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new WithoutRowLocks();
  }
}

/** Lets Kysely run migrations in a transaction, which locks out other processes. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Makes stamps unique across connections: `data_version` has 32 bits. */
const CONNECTION_STEP = 2 ** 32;

function createSyncReader(reader: Reader): SyncReader {
  const first = <R>(sql: string, values: readonly unknown[]): R | undefined => {
    try {
      // The query text determines the row type, as in kysely.
      return reader.prepare(sql).all(values)[0] as R | undefined;
    } catch {
      return undefined;
    }
  };
  return {
    row: first,
    stamp: () => {
      // Changes with every commit of another connection, and this one never writes ("PRAGMA data_version").
      const row = first<{ readonly data_version: number }>('PRAGMA data_version', []);
      return row && reader.connections * CONNECTION_STEP + row.data_version;
    },
  };
}

/** Omits row locks: SQLite locks the whole file and has no syntax for them. */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectQuery({ endModifiers: _, ...rest }: SelectQueryNode): void {
    super.visitSelectQuery(rest);
  }
}
