import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { claimEvents, recordAttempt } from '../../src/proxy/store/outbox.js';
import { claimDue } from '../../src/proxy/store/due-invoices.js';
import { claimAnyDue, claimDueBy, claimFailing, claimNext } from '../../src/proxy/store/poll-queue.js';
import { openStore, type Store } from '../../src/proxy/store/store.js';
import { exampleEvent } from './webhook-receiver.js';
import { freshStore } from './test-stores.js';

const NOW_MS = Date.UTC(2026, 0, 2);
const TIMES = { nowMs: NOW_MS, untilMs: NOW_MS + 8000 };
const FEW = 1000;
const MANY = 100_000;
/** Reading all of them takes a hundred times as long. Far above the differences that a busy machine makes. */
const FLAT = 10;
const HOUR_MS = 3600_000;

const numbers = (count: number) =>
  sql`with recursive counted(i) as (select cast(1 as bigint) union all select i + 1 from counted where i < ${sql.lit(count)})`;

async function storeOf(t: TestContext, fill: (store: Store) => Promise<unknown>): Promise<Store> {
  const store = await openStore(await freshStore(t));
  t.after(() => store.close());
  await fill(store);
  await sql`analyze`.execute(store.db);
  return store;
}

interface Waiting {
  readonly keys: number;
  readonly dueAtMs?: number;
  readonly claimed?: number;
  readonly eventsPerKey?: number;
}

/** Fills the outbox with events that wait, `eventsPerKey` of each checkout. The first `claimed` checkouts are claimed. */
async function fillOutbox(
  { db }: Store,
  { keys, dueAtMs = NOW_MS - HOUR_MS, claimed = 0, eventsPerKey = 1 }: Waiting,
): Promise<void> {
  const payload = JSON.stringify(exampleEvent);
  await sql`insert into events (id, checkout_id, type, payload, attempts, next_attempt_at)
    ${numbers(keys * eventsPerKey)} select 'evt_' || i, 'c-' || (i % ${sql.lit(keys)}), 'checkout.paid', ${payload}, 0, 0
    from counted`.execute(db);
  const endMs = sql.lit(NOW_MS + 5000);
  await sql`insert into delivery_queues (key, due_at, claimed_until)
    ${numbers(keys)} select 'c-' || (i - 1), case when i <= ${sql.lit(claimed)} then ${endMs} else ${sql.lit(dueAtMs)} end,
    case when i <= ${sql.lit(claimed)} then ${endMs} else 0 end from counted`.execute(db);
}

async function fillInvoices({ db }: Store, count: number): Promise<void> {
  await sql`insert into checkouts (id, order_id, version, state, amount, currency, is_email_required, is_owing,
      issued_at, created_at, last_seen_at)
    ${numbers(count)} select 'c-' || i, 'A-' || i, 0, 'awaiting', '1', 'EUR', false, false, 0, 0, 0 from counted`.execute(
    db,
  );
  const dueAtMs = sql`${sql.lit(NOW_MS)} - i`;
  await sql`insert into invoices (checkout_id, sequence, service_order_id, stage, is_live, is_cancel_requested, currency,
      price_amount, price_currency, service_id, is_test_mode, next_poll_at, checked_at, payment_level, transactions,
      review_reasons, claimed_until, has_unknown_status, is_closed, is_lapsed, is_late, intended_at, next_lookup_at,
      next_cancel_at, lookups)
    ${numbers(count)} select 'c-' || i, 1, 'A-' || i, 'open', true, false, 'BTC', '1', 'EUR', 'INV-' || i, false,
      ${dueAtMs}, 0, 'none', '[]', '[]', 0, false, false, false, false, 0, ${dueAtMs}, ${dueAtMs}, 0 from counted`.execute(
    db,
  );
}

/** The fastest of several runs, in turns: other work on the machine only makes one slower. */
async function fastest(works: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  const best = works.map(() => Infinity);
  for (let round = 0; round < 7; round += 1)
    for (const [index, work] of works.entries()) {
      const startedMs = performance.now();
      await work();
      best[index] = Math.min(best[index] ?? Infinity, performance.now() - startedMs);
    }
  return best;
}

/** Asserts that the work takes about as long on a store with many as on one with few. */
async function isFlat(few: () => Promise<unknown>, many: () => Promise<unknown>): Promise<void> {
  const [fewMs = 0, manyMs = 0] = await fastest([few, many]);
  assert.ok(
    manyMs < FLAT * Math.max(fewMs, 0.2),
    `${manyMs.toFixed(2)} ms instead of ${fewMs.toFixed(2)} ms`,
  );
}

const deliverOne = async (store: Store, except: readonly string[] = []) => {
  const [event] = await claimEvents(store, { ...TIMES, limit: 1, except });
  assert.ok(event, 'an event is due');
  await recordAttempt(store, event, { outcome: 'delivered', atMs: NOW_MS });
};

const claimNone = async (store: Store) =>
  assert.deepEqual(await claimEvents(store, { ...TIMES, limit: 20, except: [] }), []);

describe('with 100,000 that wait, an event is claimed as fast as with 1,000', () => {
  const cases: Readonly<Record<string, readonly [(count: number) => Waiting, typeof deliverOne]>> = {
    'if each is of another checkout': [(keys) => ({ keys }), (store) => deliverOne(store)],
    'if all are of one checkout': [
      (eventsPerKey) => ({ keys: 1, eventsPerKey }),
      (store) => deliverOne(store),
    ],
    'if others are being delivered': [
      (keys) => ({ keys, claimed: keys / 10 }),
      (store) =>
        deliverOne(
          store,
          Array.from({ length: 20 }, (_, index) => `c-${index + 500}`),
        ),
    ],
    'and none, if all have been postponed': [(keys) => ({ keys, dueAtMs: NOW_MS + HOUR_MS }), claimNone],
  };
  for (const [name, [waiting, work]] of Object.entries(cases)) {
    it(name, async (t) => {
      const few = await storeOf(t, (store) => fillOutbox(store, waiting(FEW)));
      const many = await storeOf(t, (store) => fillOutbox(store, waiting(MANY)));
      await isFlat(
        () => work(few),
        () => work(many),
      );
    });
  }
});

describe('with 100,000 due invoices', () => {
  it('the next ones are claimed as fast as with 1,000', async (t) => {
    const few = await storeOf(t, (store) => fillInvoices(store, FEW));
    const many = await storeOf(t, (store) => fillInvoices(store, MANY));
    const claims: readonly ((store: Store) => Promise<readonly unknown[]>)[] = [
      (store) => claimNext(store, { ...TIMES, limit: 20 }),
      (store) => claimDueBy(store, { ...TIMES, limit: 20 }, NOW_MS),
      (store) => claimAnyDue(store, TIMES),
      (store) => claimFailing(store, 'refused', { ...TIMES, limit: 20 }),
      (store) => claimDue(store, 'next_lookup_at', { ...TIMES, limit: 20 }),
      (store) => claimDue(store, 'next_cancel_at', { ...TIMES, limit: 20 }),
    ];
    for (const work of claims)
      await isFlat(
        () => work(few),
        () => work(many),
      );
  });
});
