import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '../../src/proxy/store/store.js';
import { freshStore } from './test-stores.js';
import { startProxy, startService, startWorld, until } from './test-environment.js';
import type { World } from './test-environment.js';
import { openWorkshop } from './fake-service.js';

const DAY_MS = 24 * 3600_000;
const DAY_SECONDS = DAY_MS / 1000;

const status = async (world: World, id: string) => (await world.call('GET', `/checkouts/${id}`)).status;

/** What is old has to be so for an hour. */
async function hoursPassUntil<T>(
  { sandbox }: Pick<World, 'sandbox'>,
  ask: () => T,
  isSo: (value: T) => boolean,
): Promise<void> {
  const askLater = () => {
    sandbox.clock.advance(3600);
    return ask();
  };
  await until(askLater, isSo, 'what is old is removed');
}

describe('a finished checkout', { concurrency: 4 }, () => {
  it('is removed 90 days after the last that happened to it, and not before', async (t) => {
    const world = await startWorld(t);
    const { id } = await world.open();
    const chosen = await world.choose(id);
    await world.control('payments', { uuid: chosen.invoice?.id });
    await world.becomes(id, 'paid');
    await until(
      () => world.events.length,
      (count) => count === 1,
      'the shop is told',
    );
    // Its watch has to end first.
    world.sandbox.clock.advance(2 * DAY_SECONDS);
    await until(
      async () => (await world.get(id)).checkedAt,
      (checkedAt) => Date.parse(checkedAt ?? '') > world.sandbox.clock.nowMs() - DAY_MS,
      'the last look is taken',
    );
    world.sandbox.clock.advance(89 * DAY_SECONDS);
    const removed = () => world.logLines.filter((line) => line.includes('checkouts deleted'));
    await until(
      () => status(world, id),
      (code) => code === 200,
      'it is there',
    );
    assert.deepEqual(removed(), []);
    world.sandbox.clock.advance(91 * DAY_SECONDS);
    await hoursPassUntil(world, removed, (lines) => lines.length === 1);
    assert.equal(await status(world, id), 404);
  });

  it('stays while the shop has not taken in what happened to it', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    let isAway = true;
    const world = await startProxy(t, sandbox, {
      proxy: {
        retentionDays: 1,
        onEvent: () => {
          if (isAway) throw new Error('the shop is away');
        },
      },
    });
    const told = await world.open({ id: 'A-1' });
    const untold = await world.open({ id: 'A-2' });
    const chosen = await world.choose(untold.id);
    await world.control('payments', { uuid: chosen.invoice?.id });
    await world.becomes(untold.id, 'paid');
    const gone = () => world.logLines.filter((line) => line.includes('checkouts deleted')).length;
    sandbox.clock.advance(3 * DAY_SECONDS);
    await hoursPassUntil(world, gone, (count) => count === 1);
    sandbox.clock.advance(3 * DAY_SECONDS);
    assert.equal(await status(world, told.id), 404);
    assert.equal(await status(world, untold.id), 200);
    isAway = false;
  });

  it('stays while an invoice of it is watched: a transfer that has not arrived', async (t) => {
    const world = await startWorld(t, { proxy: { retentionDays: 1 } });
    const { id } = await world.open();
    const chosen = await world.choose(id, 'BTC');
    await world.control('payments', { uuid: chosen.invoice?.id, confirm: false });
    await world.becomes(id, 'detected');
    const other = await world.open({ id: 'A-2' });
    world.sandbox.clock.advance(20 * DAY_SECONDS);
    await hoursPassUntil(
      world,
      () => world.logLines.join(),
      (lines) => lines.includes('checkouts deleted'),
    );
    assert.equal(await status(world, other.id), 404);
    assert.equal(await status(world, id), 200);
  });

  it('goes with its invoices and events, many in small transactions', async (t) => {
    const path = await freshStore(t);
    const { parts, clock, order, service } = await openWorkshop(t, path);
    for (let index = 0; index < 120; index += 1) {
      const { invoiceId } = await order(`A-${index}`);
      service.set(invoiceId, { status: 'canceled' });
    }
    const store = await openStore(path);
    t.after(() => store.close());
    await parts.retention.removeDue();
    clock.now += 26 * 3600_000;
    await parts.poller.pollDue();
    await parts.poller.pollDue();
    await store.db.updateTable('events').set({ delivered_at_ms: clock.now }).execute();
    const count = async (table: 'checkouts' | 'invoices' | 'events') =>
      (await store.db.selectFrom(table).selectAll().execute()).length;
    assert.deepEqual([await count('checkouts'), await count('events')], [120, 120]);
    clock.now += 91 * DAY_MS;
    await parts.retention.removeDue();
    assert.equal(await count('checkouts'), 120);
    clock.now += 3600_000;
    await parts.retention.removeDue();
    assert.deepEqual(await Promise.all([count('checkouts'), count('invoices'), count('events')]), [0, 0, 0]);
  });
});
