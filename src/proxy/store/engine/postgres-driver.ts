import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Pool, PoolClient, QueryResult as PgResult } from 'pg';
import { cancelStatement } from './postgres-cancel.js';
import { toStoreError, isDeadlock, isConnectionLost, isUnanswered } from './postgres-errors.js';

export interface PooledDatabase {
  readonly pool: Pool;
  /** Name of the database in errors, without its password. */
  readonly name: string;
  /** Limit for connections, statements and locks; `null`: none. */
  readonly timeoutMs: number | null;
}

const MAX_ATTEMPTS = 5;
/** The server times out this much earlier than the client: its error contains the cause. */
const ANSWER_MS = 500;

/** Kysely driver for `pg`. Discards lost and unresponsive connections, and retries a statement after a deadlock. */
export class PostgresDriver implements Driver {
  constructor(private readonly database: PooledDatabase) {}

  async init(): Promise<void> {
    // The pool connects for the first statement.
  }

  async acquireConnection(): Promise<PooledConnection> {
    const { pool, name } = this.database;
    try {
      return new PooledConnection(await pool.connect(), this.database);
    } catch (error) {
      throw toStoreError(error, name);
    }
  }

  beginTransaction(connection: PooledConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: PooledConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PooledConnection): Promise<void> {
    return connection.rollback();
  }

  releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return this.database.pool.end();
  }
}

class PooledConnection implements DatabaseConnection {
  #isLost = false;
  #isInTransaction = false;

  constructor(
    private readonly client: PoolClient,
    private readonly database: PooledDatabase,
  ) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#executeWithRetry<R>(sql, [...parameters]);
    const changed = result.command === 'SELECT' ? null : result.rowCount;
    return { rows: result.rows, ...(changed === null ? {} : { numAffectedRows: BigInt(changed) }) };
  }

  /** Retries only outside a transaction: after a deadlock the whole transaction must be repeated. */
  async #executeWithRetry<R>(sql: string, parameters: readonly unknown[]): Promise<Rows<R>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#send<R>(sql, parameters);
      } catch (error) {
        if (this.#isInTransaction || tries === MAX_ATTEMPTS || !isDeadlock(error)) throw error;
      }
    }
  }

  async #send<R>(text: string, parameters: readonly unknown[] = []): Promise<Rows<R>> {
    const { name, timeoutMs } = this.database;
    try {
      return await this.client.query<Rows<R>['rows'][number] & object>({
        text,
        ...(parameters.length === 0 ? {} : { values: [...parameters] }),
        ...(timeoutMs === null ? {} : { query_timeout: timeoutMs }),
      });
    } catch (error) {
      this.#isLost ||= isConnectionLost(error);
      if (timeoutMs !== null && isUnanswered(error)) cancelStatement(this.client, timeoutMs);
      throw toStoreError(error, name);
    }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streamQuery is not supported. Use executeQuery.');
  }

  /**
   * Begins a transaction with timeouts: a process that hangs within one must not block the others forever. Sets the isolation
   * level, because some databases default to a stricter one: after waiting for a lock, the transaction would not see what the
   * holder committed.
   */
  async begin(): Promise<void> {
    const { timeoutMs } = this.database;
    const limits = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];
    const limited =
      timeoutMs === null ? [] : limits.map((limit) => `set local ${limit} = ${timeoutMs - ANSWER_MS}`);
    await this.#send(['begin isolation level read committed', ...limited].join('; '));
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    await this.#send('commit');
    this.#isInTransaction = false;
  }

  /** Never rejects: the caller must throw the original error. */
  async rollback(): Promise<void> {
    this.#isInTransaction = false;
    if (this.#isLost) return;
    await this.#send('rollback').catch(() => (this.#isLost = true));
  }

  release(): void {
    this.client.release(this.#isLost || this.#isInTransaction);
  }
}

type Rows<R> = Pick<PgResult, 'command' | 'rowCount'> & { readonly rows: R[] };
