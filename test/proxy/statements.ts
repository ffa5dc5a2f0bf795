import Database from 'libsql';

type Prepare = (this: Database.Database, sql: string) => Database.Statement;
type Work = (...values: readonly unknown[]) => unknown;

/**
 * Calls `before` for every prepared statement each time before it is executed, however seldom it is prepared; an error
 * thrown there is thrown instead. Ends with the returned function.
 */
export function onStatements(onStatement: (sql: string) => void): () => void {
  let isOver = false;
  const prepare: Prepare = Database.prototype.prepare;
  const watched = (statement: Database.Statement, sql: string) => {
    for (const name of ['run', 'all', 'get'] as const) {
      const work: Work = statement[name].bind(statement);
      const observed: Work = (...values) => {
        if (!isOver) onStatement(sql);
        return work(...values);
      };
      Object.assign(statement, { [name]: observed });
    }
    return statement;
  };
  Object.assign(Database.prototype, {
    prepare(this: Database.Database, sql: string) {
      return watched(prepare.call(this, sql), sql);
    },
  });
  return () => {
    isOver = true;
    Object.assign(Database.prototype, { prepare });
  };
}
