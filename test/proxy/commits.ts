import Database from 'libsql';
import pg from 'pg';
import { onStatements } from './statements.js';

type OnCommit = (when: 'before' | 'after', written: string) => void;

/** Calls `onCommit` around each commit of this process, on both engines, with the statements that it commits. */
export function watchCommits(onCommit: OnCommit): void {
  watchFile(onCommit);
  watchDatabase(onCommit);
}

function watchFile(onCommit: OnCommit): void {
  let written = '';

  const { exec } = Database.prototype;
  onStatements((sql) => void (written += `${sql};`));
  Object.assign(Database.prototype, {
    exec(this: Database.Database, sql: string) {
      if (sql === 'begin immediate') written = '';
      const isCommit = sql === 'commit';
      if (isCommit) onCommit('before', written);
      const result = exec.call(this, sql);
      if (isCommit) onCommit('after', written);
      return result;
    },
  });
}

/** A statement outside a transaction is its own transaction. */
function watchDatabase(onCommit: OnCommit): void {
  const writtenBy = new WeakMap<object, string>();
  const query: (this: object, ...given: readonly unknown[]) => unknown = pg.Client.prototype.query;
  Object.assign(pg.Client.prototype, {
    async query(this: object, ...given: readonly unknown[]) {
      const text = textOf(given[0]);
      if (text === null) return query.call(this, ...given);
      if (text.startsWith('begin')) writtenBy.set(this, '');
      const before = writtenBy.get(this);
      if (before !== undefined) writtenBy.set(this, `${before}${text};`);
      const isCommit = before === undefined || text === 'commit';
      if (isCommit) writtenBy.delete(this);
      if (isCommit) onCommit('before', before ?? text);
      const result = await query.call(this, ...given);
      if (isCommit) onCommit('after', before ?? text);
      return result;
    },
  });
}

/** `null` if it is not a statement of the store. */
function textOf(query: unknown): string | null {
  const isOurs = typeof query === 'object' && query !== null && 'text' in query;
  return isOurs && typeof query.text === 'string' ? query.text : null;
}
