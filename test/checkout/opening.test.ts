import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheckoutSession } from '../../src/checkout/index.js';
import { idle } from './fake-clock.js';
import { CLAIM, answer, checkoutOf, FakeProxy, hang, offline, problem, ready } from './fake-proxy.js';

const subscriber = () => undefined;

test('nothing is sent before the first subscriber', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session();
  session.refresh();
  session.change(true);
  await session.choose('BTC');
  await session.cancel();
  await proxy.clock.pass(60_000);
  assert.equal(proxy.requests.length, 0);
  assert.equal(proxy.streamsOpened, 0);
  assert.deepEqual(session.snapshot, { phase: 'loading' });
  assert.equal(session.serverNowMs(), null);
});

test('the order is sent once, and its checkout shown', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session({ credentials: 'include' });
  let notifications = 0;
  session.subscribe(() => (notifications += 1));
  await idle();
  assert.deepEqual(
    proxy.requests.map(({ method, path, body, init }) => [method, path, body, init.credentials]),
    [['POST', '/pay/checkouts', { order: 'token' }, 'include']],
  );
  assert.equal(proxy.streams[0]?.withCredentials, true);
  assert.equal(ready(session).checkout.order.id, 'order-7');
  assert.equal(notifications, 1);
  await proxy.clock.pass(20_000);
  assert.equal(proxy.requests.length, 1);
});

test('an earlier checkout is continued by its id', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session({ checkout: 'checkout-1', endpoint: 'https://pay.example/base/' });
  session.subscribe(subscriber);
  await idle();
  assert.deepEqual(
    proxy.requests.map(({ method, path }) => `${method} ${path}`),
    ['GET https://pay.example/base/checkouts/checkout-1'],
  );
  assert.equal(
    proxy.streams[0]?.url,
    `https://pay.example/base/checkouts/checkout-1/events?browser=${CLAIM.browser}`,
  );
  assert.equal(proxy.streams[0].withCredentials, false);
  assert.equal(session.snapshot.phase, 'ready');
});

test('an id cannot lead to another path', async () => {
  const proxy = new FakeProxy();
  proxy.session({ checkout: '../wallets?x' }).subscribe(subscriber);
  assert.equal(proxy.requests[0]?.path, '/pay/checkouts/..%2Fwallets%3Fx');
});

test('a session without order and id is refused, with the remedy', () => {
  assert.throws(() => createCheckoutSession({ endpoint: '/pay' }), /"order", or "checkout"/);
});

for (const code of ['order_not_found', 'order_expired', 'origin_not_allowed'] as const) {
  test(`${code} is shown immediately, and retried only by the payer`, async () => {
    const proxy = new FakeProxy();
    proxy.respond = () => problem(code);
    const session = proxy.session();
    session.subscribe(subscriber);
    await proxy.clock.pass(600_000);
    assert.deepEqual(session.snapshot, {
      phase: 'failed',
      problem: { code, retryable: false, requestId: 'request-9' },
    });
    assert.equal(proxy.requests.length, 1);
    proxy.respond = () => answer(proxy.stamped());
    session.refresh();
    assert.equal(session.snapshot.phase, 'loading');
    await idle();
    assert.equal(session.snapshot.phase, 'ready');
  });
}

test('one failure while loading is not shown', async () => {
  const proxy = new FakeProxy();
  proxy.respond = () => problem('store_unavailable');
  const session = proxy.session();
  const phases: string[] = [];
  session.subscribe(() => phases.push(session.snapshot.phase));
  await idle();
  proxy.respond = () => answer(proxy.stamped());
  await proxy.clock.pass(3_000);
  assert.deepEqual(phases, ['ready']);
});

test('consecutive failures are shown, and retried without the payer', async () => {
  const proxy = new FakeProxy();
  proxy.respond = offline;
  const session = proxy.session();
  session.subscribe(subscriber);
  await proxy.clock.pass(600_000);
  assert.deepEqual(session.snapshot, { phase: 'failed', problem: { code: 'offline', retryable: true } });
  assert.ok(proxy.requests.length >= 20, `${proxy.requests.length} tries in ten minutes`);
  assert.ok(proxy.requests.length <= 30, `${proxy.requests.length} tries in ten minutes`);
  proxy.respond = () => answer(proxy.stamped());
  await proxy.clock.pass(30_000);
  assert.equal(session.snapshot.phase, 'ready');
});

test('a request without a response times out, and is sent again', async () => {
  const proxy = new FakeProxy();
  proxy.respond = hang;
  const session = proxy.session();
  session.subscribe(subscriber);
  await proxy.clock.pass(40_000);
  assert.equal(session.snapshot.phase, 'failed');
  assert.ok(proxy.requests[0]?.init.signal?.aborted);
});

const STRANGE: readonly [string, () => Response, boolean][] = [
  ['a page instead of an answer', () => new Response('<html>'), true],
  ['a page with 502', () => new Response('<html>', { status: 502 }), true],
  ['a page with 404', () => new Response('<html>', { status: 404 }), false],
  ['an unknown problem with 429', () => answer({ code: 'slow_down' }, 429), true],
  ['a checkout without its order', () => answer({ ...checkoutOf(), order: null }), true],
];
for (const [name, respond, retryable] of STRANGE) {
  test(`${name} is an invalid response, ${retryable ? 'tried again' : 'not tried again'}`, async () => {
    const proxy = new FakeProxy();
    proxy.respond = respond;
    const session = proxy.session();
    session.subscribe(subscriber);
    await proxy.clock.pass(10_000);
    assert.deepEqual(session.snapshot, { phase: 'failed', problem: { code: 'invalid_response', retryable } });
    assert.equal(proxy.requests.length > 1, retryable);
  });
}

test('the session closes everything after the last subscriber, and the next one needs no new order', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session();
  const leave = session.subscribe(subscriber);
  const leaveToo = session.subscribe(subscriber);
  await idle();
  leave();
  leave();
  assert.equal(proxy.streams.length, 1, 'a subscriber is left');
  leaveToo();
  assert.equal(proxy.streams.length, 0);
  proxy.change({ state: 'awaiting' });
  session.subscribe(subscriber);
  await idle();
  assert.equal(ready(session).checkout.state, 'awaiting');
  assert.equal(proxy.requested('POST', '/pay/checkouts'), 1);
});

for (const streamMode of ['works', 'silent', 'broken'] as const) {
  test(`subscribing and leaving a hundred times leaves nothing behind (stream: ${streamMode})`, async () => {
    const proxy = new FakeProxy();
    proxy.streamMode = streamMode;
    const session = proxy.session();
    for (let cycle = 0; cycle < 100; cycle += 1) {
      if (cycle % 10 === 0) proxy.respond = cycle % 20 === 0 ? hang : () => answer(proxy.stamped());
      const leave = session.subscribe(subscriber);
      if (cycle % 3 > 0) await proxy.clock.pass(cycle % 3 === 1 ? 0 : 4_000);
      leave();
    }
    await idle();
    assert.equal(proxy.clock.timers, 0);
    assert.equal(proxy.streams.length, 0);
    const { length } = proxy.requests;
    await proxy.clock.pass(3_600_000);
    assert.equal(proxy.requests.length, length);
  });
}

test('a response after the last subscriber has left changes nothing', async () => {
  const proxy = new FakeProxy();
  let finish: (response: Response) => void = subscriber;
  proxy.respond = () => new Promise((resolve) => (finish = resolve));
  const session = proxy.session();
  session.subscribe(subscriber)();
  finish(answer(proxy.stamped()));
  await idle();
  assert.equal(session.snapshot.phase, 'loading');
});
