import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { startPostgres } from './server.js';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import { invoicesAtService } from '../proxy/lost-invoices.js';
import { rows } from '../proxy/test-stores.js';
import { CREATE, invoiceOf, startProxy, startService, streamOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from '../proxy/test-environment.js';

const OPEN = 6;
/** Long enough for the database to be stopped meanwhile. */
const CREATION_MS = 1500;

/** A shop whose response to an event can be delayed. */
function delayableReceiver() {
  const reported: CheckoutEvent[] = [];
  let answer = Promise.resolve();
  return {
    reported,
    onEvent: async (event: CheckoutEvent) => {
      reported.push(event);
      await answer;
    },
    /** Events from now on are not answered before this is called. */
    keepWaiting(): () => void {
      let open = (): void => undefined;
      answer = new Promise((resolve) => (open = resolve));
      return () => {
        open();
        answer = Promise.resolve();
      };
    },
  };
}

/** A database of its own, and two proxies on it before one service. */
async function startAll(t: TestContext) {
  // Committed data is available when it starts again.
  const database = await startPostgres({ synchronous_commit: 'on' });
  t.after(() => database.remove());
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const shop = delayableReceiver();
  const store = `${database.url}/postgres`;
  const start = () => startProxy(t, sandbox, { proxy: { store, onEvent: shop.onEvent } });
  const proxies = [await start(), await start()] as const;
  return { database, store, shop, proxies, sandbox };
}

type All = Awaited<ReturnType<typeof startAll>>;

/** A page that waits for its payment, on one of the proxies, in turn. */
async function openPages({ proxies }: All) {
  const pages = [];
  for (let index = 0; index < OPEN; index += 1) {
    const [maker, other] = index % 2 === 0 ? proxies : ([proxies[1], proxies[0]] as const);
    const { id } = await maker.open({ id: `A-${index}` });
    const uuid = invoiceOf(await maker.choose(id)).id;
    const stream = streamOf(await other.call('GET', `/checkouts/${id}/events`));
    await stream.next();
    pages.push({ id, uuid, stream });
  }
  return pages;
}

/** An invoice that the service is about to create, and an event that the shop has received and not answered. */
async function beginWork({ proxies: [one, other], shop }: All) {
  const answer = shop.keepWaiting();
  const { id: reported } = await other.open({ id: 'A-reported' });
  await one.control('payments', { uuid: invoiceOf(await other.choose(reported)).id });
  await until(
    () => (one.sandbox.clock.advance(1), shop.reported.length),
    'the shop has the event',
    (count) => count === 1,
  );
  const { id: wanted } = await one.open({ id: 'A-wanted' });
  await one.clear('requests');
  await one.control('faults', { kind: 'delay', ms: CREATION_MS, endpoint: CREATE, times: 1 });
  const chosen = one.choose(wanted).catch(() => null);
  await until(
    () => one.counts(),
    'the invoice is requested',
    (counts) => counts[CREATE] === 1,
  );
  return { wanted, chosen, reported, answer };
}

const readiness = async (environment: TestEnvironment) => (await environment.call('GET', '/readyz')).status;

/** While the database is away. */
async function refuses({ proxies }: All): Promise<void> {
  for (const environment of proxies) {
    await until(
      () => readiness(environment),
      'it says that it is not ready',
      (status) => status === 503,
    );
    const response = await environment.call('GET', `/checkouts/${'A'.repeat(32)}`);
    assert.equal(response.status, 503);
    assert.equal((await environment.call('GET', '/healthz')).status, 200);
  }
}

async function recovers({ proxies }: All): Promise<number> {
  const startedMs = performance.now();
  for (const environment of proxies) {
    await until(
      () => readiness(environment),
      'it is ready again by itself',
      (status) => status === 200,
    );
  }
  return Math.round(performance.now() - startedMs);
}

async function sees(stream: AsyncGenerator<Checkout>, state: Checkout['state']): Promise<void> {
  for await (const checkout of stream) if (checkout.state === state) return;
  assert.fail(`the stream has ended before it was ${state}`);
}

/** Each is paid once and reported once, and each order has one invoice. */
async function agree({ sandbox, shop, store }: All, ids: readonly string[]): Promise<void> {
  const paid = new Map<string, string>();
  for (const event of shop.reported) {
    assert.ok(event.type === 'checkout.paid', event.type);
    assert.equal(paid.get(event.checkout.id) ?? event.id, event.id, 'the same event, delivered again');
    paid.set(event.checkout.id, event.id);
  }
  assert.deepEqual([...paid.keys()].toSorted(), ids.toSorted());
  const kept = await rows(
    store,
    `select checkout_id, count(*)::int as count, bool_and(delivered_at is not null) as done from events
      group by checkout_id order by checkout_id collate "C"`,
  );
  assert.deepEqual(
    kept,
    ids.toSorted().map((id) => ({ checkout_id: id, count: 1, done: true })),
  );
  const orders = ['A-reported', 'A-wanted', ...Array.from({ length: OPEN }, (_, index) => `A-${index}`)];
  for (const order of orders) {
    const created = await invoicesAtService(sandbox, order);
    assert.deepEqual(
      created.map(({ status }) => status),
      ['paid'],
      order,
    );
  }
}

describe('a database that is stopped and started again, under two proxies', () => {
  for (const mode of ['fast', 'immediate'] as const) {
    it(`(${mode}) loses nothing and creates nothing twice, and every page continues`, async (t) => {
      const all = await startAll(t);
      const { database, proxies, sandbox, shop } = all;
      const [one, other] = proxies;
      const pages = await openPages(all);
      const { wanted, chosen, reported, answer } = await beginWork(all);

      await database.stop(mode);
      await refuses(all);
      // Meanwhile the invoice is created, the shop accepts its event, and all payers pay.
      await chosen;
      answer();
      for (const { uuid } of pages) await one.control('payments', { uuid });
      const [created] = await invoicesAtService(sandbox, 'A-wanted');
      assert.equal(created?.status, 'created');

      await database.start();
      t.diagnostic(`ready ${await recovers(all)} ms after the start of the database`);
      const passing = setInterval(() => sandbox.clock.advance(1), 100);
      t.after(() => clearInterval(passing));
      await Promise.all(pages.map(({ stream }) => sees(stream, 'paid')));
      const awaiting = await until(
        () => other.get(wanted),
        'the created invoice is found',
        ({ state }) => state === 'awaiting',
      );
      assert.equal(invoiceOf(awaiting).id, created.uuid);
      await one.control('payments', { uuid: created.uuid });
      const ids = [reported, wanted, ...pages.map(({ id }) => id)];
      await until(
        async () => (await rows(all.store, 'select 1 from events where delivered_at is not null')).length,
        'the shop receives all events',
        (count) => count === ids.length,
      );
      assert.ok(shop.reported.length >= ids.length);
      await agree(all, ids);
      assert.doesNotMatch(proxies.flatMap(({ logLines }) => logLines).join('\n'), /planted-database/);
    });
  }
});
