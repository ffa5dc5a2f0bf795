import type { Dialect, RawBuilder } from 'kysely';

/** The differences between SQLite and PostgreSQL. Both run the same queries. */
export interface Engine {
  /** Omits the parts of a query that the engine does not support, such as row locks. */
  readonly dialect: Dialect;
  /** A dialect without timeouts, for migrations; `null`: use `dialect`. */
  readonly migrationDialect: Dialect | null;
  /** Locks a key until the transaction ends; `null`: transactions never run concurrently. */
  readonly lock: ((key: string) => RawBuilder<unknown>) | null;
  /** The database's time in milliseconds since 1970; `null`: that of this machine. */
  readonly nowMs: RawBuilder<number> | null;
  /** The encoding in which the database stores text; `null`: UTF-8. */
  readonly encoding: RawBuilder<string> | null;
  /** The type of a primary key that numbers the rows in insertion order. */
  readonly numberedKey: string;
  /** Whether a transaction failed because of a concurrent one: a retry may succeed. */
  readonly isConflict: (error: unknown) => boolean;
  /** Synchronous reads for hot paths; `null`: not supported. */
  readonly syncReader: SyncReader | null;
  /** Change notifications between processes; `null`: not supported, processes must poll. */
  readonly notifications: ChangeNotifier | null;
}

/** Broadcasts changes to all processes. Best effort: every process also polls for changes. */
export interface ChangeNotifier {
  /** Never rejects. */
  notifyChanged(ids: readonly string[]): Promise<void>;
  /** Subscribes until `close`. Never throws. */
  onChange(listener: (id: string) => void): void;
  close(): Promise<void>;
}

/** Synchronous reads. They return `undefined` on failure: an asynchronous read then reports the error. */
export interface SyncReader {
  /** Returns the first row. */
  row<R>(sql: string, values: readonly unknown[]): R | undefined;
  /** Returns a number that changes with every commit of any process. */
  stamp(): number | undefined;
}
