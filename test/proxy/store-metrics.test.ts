import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RootOperationNode } from 'kysely';
import { CompiledQuery } from 'kysely';
import { memoizeFor } from '../../src/proxy/base/async.js';
import { readStoreMetrics } from '../../src/proxy/store/store-metrics.js';
import { openStore, Store } from '../../src/proxy/store/store.js';

/** The plans of SQLite for the queries of the metrics. */
async function plansOfFigures(store: Store): Promise<readonly string[]> {
  const nodes: RootOperationNode[] = [];
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await readStoreMetrics(new Store(db), Date.now());
  const executor = store.db.getExecutor();
  const plans = nodes.map(async (node) => {
    const { sql, parameters } = executor.compileQuery(node, { queryId: 'plan' });
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await store.db.executeQuery<{ detail: string }>(explained);
    return rows.map(({ detail }) => `${detail}: ${sql}`);
  });
  return (await Promise.all(plans)).flat();
}

describe('the metrics of a store', () => {
  it('are counted in indexes, whose size does not depend on row size: no table is read', async (t) => {
    const store = await openStore(':memory:');
    t.after(() => store.close());
    const steps = await plansOfFigures(store);
    const reading = steps.filter((step) => /^(SCAN|SEARCH) /.test(step));
    assert.ok(reading.length >= 7, `${reading.length} queries`);
    for (const step of reading) assert.match(step, /USING (COVERING )?INDEX/);
  });

  it('are read once for all requests within a moment, and again after a failure', async () => {
    let reads = 0;
    const figures = memoizeFor(60_000, () => {
      reads += 1;
      return reads === 1 ? Promise.reject(new Error('the store is away')) : Promise.resolve(reads);
    });
    await assert.rejects(figures());
    assert.deepEqual(await Promise.all([figures(), figures()]), [2, 2]);
    assert.equal(await figures(), 2);
    const always = memoizeFor(0, () => Promise.resolve((reads += 1)));
    assert.deepEqual([await always(), await always()], [3, 4]);
  });
});
