import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/service/index.js';
import { orders, startBentWorld } from './bent.js';
import { createCustomerToken } from '../../src/proxy/order-token.js';
import { CREATE, INFO, problemOf, SECRETS, startWorld, streamOf, until } from './world.js';
import type { World } from './world.js';
import { openWorkshop } from './workshop.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const infoCalls = async (world: World): Promise<number> => (await world.counts())[INFO] ?? 0;
const down = { kind: 'status', code: 503, endpoint: INFO } as const;

/** More than two ticks of the proxy. */
const TICKS_MS = 1200;

describe('an outage of half an hour', () => {
  it('costs one probe at a time, at least once a minute; afterwards the rounds grow from one call', async (t) => {
    const { parts, service, clock, order, record } = await openWorkshop(t);
    const made = [];
    for (let index = 0; index < 1000; index += 1) made.push(await order(`A-${index}`));
    clock.now += 3 * SECOND_MS;
    await parts.watcher.round();
    service.trouble = () => new ServiceError('unavailable', 'invoice information', { status: 503 });
    service.asked.length = 0;
    for (let second = 0; second < 30 * 60; second += 1) {
      clock.now += SECOND_MS;
      const before = service.asked.length;
      await parts.watcher.round();
      await parts.watcher.suspectRound();
      // The first failure is followed by one question, whether it is the service.
      assert.ok(service.asked.length - before <= (service.asked.length <= 2 ? 2 : 1));
    }
    const probes = service.asked.length;
    assert.ok(probes >= 30 && probes <= 75, `${probes} probes`);

    service.trouble = () => null;
    for (const { invoiceId } of made) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    clock.now += MINUTE_MS;
    const perRound: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const before = service.asked.length;
      await parts.watcher.round();
      perRound.push(service.asked.length - before);
    }
    t.diagnostic(`1,000 invoices, 30 min: ${probes} probes, then per round ${perRound.join(', ')}`);
    assert.deepEqual(perRound.slice(0, 6), [1, 2, 4, 4, 0, 0]);
    const states = await Promise.all(
      made.map(async ({ checkoutId }) => parts.view(await record(checkoutId)).state),
    );
    assert.ok(states.every((state) => state === 'paid'));
  });

  it('loses nothing, over real HTTP, and brings no burst', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const made = await orders(world, 250);
    world.sandbox.clock.advance(120);
    await world.proxy.start();
    await until(
      () => infoCalls(world),
      (calls) => calls >= 253,
      'a round has been taken',
    );
    await world.control('faults', down);
    await world.clear('requests');
    for (let minute = 0; minute < 30; minute += 5) {
      const before = await infoCalls(world);
      world.sandbox.clock.advance(5 * 60);
      await until(
        () => infoCalls(world),
        (calls) => calls > before,
        'it is tried again',
      );
      // Time for what should not be asked.
      await pause(TICKS_MS);
    }
    const during = await infoCalls(world);
    assert.ok(during >= 6 && during <= 14, `${during} calls while it was down`);

    const paid = made.slice(0, 40);
    for (const { invoiceId } of paid) await world.control('payments', { uuid: invoiceId });
    await world.clear('faults');
    await world.clear('requests');
    world.sandbox.clock.advance(60);
    await until(
      () => world.events.filter(({ type }) => type.startsWith('checkout.paid')).length,
      (count) => count === 40,
      'everything that was paid is told',
    );
    await pause(TICKS_MS);
    const after = await infoCalls(world);
    // 250 are due: a probe, and three calls.
    assert.ok(after <= 4, `${after} calls after it came back`);
    t.diagnostic(`250 invoices over HTTP, 30 min: ${during} calls while it was down, ${after} after it`);
  });
});

