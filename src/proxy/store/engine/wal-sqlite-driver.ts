import { setTimeout as pause } from 'node:timers/promises';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  SqliteDatabase,
  SqliteStatement,
} from 'kysely';
import { SelectQueryNode, SqliteDriver } from 'kysely';
import { toStoreError, isBusy } from './sqlite-errors.js';

/**
 * The used part of a `libsql` statement. Omits `get`: a cached statement sometimes stays active after it, and other reads then
 * return an old snapshot.
 */
export type Statement = SqliteStatement;

/** The used part of a `libsql` connection. */
export interface Database extends SqliteDatabase {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  readonly inTransaction: boolean;
}

/** A database whose connection may be replaced. */
export interface Reader extends Database {
  /** Number of replaced connections. */
  readonly connections: number;
}

export interface SharedFile {
  readonly path: string;
  readonly writer: Database;
  /** Another connection to the same file; `null`: reads use the writer, as they must in memory. */
  readonly reader: Reader | null;
}

/** How long a write waits for other writers, in this process or another. */
const BUSY_RETRY_MS = 5000;
const PAUSE_MS = 20;

/** Retries while another process has locked the file, without blocking this one. */
export async function retryWhileBusy<T>(
  work: () => T | Promise<T>,
  deadlineMs = performance.now() + BUSY_RETRY_MS,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadlineMs) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/**
 * Kysely driver with one writer at a time and concurrent readers. Reads do not wait, even if another process has locked the file
 * or the disk is full. A write transaction takes the lock when it begins: its reads stay current.
 */
export class WalSqliteDriver implements Driver {
  readonly #writer: SqliteDriver;
  readonly #reader: SqliteDriver | null;
  /** Never released, because reads complete synchronously. */
  #readConnection: DatabaseConnection | null = null;

  constructor(private readonly file: SharedFile) {
    this.#writer = new SqliteDriver({ database: file.writer });
    this.#reader = file.reader && new SqliteDriver({ database: file.reader });
  }

  async init(): Promise<void> {
    await this.#writer.init();
    if (!this.#reader) return;
    await this.#reader.init();
    this.#readConnection = await this.#reader.acquireConnection();
  }

  acquireConnection(): Promise<SharedConnection> {
    return Promise.resolve(new SharedConnection(this.file, this.#writer, this.#readConnection));
  }

  beginTransaction(connection: SharedConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SharedConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: SharedConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(): Promise<void> {
    // A connection holds no resources outside a transaction.
  }

  async destroy(): Promise<void> {
    await this.#reader?.destroy();
    if (this.#reader) this.#moveLogIntoFile();
    await this.#writer.destroy();
  }

  /**
   * Writes the log into the file, which libsql does not do: a copy of the file alone would lack the latest changes. On
   * failure, such as a full disk, the log stays and nothing is lost.
   */
  #moveLogIntoFile(): void {
    try {
      this.file.writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      return;
    }
  }
}

class SharedConnection implements DatabaseConnection {
  /** The writer's connection during a transaction. */
  #held: DatabaseConnection | undefined;

  constructor(
    private readonly file: SharedFile,
    private readonly writer: SqliteDriver,
    private readonly reading: DatabaseConnection | null,
  ) {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const held = this.#held;
    if (held) return this.#withStoreErrors(() => held.executeQuery<R>(query));
    return SelectQueryNode.is(query.query) ? this.#read(query) : this.#write(query);
  }

  async #read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reading } = this;
    if (reading) return this.#withStoreErrors(() => retryWhileBusy(() => reading.executeQuery<R>(query)));
    const connection = await this.writer.acquireConnection();
    try {
      return await this.#withStoreErrors(() => connection.executeQuery<R>(query));
    } finally {
      await this.writer.releaseConnection();
    }
  }

  async #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.begin();
    try {
      const result = await this.executeQuery<R>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('streamQuery is not supported. Use executeQuery.');
  }

  /**
   * Begins a transaction: the only place that waits for the lock. Uses `exec`, because a prepared statement that finds the file
   * locked stays active until it is garbage-collected, and blocks commits.
   */
  async begin(): Promise<void> {
    const deadlineMs = performance.now() + BUSY_RETRY_MS;
    const held = await this.writer.acquireConnection();
    try {
      await this.#withStoreErrors(() =>
        retryWhileBusy(() => this.file.writer.exec('begin immediate'), deadlineMs),
      );
      this.#held = held;
    } catch (error) {
      await this.writer.releaseConnection();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#withStoreErrors(() => this.file.writer.exec('commit'));
    await this.#release();
  }

  async rollback(): Promise<void> {
    try {
      // SQLite has already rolled back after some errors, such as a full disk.
      if (this.file.writer.inTransaction) this.file.writer.exec('rollback');
    } finally {
      await this.#release();
    }
  }

  async #release(): Promise<void> {
    this.#held = undefined;
    await this.writer.releaseConnection();
  }

  async #withStoreErrors<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, this.file.path);
    }
  }
}
