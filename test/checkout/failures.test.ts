import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { idle } from './fake-clock.js';
import type { Respond } from './fake-proxy.js';
import { answer, checkoutOf, FakeProxy, hang, invoiceOf, offline, problem, ready } from './fake-proxy.js';

const READ = ['GET', '/pay/checkouts/checkout-1'] as const;

async function watched(proxy: FakeProxy, options = {}) {
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = proxy.session(options);
  session.subscribe(() => undefined);
  await idle();
  return { session };
}

test('connection failures show after consecutive ones, and end with the first response', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy, { eventSource: null });
  proxy.respond = offline;
  await proxy.clock.pass(3_000);
  assert.equal(ready(session).connection, 'live', 'once is an accident');
  await proxy.clock.pass(3_000);
  assert.equal(ready(session).connection, 'trouble');
  assert.equal(ready(session).checkout.state, 'awaiting', 'the last known state stays');
  await proxy.clock.pass(3_600_000);
  proxy.change({ state: 'detected' });
  proxy.respond = () => answer(proxy.stamped());
  await proxy.clock.pass(30_000);
  assert.equal(ready(session).connection, 'live');
  assert.equal(ready(session).checkout.state, 'detected');
});

test('no other refusal ends the updates', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy, { eventSource: null });
  const pageWith = (status: number) => () => new Response('<html>', { status });
  for (const respond of [() => problem('internal_error'), pageWith(404), pageWith(410), offline]) {
    proxy.respond = respond;
    await proxy.clock.pass(120_000);
  }
  proxy.respond = () => answer(proxy.stamped());
  proxy.change({ state: 'paid' });
  await proxy.clock.pass(30_000);
  assert.equal(ready(session).checkout.state, 'paid');
});

test('retries become ever rarer, and vary randomly', async () => {
  const gaps = async (random: number) => {
    const proxy = new FakeProxy();
    await watched(proxy, { eventSource: null, random: () => random });
    const times: number[] = [];
    proxy.respond = () => {
      times.push(proxy.clock.nowMs());
      return offline();
    };
    await proxy.clock.pass(100_000);
    return times.slice(1, 7).map((time, index) => time - (times[index] ?? 0));
  };
  assert.deepEqual(await gaps(0.5), [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  assert.deepEqual((await gaps(0)).slice(0, 4), [1_500, 3_000, 6_000, 12_000]);
});

test('Retry-After is respected, unless the payer retries', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy, { eventSource: null });
  proxy.respond = () => problem('service_unavailable', { 'retry-after': '60' });
  await proxy.clock.pass(3_000);
  assert.equal(proxy.requested(...READ), 1);
  await proxy.clock.pass(59_000);
  assert.equal(proxy.requested(...READ), 1);
  session.refresh();
  await idle();
  assert.equal(proxy.requested(...READ), 2);
  await proxy.clock.pass(61_000);
  assert.equal(proxy.requested(...READ), 3);
});

test('tabs with the same Retry-After retry at different times', async () => {
  const restOf = async (random: number) => {
    const proxy = new FakeProxy();
    await watched(proxy, { eventSource: null, random: () => random });
    const times: number[] = [];
    proxy.respond = () => {
      times.push(proxy.clock.nowMs());
      return problem('service_unavailable', { 'retry-after': '20' });
    };
    await proxy.clock.pass(30_000);
    return (times[1] ?? 0) - (times[0] ?? 0);
  };
  assert.equal(await restOf(0), 20_000);
  assert.equal(await restOf(0.9), 21_800);
});

