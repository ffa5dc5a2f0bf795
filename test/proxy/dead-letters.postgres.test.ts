import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventDispatcher } from '../../src/proxy/delivery/event-dispatcher.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { failing, openOutbox, DELIVERED, transport } from './webhook-receiver.js';
import type { Outbox } from './webhook-receiver.js';
import type { Attempt } from '../../src/proxy/delivery/transport.js';
import { freshStore } from './test-stores.js';
import { orderEvent } from './test-environment.js';
import { until } from '../until.js';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** Advances the time in steps until the condition holds; what is due at one time is done before the next. */
async function timePasses(
  { clock, settled }: Outbox,
  delivery: EventDispatcher,
  { stepMs, isSo }: { readonly stepMs: number; readonly isSo: () => Promise<boolean> | boolean },
): Promise<void> {
  const deadlineMs = performance.now() + 60_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadlineMs, 'it does not come to pass');
    clock.now += stepMs;
    await settled(delivery);
  }
}

describe('an event that the shop does not accept', () => {
  it('is retried for three days at growing intervals, then becomes a dead letter that the operator sees and resends', async (t) => {
    const path = await freshStore(t);
    const outbox = await openOutbox(t, path);
    const triesMs: number[] = [];
    let isOpen = false;
    await outbox.put('c-1', 'evt_1');
    const delivery = outbox.start(
      transport(() => {
        triesMs.push(outbox.clock.now);
        return isOpen ? DELIVERED : failing();
      }),
    );
    const isDead = async () => (await outbox.row('evt_1')).dead_at !== null;
    await timePasses(outbox, delivery, { stepMs: 500, isSo: () => triesMs.length >= 8 });
    await timePasses(outbox, delivery, { stepMs: 300_000, isSo: isDead });

    const [first = 0, ...others] = triesMs;
    const pauses = others.map((atMs, index) => atMs - (triesMs[index] ?? 0));
    assert.ok((pauses[0] ?? 0) <= 2500, `the first pause is ${pauses[0]} ms`);
    assert.ok(Math.max(...pauses) <= HOUR_MS + 600_000, 'no pause is longer than an hour');
    assert.ok(Math.max(...pauses.slice(0, 4)) < Math.max(...pauses.slice(-4)) / 100, 'pauses grow');
    // In steps of five minutes, between half an hour and an hour.
    assert.ok(new Set(pauses.slice(-20)).size > 3, 'pauses differ by chance');
    const lastMs = triesMs.at(-1) ?? 0;
    assert.ok(lastMs - first >= 3 * DAY_MS && lastMs - first < 3 * DAY_MS + 2 * HOUR_MS);
    assert.match(
      outbox.logLines.at(-1) ?? '',
      /event delivery abandoned.*"alert":"dead_letter".*evt_1.*the shop is away/,
    );

    // Kept, and not delivered.
    const count = triesMs.length;
    for (let hours = 0; hours < 48; hours += 1) {
      outbox.clock.now += HOUR_MS;
      await outbox.settled(delivery);
    }
    assert.equal(triesMs.length, count);

    const operator = await openStaff(path);
    t.after(() => operator.close());
    const [dead] = await operator.listEvents({ kind: 'dead' });
    assert.equal(dead?.id, 'evt_1');
    assert.equal(dead.status, 'dead');
    assert.equal(dead.lastFailure, 'the shop is away');
    assert.equal(orderEvent(dead.event).order.amount, '49.00');

    isOpen = true;
    assert.equal((await operator.resendEvent('evt_1', 'command line')).attempts, 0);
    // Nothing wakes the running proxy: it finds the event by itself.
    await until(
      () => outbox.row('evt_1'),
      'the event is sent again',
      (row) => row.delivered_at !== null,
    );
    assert.deepEqual(await operator.listEvents({ kind: 'dead' }), []);
    assert.equal((await operator.listEvents({ kind: 'delivered' }))[0]?.attempts, 1);
  });

  it('is not abandoned because the proxy was off for days', async (t) => {
    const outbox = await openOutbox(t);
    let tries = 0;
    await outbox.put('c-1', 'evt_1');
    const delivery = outbox.start(transport(() => ((tries += 1), failing())));
    await timePasses(outbox, delivery, { stepMs: 500, isSo: () => tries >= 2 });
    await timePasses(outbox, delivery, { stepMs: 4 * DAY_MS, isSo: () => tries >= 4 });
    assert.equal((await outbox.row('evt_1')).dead_at, null);
  });

  it('waits for the Retry-After of the shop, but at most one hour', async (t) => {
    for (const [wantedMs, expectedMs] of [
      [600_000, 600_000],
      [30 * DAY_MS, HOUR_MS],
    ] as const) {
      const outbox = await openOutbox(t);
      await outbox.put('c-1', 'evt_1');
      outbox.start(transport(() => failing({ retryAfterMs: wantedMs })));
      const { next_attempt_at: nextMs } = await until(
        () => outbox.row('evt_1'),
        'a first try',
        ({ attempts }) => attempts === 1,
      );
      assert.equal(nextMs - outbox.clock.now, expectedMs);
    }
  });
});

