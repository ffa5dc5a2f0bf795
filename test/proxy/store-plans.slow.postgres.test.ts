import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TestContext } from 'node:test';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { openStore, Store } from '../../src/proxy/store/store.js';
import { freshDatabase } from '../postgres/database.js';
import { fill } from './store-fixture.js';
import { openPlans } from './query-plans.js';
import { filesWithQueries, noteQueries } from './query-coverage.js';
import { askEverything } from './store-queries.js';
import { freshStore, SERVER } from './test-stores.js';

/** SQLite plans alike for any size, so its store has only the records that each query needs to find something. */
const CHECKOUTS = SERVER === undefined ? 6000 : 100_000;

/** Files whose queries read everything for a reason, or no table that grows. */
const OTHERS: Readonly<Record<string, string>> = {
  'migrations.ts': 'changes what is there, once',
  'tables.ts': 'changes what is there, once',
  'move-store.ts': 'reads all to move it',
  'engine/postgres.ts': 'takes a lock',
  'shared-rate-limits.ts': 'makes a table whose rows are found by their key',
};

it('every query of the store uses an index, in a store of 100,000 checkouts', async (t) => {
  // A database of its own: the statistics describe its content.
  const path = SERVER === undefined ? await freshStore(t) : await freshDatabase();
  const reached = await noteQueries(t);
  const store = await openStore(path);
  t.after(() => store.close());
  await fill(path, CHECKOUTS);
  const nodes = await sentBy(store);
  await t.test('and no query is left out here', async () => {
    const files = filesWithQueries().filter((name) => !Object.hasOwn(OTHERS, name));
    assert.deepEqual(await reached.missed(files), []);
  });
  await t.test('and none but retention changes or deletes an entry of the audit log', () => {
    const executor = store.db.getExecutor();
    const written = nodes
      .map((node) => executor.compileQuery(node, { queryId: 'audit' }).sql)
      .filter((sql) => !sql.startsWith('select') && sql.includes('"audit_log"'));
    assert.notEqual(written.length, 0);
    assert.deepEqual(
      new Set(written.map((sql) => sql.replace(/^(\w+) .*/s, '$1'))),
      new Set(['insert', 'delete', 'update']),
    );
  });
  const wrong = await faulty(t, { path, store, nodes });
  assert.deepEqual(wrong, []);
  t.diagnostic(`${nodes.length} queries`);
});

async function sentBy(store: Store): Promise<readonly RootOperationNode[]> {
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await askEverything(new Store(store.db.withPlugin(recorder)));
  return nodes;
}

async function faulty(
  t: TestContext,
  query: { readonly path: string; readonly store: Store; readonly nodes: readonly RootOperationNode[] },
): Promise<readonly string[]> {
  const faultsOf = await openPlans(t, query.path);
  const executor = query.store.db.getExecutor();
  const wrong: string[] = [];
  for (const node of query.nodes) {
    const { sql, parameters } = executor.compileQuery(node, { queryId: 'plan' });
    // It searches for nothing.
    if (sql.startsWith('insert')) continue;
    for (const fault of await faultsOf({ sql, parameters })) wrong.push(`${fault}: ${sql}`);
  }
  return wrong;
}
