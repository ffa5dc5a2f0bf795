import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultClock, screenOf } from '../../src/checkout/index.js';
import { idle } from './fake-clock.js';
import { answer, FakeProxy, invoiceOf, iso, offline, ready, START_MS } from './fake-proxy.js';

const READ = ['GET', '/pay/checkouts/checkout-1'] as const;

async function awaiting(proxy: FakeProxy, expiresAfterMs = 600_000, options = {}) {
  proxy.checkout = {
    ...proxy.checkout,
    state: 'awaiting',
    invoice: invoiceOf({ expiresAt: iso(expiresAfterMs) }),
  };
  const session = proxy.session(options);
  const kinds: string[] = [];
  session.subscribe(() => kinds.push(screenOf(session.snapshot, session.serverNowMs()).kind));
  await idle();
  return { session, kinds };
}

for (const deviceMs of [0, START_MS + 10 * 365 * 86_400_000]) {
  test(`a device with a clock in ${new Date(deviceMs).getUTCFullYear()} counts down correctly`, async (t) => {
    t.mock.method(Date, 'now', () => deviceMs);
    const proxy = new FakeProxy();
    const { session, kinds } = await awaiting(proxy);
    assert.equal(session.serverNowMs(), START_MS);
    await proxy.clock.pass(599_000);
    assert.equal(session.serverNowMs(), START_MS + 599_000);
    assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
    await proxy.clock.pass(1_000);
    assert.equal(kinds.at(-1), 'checking', 'subscribers are notified');
  });
}

test('a device whose clock is set during the countdown continues to count correctly', async (t) => {
  let deviceMs = START_MS;
  t.mock.method(Date, 'now', () => deviceMs);
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy);
  for (const jumpMs of [7 * 3_600_000, -30 * 3_600_000, 59_000]) {
    deviceMs += jumpMs;
    await proxy.clock.pass(100_000);
    const trueMs = Date.parse(proxy.stamped().now);
    assert.ok(Math.abs((session.serverNowMs() ?? 0) - trueMs) <= 2_000);
    assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'awaiting');
  }
});

test('the clock of a page does not follow the clock of its device', (t) => {
  const beforeMs = defaultClock.nowMs();
  t.mock.method(Date, 'now', () => Date.UTC(2040, 0));
  assert.ok(defaultClock.nowMs() - beforeMs < 60_000);
});

test('a monotonic clock that stopped while the device slept is right with the first response', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy);
  const sleptMs = 500_000;
  proxy.respond = () => answer({ ...proxy.stamped(), now: iso(proxy.clock.nowMs() - 5_000 + sleptMs) });
  session.refresh();
  await idle();
  assert.equal(session.serverNowMs(), START_MS + sleptMs);
});

test('a page that was told a wrong time shows the right screen with the next response', async () => {
  const proxy = new FakeProxy();
  const { session, kinds } = await awaiting(proxy);
  const told = async (aheadMs: number) => {
    proxy.respond = () => answer({ ...proxy.stamped(), now: iso(proxy.clock.nowMs() - 5_000 + aheadMs) });
    session.refresh();
    await idle();
    return kinds.at(-1);
  };
  assert.equal(await told(3_600_000), 'checking');
  assert.equal(await told(0), 'awaiting');
});

test('the local zero is never a failure: only the proxy states the outcome', async () => {
  const proxy = new FakeProxy();
  const { kinds } = await awaiting(proxy, 20_000, { eventSource: null });
  await proxy.clock.pass(3_600_000);
  assert.deepEqual([...new Set(kinds)], ['awaiting', 'checking']);
});

test('at the deadline the proxy is polled, and again until it knows the final state', async () => {
  const proxy = new FakeProxy();
  const { session, kinds } = await awaiting(proxy, 20_000);
  await proxy.clock.pass(19_999);
  assert.equal(proxy.requested(...READ), 0);
  await proxy.clock.pass(1);
  assert.equal(proxy.requested(...READ), 1);
  await proxy.clock.pass(9_000);
  assert.equal(proxy.requested(...READ), 4, 'every three seconds');
  assert.equal(kinds.at(-1), 'checking');
  proxy.streamMode = 'silent';
  proxy.change({ state: 'expired' });
  await proxy.clock.pass(3_000);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'expired');
  proxy.streamMode = 'works';
  const { length } = proxy.requests;
  await proxy.clock.pass(10_000);
  assert.equal(proxy.requests.length, length);
});

test('an outage at the deadline shows no failure, and the session keeps polling with back-off', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy, 20_000);
  proxy.respond = offline;
  await proxy.clock.pass(25_000);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'checking');
  proxy.change({ state: 'detected' });
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'detected');
});

test('a partial payment is polled at the deadline, too', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy, 20_000);
  proxy.change({
    state: 'partial',
    invoice: invoiceOf({ paid: '0.0004', due: '0.0006', expiresAt: iso(20_000) }),
  });
  await proxy.clock.pass(20_000);
  assert.equal(proxy.requested(...READ), 1);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'checking');
});

test('a deadline that is weeks away does not make the timers spin', async () => {
  const proxy = new FakeProxy();
  await awaiting(proxy, 60 * 86_400_000);
  await proxy.clock.pass(60_000);
  assert.ok(proxy.requests.length < 10, `${proxy.requests.length} requests in a minute`);
});

test('the clock follows the server when it moves forward', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy);
  proxy.streams[0]?.send({ ...proxy.stamped(), now: iso(700_000) });
  assert.equal(session.serverNowMs(), START_MS + 700_000);
  await proxy.clock.pass(0);
  assert.equal(screenOf(session.snapshot, session.serverNowMs()).kind, 'checking');
});

test('a delayed event does not set the clock back', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy);
  const heldUp = proxy.stamped();
  await proxy.clock.pass(10_000);
  proxy.streams[0]?.send(heldUp);
  assert.equal(session.serverNowMs(), START_MS + 10_000);
});

test('a response corrects a clock that is ahead', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy);
  proxy.streams[0]?.send({ ...proxy.stamped(), now: iso(300_000) });
  session.refresh();
  await idle();
  assert.equal(session.serverNowMs(), START_MS);
});

test('a slow response leaves the clock as a fast one has set it', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy);
  const read = proxy.stamped();
  let finish: (response: Response) => void = () => undefined;
  proxy.respond = () => new Promise((resolve) => (finish = resolve));
  session.refresh();
  await proxy.clock.pass(8_000);
  finish(answer(read));
  await idle();
  assert.equal(session.serverNowMs(), START_MS + 8_000);
  assert.equal(ready(session).connection, 'live');
});

test('the page counts down to the deadline that the service has moved', async () => {
  const proxy = new FakeProxy();
  const { session } = await awaiting(proxy, 20_000);
  const kind = () => screenOf(session.snapshot, session.serverNowMs()).kind;
  proxy.change({ invoice: invoiceOf({ expiresAt: iso(60_000) }) });
  await proxy.clock.pass(59_999);
  assert.equal(kind(), 'awaiting');
  await proxy.clock.pass(1);
  assert.equal(kind(), 'checking');
  // Later, even after it has passed, and earlier.
  proxy.change({ invoice: invoiceOf({ expiresAt: iso(600_000) }) });
  assert.equal(kind(), 'awaiting');
  proxy.change({ invoice: invoiceOf({ expiresAt: iso(70_000) }) });
  await proxy.clock.pass(9_999);
  assert.equal(kind(), 'awaiting');
  await proxy.clock.pass(1);
  assert.equal(kind(), 'checking');
});
