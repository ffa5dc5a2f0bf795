import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { removeFinished } from '../../src/proxy/store/finished-checkouts.js';
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

const NAMES = `select indexname as name from pg_indexes where schemaname = 'public'
  union select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'
  order by name`;

async function namesIn(url: string): Promise<string> {
  return JSON.stringify(await rows(url, NAMES));
}

describe('records that a process leaves behind in a database', { concurrency: 3 }, () => {
  it('are a whole new store or none, wherever it was killed; the next process continues', async (t) => {
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
  });

  it('are the old store or the new one during a migration', async (t) => {
    const url = await freshDatabase();
    const { order } = await createHarness(t, url);
    await order('A-1');
    const whole = await namesIn(url);
    await rows(url, OF_THE_RELEASE_BEFORE);
    const expected = [whole, await namesIn(url)];
    assert.notEqual(expected[0], expected[1]);
    const times = await brokenEverywhere(t, url, {
      work: async (by) => (await openStore(by)).close(),
      read: async () => {
        assert.ok(expected.includes(await namesIn(url)));
        assert.equal((await rows(url, 'select 1 from invoices')).length, 1);
      },
    });
    assert.equal(await namesIn(url), whole);
    assert.ok(times > 8, `killed ${times} times`);
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
    await rows(url, `update events set delivered_at = ${clock.now}`);
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

type Removed = Parameters<typeof removeFinished>;

async function removeAll(store: Removed[0], limits: Removed[1]): Promise<void> {
  while ((await removeFinished(store, limits)) > 0);
}

/** Reverts a migration, and the later one that has replaced an index of it. */
const OF_THE_RELEASE_BEFORE = `
  drop index events_told, events_listed, events_open, events_dead, deposits_looked;
  drop index checkouts_by_state, checkouts_by_currency;
  create index events_checkout on events (checkout_id);
  create index deposits_due on deposits (next_lookup_at);
  create index checkouts_coin on checkouts (pay_currency, created_at);
  delete from kysely_migration where name in ('0008_lists', '0018_payment_filters')`;
