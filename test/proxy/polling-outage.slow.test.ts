import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import { parseOptions } from '../../src/proxy/options/parse.js';
import { createRuntime } from '../../src/proxy/runtime/runtime.js';
import { connect } from '../../src/proxy/upstream/service-connection.js';
import { ServiceError } from '../../src/service/index.js';
import { orders } from './tampered-service.js';
import { briefStore } from './test-stores.js';
import {
  CREATE,
  INFO,
  problemOf,
  SECRETS,
  frozenClock,
  startService,
  startEnvironment,
  streamOf,
} from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';
import { createHarness } from './fake-service.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const infoCalls = async (environment: TestEnvironment): Promise<number> =>
  (await environment.counts())[INFO] ?? 0;
const down = { kind: 'status', code: 503, endpoint: INFO } as const;

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A proxy in front of a sandbox, over real HTTP, on a frozen clock; the test runs the rounds of the poller. */
async function openShop(t: TestContext, send?: typeof fetch) {
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const sandbox = await startService({ clock });
  t.after(() => sandbox.close());
  const account = { url: sandbox.url, apiKey: SECRETS.apiKey, shopId: SECRETS.shopId };
  const { service } = connect({ ...account, ...(send ? { fetch: send } : {}) }, clock, () => undefined);
  const store = await briefStore();
  const settings = parseOptions({
    ...{ service: { ...account, testMode: true }, orders: () => null, store, clock, logger: SILENT },
  });
  const parts = await createRuntime(settings, service);
  t.after(() => parts.stop());
  const control = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}/_sandbox/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return {
    ...{ parts, clock, control },
    async order(id: string) {
      const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
      const { record } = await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.nowMs() });
      let [invoice] = (await parts.invoices.choose(record.id, { currency: 'BTC', email: null })).invoices;
      // On a machine under load a response may be lost: then the invoice is found in the list.
      for (let polls = 0; invoice?.stage !== 'open' && polls < 10; polls += 1) {
        clock.advance(5);
        await parts.reconciler.reconcileDue();
        await parts.poller.pollDue();
        [invoice] = (await parts.checkouts.findCheckout(record.id)).invoices;
      }
      if (invoice?.stage !== 'open') throw new Error('no invoice was created');
      return { checkoutId: record.id, invoiceId: invoice.serviceId };
    },
    async round(): Promise<void> {
      await parts.poller.pollDue();
      await parts.poller.pollQuarantined();
    },
    /** The number of information calls that the sandbox has counted. */
    async calls(): Promise<number> {
      const response = await control('GET', 'requests?last=0');
      const { counts }: { readonly counts: Readonly<Record<string, number>> } = await response.json();
      return counts[INFO] ?? 0;
    },
  };
}

describe('an outage of half an hour', () => {
  it('costs one probe at a time, at least once a minute; afterwards the rounds grow from one call', async (t) => {
    const { parts, service, clock, order, record } = await createHarness(t);
    const created = [];
    for (let index = 0; index < 1000; index += 1) created.push(await order(`A-${index}`));
    clock.now += 5 * SECOND_MS;
    await parts.poller.pollDue();
    service.trouble = () => new ServiceError('unavailable', 'invoice information', { status: 503 });
    service.polled.length = 0;
    for (let second = 0; second < 30 * 60; second += 1) {
      clock.now += SECOND_MS;
      const before = service.polled.length;
      await parts.poller.pollDue();
      await parts.poller.pollQuarantined();
      // The first failure is followed by one probe, whether the service is down.
      assert.ok(service.polled.length - before <= (service.polled.length <= 2 ? 2 : 1));
    }
    const probes = service.polled.length;
    assert.ok(probes >= 30 && probes <= 75, `${probes} probes`);

    service.trouble = () => null;
    for (const { invoiceId } of created) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    clock.now += MINUTE_MS;
    const perRound: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const before = service.polled.length;
      await parts.poller.pollDue();
      perRound.push(service.polled.length - before);
    }
    t.diagnostic(`1,000 invoices, 30 min: ${probes} probes, then per round ${perRound.join(', ')}`);
    assert.deepEqual(perRound.slice(0, 6), [1, 2, 4, 4, 0, 0]);
    const states = await Promise.all(
      created.map(async ({ checkoutId }) => parts.serialize(await record(checkoutId)).state),
    );
    assert.ok(states.every((state) => state === 'paid'));
  });

  it('loses nothing, over real HTTP, and brings no burst', async (t) => {
    const shop = await openShop(t);
    const { parts, clock } = shop;
    const created = [];
    for (let index = 0; index < 250; index += 1) created.push(await shop.order(`A-${index}`));
    await shop.control('POST', 'faults', down);
    await shop.control('DELETE', 'requests');
    for (let minute = 0; minute < 30; minute += 5) {
      clock.advance(5 * 60);
      // The last calls have nothing to poll: the clock is frozen.
      for (let round = 0; round < 5; round += 1) await shop.round();
    }
    const during = await shop.calls();
    // The first failure is followed by one probe, whether the service is down.
    assert.equal(during, 7);

    const paid = created.slice(0, 40);
    for (const { invoiceId } of paid) await shop.control('POST', 'payments', { uuid: invoiceId });
    await shop.control('DELETE', 'faults');
    await shop.control('DELETE', 'requests');
    clock.advance(60);
    const perRound: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = await shop.calls();
      await shop.round();
      perRound.push((await shop.calls()) - before);
    }
    // 250 are due: a probe, and three calls.
    assert.deepEqual(perRound, [1, 2, 1, 0, 0]);
    for (const { checkoutId } of paid) {
      assert.equal(parts.serialize(await parts.checkouts.findCheckout(checkoutId)).state, 'paid');
    }
    t.diagnostic(
      `250 invoices over HTTP, 30 min: ${during} calls while it was down, then ${perRound.join(', ')}`,
    );
  });
});

