import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimNextPolls } from '../../src/proxy/store/poll-queue.js';
import { LEASE_MS } from '../../src/proxy/store/claim.js';
import { openStore } from '../../src/proxy/store/store.js';
import { ServiceError } from '../../src/service/index.js';
import { orders, startTampered } from './tampered-service.js';
import type { Ordered } from './tampered-service.js';
import { freshStore } from './test-stores.js';
import { CREATE, INFO, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';
import { createHarness } from './fake-service.js';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** A call that is not aborted ends by itself after 15 s; the limit leaves a busy machine some time. */
const UNCUT_MS = 14_000;

async function stopMs({ proxy }: Pick<TestEnvironment, 'proxy'>): Promise<number> {
  const startedMs = performance.now();
  await proxy.stop();
  return performance.now() - startedMs;
}

async function eventuallyReported(
  environment: TestEnvironment,
  some: readonly Ordered[],
): Promise<readonly string[]> {
  const reported = () => environment.events.map(({ invoice }) => invoice.id);
  await until(reported, 'the shop is notified', (ids) =>
    some.every(({ invoiceId }) => ids.includes(invoiceId)),
  );
  return reported();
}

describe('a proxy that is stopped', { concurrency: 4 }, () => {
  it('in the middle of a polling call that hangs ends within ten seconds, and loses nothing', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = await freshStore(t);
    const first = await startProxy(t, sandbox, { proxy: { store }, isIdle: true });
    const created = await orders(first, 3);
    for (const { invoiceId } of created) await first.control('payments', { uuid: invoiceId });
    await first.control('faults', { kind: 'delay', ms: 60_000, endpoint: INFO, times: 1 });
    await first.clear('requests');
    sandbox.clock.advance(5);
    await first.proxy.start();
    await until(first.counts, 'the call hangs', (counts) => (counts[INFO] ?? 0) > 0);
    const tookMs = await stopMs(first);
    assert.ok(tookMs < UNCUT_MS, `${tookMs} ms`);
    assert.deepEqual(first.events, []);
    assert.doesNotMatch(first.logLines.join(), /poll failed/);

    const second = await startProxy(t, sandbox, { proxy: { store } });
    sandbox.clock.advance(30);
    assert.equal((await eventuallyReported(second, created)).length, 3);
    t.diagnostic(`stopped within ${Math.round(tookMs)} ms`);
  });

  it('stores a response that arrives while it stops, and reports it once', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = await freshStore(t);
    const first = await startProxy(t, sandbox, { proxy: { store }, isIdle: true });
    const created = await orders(first, 3);
    for (const { invoiceId } of created) await first.control('payments', { uuid: invoiceId });
    await first.control('faults', { kind: 'delay', ms: 800, endpoint: INFO, times: 1 });
    await first.clear('requests');
    sandbox.clock.advance(5);
    await first.proxy.start();
    await until(first.counts, 'the call runs', (counts) => (counts[INFO] ?? 0) > 0);
    await first.proxy.stop();
    const second = await startProxy(t, sandbox, { proxy: { store }, isIdle: true });
    for (const { checkoutId } of created) assert.equal((await second.get(checkoutId)).state, 'paid');
    await second.proxy.start();
    const reported = await eventuallyReported(
      { ...second, events: second.events },
      created.slice(first.events.length),
    );
    assert.equal(first.events.length + reported.length, 3);
  });

  it('while a creation hangs at the service ends too, and the invoice is found afterwards', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = await freshStore(t);
    const first = await startProxy(t, sandbox, { proxy: { store } });
    const { id } = await first.open();
    await first.control('faults', { kind: 'delay', ms: 60_000, endpoint: CREATE, times: 1 });
    const choosing = first.choose(id, 'BTC');
    await until(first.counts, 'the call hangs', (counts) => counts[CREATE] === 1);
    const tookMs = await stopMs(first);
    assert.ok(tookMs < UNCUT_MS, `${tookMs} ms`);
    assert.equal((await choosing).state, 'creating');

    const second = await startProxy(t, sandbox, { proxy: { store } });
    sandbox.clock.advance(30);
    await second.becomes(id, 'awaiting');
    assert.equal((await second.counts())[CREATE], 1);
  });

  it('begins no further call of its round', async (t) => {
    const environment = await startTampered(t, { isIdle: true });
    await orders(environment, 110);
    environment.sandbox.clock.advance(120);
    let calls = 0;
    let stopping: Promise<void> | undefined;
    environment.tamper = (_, request) => {
      calls += 1;
      stopping ??= environment.proxy.stop();
      return request();
    };
    await environment.proxy.start();
    await until(() => calls, 'a round has begun');
    await stopping;
    assert.equal(calls, 1);
  });
});

