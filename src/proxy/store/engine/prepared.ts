import { isBusy } from './sqlite-errors.js';
import type { Database, Reader, Statement } from './wal-sqlite-driver.js';

/** More texts than the store has, but for those that differ by how many ids they name. */
const MAX_STATEMENTS = 200;

/**
 * The same connection, which prepares each text once and not each time.
 * @param onFailure told of a statement that has failed
 */
export function withStatementCache(
  database: Database,
  onFailure: (error: unknown) => void = () => undefined,
): Database {
  const statements = new Statements(database, onFailure);
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
 * Connections for reading, one after another. A statement that finds the file locked, as it is while the log of a
 * process that has died is put in order, stays under way until it is collected as garbage; and for as long, all that is
 * read beside it comes from one moment of the past. So the connection is given up with it.
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

class Statements {
  /** The one that was not used for longest comes first. */
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
    // One that has failed may be under way still, until it is collected as garbage.
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
