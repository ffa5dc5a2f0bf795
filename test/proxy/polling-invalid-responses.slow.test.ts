import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orders, startTampered, withResult } from './tampered-service.js';
import type { Tamper, TamperedEnvironment, Ordered } from './tampered-service.js';
import { INFO } from './test-environment.js';
import { until } from '../until.js';

const json = (status: number, body: string) => () =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });

/** Ends only with the call: the proxy aborts it at its deadline. */
const hang = (forward: () => Promise<Response>) =>
  forward().then(() => new Promise<Response>(() => undefined));

/** The request of a call with a bad invoice, and its response. */
function poisoned(bad: readonly Ordered[], answer: () => Response): Tamper {
  const ids = new Set(bad.map(({ invoiceId }) => invoiceId));
  return async (requested, forward) => {
    const response = await forward();
    return requested.some((id) => ids.has(id)) ? answer() : response;
  };
}

async function infoCalls(environment: TamperedEnvironment): Promise<number> {
  return (await environment.counts())[INFO] ?? 0;
}

async function pay(environment: TamperedEnvironment, some: readonly Ordered[]): Promise<void> {
  for (const { invoiceId } of some) await environment.control('payments', { uuid: invoiceId });
}

/** The shop receives the events of all of them, on a frozen clock. */
async function allPaid(environment: TamperedEnvironment, some: readonly Ordered[]): Promise<void> {
  const wanted = new Set(some.map(({ invoiceId }) => invoiceId));
  const missing = () =>
    environment.events.reduce((rest, { invoice }) => {
      rest.delete(invoice.id);
      return rest;
    }, new Set(wanted));
  await until(missing, 'all are paid', ({ size }) => size === 0);
}

describe('one invoice that makes every call fail that contains it', { concurrency: 2 }, () => {
  const answers = [
    ['is refused', json(400, '{"status":"error","result":{"Bad request":"invalid request"}}')],
    ['is answered with 500', json(500, 'oops')],
    ['is answered with half a text', json(200, '{"status": "success", "resu')],
    ['is answered with a web page', () => new Response('<!doctype html>', { status: 200 })],
  ] as const;
  for (const [name, answer] of answers) {
    it(`delays no other, and costs a bounded number of calls: it ${name}`, async (t) => {
      const environment = await startTampered(t, { isIdle: true });
      const [bad, ...good] = await orders(environment, 24);
      assert.ok(bad);
      await pay(environment, good);
      environment.tamper = poisoned([bad], answer);
      environment.sandbox.clock.advance(5);
      await environment.clear('requests');
      await environment.proxy.start();
      await allPaid(environment, good);
      await until(
        () => environment.logLines.join(),
        'it is known',
        (lines) => lines.includes('status request failed for this invoice alone'),
      );
      // The batch, one invoice alone, and two calls each time that it is halved; then those whose next poll
      // has become due meanwhile. One by one it would be 24 and more.
      const calls = await infoCalls(environment);
      assert.ok(calls < 20, `${calls} calls`);
      assert.equal((await environment.get(bad.checkoutId)).state, 'awaiting');
      t.diagnostic(`24 invoices, one bad: ${calls} calls`);
    });
  }

  it('delays no other if there are five; each is polled alone, ever more rarely, and is updated when it recovers', async (t) => {
    const environment = await startTampered(t, { isIdle: true });
    const created = await orders(environment, 60);
    const bad = created.filter((_, index) => index % 12 === 5);
    const good = created.filter((order) => !bad.includes(order));
    assert.equal(bad.length, 5);
    await pay(environment, good);
    environment.tamper = poisoned(bad, json(500, 'oops'));
    environment.sandbox.clock.advance(5);
    await environment.clear('requests');
    await environment.proxy.start();
    await allPaid(environment, good);
    await until(
      () =>
        environment.logLines.filter((line) => line.includes('status request failed for this invoice alone'))
          .length,
      'all five are known',
      (count) => count === 5,
    );
    const calls = await infoCalls(environment);
    assert.ok(calls <= 4 + 2 * 5 * 6, `${calls} calls`);
    t.diagnostic(`60 invoices, five bad: ${calls} calls`);

    await pay(environment, bad);
    environment.tamper = (_, forward) => forward();
    environment.sandbox.clock.advance(60);
    await allPaid(environment, bad);
  });

  it('delays no other while its calls hang', async (t) => {
    const environment = await startTampered(t, { isIdle: true });
    const [bad, ...rest] = await orders(environment, 30);
    const others = await orders(environment, 1, 'B');
    assert.ok(bad);
    environment.tamper = poisoned([bad], json(500, 'oops'));
    environment.sandbox.clock.advance(5);
    await environment.proxy.start();
    await until(
      () => environment.logLines.join(),
      'it is known',
      (lines) => lines.includes('status request failed for this invoice alone'),
    );
    let hanging = 0;
    environment.tamper = (ids, forward) => {
      if (!ids.includes(bad.invoiceId)) return forward();
      hanging += 1;
      return hang(forward);
    };
    environment.sandbox.clock.advance(30);
    await until(() => hanging, 'its call hangs');
    await pay(environment, [...rest, ...others]);
    environment.sandbox.clock.advance(30);
    await allPaid(environment, [...rest, ...others]);
    assert.equal(hanging, 1);
  });
});