describe('a proxy that is stopped while it isolates a batch', () => {
  it('quarantines no invoice', async (t) => {
    const { parts, service, clock, order, logLines } = await createHarness(t);
    for (const id of ['A-1', 'A-2']) await order(id);
    clock.now += 5 * SECOND_MS;
    const refused = new ServiceError('refused', 'invoice information');
    service.trouble = (ids) => (ids.length > 1 ? refused : null);
    await parts.poller.pollDue();
    assert.match(logLines.join(), /batch with this invoice failed/);
    let stopped: Promise<void> | undefined;
    const isolated = new Promise<void>((resolve, reject) => {
      service.trouble = () => {
        stopped ??= parts.stop(isolated);
        return refused;
      };
      parts.poller.pollQuarantined().then(resolve, reject);
    });
    await isolated;
    await stopped;
    assert.ok(stopped);
    assert.doesNotMatch(logLines.join(), /quarantined/);
  });
});

describe('a clock that is set back', () => {
  it('makes records due that were scheduled by the time before', async (t) => {
    const { parts, service, clock, order, record } = await createHarness(t);
    const { checkoutId, invoiceId } = await order('A-1');
    clock.now += 5 * SECOND_MS;
    await parts.poller.pollDue();
    clock.now -= 5 * HOUR_MS;
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await parts.clockGuard.checkClock();
    await parts.poller.pollDue();
    assert.equal(parts.serialize(await record(checkoutId)).state, 'paid');
  });

  it('does not keep a proxy waiting that had paused its calls', async (t) => {
    const { parts, service, clock, order } = await createHarness(t);
    await order('A-1');
    clock.now += 5 * SECOND_MS;
    service.trouble = () => new ServiceError('unreachable', 'invoice information');
    await parts.poller.pollDue();
    service.trouble = () => null;
    service.polled.length = 0;
    await parts.poller.pollDue();
    assert.equal(service.polled.length, 0);
    clock.now -= 5 * HOUR_MS;
    await parts.clockGuard.checkClock();
    await parts.poller.pollDue();
    assert.equal(service.polled.length, 1);
  });
});

describe('two processes on one store', () => {
  it('share the work: each due invoice is polled by one of them', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = await freshStore(t);
    const first = await startProxy(t, sandbox, { proxy: { store }, isIdle: true });
    await orders(first, 150);
    const second = await startProxy(t, sandbox, { proxy: { store }, isIdle: true });
    sandbox.clock.advance(120);
    await first.clear('requests');
    await Promise.all([first.proxy.start(), second.proxy.start()]);
    const idsOf = (body: Readonly<Record<string, unknown>>) =>
      Array.isArray(body['uuids']) ? body['uuids'].map(String) : [];
    // A process that starts learns the time of the service by calls about one invoice.
    const infos = async () =>
      (await first.requests()).filter(({ path, body }) => path === INFO && idsOf(body).length > 1);
    const requested = await until(
      async () => (await infos()).flatMap(({ body }) => idsOf(body)),
      'all are polled',
      (ids) => new Set(ids).size === 150,
    );
    assert.equal(requested.length, 150);
    t.diagnostic(`150 invoices, two processes: ${(await infos()).length} calls`);
  });

  it('take over the claims of one that has died', async (t) => {
    const path = await freshStore(t);
    const { parts, service, clock, order } = await createHarness(t, path);
    await order('A-1');
    const dying = await openStore(path);
    clock.now += 5 * SECOND_MS;
    const claim = { nowMs: clock.now, untilMs: clock.now + LEASE_MS, limit: 100 };
    assert.equal((await claimNextPolls(dying, claim)).length, 1);
    await dying.close();
    service.polled.length = 0;
    await parts.poller.pollDue();
    assert.equal(service.polled.length, 0);
    clock.now += LEASE_MS;
    await parts.poller.pollDue();
    assert.equal(service.polled.length, 1);
  });
});
