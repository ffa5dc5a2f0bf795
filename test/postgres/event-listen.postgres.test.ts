import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { openStore } from '../../src/proxy/store/store.js';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import { WEBHOOK_SECRET } from '../cli/command-line.js';
import { until } from '../until.js';
import { listening, printed, servedOrders } from '../cli/served-orders.js';
import { startShopServer } from '../shop-server.js';
import { exampleEvent } from '../proxy/webhook-receiver.js';
import { rows } from '../proxy/test-stores.js';
import { freshDatabase } from './database.js';

describe('event listen beside a PostgreSQL store', { concurrency: 2 }, () => {
  it('forwards the deliveries of the proxy, once each, and does not change them', async (t) => {
    const database = await freshDatabase();
    const { shell, shop, pay } = await servedOrders(t, { DATABASE_URL: database });
    const receiver = await startShopServer(t);
    const listener = await listening(t, shell, '--forward-to', receiver.url);
    for (const order of ['A-1', 'A-2']) await pay(order);
    for (const line of await printed(listener, 2)) assert.match(line, /checkout\.paid .* answered 204$/);
    for (const request of receiver.requests) await verifyWebhook(request, { secrets: [WEBHOOK_SECRET] });
    await until(
      () => shop.requests.length,
      'the shop is notified',
      (count) => count >= 2,
    );
    const delivered = () =>
      rows(database, 'select attempts, last_failure from events where delivered_at > 0');
    await until(delivered, 'both are delivered', ({ length }) => length === 2);
    for (const event of await delivered())
      assert.deepEqual({ ...event }, { attempts: 1, last_failure: null });
    listener.child.kill('SIGINT');
    assert.equal(await listener.ended, 0, listener.errors());
  });

  it('shows an event that is committed after a later one, and changes no row', async (t) => {
    const url = await freshDatabase();
    const store = await openStore(url);
    t.after(() => store.close());
    const { db } = store;
    /** Not of the store, whose transactions end after five seconds: the listener may start more slowly. */
    const begin = async (id: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      t.after(() => client.end());
      await client.query('begin');
      await client.query(
        `insert into events (id, checkout_id, type, payload, attempts, next_attempt_at)
           values ($1, $1, 'checkout.paid', $2, 0, 0)`,
        [id, JSON.stringify({ ...exampleEvent, id })],
      );
      return { commit: () => client.query('commit') };
    };
    await (await begin('evt_before')).commit();
    const early = await begin('evt_early');
    const listener = await listening(t, { env: { DATABASE_URL: url } }, '--json');
    const late = await begin('evt_late');
    await (await begin('evt_later')).commit();
    await printed(listener, 1);
    await late.commit();
    await printed(listener, 2);
    await early.commit();
    const ids = (await printed(listener, 3)).map((line) => JSON.parse(line).id);
    assert.deepEqual(ids, ['evt_later', 'evt_late', 'evt_early']);
    for (const event of await db.selectFrom('events').selectAll().execute())
      assert.deepEqual(
        [event.attempts, event.next_attempt_at, event.delivered_at, event.dead_at],
        [0, 0, null, null],
      );
    assert.deepEqual(await db.selectFrom('delivery_queues').selectAll().execute(), []);
    listener.child.kill('SIGINT');
    assert.equal(await listener.ended, 0, listener.errors());
  });
});
