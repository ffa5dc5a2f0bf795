import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { removeFinishedCheckouts } from '../../src/proxy/store/finished-checkouts.js';
import { openStore } from '../../src/proxy/store/store.js';
import { rows } from '../proxy/test-stores.js';
import { createHarness } from '../proxy/fake-service.js';
import { freshDatabase } from './database.js';
import { relayTo } from './tcp-relay.js';

const DAY_MS = 24 * 3600_000;

/**
 * Repeats the work by a connection that breaks one message later each time, as if its process were killed
 * there, and inspects each time what is left. Returns the number of times that it broke.
 */
async function brokenEverywhere(
  t: TestContext,
  url: string,
  { work, read }: { work: (url: string) => Promise<unknown>; read: () => Promise<void> },
): Promise<number> {
  const relay = await relayTo(t, url);
  for (let messages = 1; ; messages += 1) {
    relay.cutAfter(messages);
    const isDone = await work(relay.url).then(
      () => true,
      () => false,
    );
    relay.open();
    await read();
    if (isDone) return messages - 1;
  }
}

/** All but the tables in which the migrator counts. It creates them first, and they alone are no store. */
const NAMES = `select indexname as name from pg_indexes where schemaname = 'public' and tablename not like 'kysely_%'
  union select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'
  order by name`;

async function namesIn(url: string): Promise<string> {
  return JSON.stringify(await rows(url, NAMES));
}

describe('records that a process leaves behind in a database', { concurrency: 3 }, () => {
  it('are no part of a store if it was killed during the first migration; the next process finishes it', async (t) => {
    const whole = await freshDatabase();
    await (await openStore(whole)).close();
    const expected = [await namesIn(whole), '[]'];
    const url = await freshDatabase();
    const times = await brokenEverywhere(t, url, {
      work: async (by) => (await openStore(by)).close(),
      read: async () => assert.ok(expected.includes(await namesIn(url))),
    });
    assert.equal(await namesIn(url), expected[0]);
    assert.ok(times > 30, `killed ${times} times`);
    t.diagnostic(`killed ${times} times`);
    const { order } = await createHarness(t, url);
    await order('A-1');
    assert.equal((await rows(url, 'select 1 from invoices')).length, 1);
  });

  it('have each old checkout as a whole or not at all during a deletion', async (t) => {
    const url = await freshDatabase();
    const { order, clock, service, parts } = await createHarness(t, url);
    const created = [];
    for (const id of ['A-1', 'A-2', 'A-3', 'A-4']) created.push(await order(id));
    for (const { invoiceId } of created) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    clock.now += 60_000;
    await parts.poller.pollDue();
    // Their monitoring windows end.
    clock.now += 2 * DAY_MS;
    await parts.poller.pollDue();
    await rows(url, `update events set delivered_at = ${clock.now}; delete from delivery_queues`);
    const limits = { beforeMs: clock.now + DAY_MS, tokensBeforeMs: 0, limit: 2 };
    const store = await openStore(url);
    t.after(() => store.close());
    const counts = async () => {
      const { rows: found } = await sql<{ n: number }>`
        select count(*) as n from checkouts union all
        select count(*) from invoices union all
        select count(*) from events`.execute(store.db);
      return found.map(({ n }) => n);
    };
    const times = await brokenEverywhere(t, url, {
      work: async (by) => {
        const removing = await openStore(by);
        await removeAll(removing, limits).finally(() => removing.close());
      },
      read: async () => {
        const [checkouts = 0, ...others] = await counts();
        assert.ok([4, 2, 0].includes(checkouts), `${checkouts} checkouts`);
        assert.deepEqual(others, [checkouts, checkouts]);
      },
    });
    assert.deepEqual(await counts(), [0, 0, 0]);
    assert.ok(times > 10, `killed ${times} times`);
  });
});

type Removed = Parameters<typeof removeFinishedCheckouts>;

async function removeAll(store: Removed[0], limits: Removed[1]): Promise<void> {
  while ((await removeFinishedCheckouts(store, limits)) > 0);
}
