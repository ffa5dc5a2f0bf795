import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orders, startBentWorld, withResult } from './tampered-service.js';
import type { Bend, BentWorld, Ordered } from './tampered-service.js';
import { INFO, until } from './test-environment.js';

const json = (status: number, body: string) => () =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });

/** Ends only with the call: the proxy gives it up at its deadline. */
const hang = (ask: () => Promise<Response>) => ask().then(() => new Promise<Response>(() => undefined));

/** A call with a bad one in it is asked, and answered with this. */
function poisoned(bad: readonly Ordered[], answer: () => Response): Bend {
  const ids = new Set(bad.map(({ invoiceId }) => invoiceId));
  return async (asked, ask) => {
    const response = await ask();
    return asked.some((id) => ids.has(id)) ? answer() : response;
  };
}

async function infoCalls(world: BentWorld): Promise<number> {
  return (await world.counts())[INFO] ?? 0;
}

async function pay(world: BentWorld, some: readonly Ordered[]): Promise<void> {
  for (const { invoiceId } of some) await world.control('payments', { uuid: invoiceId });
}

/** The shop hears of every one of them, while time stands still. */
async function allPaid(world: BentWorld, some: readonly Ordered[]): Promise<void> {
  const wanted = new Set(some.map(({ invoiceId }) => invoiceId));
  const missing = () =>
    world.events.reduce((rest, { invoice }) => {
      rest.delete(invoice.id);
      return rest;
    }, new Set(wanted));
  await until(missing, ({ size }) => size === 0, 'all are paid', 20_000);
}

describe('one invoice that makes every call fail in which it is', { concurrency: 2 }, () => {
  const answers = [
    ['is refused', json(400, '{"status":"error","result":{"Bad request":"invalid request"}}')],
    ['is answered with 500', json(500, 'oops')],
    ['is answered with half a text', json(200, '{"status": "success", "resu')],
    ['is answered with a web page', () => new Response('<!doctype html>', { status: 200 })],
  ] as const;
  for (const [name, answer] of answers) {
    it(`starves no other, and costs a bounded number of calls: it ${name}`, async (t) => {
      const world = await startBentWorld(t, { isIdle: true });
      const [bad, ...good] = await orders(world, 24);
      assert.ok(bad);
      await pay(world, good);
      world.bend = poisoned([bad], answer);
      world.sandbox.clock.advance(5);
      await world.clear('requests');
      await world.proxy.start();
      await allPaid(world, good);
      await until(
        () => world.logLines.join(),
        (lines) => lines.includes('status request failed for this invoice alone'),
        'it is known',
      );
      // The batch, one of it alone, and two calls for each time that it is halved; then those whose next look
      // has come meanwhile. One by one it would be 24 and more.
      const calls = await infoCalls(world);
      assert.ok(calls < 20, `${calls} calls`);
      assert.equal((await world.get(bad.checkoutId)).state, 'awaiting');
      t.diagnostic(`24 invoices, one bad: ${calls} calls`);
    });
  }

  it('five of them do not either; each is asked alone, ever more rarely, and is seen when it gets well', async (t) => {
    const world = await startBentWorld(t, { isIdle: true });
    const made = await orders(world, 60);
    const bad = made.filter((_, index) => index % 12 === 5);
    const good = made.filter((order) => !bad.includes(order));
    assert.equal(bad.length, 5);
    await pay(world, good);
    world.bend = poisoned(bad, json(500, 'oops'));
    world.sandbox.clock.advance(5);
    await world.clear('requests');
    await world.proxy.start();
    await allPaid(world, good);
    await until(
      () =>
        world.logLines.filter((line) => line.includes('status request failed for this invoice alone')).length,
      (count) => count === 5,
      'all five are known',
      20_000,
    );
    const calls = await infoCalls(world);
    assert.ok(calls <= 4 + 2 * 5 * 6, `${calls} calls`);
    t.diagnostic(`60 invoices, five bad: ${calls} calls`);

    await pay(world, bad);
    world.bend = (_, ask) => ask();
    world.sandbox.clock.advance(60);
    await allPaid(world, bad);
  });

  it('does not hold up the others while its calls hang', async (t) => {
    const world = await startBentWorld(t, { isIdle: true });
    const [bad, ...rest] = await orders(world, 30);
    const others = await orders(world, 1, 'B');
    assert.ok(bad);
    world.bend = poisoned([bad], json(500, 'oops'));
    world.sandbox.clock.advance(5);
    await world.proxy.start();
    await until(
      () => world.logLines.join(),
      (lines) => lines.includes('status request failed for this invoice alone'),
      'it is known',
    );
    let hanging = 0;
    world.bend = (ids, ask) => {
      if (!ids.includes(bad.invoiceId)) return ask();
      hanging += 1;
      return hang(ask);
    };
    world.sandbox.clock.advance(30);
    await until(
      () => hanging,
      (count) => count > 0,
      'its call hangs',
    );
    await pay(world, [...rest, ...others]);
    world.sandbox.clock.advance(30);
    await allPaid(world, [...rest, ...others]);
    assert.equal(hanging, 1);
  });
});

