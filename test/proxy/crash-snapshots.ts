import { copyFileSync, existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import Database from 'libsql';
import { onStatements } from './statements.js';

/** Copies of the store at every statement of the work: what a process that is killed there leaves behind. */
export async function leftovers(
  t: TestContext,
  path: string,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const left: string[] = [];
  const record = () => {
    const copy = `${path}.left-${left.length}`;
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    left.push(copy);
  };
  const exec: (this: Database.Database, sql: string) => unknown = Database.prototype.exec;
  const spy = t.mock.method(Database.prototype, 'exec', function (this: Database.Database, sql: string) {
    record();
    return exec.call(this, sql);
  });
  const end = onStatements(record);
  await work();
  end();
  spy.mock.restore();
  return left;
}
