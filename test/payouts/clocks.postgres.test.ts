import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attention } from '../../src/protocol/index.js';
import { resetFutureSchedules } from '../../src/proxy/store/future-schedules.js';
import { openStoreClock } from '../../src/proxy/store/store-clock.js';
import { openStore } from '../../src/proxy/store/store.js';
import { freshStore, SERVER } from '../proxy/test-stores.js';
import { startPayouts, type PayoutContext } from './payout-fixture.js';

const DAY_MS = 86_400_000;

/** An approved payout, with columns that a process with a wrong clock has written. */
async function written(
  context: PayoutContext,
  columns: (nowMs: number) => object,
): Promise<{ readonly id: string }> {
  const { id } = await context.approve(await context.propose());
  const { db } = context.store;
  const nowMs = context.environment.sandbox.clock.nowMs();
  await db.updateTable('payouts').set(columns(nowMs)).where('id', '=', id).execute();
  return { id };
}

describe('after the clock of a host was a day ahead for a moment', () => {
  it('a payout whose process died while sending it becomes unknown, and people decide', async (t) => {
    const context = await startPayouts(t);
    const { id } = await written(context, (nowMs) => ({
      ...{ state: 'sending', attempted_at: nowMs, claimed_until: nowMs + DAY_MS },
    }));
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'unknown');
  });

  it('an approved payout that is not sent is listed under attention', async (t) => {
    const context = await startPayouts(t);
    const { id } = await written(context, (nowMs) => ({ approved_at: nowMs + DAY_MS }));
    const { items } = await context.maja.get<Attention>('/attention');
    assert.ok(items.some((item) => item.kind === 'payout' && item.payout === id));
  });

  it('an unknown payout is looked up at once', async (t) => {
    const context = await startPayouts(t);
    const { store, environment } = context;
    const { id } = await written(context, (nowMs) => ({
      ...{ state: 'unknown', attempted_at: nowMs, next_lookup_at: nowMs + DAY_MS },
    }));
    const nowMs = environment.sandbox.clock.nowMs();
    await resetFutureSchedules(store, nowMs, 'periodic');
    const row = await store.db
      .selectFrom('payouts')
      .select('next_lookup_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(row.next_lookup_at !== null && row.next_lookup_at <= nowMs);
  });

  it('the processes on a database claim by its clock, which no host changes', async (t) => {
    const store = await openStore(await freshStore(t));
    t.after(() => store.close());
    const now = Date.now.bind(Date);
    const wrong = t.mock.method(Date, 'now', () => now() + DAY_MS);
    const clock = await openStoreClock(store);
    const aheadMs = clock.nowMs() - now();
    // A file has no clock of its own.
    const expectedMs = SERVER === undefined ? DAY_MS : 0;
    assert.ok(Math.abs(aheadMs - expectedMs) < 5000, `${aheadMs} ms ahead`);
    wrong.mock.restore();
    assert.ok(Math.abs(clock.nowMs() - now()) < 5000);
  });
});
