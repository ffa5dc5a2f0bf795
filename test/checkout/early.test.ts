import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createCheckoutSession } from '../../src/checkout/index.js';
import { keepEarlyRequests } from '../../src/checkout/early-requests.js';
import { idle } from './fake-clock.js';
import { answer, checkoutOf, FakeProxy, iso, invoiceOf, ready } from './fake-proxy.js';

const subscriber = () => undefined;

/** A session of a page: the platform's fetch and clock. It polls, since Node 20 has no `EventSource`. */
function sessionOfPage(t: TestContext, order: string) {
  const fetched = t.mock.method(globalThis, 'fetch', async () => answer(checkoutOf({ id: 'fetched-again' })));
  const session = createCheckoutSession({ endpoint: '/pay/', order, eventSource: null });
  const subscribe = () => t.after(session.subscribe(subscriber));
  return { session, subscribe, fetched: () => fetched.mock.callCount() };
}

function sentBefore(order: string, { agoMs = 0, response = Promise.resolve(answer(checkoutOf())) } = {}) {
  const sentAtMs = performance.now() - agoMs;
  keepEarlyRequests([
    {
      ...{ url: '/pay/checkouts', body: JSON.stringify({ order }), credentials: 'same-origin', sentAtMs },
      response: response.then(async (value) => ({
        response: value,
        text: await value.text(),
        receivedAtMs: sentAtMs,
      })),
    },
  ]);
}

test('a request that was sent before the code had loaded is not sent again', async (t) => {
  sentBefore('A');
  const { session, subscribe, fetched } = sessionOfPage(t, 'A');
  subscribe();
  await idle();
  assert.equal(ready(session).checkout.id, 'checkout-1');
  assert.equal(fetched(), 0);
});

test('it counts for one session of the same order, and for no other order', async (t) => {
  sentBefore('B');
  const other = sessionOfPage(t, 'another');
  other.subscribe();
  await idle();
  assert.equal(other.fetched(), 1);
  t.mock.reset();
  const [first, second] = [sessionOfPage(t, 'B'), sessionOfPage(t, 'B')];
  first.subscribe();
  second.subscribe();
  await idle();
  assert.equal(ready(first.session).checkout.id, 'checkout-1');
  assert.equal(ready(second.session).checkout.id, 'fetched-again');
});

test('one that is older than ten seconds is too old: the proxy is polled', async (t) => {
  sentBefore('C', { agoMs: 10_001 });
  const { session, subscribe } = sessionOfPage(t, 'C');
  subscribe();
  await idle();
  assert.equal(ready(session).checkout.id, 'fetched-again');
});

test('one that failed is repeated like any other', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  sentBefore('D', { response: Promise.reject(new TypeError('Failed to fetch')) });
  const { session, subscribe, fetched } = sessionOfPage(t, 'D');
  subscribe();
  await idle();
  assert.equal(session.snapshot.phase, 'loading');
  t.mock.timers.tick(3000);
  await idle();
  assert.equal(fetched(), 1);
  assert.equal(ready(session).checkout.id, 'fetched-again');
});

test('a checkout that is part of the page is shown immediately, without a request', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session({ initial: proxy.stamped() });
  assert.equal(ready(session).checkout.id, 'checkout-1');
  session.subscribe(subscriber);
  await idle();
  await proxy.clock.pass(20_000);
  assert.equal(proxy.requests.length, 0);
  assert.equal(proxy.streamsOpened, 1);
});

test('the stream brings the changes since the page was rendered', async () => {
  const proxy = new FakeProxy();
  const initial = proxy.stamped();
  proxy.change({ state: 'awaiting', invoice: invoiceOf() });
  const session = proxy.session({ initial });
  session.subscribe(subscriber);
  await idle();
  assert.equal(ready(session).checkout.state, 'awaiting');
});

test('without streams it polls, and an old page does not set the clock back for long', async () => {
  const proxy = new FakeProxy();
  const initial = proxy.stamped();
  await proxy.clock.pass(60_000);
  const session = proxy.session({ initial, eventSource: null });
  session.subscribe(subscriber);
  assert.equal(session.serverNowMs(), Date.parse(iso(0)));
  await proxy.clock.pass(30_000);
  assert.equal(proxy.requested('GET', '/pay/checkouts/checkout-1'), 1);
  assert.equal(session.serverNowMs(), Date.parse(iso(90_000)));
});

test('a session that is reused polls for changes', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session({ initial: proxy.stamped() });
  session.subscribe(subscriber)();
  session.subscribe(subscriber);
  await idle();
  assert.equal(proxy.requested('GET', '/pay/checkouts/checkout-1'), 1);
});
