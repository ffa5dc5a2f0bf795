import { copyFileSync, existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import Database from 'libsql';

/** Copies of the store at every statement of the work: what a process that is killed there leaves behind. */
export async function leftovers(
  t: TestContext,
  path: string,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const left: string[] = [];
  const note = () => {
    const copy = `${path}.left-${left.length}`;
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    left.push(copy);
  };
  const spies = (['prepare', 'exec'] as const).map((name) => {
    const work: (this: Database.Database, sql: string) => unknown = Database.prototype[name];
    return t.mock.method(Database.prototype, name, function (this: Database.Database, sql: string) {
      note();
      return work.call(this, sql);
    });
  });
  await work();
  for (const spy of spies) spy.mock.restore();
  return left;
}