describe('the events of one checkout', () => {
  it('wait for the previous one while it is retried; those of others do not', async (t) => {
    const outbox = await openOutbox(t);
    const reported: string[] = [];
    let isOpen = false;
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await outbox.put('c-1', id);
    await outbox.put('c-2', 'evt_4');
    const delivery = outbox.start(
      transport((id) => {
        if (id === 'evt_1' && !isOpen) return failing();
        reported.push(id);
        return DELIVERED;
      }),
    );
    await timePasses(outbox, delivery, {
      stepMs: 60_000,
      isSo: async () => (await outbox.row('evt_1')).attempts > 5,
    });
    assert.deepEqual(reported, ['evt_4']);
    isOpen = true;
    await timePasses(outbox, delivery, { stepMs: HOUR_MS, isSo: () => reported.length === 4 });
    assert.deepEqual(reported, ['evt_4', 'evt_1', 'evt_2', 'evt_3']);
  });

  it('continue once the previous one is a dead letter', async (t) => {
    const outbox = await openOutbox(t);
    const reported: string[] = [];
    for (const id of ['evt_1', 'evt_2']) await outbox.put('c-1', id);
    outbox.start(
      transport((id) => {
        if (id === 'evt_1') return failing({ isGone: true });
        reported.push(id);
        return DELIVERED;
      }),
    );
    await until(
      () => reported.join(),
      'the second event',
      (ids) => ids === 'evt_2',
    );
    const { dead_at: deadAtMs, attempts } = await outbox.row('evt_1');
    assert.equal(attempts, 1);
    assert.equal(deadAtMs, outbox.clock.now);
  });
});

describe('two processes on one store', () => {
  it('deliver each event once between them', async (t) => {
    const path = await freshStore(t);
    const [a, b] = [await openOutbox(t, path), await openOutbox(t, path)];
    const ids = Array.from({ length: 60 }, (_, index) => `evt_${index}`);
    for (const [index, id] of ids.entries()) await a.put(`c-${index % 12}`, id);
    const reported: { id: string; by: string }[] = [];
    const by = (name: string) =>
      transport(async (id) => {
        reported.push({ id, by: name });
        // Lets the other process take its turn.
        await new Promise((resolve) => setImmediate(resolve));
        return DELIVERED;
      });
    a.start(by('a'));
    b.start(by('b'));
    await until(
      () => reported.length,
      'all are delivered',
      (count) => count >= ids.length,
    );
    assert.deepEqual(reported.map(({ id }) => id).toSorted(), ids.toSorted());
    for (const checkout of Array.from({ length: 12 }, (_, index) => index)) {
      const ofOne = reported
        .map(({ id }) => Number(id.slice(4)))
        .filter((number) => number % 12 === checkout);
      assert.deepEqual(
        ofOne,
        ofOne.toSorted((x, y) => x - y),
        'in order per checkout',
      );
    }
  });

  it('take over a delivery that the other one had begun when it ended, and not before', async (t) => {
    const path = await freshStore(t);
    const [gone, other] = [await openOutbox(t, path), await openOutbox(t, path)];
    await gone.put('c-1', 'evt_1');
    let fail = (): void => undefined;
    const hanging = new Promise<Attempt>((resolve) => (fail = () => resolve(failing())));
    const lame = gone.start(transport(() => hanging));
    await until(() => gone.isClaimed('c-1'), 'the first one begins');
    const reported: string[] = [];
    const delivery = other.start(transport((id) => (reported.push(id), DELIVERED)));
    await other.settled(delivery);
    assert.deepEqual(reported, []);
    await timePasses(other, delivery, { stepMs: 5000, isSo: () => reported.length > 0 });
    const delivered = await until(
      () => other.row('evt_1'),
      'it is delivered',
      (row) => row.delivered_at !== null,
    );
    // A late result from the first process changes nothing.
    fail();
    await lame.stop();
    assert.deepEqual(await other.row('evt_1'), delivered);
  });
});
