import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { fileOf } from '../package/docs-text.js';
import { PROMISES } from '../package/receiver-promises.js';
import {
  post,
  realEvent,
  signed,
  startReceiver,
  type Books,
  type Sample,
  type ShopDatabase,
} from '../package/receiver.js';
import { until } from '../until.js';
import { freshDatabase } from './database.js';
import { relayTo } from './tcp-relay.js';

async function createDatabase(): Promise<ShopDatabase> {
  const url = await freshDatabase();
  return { variables: { SHOP_DATABASE_URL: url }, open: (t) => openBooks(t, url) };
}

async function openBooks(t: TestContext, connectionString: string): Promise<Books> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  t.after(() => client.end());
  return {
    select: async (text) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows,
    run: async (text) => void (await client.query(text)),
    columns: `select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'`,
  };
}

const sample: Sample = {
  name: 'Node with PostgreSQL',
  install: (folder) => {
    writeFileSync(join(folder, 'events.js'), fileOf('events.js'));
    writeFileSync(join(folder, 'fulfill.js'), fileOf('fulfill-postgres.js'));
  },
  command: () => [process.execPath, 'events.js'],
  extraMb: 64,
  createDatabase,
};

describe("the documentation's receiver of events in Node with PostgreSQL", { concurrency: 2 }, () => {
  for (const [promise, keeps] of PROMISES) it(promise, (t) => keeps(t, sample));

  it('fulfills an order once if two processes receive its event concurrently', async (t) => {
    const database = await createDatabase();
    const shared = { ...sample, createDatabase: async () => database };
    const receivers = await Promise.all([startReceiver(t, shared), startReceiver(t, shared)]);
    const [first] = receivers;
    await first.sells('A-1');
    const answers = receivers.flatMap(({ url }) =>
      ['evt_1', 'evt_2', 'evt_3'].map((id) => post(url, signed(realEvent('A-1', id)))),
    );
    assert.deepEqual(new Set(await Promise.all(answers)), new Set([204]));
    assert.deepEqual(await first.shipments(), ['A-1']);
  });

  for (const how of ['is ended by the database', 'breaks'] as const)
    it(`requests an event again if its connection ${how}, and continues`, async (t) => {
      const url = await freshDatabase();
      const relay = await relayTo(t, url);
      const database = { variables: { SHOP_DATABASE_URL: relay.url }, open: () => openBooks(t, url) };
      const receiver = await startReceiver(t, { ...sample, createDatabase: async () => database });
      await receiver.sells('A-1');
      const event = signed(realEvent('A-1', 'evt_1'));
      await receiver.books.run('begin');
      await receiver.books.run('lock table shipments');
      const answer = post(receiver.url, event);
      const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await until(
        () => receiver.books.select(`select pid ${waiting}`),
        'the receiver waits for the lock',
        (pids) => pids.length === 1,
      );
      if (how === 'breaks') relay.open();
      else await receiver.books.select(`select pg_terminate_backend(pid) ${waiting}`);
      assert.equal(await answer, 500);
      await receiver.books.run('commit');
      assert.equal(await post(receiver.url, event), 204, receiver.output());
      assert.deepEqual(await receiver.shipments(), ['A-1']);
      assert.ok(receiver.isAlive());
    });
});
