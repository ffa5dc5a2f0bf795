import Database from 'libsql';

type Prepare = (this: Database.Database, sql: string) => Database.Statement;
type Work = (...values: readonly unknown[]) => unknown;

/**
 * From now on told of every prepared statement each time before it is carried out, however seldom it is prepared; what
 * is thrown there is thrown instead. Ends with the function that it gives.
 */
export function onStatements(onStatement: (sql: string) => void): () => void {
  let isOver = false;
  const prepare: Prepare = Database.prototype.prepare;
  const watched = (statement: Database.Statement, sql: string) => {
    for (const name of ['run', 'all', 'get'] as const) {
      const work: Work = statement[name].bind(statement);
      const told: Work = (...values) => {
        if (!isOver) onStatement(sql);
        return work(...values);
      };
      Object.assign(statement, { [name]: told });
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
