import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { claimEvents } from '../../src/proxy/store/outbox.js';
import { openStore, Store } from '../../src/proxy/store/store.js';
import { claimDepositAddress } from '../../src/proxy/store/deposit-addresses.js';
import { nodeArguments } from '../node-arguments.js';
import { exampleEvent } from '../proxy/webhook-receiver.js';
import { call, crash } from '../proxy/crash-plan.js';
import { rows } from '../proxy/test-stores.js';
import {
  CREATE,
  INFO,
  invoiceOf,
  frozenClock,
  startProxy,
  startService,
  streamOf,
} from '../proxy/test-environment.js';
import { until } from '../until.js';
import { freshDatabase } from './database.js';
import { temporaryFile } from '../temporary-folder.js';

/** That many processes, each with a store of its own. */
async function storesOf(t: TestContext, url: string, count: number): Promise<readonly Store[]> {
  const stores: Store[] = [];
  for (let index = 0; index < count; index += 1) stores.push(await openStore(url));
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}

/** Repeats a request as a page does: on a busy machine, the last of twenty may wait too long for the lock of their order. */
async function asPage<T>(request: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request();
    } catch (error) {
      if (tries === 10 || !(error instanceof Error && error.message.includes('"retryable":true')))
        throw error;
    }
  }
}

describe('several processes on one database', () => {
  it('create one checkout and one invoice for twenty concurrent requests for the same order', async (t) => {
    const store = await freshDatabase();
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const environments = await Promise.all(
      [1, 2, 3, 4].map(() => startProxy(t, sandbox, { proxy: { store } })),
    );
    const wishes = Array.from({ length: 20 }, async (_, index) => {
      const environment = environments[index % environments.length];
      assert.ok(environment);
      const { id } = await asPage(() => environment.open({ id: 'A-1' }));
      const { state } = await asPage(() => environment.choose(id));
      assert.ok(['creating', 'awaiting'].includes(state));
      return (await asPage(() => environment.becomes(id, 'awaiting'))).invoice?.id;
    });
    assert.equal(new Set(await Promise.all(wishes)).size, 1);
    assert.equal((await environments[0]?.counts())?.[CREATE], 1);
  });

  it('never change a checkout from the same read', async (t) => {
    const stores = await storesOf(t, await freshDatabase(), 3);
    const [first] = stores;
    assert.ok(first);
    await sql`insert into checkouts (id, payment_id, order_id, version, state, amount, currency, is_email_required, is_owing,
      issued_at, created_at, last_seen_at)
      values ('c-1', 'pay_1', 'A-1', 0, 'choosing', '1', 'EUR', false, false, 0, 0, 0)`.execute(first.db);
    const addOne = (store: Store) =>
      store.transaction(async (tx) => {
        const before = await tx.findCheckout({ id: 'c-1' });
        assert.ok(before);
        await tx.saveCheckout(before, { ...before, version: before.version + 1 }, []);
      });
    await Promise.all(Array.from({ length: 60 }, (_, at) => addOne(stores[at % stores.length] ?? first)));
    assert.equal((await first.findCheckout('c-1'))?.version, 60);
  });

  it('give a deposit address to one of them, and an event to one', async (t) => {
    const stores = await storesOf(t, await freshDatabase(), 4);
    const key = { customer: 'c-7', currency: 'BTC' } as const;
    const nowMs = Date.parse(exampleEvent.createdAt);
    const times = { nowMs, untilMs: nowMs + 1000, limit: 5, except: [] };
    const wallets = await Promise.all(
      [...stores, ...stores].map((store) => claimDepositAddress(store, key, times)),
    );
    assert.equal(wallets.filter(({ stage }) => stage === 'claimed').length, 1);
    const [first] = stores;
    for (let index = 0; index < 30; index += 1) {
      const event = {
        ...exampleEvent,
        id: `evt_${index}`,
        checkout: { ...exampleEvent.checkout, id: `c-${index}` },
      };
      await first?.transaction((tx) => tx.addEvent(event));
    }
    const reported = (
      await Promise.all([...stores, ...stores].map((store) => claimEvents(store, times)))
    ).flat();
    assert.equal(new Set(reported.map(({ id }) => id)).size, reported.length);
    assert.ok(reported.length >= 5);
  });

  it('continue within ten seconds the work that a killed one had begun', async (t) => {
    const store = await freshDatabase();
    const sandbox = await startService({ clock: frozenClock() });
    t.after(() => sandbox.close());
    await (await openStore(store)).close();
    const reported = `${temporaryFile(t)}.events`;
    const plan = { story: 'paying', at: call('before', INFO, 2), speed: 0 } as const;
    const id = await crash(t, { url: sandbox.url, store, reported }, plan);
    // The clock is frozen nine seconds after its death: the tenth is the wait for a round.
    sandbox.clock.advance((Date.now() - sandbox.clock.nowMs()) / 1000 + 9);
    const environment = await startProxy(t, sandbox, { proxy: { store } });
    await until(
      () => environment.get(id),
      'the payment is seen',
      ({ state }) => state === 'paid',
    );
    await until(() => environment.events.length, 'and reported');
  });
});

