import { isBusy } from './sqlite-errors.js';
import type { Database, Reader, Statement } from './wal-sqlite-driver.js';

/** More than the queries of the store, except for those that vary with the number of ids. */
const MAX_STATEMENTS = 200;

/**
 * Wraps a connection, so that it prepares each query text once.
 * @param onFailure called with the error of a failed statement
 */
export function withStatementCache(
  database: Database,
  onFailure: (error: unknown) => void = () => undefined,
): Database {
  const statements = new StatementCache(database, onFailure);
  return {
    exec: (text) => database.exec(text),
    get inTransaction() {
      return database.inTransaction;
    },
    prepare: (text) => statements.of(text),
    close() {
      statements.clear();
      database.close();
    },
  };
}

/**
 * Returns a reader that replaces its connection after a busy error. A statement that finds the file locked, as during the
 * recovery of a dead process's log, stays active until it is garbage-collected. Until then all other reads of the
 * connection return an old snapshot.
 */
export function reopenAfterFailure(open: () => Database): Reader {
  let current: Database | null = null;
  let connections = 0;
  const giveUp = (error: unknown): void => {
    if (!isBusy(error)) return;
    const former = current;
    current = null;
    connections += 1;
    former?.close();
  };
  const reader = (): Database => (current ??= withStatementCache(open(), giveUp));
  return {
    exec: (text) => reader().exec(text),
    get inTransaction() {
      return reader().inTransaction;
    },
    prepare: (text) => reader().prepare(text),
    get connections() {
      return connections;
    },
    close: () => current?.close(),
  };
}

class StatementCache {
  /** Least recently used first. */
  readonly #byText = new Map<string, Statement>();

  constructor(
    private readonly database: Database,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  of(text: string): Statement {
    const statement = this.#byText.get(text) ?? this.#prepare(text);
    this.#byText.delete(text);
    this.#byText.set(text, statement);
    const [oldest] = this.#byText.keys();
    if (this.#byText.size > MAX_STATEMENTS && oldest !== undefined) this.#byText.delete(oldest);
    return statement;
  }

  clear(): void {
    this.#byText.clear();
  }

  #prepare(text: string): Statement {
    const statement = this.database.prepare(text);
    // A failed statement may stay active until it is garbage-collected.
    const orForget = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        this.#byText.delete(text);
        this.onFailure(error);
        throw error;
      }
    };
    return {
      reader: statement.reader,
      all: (values) => orForget(() => statement.all(values)),
      run: (values) => orForget(() => statement.run(values)),
      iterate: (values) => statement.iterate(values),
    };
  }
}