describe('what the service asks for', () => {
  it('with Retry-After is honoured, up to five minutes', async (t) => {
    const world = await startBentWorld(t, { isIdle: true });
    await orders(world, 2);
    world.bend = () =>
      Promise.resolve(new Response('later', { status: 429, headers: { 'retry-after': '86400' } }));
    world.sandbox.clock.advance(3);
    let asked = 0;
    const { bend } = world;
    world.bend = (ids, ask) => {
      asked += 1;
      return bend(ids, ask);
    };
    await world.proxy.start();
    await until(
      () => asked,
      (count) => count === 1,
      'it has refused',
    );
    await until(
      () => world.logLines.join(),
      (lines) => lines.includes('cannot be asked'),
      'it is heard',
    );
    world.sandbox.clock.advance(290);
    await pause(TICKS_MS);
    assert.equal(asked, 1);
    world.sandbox.clock.advance(11);
    await until(
      () => asked,
      (count) => count === 2,
      'it is asked again',
    );
  });
});

describe('a payer who looks on while the service is away', () => {
  it('is told that what is shown has grown old, and when it is fresh again', async (t) => {
    const world = await startWorld(t);
    const [order] = await orders(world, 1);
    assert.ok(order);
    const stream = streamOf(await world.call('GET', `/checkouts/${order.checkoutId}/events`));
    // The same is told again when the clock is set, as it is here.
    const next = async (isStale: boolean) => {
      for await (const checkout of { [Symbol.asyncIterator]: () => ({ next: () => stream.next() }) }) {
        if (checkout.stale === isStale) return checkout;
      }
      throw new Error('the stream has ended');
    };
    await next(false);
    await world.control('faults', down);
    world.sandbox.clock.advance(3);
    const told = next(true);
    await until(
      () => world.logLines.join(),
      (lines) => lines.includes('cannot be asked'),
      'it fails',
    );
    world.sandbox.clock.advance(20);
    const old = await told;
    assert.equal(old.state, 'awaiting');
    const known = await world.call('GET', `/checkouts/${order.checkoutId}`);
    assert.match(known.headers.get('etag') ?? '', /stale/);
    await world.clear('faults');
    world.sandbox.clock.advance(60);
    const fresh = await next(false);
    assert.ok(fresh.version >= old.version);
    await stream.return(undefined);
  });
});

describe('while creations fail', () => {
  it('the next payers hear so at once, and nothing is sent but a probe', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    await world.control('faults', { kind: 'status', code: 503, endpoint: CREATE });
    const choose = async (name: string) => {
      const { id } = await world.open({ id: name });
      return {
        id,
        response: await world.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } }),
      };
    };
    for (let index = 0; index < 5; index += 1) await choose(`A-${index}`);
    const created = async () => (await world.counts())[CREATE];
    assert.equal(await created(), 5);
    const { id, response } = await choose('A-5');
    assert.equal((await problemOf(response)).code, 'service_unavailable');
    assert.equal(await created(), 5);

    await world.clear('faults');
    world.sandbox.clock.advance(2);
    assert.equal((await world.choose(id, 'BTC')).state, 'awaiting');
    assert.equal(await created(), 6);
    assert.equal((await choose('A-7')).response.status, 200);
  });

  it('cancellations, wallets and the watching go on: each operation has a breaker of its own', async (t) => {
    const world = await startWorld(t);
    const [known] = await orders(world, 1);
    assert.ok(known);
    await world.control('faults', { kind: 'status', code: 503, endpoint: CREATE });
    for (let index = 0; index < 6; index += 1) {
      const { id } = await world.open({ id: `B-${index}` });
      await world.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
    }
    assert.match(world.logLines.join('\n'), /unreachable/, 'creations are not sent any more');
    await world.clear('requests');
    const customer = await createCustomerToken('c-7', {
      secret: SECRETS.orderSecret,
      clock: world.sandbox.clock,
    });
    const wallet = await world.call('POST', '/wallets', { body: { customer, currency: 'BTC' } });
    assert.equal(wallet.status, 200);
    assert.equal((await world.cancel(known.checkoutId)).state, 'canceled');
    world.sandbox.clock.advance(20);
    await until(
      () => infoCalls(world),
      (calls) => calls > 0,
      'the watcher asks',
    );
    assert.equal((await world.counts())[CREATE], undefined);
  });
});