const FAILED_AT = 'Sat, 21 Nov 2026 10:00:00 GMT';
const WAITS: readonly [string, Record<string, string>, number][] = [
  ['an hour', { 'retry-after': '3600' }, 60_000],
  ['more seconds than a number holds', { 'retry-after': '9'.repeat(400) }, 60_000],
  ['twenty seconds', { 'retry-after': '20' }, 20_000],
  ['a time', { 'retry-after': 'Sat, 21 Nov 2026 10:00:20 GMT', 'date': FAILED_AT }, 20_000],
  ['a time tomorrow', { 'retry-after': 'Sun, 22 Nov 2026 10:00:00 GMT', 'date': FAILED_AT }, 60_000],
  ['a time that has passed', { 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT', 'date': FAILED_AT }, 0],
  ['a time, but not the time now', { 'retry-after': 'Sat, 21 Nov 2026 10:00:20 GMT' }, 0],
  ['nonsense', { 'retry-after': '-7 soon' }, 0],
];
for (const [name, headers, waitMs] of WAITS) {
  test(`a server that sends ${name} gets no request for ${waitMs / 1000} seconds`, async (t) => {
    t.mock.method(Date, 'now', () => 0);
    const proxy = new FakeProxy();
    await watched(proxy, { eventSource: null });
    proxy.respond = () => problem('service_unavailable', headers);
    await proxy.clock.pass(3_000);
    const ownBackoffMs = 2_000;
    await proxy.clock.pass(Math.max(waitMs, ownBackoffMs) - 1);
    assert.equal(proxy.requested(...READ), 1);
    await proxy.clock.pass(2_000);
    assert.equal(proxy.requested(...READ), 2);
  });
}

for (const status of [404, 410]) {
  test(`a checkout that is gone (${status}) ends the session, with the reason`, async () => {
    const proxy = new FakeProxy();
    const { session } = await watched(proxy);
    const gone = problem('checkout_not_found');
    const body = await gone.text();
    proxy.streamMode = 'broken';
    proxy.streams[0]?.fail();
    proxy.respond = () => new Response(body, { status });
    await proxy.clock.pass(3_000);
    assert.equal(ready(session).checkout.state, 'awaiting', 'once is an accident');
    await proxy.clock.pass(3_000);
    assert.deepEqual(session.snapshot, {
      phase: 'failed',
      problem: { code: 'checkout_not_found', retryable: false, requestId: 'request-9' },
    });
    assert.equal(proxy.clock.timers, 0);
    assert.equal(proxy.streams.length, 0);
  });
}

test('a checkout that is gone and returns is shown again when the payer retries', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy, { eventSource: null, checkout: 'checkout-1' });
  proxy.respond = () => problem('checkout_not_found');
  await proxy.clock.pass(10_000);
  proxy.respond = () => answer(proxy.stamped());
  session.refresh();
  await idle();
  assert.equal(ready(session).checkout.state, 'awaiting');
});

const unavailable: Respond = () => problem('service_unavailable');
const FAULTS: readonly (readonly [string, Respond])[] = [
  ['offline', offline],
  ['no answer', hang],
  ['unavailable', unavailable],
  ['a page', () => new Response('<html>', { status: 502 })],
  ['an HTML page with status 200', () => new Response('<html>')],
  ['half an answer', () => new Response('{"id":"checkout-1","version":')],
  ['another shape', () => answer({ ...checkoutOf(), invoice: { amount: 1 } })],
  ['another checkout', () => answer(checkoutOf({ id: 'checkout-2', version: 99, state: 'paid' }))],
  ['not here', () => new Response('nothing', { status: 404 })],
  ['a body that breaks off', () => new Response(new ReadableStream({ start: (body) => body.error(1) }))],
];

const fault = fc.record({
  answers: fc.constantFrom(...FAULTS),
  stream: fc.constantFrom('works', 'silent', 'broken'),
  streamSays: fc.constantFrom(null, '{', '[]', '{"id":"checkout-1","version":1e999}'),
  lastsMs: fc.nat(90_000),
});

/** The longest interval between two attempts, after the longest time that an attempt may hang. */
const ONE_INTERVAL_MS = 30_000 + 15_000;

