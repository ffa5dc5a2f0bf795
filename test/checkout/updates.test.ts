import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle } from './fake-clock.js';
import { answer, FakeProxy, invoiceOf, ready } from './fake-proxy.js';

const READ = ['GET', '/pay/checkouts/checkout-1'] as const;

async function watched(proxy: FakeProxy, options = {}) {
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = proxy.session(options);
  let notifications = 0;
  session.subscribe(() => (notifications += 1));
  await idle();
  return { session, notifications: () => notifications };
}

test('a change arrives by the stream, without a poll', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  await proxy.clock.pass(25_000);
  proxy.change({ state: 'detected' });
  assert.equal(ready(session).checkout.state, 'detected');
  assert.equal(proxy.requested(...READ), 0);
});

test('an older state never replaces a newer one', async () => {
  const proxy = new FakeProxy();
  const { session, notifications: notifications } = await watched(proxy);
  const older = proxy.stamped();
  proxy.change({ state: 'detected' });
  const before = notifications();
  proxy.streams[0]?.send(older);
  assert.equal(ready(session).checkout.state, 'detected');
  assert.equal(notifications(), before);
});

test('the same version updates only the freshness of the state', async () => {
  const proxy = new FakeProxy();
  const { session, notifications: notifications } = await watched(proxy);
  const before = notifications();
  proxy.streams[0]?.send(proxy.stamped());
  assert.equal(notifications(), before, 'nothing new is no news');
  proxy.streams[0]?.send({ ...proxy.stamped(), stale: true, checkedAt: '2026-11-21T10:00:01.000Z' });
  assert.equal(ready(session).checkout.stale, true);
  assert.equal(notifications(), before + 1);
});

test('another checkout on the stream is ignored', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  proxy.streams[0]?.send({ ...proxy.stamped(), id: 'checkout-2', version: 99, state: 'paid' });
  assert.equal(ready(session).checkout.state, 'awaiting');
});

test('a lost stream is replaced by polling, until it is back', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  proxy.streamMode = 'broken';
  proxy.streams[0]?.fail();
  assert.equal(proxy.streams.length, 0);
  proxy.change({ state: 'detected' });
  await proxy.clock.pass(3_000);
  assert.equal(ready(session).checkout.state, 'detected');
  await proxy.clock.pass(27_000);
  assert.equal(proxy.requested(...READ), 10, 'every three seconds');
  assert.equal(ready(session).connection, 'live', 'polling works: no failure for the payer');

  proxy.streamMode = 'works';
  await proxy.clock.pass(30_000);
  assert.equal(proxy.streams.length, 1);
  const { length } = proxy.requests;
  await proxy.clock.pass(20_000);
  assert.equal(proxy.requests.length, length, 'the stream is back: no questions');
});

test('a browser without event streams polls', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy, { eventSource: null });
  proxy.change({ state: 'paid' });
  await proxy.clock.pass(3_000);
  assert.equal(ready(session).checkout.state, 'paid');
});

test('an event stream that cannot even be created is not a failure', async () => {
  const proxy = new FakeProxy();
  const eventSource = class {
    constructor() {
      throw new SyntaxError('not here');
    }
    addEventListener() {}
    close() {}
  };
  const { session } = await watched(proxy, { eventSource });
  proxy.change({ state: 'detected' });
  await proxy.clock.pass(3_000);
  assert.equal(ready(session).checkout.state, 'detected');
});

test('a stream that an intermediary holds back is noticed', async () => {
  const proxy = new FakeProxy();
  proxy.streamMode = 'silent';
  const { session } = await watched(proxy);
  proxy.change({ state: 'detected' });
  await proxy.clock.pass(3_000);
  assert.equal(ready(session).checkout.state, 'detected', 'polled, since the stream has brought nothing yet');
  await proxy.clock.pass(600_000);
  assert.ok(proxy.streamsOpened < 30, `opened ${proxy.streamsOpened} times in ten minutes`);
  assert.ok(proxy.streams.length <= 1);
});

test('a silent stream is retried, and used as soon as it works', async () => {
  const proxy = new FakeProxy();
  proxy.streamMode = 'silent';
  const { session } = await watched(proxy);
  await proxy.clock.pass(60_000);
  proxy.streamMode = 'works';
  await proxy.clock.pass(40_000);
  proxy.change({ state: 'detected' });
  assert.equal(ready(session).checkout.state, 'detected', 'by the stream: no time has passed to poll in');
});

