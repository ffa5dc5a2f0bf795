import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { openStoreAdmin } from '../../src/proxy/admin.js';
import { readStoreMetrics } from '../../src/proxy/store/store-metrics.js';
import { openStore } from '../../src/proxy/store/store.js';
import type { Store } from '../../src/proxy/store/store.js';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import { signWebhook, verifyWebhook } from '../../src/proxy/webhooks.js';
import { exampleEvent, SECRET, startShop } from './webhook-receiver.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import { startProxy, startService, until } from './test-environment.js';

const { invoice, ...base } = exampleEvent;
const { id, orderId, currency, price, address } = invoice;
const reviewed = { ...base, invoice: { id, orderId, currency, price, address } };
const depositAddress = {
  ...{ createdAt: base.createdAt, testMode: false, reason: 'address_invalid' },
  ...{ wallet: { id: 'WAL-1' }, customer: 'c-1', currency: 'BTC' },
};

/** Events as the earlier release has stored them, and the type and reason under which they are delivered now. */
const FORMER = [
  [{ ...exampleEvent, type: 'checkout.second_payment' }, 'checkout.duplicate_payment', undefined],
  [{ ...exampleEvent, type: 'checkout.expired_partial' }, 'checkout.underpaid', undefined],
  ...(
    [
      ['test_mode', 'unexpected_test_mode'],
      ['withdrawal', 'unexpected_withdrawal'],
      ['address_changed', 'address_changed'],
    ] as const
  ).map(
    ([reason, now]) =>
      [{ ...reviewed, type: 'checkout.alarm', reason }, 'checkout.review_required', now] as const,
  ),
  [{ ...depositAddress, type: 'wallet.alarm' }, 'deposit_address.review_required', 'address_invalid'],
  [exampleEvent, 'checkout.paid', undefined],
] as const;

const STATES = {
  pending: {},
  delivered: { delivered_at_ms: 1 },
  dead: { dead_at_ms: 1, last_failure: 'webhook answered 500' },
} as const;

async function addFormer(store: Store, state: keyof typeof STATES): Promise<void> {
  for (const [index, [event]] of FORMER.entries()) {
    const eventId = `evt_${state}${index}`;
    const checkoutId = `c-${state}${index}`;
    const payload = JSON.stringify({ ...event, id: eventId });
    const columns = { attempts: 1, next_attempt_at_ms: 0, claimed_until_ms: 0, ...STATES[state] };
    const row = { id: eventId, checkout_id: checkoutId, type: event.type, payload, ...columns };
    await store.db.insertInto('events').values(row).execute();
  }
}

/** A store that a release before the renames has created and filled. */
async function formerStore(t: TestContext): Promise<string> {
  const path = await freshStore(t);
  const store = await openStore(path);
  await sql`delete from kysely_migration where name = '0011_event_names'`.execute(store.db);
  await sql`update kysely_migration set timestamp = '2026-01-01T00:00:00.000Z'`.execute(store.db);
  for (const state of ['pending', 'delivered', 'dead'] as const) await addFormer(store, state);
  await store.close();
  return path;
}

async function startShopAndProxy(t: TestContext, store: string) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const shop = await startShop(t);
  const webhook = { url: shop.url, secrets: [SECRET] };
  const environment = await startProxy(t, sandbox, { proxy: { store, onEvent: undefined, webhook } });
  const received = async (count: number) => {
    const requests = await until(
      () => shop.requests,
      ({ length }) => length >= count,
      `${count} events are delivered`,
    );
    return Promise.all(requests.map((request) => verifyWebhook(request, { secrets: [SECRET] })));
  };
  return { environment, received };
}

const summary = (event: { readonly id: string; readonly type: string; readonly reason?: string }) =>
  `${event.id} ${event.type} ${event.reason ?? ''}`;

const expected = (state: keyof typeof STATES) =>
  FORMER.map(([, type, reason], index) =>
    summary({ id: `evt_${state}${index}`, type, ...(reason && { reason }) }),
  );

