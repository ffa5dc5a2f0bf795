import { existsSync, statSync } from 'node:fs';
import type { SqliteDatabase, SqliteDialectConfig } from 'kysely';
import { CompiledQuery, SqliteDialect, SqliteDriver } from 'kysely';

/** What is used of the `libsql` package, which speaks like better-sqlite3. */
export interface LibsqlModule {
  readonly default: new (path: string) => SqliteDatabase & { exec(sql: string): unknown };
}

export type LoadLibsql = () => Promise<LibsqlModule>;

const BUSY_TIMEOUT_MS = 5000;

/**
 * An SQLite file as a kysely dialect.
 * @param path a file, or `:memory:`
 * @throws {Error} when `libsql` is not installed or the file cannot be opened; the message names the remedy
 */
export async function openSqlite(path: string, load: LoadLibsql = loadLibsql): Promise<SqliteDialect> {
  const { default: Database } = await loaded(load);
  const database = openFile(path, Database);
  database.prepare(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`).all([]);
  // Write-ahead log for readers beside the writer.
  database.prepare('PRAGMA journal_mode = WAL').all([]);
  return toDialect(database);
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
  const database = openFile(path, Database);
  try {
    database.prepare(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`).all([]);
    return toDialect(database);
  } catch (error) {
    database.close();
    throw new Error(`store: "${path}" is no SQLite file: give the path that the proxy has as its store`, {
      cause: error,
    });
  }
}

function toDialect(database: InstanceType<LibsqlModule['default']>): SqliteDialect {
  // FULL, since a lost commit here is a lost payment.
  for (const pragma of ['synchronous = FULL', 'foreign_keys = ON']) {
    database.prepare(`PRAGMA ${pragma}`).all([]);
  }
  return new ImmediateDialect({ database });
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

function openFile(path: string, Database: LibsqlModule['default']): InstanceType<LibsqlModule['default']> {
  try {
    return new Database(path);
  } catch (error) {
    throw new Error(
      `store: "${path}" cannot be opened: does its folder exist, and may this process write there?`,
      {
        cause: error,
      },
    );
  }
}

/** Takes the write lock at the beginning: what a transaction has read stays true until it has written. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: Parameters<SqliteDriver['beginTransaction']>[0],
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #settings: SqliteDialectConfig;

  constructor(settings: SqliteDialectConfig) {
    super(settings);
    this.#settings = settings;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#settings);
  }
}
