import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import type { Driver, QueryCompiler, SelectQueryNode } from 'kysely';
import { SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { SyncReader, Engine } from './engine.js';
import { formatValue } from '../../base/format-value.js';
import { toStoreError, assertCompleteFile } from './sqlite-errors.js';
import { retryWhileBusy, WalSqliteDriver } from './wal-sqlite-driver.js';
import { withStatementCache, reopenAfterFailure } from './prepared.js';
import type { Database, Reader, SharedFile } from './wal-sqlite-driver.js';
import { StoreError } from './store-error.js';

/** What is used of the `libsql` package, which speaks like better-sqlite3. */
export interface LibsqlModule {
  readonly default: new (path: string) => Database;
}

export type LoadLibsql = () => Promise<LibsqlModule>;

/** Short, since this process stands still meanwhile: who has to wait for longer does so aside. */
const BUSY_TIMEOUT_MS = 5;
/** FULL, since a lost commit here is a lost payment. */
const SETTINGS = [`busy_timeout = ${BUSY_TIMEOUT_MS}`, 'synchronous = FULL', 'foreign_keys = ON'];
/** Write-ahead log for readers beside the writer. */
const WRITE_AHEAD = 'journal_mode = WAL';

/**
 * An SQLite file as a kysely dialect.
 * @param path a file, or `:memory:`
 * @throws {Error} when `libsql` is not installed or the file cannot be opened; the message names the remedy
 */
export async function openSqlite(path: string, load: LoadLibsql = loadLibsql): Promise<SharedFileDialect> {
  const { default: Database } = await loaded(load);
  createOwnerOnly(path);
  const writer = await opened(path, Database, [...SETTINGS, WRITE_AHEAD]);
  const reader = path === ':memory:' ? null : reopenAfterFailure(() => openReader(path, Database));
  return new SharedFileDialect({ path, writer, reader });
}

/** @throws {Error} as `openSqlite`, and when the file is somebody else's */
export async function sqliteEngine(path: string): Promise<Engine> {
  await assertOwnFile(path);
  const dialect = await openSqlite(path);
  return {
    dialect,
    unhurried: null,
    migrationLock: null,
    lock: null,
    counted: (table, column) => table.addColumn(column, 'integer', (it) => it.primaryKey().autoIncrement()),
    isConflict: () => false,
    news: null,
    atOnce: dialect.atOnce,
  };
}

/**
 * A file that is there already, beside the proxy that has it open: none is made, and what it is stays as it is.
 * @throws {Error} when there is no such file, or it cannot be opened; the message names the remedy
 */
export async function openSqliteFile(path: string): Promise<SqliteDialect> {
  const isThere = existsSync(path) && statSync(path).isFile();
  if (!isThere) {
    throw new Error(`store: there is no file "${path}": give the path that the proxy has as its store`);
  }
  const { default: Database } = await loaded(loadLibsql);
  return new SharedFileDialect({ path, writer: await opened(path, Database, SETTINGS), reader: null });
}

const FOREIGN_TABLE = `select name from sqlite_master where type = 'table'
  and not exists (select 1 from sqlite_master where name = 'kysely_migration') limit 1`;

/**
 * Tables beside those of a shop would be locked, backed up and moved with them. Looked at by a connection of its own, since
 * a statement that finds the file locked stays under way.
 * @throws {StoreError}
 */
async function assertOwnFile(path: string): Promise<void> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return;
  if (file.isDirectory()) throw new StoreError(`store: "${path}" is a folder: give the path of a file in it`);
  const { default: Database } = await loaded(loadLibsql);
  const looking = openFile(path, Database);
  try {
    const [found] = await retryWhileBusy(() => looking.prepare(FOREIGN_TABLE).all([]));
    if (found === undefined) return;
    // The text of a statement says what its rows are, here as in kysely.
    const { name } = found as { readonly name: string };
    throw new StoreError(
      `store: "${path}" has tables of something else, such as ${formatValue(name)}: give the proxy a file of its own`,
    );
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    looking.close();
  }
}

function loadLibsql(): Promise<LibsqlModule> {
  return import('libsql');
}

function loaded(load: LoadLibsql): Promise<LibsqlModule> {
  return load().catch((error: unknown) => {
    throw new Error('the SQLite store needs the package "libsql". Install it: npm install libsql', {
      cause: error,
    });
  });
}

async function opened(
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

/** SQLite would let every user of the machine read a new file. The files that it adds beside it have the same mode. */
function createOwnerOnly(path: string): void {
  if (path === ':memory:' || path.startsWith('file:') || existsSync(path)) return;
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // SQLite will fail as well, and its error is explained.
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
      `store: "${path}" cannot be opened: does its folder exist, and may this process write there?`,
      { cause: error },
    );
  }
}

class SharedFileDialect extends SqliteDialect {
  /** In memory there is one connection alone, which may be in the middle of a transaction. */
  readonly atOnce: SyncReader | null;

  constructor(private readonly file: SharedFile) {
    super({ database: file.writer });
    this.atOnce = file.reader && createSyncReader(file.reader);
  }

  override createDriver(): Driver {
    return new WalSqliteDriver(this.file);
  }

  override createQueryCompiler(): QueryCompiler {
    return new WithoutRowLocks();
  }
}

/** No two connections have the same; `data_version` itself is a number of 32 bits. */
const CONNECTION = 2 ** 32;

function createSyncReader(reader: Reader): SyncReader {
  const first = <R>(sql: string, values: readonly unknown[]): R | undefined => {
    try {
      // The text of a statement says what its rows are, here as in kysely.
      return reader.prepare(sql).all(values)[0] as R | undefined;
    } catch {
      return undefined;
    }
  };
  return {
    row: first,
    stamp: () => {
      // Of another connection, which is all that write ("PRAGMA data_version").
      const row = first<{ readonly data_version: number }>('PRAGMA data_version', []);
      return row && reader.connections * CONNECTION + row.data_version;
    },
  };
}

/** Whoever writes has the whole file: there are no rows to be locked, and no words for it. */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectQuery({ endModifiers: _, ...rest }: SelectQueryNode): void {
    super.visitSelectQuery(rest);
  }
}