describe('events that an earlier release has stored under another name', () => {
  it('are delivered under the new name with the same id, also when they are sent again', async (t) => {
    const path = await formerStore(t);
    const { received } = await startShopAndProxy(t, path);
    const first = await received(FORMER.length);
    assert.deepEqual(first.map(summary).sort(), expected('pending'));

    const admin = await openStoreAdmin(path);
    t.after(() => admin.close());
    for (const index of FORMER.keys()) {
      for (const state of ['delivered', 'dead']) assert.ok(await admin.resend(`evt_${state}${index}`));
    }
    const all = await received(3 * FORMER.length);
    assert.deepEqual(all.slice(FORMER.length).map(summary).sort(), [
      ...expected('dead'),
      ...expected('delivered'),
    ]);
    assert.equal(Object.keys(await admin.renamedEvents()).length, 6);
    const resent = all.find((event) => event.id === 'evt_dead0');
    assert.deepEqual(resent, { ...exampleEvent, id: 'evt_dead0', type: 'checkout.duplicate_payment' });
  });

  it('are also delivered so if a process of that release writes them after the first start of this one', async (t) => {
    const path = await freshStore(t);
    const store = await openStore(path);
    t.after(() => store.close());
    await addFormer(store, 'pending');
    const admin = await openStoreAdmin(path);
    t.after(() => admin.close());
    assert.deepEqual(await admin.renamedEvents(), {});
    const types = async (kind: 'duplicate' | 'review') =>
      (await admin.events({ kind })).map(({ type }) => type);
    assert.deepEqual(await types('duplicate'), ['checkout.duplicate_payment']);
    assert.deepEqual(await types('review'), [
      'deposit_address.review_required',
      ...Array<string>(3).fill('checkout.review_required'),
    ]);
    const { received } = await startShopAndProxy(t, path);
    assert.deepEqual((await received(FORMER.length)).map(summary).sort(), expected('pending'));
  });

  it('are named in the log at the first start, once, and not for a new store', async (t) => {
    const path = await formerStore(t);
    const renamed = ({ logLines }: { readonly logLines: readonly string[] }) =>
      logLines.filter((line) => line.includes('shop events renamed'));
    const first = await startShopAndProxy(t, path);
    const [line, ...others] = renamed(first.environment);
    assert.deepEqual(others, []);
    assert.deepEqual(JSON.parse(line ?? '{}'), {
      level: 'warn',
      message: 'shop events renamed',
      events: {
        'checkout.second_payment': 'checkout.duplicate_payment',
        'checkout.expired_partial': 'checkout.underpaid',
        'checkout.alarm': 'checkout.review_required',
        'wallet.alarm': 'deposit_address.review_required',
      },
      reasons: { test_mode: 'unexpected_test_mode', withdrawal: 'unexpected_withdrawal' },
    });
    assert.deepEqual(renamed((await startShopAndProxy(t, path)).environment), []);
    assert.deepEqual(renamed((await startShopAndProxy(t, await freshStore(t))).environment), []);
  });
});

describe('an event of a proxy of an earlier release', () => {
  it('is accepted by the verifier, and has the new names', async () => {
    for (const [former, type, reason] of FORMER) {
      const body: CheckoutEvent = JSON.parse(JSON.stringify({ ...former, id: 'evt_1' }));
      const event = await verifyWebhook(await signWebhook(body, SECRET), { secrets: [SECRET] });
      assert.equal(summary(event), summary({ id: 'evt_1', type, ...(reason && { reason }) }));
    }
  });
});

describe('an event of a proxy without CAIP ids', () => {
  it('has them once it is verified', async () => {
    const { caip2: _, caip19: __, ...invoice } = exampleEvent.invoice;
    const body: CheckoutEvent = JSON.parse(JSON.stringify({ ...exampleEvent, invoice }));
    const event = await verifyWebhook(await signWebhook(body, SECRET), { secrets: [SECRET] });
    assert.deepEqual(event, exampleEvent);
  });
});

describe('the reasons for a review of an invoice', () => {
  it('stay in the store under the names that a process of an earlier release reads', async (t) => {
    const path = await freshStore(t);
    const { order, record } = await createHarness(t, path);
    const { checkoutId } = await order('A-1');
    const store = await openStore(path);
    t.after(() => store.close());
    const alarms = '["test_mode","withdrawal","address_changed"]';
    await store.db.updateTable('invoices').set({ alarms }).execute();
    const before = await record(checkoutId);
    assert.deepEqual(before.invoices[0]?.reviewReasons, [
      'unexpected_test_mode',
      'unexpected_withdrawal',
      'address_changed',
    ]);
    const { reviews } = await readStoreMetrics(store, 0);
    assert.deepEqual([reviews.get('unexpected_test_mode'), reviews.get('unexpected_withdrawal')], [1, 1]);

    const without = { ...before, invoices: before.invoices.map((one) => ({ ...one, reviewReasons: [] })) };
    await store.transaction((tx) => tx.save(before, without, []));
    await store.transaction((tx) => tx.save(without, before, []));
    const row = await store.db.selectFrom('invoices').select('alarms').executeTakeFirstOrThrow();
    assert.equal(row.alarms, alarms);
  });
});