describe('a request of the service to wait', () => {
  it('with Retry-After is honored, up to five minutes', async (t) => {
    let refused = 0;
    let isBusy = false;
    const shop = await openShop(t, (input, init) => {
      if (!isBusy) return fetch(input, init);
      refused += 1;
      return Promise.resolve(new Response('later', { status: 429, headers: { 'retry-after': '86400' } }));
    });
    await shop.order('A-1');
    isBusy = true;
    shop.clock.advance(5);
    await shop.round();
    assert.equal(refused, 1);
    shop.clock.advance(290);
    await shop.round();
    assert.equal(refused, 1);
    shop.clock.advance(11);
    await shop.round();
    assert.equal(refused, 2);
  });
});

describe('a payer with an open page while the service is unavailable', () => {
  it('sees that the state is stale, and when it is current again', async (t) => {
    const environment = await startEnvironment(t);
    const [order] = await orders(environment, 1);
    assert.ok(order);
    const stream = streamOf(await environment.call('GET', `/checkouts/${order.checkoutId}/events`));
    // The same is announced again when the clock is set, as it is here.
    const next = async (isStale: boolean) => {
      for await (const checkout of { [Symbol.asyncIterator]: () => ({ next: () => stream.next() }) }) {
        if (checkout.stale === isStale) return checkout;
      }
      throw new Error('the stream has ended');
    };
    await next(false);
    await environment.control('faults', down);
    environment.sandbox.clock.advance(5);
    const reported = next(true);
    await until(
      () => environment.logLines.join(),
      'it fails',
      (lines) => lines.includes('service poll failed'),
    );
    environment.sandbox.clock.advance(20);
    const old = await reported;
    assert.equal(old.state, 'awaiting');
    const known = await environment.call('GET', `/checkouts/${order.checkoutId}`);
    assert.match(known.headers.get('etag') ?? '', /stale/);
    await environment.clear('faults');
    environment.sandbox.clock.advance(60);
    const fresh = await next(false);
    assert.ok(fresh.version >= old.version);
    await stream.return(undefined);
  });
});

describe('while creations fail', () => {
  it('the next payers see so immediately, and only a probe is sent', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, sandbox: { clock: frozenClock() } });
    await environment.control('faults', { kind: 'status', code: 503, endpoint: CREATE });
    const choose = async (name: string) => {
      const { id } = await environment.open({ id: name });
      return {
        id,
        response: await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } }),
      };
    };
    for (let index = 0; index < 5; index += 1) await choose(`A-${index}`);
    const created = async () => (await environment.counts())[CREATE];
    assert.equal(await created(), 5);
    const { id, response } = await choose('A-5');
    assert.equal((await problemOf(response)).code, 'service_unavailable');
    assert.equal(await created(), 5);

    await environment.clear('faults');
    environment.sandbox.clock.advance(2);
    assert.equal((await environment.choose(id, 'BTC')).state, 'awaiting');
    assert.equal(await created(), 6);
    assert.equal((await choose('A-7')).response.status, 200);
  });

  it('cancellations, deposit addresses and polling continue: each operation has a circuit breaker of its own', async (t) => {
    const environment = await startEnvironment(t, { sandbox: { clock: frozenClock() } });
    const [known] = await orders(environment, 1);
    assert.ok(known);
    await environment.control('faults', { kind: 'status', code: 503, endpoint: CREATE });
    for (let index = 0; index < 6; index += 1) {
      const { id } = await environment.open({ id: `B-${index}` });
      await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
    }
    assert.match(environment.logLines.join('\n'), /unreachable/, 'creations are not sent any more');
    await environment.clear('requests');
    const customer = await createCustomerToken('c-7', {
      secret: SECRETS.orderSecret,
      clock: environment.sandbox.clock,
    });
    const wallet = await environment.call('POST', '/deposit-addresses', {
      body: { customer, currency: 'BTC' },
    });
    assert.equal(wallet.status, 200);
    assert.equal((await environment.cancel(known.checkoutId)).state, 'canceled');
    environment.sandbox.clock.advance(20);
    await until(() => infoCalls(environment), 'the poller sends a request');
    assert.equal((await environment.counts())[CREATE], undefined);
  });
});