test('after any failure of any length, it is live again one interval later', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 5 }), fc.boolean(), async (faults, hasStreams) => {
      const proxy = new FakeProxy();
      const { session } = await watched(proxy, {
        random: Math.random,
        ...(!hasStreams && { eventSource: null }),
      });
      for (const { answers, stream, streamSays, lastsMs } of faults) {
        proxy.respond = answers[1];
        proxy.streamMode = stream;
        if (stream === 'broken') proxy.streams[0]?.fail();
        if (streamSays !== null) proxy.streams[0]?.send(streamSays);
        await proxy.clock.pass(lastsMs);
        assert.equal(ready(session).checkout.state, 'awaiting', 'the last known state stays');
      }
      proxy.streamMode = 'silent';
      proxy.change({ state: 'detected' });
      proxy.streamMode = 'works';
      proxy.respond = () => answer(proxy.stamped());
      await proxy.clock.pass(ONE_INTERVAL_MS);
      assert.equal(ready(session).checkout.state, 'detected');
      assert.equal(ready(session).connection, 'live');
    }),
    { numRuns: 60 },
  );
});

test('a subscriber that throws does not end the session', async (t) => {
  const thrown: unknown[] = [];
  t.mock.method(globalThis, 'queueMicrotask', (report: () => void) => {
    try {
      report();
    } catch (error) {
      thrown.push(error);
    }
  });
  const proxy = new FakeProxy();
  const session = proxy.session({ eventSource: null });
  session.subscribe(() => {
    throw new Error('not mine');
  });
  await idle();
  proxy.change({ state: 'detected' });
  await proxy.clock.pass(30_000);
  assert.equal(ready(session).checkout.state, 'detected');
  assert.equal(thrown.length, 2, 'and the page hears of it');
});

for (const hasStreams of [true, false]) {
  test(`a tab that slept for hours polls once (${hasStreams ? 'with' : 'without'} a stream)`, async () => {
    const proxy = new FakeProxy();
    const { session } = await watched(proxy, hasStreams ? {} : { eventSource: null });
    await proxy.clock.pass(10_000);
    const { length } = proxy.requests;
    proxy.streamMode = 'silent';
    proxy.change({ state: 'detected' });
    const waking = proxy.clock.sleep(5 * 3_600_000);
    session.refresh();
    await waking;
    assert.equal(proxy.requests.length - length, 1);
    assert.equal(ready(session).checkout.state, 'detected', 'and the first answer counts');
    await proxy.clock.pass(2_000);
    assert.equal(proxy.requests.length - length, 1, 'nothing is caught up on');
    assert.ok(proxy.streams.length <= 1);
  });
}

test('a request that is aborted for a newer one is not a failure', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  proxy.respond = hang;
  for (let press = 0; press < 4; press += 1) {
    session.refresh();
    await proxy.clock.pass(4_000);
  }
  assert.equal(proxy.requested(...READ), 4);
  assert.equal(ready(session).connection, 'live');
});

test('a request that was in flight when the tab fell asleep is sent again', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  proxy.respond = hang;
  session.refresh();
  const first = proxy.requests.at(-1);
  await proxy.clock.sleep(10_000);
  proxy.streamMode = 'silent';
  proxy.change({ state: 'detected' });
  proxy.respond = () => answer(proxy.stamped());
  session.refresh();
  await idle();
  assert.equal(first?.init.signal?.aborted, true);
  assert.equal(ready(session).checkout.state, 'detected');
});

test('a request that fails after the device is online again is sent again at once', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy, { eventSource: null });
  let fail: (error: Error) => void = () => undefined;
  proxy.respond = () => new Promise((_, reject) => (fail = reject));
  await proxy.clock.pass(3_000);
  assert.equal(proxy.requested(...READ), 1);
  proxy.change({ state: 'detected' });
  proxy.respond = () => answer(proxy.stamped());
  session.refresh();
  assert.equal(proxy.requested(...READ), 1, 'it may still be answered');
  fail(new TypeError('Failed to fetch'));
  await idle();
  assert.equal(proxy.requested(...READ), 2);
  assert.equal(ready(session).checkout.state, 'detected');
});

test('a request that fails once more after that waits like any other', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy, { eventSource: null });
  const failures: ((error: Error) => void)[] = [];
  proxy.respond = () => new Promise((_, reject) => failures.push(reject));
  await proxy.clock.pass(3_000);
  session.refresh();
  for (const sent of [2, 2]) {
    failures.at(-1)?.(new TypeError('Failed to fetch'));
    await idle();
    assert.equal(proxy.requested(...READ), sent);
  }
});
