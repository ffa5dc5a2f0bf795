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
 * What is used of a statement of `libsql`. Not its `get`: a statement that is kept stays under way after it, now and
 * then, and what is read beside it comes from the past.
 */
export type Statement = SqliteStatement;

/** What is used of a connection of `libsql`. */
export interface Database extends SqliteDatabase {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  readonly inTransaction: boolean;
}

/** One connection after another. */
export interface Reader extends Database {
  /** So many were given up before the present one. */
  readonly connections: number;
}

export interface SharedFile {
  readonly path: string;
  readonly writer: Database;
  /** Another connection to the same file; `null`: reading waits for writing, as it must in memory. */
  readonly reader: Reader | null;
}

/** Whoever writes waits so long for another process, or for somebody before him here. */
const BUSY_RETRY_MS = 5000;
const PAUSE_MS = 20;

/** Tries again while another process has the file; meanwhile this one does its other work. */
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
 * One writer at a time, and readers beside it: who only reads waits for nobody, also while another process has locked
 * the file or its disk is full. A write transaction takes the lock at its beginning: what it has read stays true until
 * it has written.
 */
export class WalSqliteDriver implements Driver {
  readonly #writer: SqliteDriver;
  readonly #reader: SqliteDriver | null;
  /** Held for good: a statement that only reads is done before anybody else has his turn. */
  #reading: DatabaseConnection | null = null;

  constructor(private readonly file: SharedFile) {
    this.#writer = new SqliteDriver({ database: file.writer });
    this.#reader = file.reader && new SqliteDriver({ database: file.reader });
  }

  async init(): Promise<void> {
    await this.#writer.init();
    if (!this.#reader) return;
    await this.#reader.init();
    this.#reading = await this.#reader.acquireConnection();
  }

  acquireConnection(): Promise<SharedConnection> {
    return Promise.resolve(new SharedConnection(this.file, this.#writer, this.#reading));
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
    // It holds nothing outside a transaction.
  }

  async destroy(): Promise<void> {
    await this.#reader?.destroy();
    if (this.#reader) this.#moveLogIntoFile();
    await this.#writer.destroy();
  }

  /**
   * What is written lies in the log beside the file, and libsql leaves it there: a copy of the file alone would lack it.
   * Where that fails, with a full disk or another process in the file, the log stays, and nothing is lost.
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
  /** The writer, for as long as a transaction lasts. */
  #held: DatabaseConnection | undefined;

  constructor(
    private readonly file: SharedFile,
    private readonly writer: SqliteDriver,
    private readonly reading: DatabaseConnection | null,
  ) {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const held = this.#held;
    if (held) return this.#explaining(() => held.executeQuery<R>(query));
    return SelectQueryNode.is(query.query) ? this.#read(query) : this.#write(query);
  }

  async #read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reading } = this;
    if (reading) return this.#explaining(() => retryWhileBusy(() => reading.executeQuery<R>(query)));
    const connection = await this.writer.acquireConnection();
    try {
      return await this.#explaining(() => connection.executeQuery<R>(query));
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
    throw new Error('nothing is streamed from the store');
  }

  /**
   * Only here the lock is waited for. By `exec`, since a prepared statement that finds the file locked stays under way
   * until it is collected as garbage, and nothing can be committed beside it.
   */
  async begin(): Promise<void> {
    const deadlineMs = performance.now() + BUSY_RETRY_MS;
    const held = await this.writer.acquireConnection();
    try {
      await this.#explaining(() =>
        retryWhileBusy(() => this.file.writer.exec('begin immediate'), deadlineMs),
      );
      this.#held = held;
    } catch (error) {
      await this.writer.releaseConnection();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#explaining(() => this.file.writer.exec('commit'));
    await this.#release();
  }

  async rollback(): Promise<void> {
    try {
      // SQLite has rolled back by itself after some errors, such as a full disk.
      if (this.file.writer.inTransaction) this.file.writer.exec('rollback');
    } finally {
      await this.#release();
    }
  }

  async #release(): Promise<void> {
    this.#held = undefined;
    await this.writer.releaseConnection();
  }

  async #explaining<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, this.file.path);
    }
  }
}
