import type { Database, Statement } from './shared-file.js';

/** More texts than the store has, but for those that differ by how many ids they name. */
const MOST_STATEMENTS = 200;

/** The same connection, which prepares each text once and not each time. */
export function preparingOnce(database: Database): Database {
  const statements = new Statements(database);
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

class Statements {
  /** The one that was not used for longest comes first. */
  readonly #byText = new Map<string, Statement>();

  constructor(private readonly database: Database) {}

  of(text: string): Statement {
    const statement = this.#byText.get(text) ?? this.#prepare(text);
    this.#byText.delete(text);
    this.#byText.set(text, statement);
    const [oldest] = this.#byText.keys();
    if (this.#byText.size > MOST_STATEMENTS && oldest !== undefined) this.#byText.delete(oldest);
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
        throw error;
      }
    };
    return {
      reader: statement.reader,
      all: (values) => orForget(() => statement.all(values)),
      get: (values) => orForget(() => statement.get(values)),
      run: (values) => orForget(() => statement.run(values)),
      iterate: (values) => statement.iterate(values),
    };
  }
}
