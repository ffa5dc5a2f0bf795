import { isBusy } from './sqlite-errors.js';
import type { Database, Reader, Statement } from './wal-sqlite-driver.js';

/** More than the number of query texts of the store, except for those that vary with the number of ids. */
const MAX_STATEMENTS = 200;

/** SQLite has no booleans. */
function toStored(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Converts the columns whose names mark them as booleans: see `schema.ts`. All rows have the same columns. */
function withBooleans(rows: unknown[]): unknown[] {
  const [first] = rows;
  if (typeof first !== 'object' || first === null) return rows;
  const names = Object.keys(first).filter((name) => name.startsWith('is_') || name.startsWith('has_'));
  if (names.length === 0) return rows;
  return rows.map((row) => {
    const converted: Record<string, unknown> = { ...(row as object) };
    for (const name of names) if (converted[name] !== null) converted[name] = converted[name] === 1;
    return converted;
  });
}

/**
 * Wraps a connection: prepares each query text once, and stores booleans as 0 and 1.
 * @param onFailure called with the error of a failed statement
 */
export function withStatementCache(
  database: Database,
  onFailure: (error: unknown) => void = () => undefined,
): Database {
  /** Least recently used first. */
  const statements = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const statement = database.prepare(text);
    // A failed statement may stay active until it is garbage-collected.
    const orForget = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        statements.delete(text);
        onFailure(error);
        throw error;
      }
    };
    return {
      reader: statement.reader,
      all: (values) => withBooleans(orForget(() => statement.all(values.map(toStored)))),
      run: (values) => orForget(() => statement.run(values.map(toStored))),
      iterate: (values) => statement.iterate(values.map(toStored)),
    };
  };
  return {
    exec: (text) => database.exec(text),
    get inTransaction() {
      return database.inTransaction;
    },
    prepare(text) {
      const statement = statements.get(text) ?? prepare(text);
      statements.delete(text);
      statements.set(text, statement);
      const [oldest] = statements.keys();
      if (statements.size > MAX_STATEMENTS && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
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