describe('a change by one process', () => {
  const ways = [
    ['immediately', uncompared, 2],
    ['soon, where a pooler keeps the news back', silenced, 0],
  ] as const;
  for (const [name, prepare, listening] of ways) {
    it(`is shown by the others ${name}`, { timeout: 60_000 }, async (t) => {
      const store = await freshDatabase();
      prepare(t);
      // No poll of the service is due on a frozen clock.
      const sandbox = await startService({ clock: frozenClock() });
      t.after(() => sandbox.close());
      const [requested, watching] = [
        await startProxy(t, sandbox, { proxy: { store } }),
        await startProxy(t, sandbox, { proxy: { store } }),
      ];
      await until(
        () => listeners(store),
        'so many hear the news',
        (count) => count === listening,
      );
      const { id } = await requested.open();
      const stream = streamOf(await watching.call('GET', `/checkouts/${id}/events`));
      await stream.next();
      invoiceOf(await requested.choose(id));
      for await (const { state } of stream) if (state === 'awaiting') return;
      assert.fail('the stream has ended');
    });
  }
});

async function listeners(url: string): Promise<number> {
  const [row] = await rows(
    url,
    `select count(*) from pg_stat_activity
       where datname = current_database() and state = 'idle' and query like 'listen %'`,
  );
  return Number(row?.['count']);
}

/** Changes are not polled for: only the notification can report them. */
function uncompared(t: TestContext): void {
  t.mock.method(Store.prototype, 'findChangedCheckouts', () => Promise.resolve([]));
}

/** LISTEN is answered, as behind a pooler with connections per transaction, and no notification arrives. */
function silenced(t: TestContext): void {
  const query: (this: object, ...given: readonly unknown[]) => unknown = pg.Client.prototype.query;
  t.mock.method(pg.Client.prototype, 'query', function (this: object, ...given: readonly unknown[]) {
    const [text] = given;
    const isListen = typeof text === 'string' && text.startsWith('listen');
    return isListen ? Promise.resolve() : query.call(this, ...given);
  });
}

describe('a database that is migrated', () => {
  it('is migrated once by four processes that start concurrently', async (t) => {
    const children = Array.from({ length: 4 }, () => {
      const args = nodeArguments('test/proxy/opening-store.ts');
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      t.after(() => child.kill('SIGKILL'));
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return { child, next: async () => String((await lines.next()).value) };
    });
    for (const { next } of children) assert.equal(await next(), 'ready');
    for (let round = 0; round < 3; round += 1) {
      const url = await freshDatabase();
      for (const { child } of children) child.stdin.write(`${url}\n`);
      assert.deepEqual(await Promise.all(children.map(({ next }) => next())), Array(4).fill('open'));
    }
  });

  it('by a release that has only added columns can be used by this one, too', async (t) => {
    const url = await freshDatabase();
    const [store] = await storesOf(t, url, 1);
    assert.ok(store);
    await sql`alter table checkouts add column remark text`.execute(store.db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_note', '')`.execute(store.db);
    await (await openStore(url)).close();
    await sql`insert into kysely_migration (name, timestamp) values ('9999_x_breaking', '')`.execute(
      store.db,
    );
    const refusal = {
      name: 'StoreError',
      message: /breaking changes of a newer release \(9999_x_breaking\)/,
    };
    await assert.rejects(openStore(url), refusal);
  });
});