describe('a response', { concurrency: 5 }, () => {
  it('in another order, twice, with foreign invoices and invalid entries among them, is read nevertheless', async (t) => {
    const environment = await startTampered(t, { isIdle: true });
    const created = await orders(environment, 20);
    const [first, second] = created;
    assert.ok(first && second);
    await pay(environment, [first]);
    environment.tamper = async (_, forward) =>
      withResult(await forward(), (result) => {
        const foreign = result.map((entry) => ({ ...entry, uuid: 'INV-FOREIGN1', status: 'paid' }));
        return [null, 'x', { uuid: 7 }, ...foreign, ...result.toReversed(), ...result];
      });
    environment.sandbox.clock.advance(5);
    await environment.proxy.start();
    await allPaid(environment, [first]);
    assert.equal((await environment.get(second.checkoutId)).state, 'awaiting');
    assert.equal(environment.events.length, 1);
  });

  it('with an unknown status means neither paid nor failed, and is polled again', async (t) => {
    const environment = await startTampered(t);
    const [order] = await orders(environment, 1);
    assert.ok(order);
    environment.tamper = async (_, forward) =>
      withResult(await forward(), (result) => result.map((entry) => ({ ...entry, status: 'on its way' })));
    await environment.becomes(order.checkoutId, 'processing');
    await pay(environment, [order]);
    environment.tamper = (_, forward) => forward();
    await environment.becomes(order.checkoutId, 'paid');
  });

  it('without the invoice keeps the known state, is logged once, and is polled ever more rarely', async (t) => {
    const environment = await startTampered(t);
    const [lost, other] = await orders(environment, 2);
    assert.ok(lost && other);
    await environment.control('payments', { uuid: lost.invoiceId, confirm: false });
    await environment.becomes(lost.checkoutId, 'detected');
    environment.tamper = async (_, forward) =>
      withResult(await forward(), (result) => result.filter(({ uuid }) => uuid !== lost.invoiceId));
    await environment.clear('requests');
    for (let hour = 0; hour < 4; hour += 1) {
      environment.sandbox.clock.advance(61 * 60);
      // A round may have polled already when the test checks.
      const sinceMs = environment.sandbox.clock.nowMs();
      await until(environment.requests, 'an invoice is polled', (requests) =>
        requests.some(({ path, at }) => path === INFO && Date.parse(at) >= sinceMs),
      );
    }
    const seen = await environment.get(lost.checkoutId);
    assert.equal(seen.state, 'detected');
    assert.equal(seen.stale, true);
    const lines = environment.logLines.filter((line) =>
      line.includes('invoice missing from status response'),
    );
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(lost.invoiceId));
    await environment.control('confirmations', { uuid: lost.invoiceId });
    let isAsked = false;
    environment.tamper = (ids, forward) => {
      isAsked ||= ids.includes(lost.invoiceId);
      return forward();
    };
    // A round that began before may still count as a failure, so one hour may be too early.
    await until(() => {
      environment.sandbox.clock.advance(60);
      return isAsked;
    }, 'the proxy asks about the lost invoice');
    assert.equal((await environment.becomes(lost.checkoutId, 'paid')).stale, false);
  });
});