describe('an answer', { concurrency: 5 }, () => {
  it('in another order, twice, with foreign invoices and nonsense among them, is read all the same', async (t) => {
    const world = await startBentWorld(t, { isIdle: true });
    const made = await orders(world, 20);
    const [first, second] = made;
    assert.ok(first && second);
    await pay(world, [first]);
    world.bend = async (_, ask) =>
      withResult(await ask(), (result) => {
        const foreign = result.map((entry) => ({ ...entry, uuid: 'INV-FOREIGN1', status: 'paid' }));
        return [null, 'x', { uuid: 7 }, ...foreign, ...result.toReversed(), ...result];
      });
    world.sandbox.clock.advance(5);
    await world.proxy.start();
    await allPaid(world, [first]);
    assert.equal((await world.get(second.checkoutId)).state, 'awaiting');
    assert.equal(world.events.length, 1);
  });

  it('with a word that nobody knows means neither paid nor failed, and is asked again', async (t) => {
    const world = await startBentWorld(t);
    const [order] = await orders(world, 1);
    assert.ok(order);
    world.bend = async (_, ask) =>
      withResult(await ask(), (result) => result.map((entry) => ({ ...entry, status: 'on its way' })));
    await world.becomes(order.checkoutId, 'processing');
    await pay(world, [order]);
    world.bend = (_, ask) => ask();
    await world.becomes(order.checkoutId, 'paid');
  });

  it('without the invoice keeps what is known, is logged once, and is asked for ever more rarely', async (t) => {
    const world = await startBentWorld(t);
    const [lost, other] = await orders(world, 2);
    assert.ok(lost && other);
    await world.control('payments', { uuid: lost.invoiceId, confirm: false });
    await world.becomes(lost.checkoutId, 'detected');
    world.bend = async (_, ask) =>
      withResult(await ask(), (result) => result.filter(({ uuid }) => uuid !== lost.invoiceId));
    await world.clear('requests');
    for (let hour = 0; hour < 4; hour += 1) {
      world.sandbox.clock.advance(61 * 60);
      // A round may have asked already when the test comes to look.
      const sinceMs = world.sandbox.clock.nowMs();
      await until(
        world.requests,
        (requests) => requests.some(({ path, at }) => path === INFO && Date.parse(at) >= sinceMs),
        'somebody is asked about',
      );
    }
    const seen = await world.get(lost.checkoutId);
    assert.equal(seen.state, 'detected');
    assert.equal(seen.stale, true);
    const lines = world.logLines.filter((line) => line.includes('invoice missing from status response'));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(lost.invoiceId));
    await world.control('confirmations', { uuid: lost.invoiceId });
    world.bend = (_, ask) => ask();
    world.sandbox.clock.advance(3600);
    assert.equal((await world.becomes(lost.checkoutId, 'paid')).stale, false);
  });
});
