import type { CreateTableBuilder, Dialect, RawBuilder } from 'kysely';

/** All in which SQLite and PostgreSQL differ: the text of the queries is the same. */
export interface Engine {
  /** Leaves out of the queries what the engine has no use for, such as locks of rows. */
  readonly dialect: Dialect;
  /** One that waits for as long as it takes, for migrations; `null`: the same. */
  readonly unhurried: Dialect | null;
  /** First in the transaction that migrates: of several processes one goes on. `null`: every transaction is so. */
  readonly migrationLock: RawBuilder<unknown> | null;
  /**
   * Held until the transaction ends: of several transactions that take the same one, each waits for the other. `null`:
   * every transaction does.
   */
  readonly lock: ((key: string) => RawBuilder<unknown>) | null;
  /** Adds a key that numbers the rows in the order in which they come. */
  readonly counted: <T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
    column: 'sequence',
  ) => CreateTableBuilder<T, C | 'sequence'>;
  /** Was somebody else quicker, so that the same transaction may succeed now? */
  readonly isConflict: (error: unknown) => boolean;
  /** For what is asked so often that waiting would cost more than the answer; `null`: it cannot. */
  readonly atOnce: SyncReader | null;
  /** How processes tell each other at once what has changed; `null`: they have to look. */
  readonly news: ChangeNotifier | null;
}

/** What has changed, from one process to all: a courtesy, since every process looks by itself, too. */
export interface ChangeNotifier {
  /** Never rejects. */
  notifyChanged(ids: readonly string[]): Promise<void>;
  /** Until `close`; never throws. */
  onChange(onNews: (id: string) => void): void;
  close(): Promise<void>;
}

/** Reading without waiting; `undefined` when there is trouble, of which those who can wait have the whole story. */
export interface SyncReader {
  /** The first row, if there is one. */
  row<R>(sql: string, values: readonly unknown[]): R | undefined;
  /** Another number after every commit, whoever made it. */
  stamp(): number | undefined;
}
