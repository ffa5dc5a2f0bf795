import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { removeFinishedCheckouts } from '../../src/proxy/store/finished-checkouts.js';
import { openStore } from '../../src/proxy/store/store.js';
import { leftovers } from './crash-snapshots.js';
import { createHarness } from './fake-service.js';
import { temporaryFile } from '../temporary-folder.js';

const DAY_MS = 24 * 3600_000;

/** The number of checkouts, invoices and events, and of events that have lost their checkout. */
async function counted(path: string): Promise<readonly number[]> {
  const store = await openStore(path);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from checkouts union all
    select count(*) from invoices union all
    select count(*) from events union all
    select count(*) from invoices where checkout_id not in (select id from checkouts) union all
    select count(*) from events where checkout_id not in (select id from checkouts)`.execute(store.db);
  await store.close();
  return rows.map(({ n }) => n);
}

describe('old checkouts that are deleted', () => {
  it('are gone as a whole or not at all, at whichever statement the process was killed; the next one continues', async (t) => {
    const path = temporaryFile(t);
    const { order, clock, service, parts } = await createHarness(t, path);
    const created = [];
    for (const id of ['A-1', 'A-2', 'A-3', 'A-4']) created.push(await order(id));
    for (const { invoiceId } of created) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    clock.now += 60_000;
    await parts.poller.pollDue();
    // Their monitoring windows end.
    clock.now += 2 * DAY_MS;
    await parts.poller.pollDue();
    const store = await openStore(path);
    t.after(() => store.close());
    const [undelivered] = created;
    await sql`update events set delivered_at = ${clock.now} where checkout_id <> ${undelivered?.checkoutId}`.execute(
      store.db,
    );
    const limits = { beforeMs: clock.now + DAY_MS, tokensBeforeMs: 0, limit: 2 };
    const left = await leftovers(t, path, async () => {
      assert.equal(await removeFinishedCheckouts(store, limits), 2);
      assert.equal(await removeFinishedCheckouts(store, limits), 1);
    });
    for (const copy of left) {
      const [checkouts = 0, ...others] = await counted(copy);
      assert.ok([4, 2, 1].includes(checkouts), `${checkouts} checkouts`);
      assert.deepEqual(others, [checkouts, checkouts, 0, 0], copy);
      const again = await openStore(copy);
      while ((await removeFinishedCheckouts(again, limits)) > 0);
      await again.close();
      // Undelivered events stay.
      assert.deepEqual(await counted(copy), [1, 1, 1, 0, 0]);
    }
    assert.ok(left.length > 10, `${left.length} statements`);
  });
});
