import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TestContext } from 'node:test';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import Database from 'libsql';
import pg from 'pg';
import { parseOrder } from '../../src/proxy/checkouts/orders.js';
import type { PendingDeposit } from '../../src/proxy/deposits/deposit.js';
import { claimDeposits, renewDeposits } from '../../src/proxy/store/deposits.js';
import { claimDue, knownServiceIds, renewDue } from '../../src/proxy/store/due.js';
import { readFigures } from '../../src/proxy/store/figures.js';
import { claimEvents } from '../../src/proxy/store/outbox.js';
import { removeDeposits, removeFinished } from '../../src/proxy/store/retention.js';
import { openStore, Store } from '../../src/proxy/store/store.js';
import { claimWallet, findWallets } from '../../src/proxy/store/wallets.js';
import {
  claimAnyDue,
  claimNext,
  claimTroubled,
  countDue,
  hint,
  noteAttention,
  release,
} from '../../src/proxy/store/watched.js';
import { freshStore, SERVER } from './stores.js';

const DEPOSIT: PendingDeposit = {
  ...{ id: 'd-1', customer: 'c-7', currency: null, invoiceId: null, amount: null, transaction: null },
  ...{ isSigned: false, notedAtMs: 0, looks: 0, isTold: false },
};

/** All that a proxy asks its store again and again. */
async function everything(store: Store): Promise<void> {
  const times = { nowMs: 2, untilMs: 3, limit: 5, beforeMs: 1, except: ['c-9'] };
  const batch = [{ checkoutId: 'c-1', serviceId: 'INV-1' }];
  const ids = ['INV-1', 'INV-2'];
  await store.find('c-1');
  await store.findByOrder(parseOrder({ id: 'A-1', amount: '1', currency: 'EUR' }).id);
  await store.transaction((tx) => tx.findAll(['c-1', 'c-2']));
  await store.touch('c-1', 2, true);
  await store.laterThan(new Map([['c-1', 1]]));
  await countDue(store, 2);
  await claimNext(store, times);
  await claimAnyDue(store, times);
  await claimTroubled(store, 'refused', times);
  await release(store, batch);
  await hint(store, { serviceIds: ids, orderIds: ids, addresses: ids, nowMs: 2, unlessAfterMs: 1 });
  await noteAttention(store, ['c-1', 'c-2'], 2);
  for (const column of ['next_look_at_ms', 'next_cancel_at_ms'] as const) {
    await claimDue(store, column, times);
    await renewDue(store, column, [{ checkoutId: 'c-1', sequence: 1 }], [1, 2]);
  }
  await knownServiceIds(store, ids);
  await claimEvents(store, times);
  await claimDeposits(store, times);
  await renewDeposits(store, [DEPOSIT], [1, 2]);
  await claimWallet(store, { customer: 'c-7', currency: 'BTC' }, times);
  await findWallets(store, { customer: 'c-7', address: 'x' });
  await removeFinished(store, times);
  await removeDeposits(store, times);
  await readFigures(store, 2);
}

it('what a proxy asks again and again is found by an index, and no table is read from end to end', async (t) => {
  const path = await freshStore(t);
  const store = await openStore(path);
  t.after(() => store.close());
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await everything(new Store(store.db.withPlugin(recorder)));
  const executor = store.db.getExecutor();
  const plansOf = SERVER === undefined ? plansOfFile(path) : await plansOfDatabase(t, path);
  for (const node of nodes) {
    const { sql: text, parameters } = executor.compileQuery(node, { queryId: 'plan' });
    const plan = await plansOf(text, parameters);
    assert.doesNotMatch(plan, /Seq Scan|^SCAN (?!due|seen|.*USING)/m, `${plan}\n${text}`);
  }
  assert.ok(nodes.length > 25, `${nodes.length} queries`);
});

/** How a query would be answered, one step a line. */
type PlansOf = (text: string, parameters: readonly unknown[]) => Promise<string>;

function plansOfFile(path: string): PlansOf {
  const database = new Database(path);
  return (text, parameters) => {
    const rows = database.prepare(`explain query plan ${text}`).all([...parameters]);
    return Promise.resolve(rows.map((row) => String(Object(row).detail)).join('\n'));
  };
}

/** Of a table as small as here it would read all: it does so now only where there is no index. */
async function plansOfDatabase(t: TestContext, url: string): Promise<PlansOf> {
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  await client.query('set enable_seqscan = off');
  return async (text, parameters) => {
    const { rows } = await client.query<Record<string, string>>(`explain ${text}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
}