test('a stream that worked is reopened soon, however many times it was lost before', async () => {
  const proxy = new FakeProxy();
  await watched(proxy);
  for (let loss = 0; loss < 5; loss += 1) {
    proxy.streams[0]?.fail();
    assert.equal(proxy.streams.length, 0);
    await proxy.clock.pass(2_000);
    assert.equal(proxy.streams.length, 1, `after loss ${loss + 1}`);
  }
});

test('a quiet stream stays open while it sends heartbeats', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  for (let beat = 0; beat < 20; beat += 1) {
    await proxy.clock.pass(15_000);
    proxy.streams[0]?.beat();
  }
  assert.equal(proxy.streamsOpened, 1);
  assert.equal(proxy.requested(...READ), 0);
  await proxy.clock.pass(31_000);
  assert.equal(proxy.streamsOpened, 1, 'closed, and not yet reopened');
  await proxy.clock.pass(2_000);
  assert.equal(proxy.streamsOpened, 2, 'silence is the end of a connection');
  assert.equal(ready(session).connection, 'live');
});

test('a heartbeat does not replace the checkout', async () => {
  const proxy = new FakeProxy();
  proxy.streamMode = 'silent';
  await watched(proxy);
  for (const stream of proxy.streams) stream.isDead = false;
  for (let second = 0; second < 6; second += 1) {
    proxy.streams[0]?.beat();
    await proxy.clock.pass(1_000);
  }
  assert.ok(proxy.requested(...READ) > 0, 'the session polls');
});

test('a stream that dies silently is reopened', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  proxy.streamMode = 'silent';
  proxy.change({ state: 'detected' });
  await proxy.clock.pass(30_000);
  assert.equal(ready(session).checkout.state, 'detected');
  proxy.streamMode = 'works';
  await proxy.clock.pass(10_000);
  assert.equal(proxy.streams.length, 1);
  proxy.change({ state: 'paid' });
  assert.equal(ready(session).checkout.state, 'paid');
});

for (const text of ['{', 'null', '{"id":"checkout-1"}', '']) {
  test(`an event with ${JSON.stringify(text)} is a loss, not a crash`, async () => {
    const proxy = new FakeProxy();
    const { session } = await watched(proxy);
    proxy.streamMode = 'silent';
    proxy.streams[0]?.send(text);
    proxy.change({ state: 'detected' });
    await proxy.clock.pass(3_000);
    assert.equal(ready(session).checkout.state, 'detected');
  });
}

for (const state of ['paid', 'overpaid'] as const) {
  test(`${state} is final: the connection closes`, async () => {
    const proxy = new FakeProxy();
    const { session } = await watched(proxy);
    proxy.change({ state });
    await idle();
    assert.equal(proxy.streams.length, 0);
    assert.equal(proxy.clock.timers, 0);
    session.refresh();
    await idle();
    assert.equal(proxy.requested(...READ), 1, 'the payer may still refresh');
  });
}

for (const state of ['expired', 'canceled'] as const) {
  test(`${state} is still polled, slowly: money may arrive late`, async () => {
    const proxy = new FakeProxy();
    const { session } = await watched(proxy, { eventSource: null });
    proxy.change({ state });
    await proxy.clock.pass(3_000);
    const { length } = proxy.requests;
    await proxy.clock.pass(300_000);
    assert.equal(proxy.requests.length - length, 10);
    proxy.change({ state: 'paid', late: true });
    await proxy.clock.pass(30_000);
    assert.equal(ready(session).checkout.late, true);
  });
}

test('a refresh does not duplicate a pending request, unless that hangs', async () => {
  const proxy = new FakeProxy();
  const { session } = await watched(proxy);
  proxy.respond = () => new Promise(() => undefined);
  session.refresh();
  session.refresh();
  assert.equal(proxy.requested(...READ), 1);
  await proxy.clock.pass(4_000);
  proxy.change({ state: 'awaiting' });
  proxy.respond = () => answer({ ...proxy.stamped(), version: 9, state: 'detected' });
  session.refresh();
  await idle();
  assert.equal(proxy.requested(...READ), 2);
  assert.equal(ready(session).checkout.state, 'detected');
});
