import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckoutSessionOptions } from '../../src/checkout/index.js';
import { sharedSession } from '../../src/checkout/index.js';
import type { SharedSessions } from '../../src/checkout/shared-session.js';
import { idle } from './fake-clock.js';
import { answer, FakeProxy, hang, invoiceOf, ready } from './fake-proxy.js';
import { signedOrder } from './order-token.js';

const subscriber = () => undefined;

/** A page whose elements use one proxy. */
function page() {
  const proxy = new FakeProxy();
  const sessions: SharedSessions = new Map();
  const session = (options: Partial<CheckoutSessionOptions> = {}) =>
    sharedSession(proxy.options(options), sessions);
  return { proxy, sessions, session };
}

test('two elements of one order open it once and share one stream', async () => {
  const { proxy, session } = page();
  const [card, button] = [session(), session({ endpoint: '/pay/', credentials: 'same-origin' })];
  card.subscribe(subscriber);
  await idle();
  let notifications = 0;
  button.subscribe(() => (notifications += 1));
  assert.equal(ready(button).checkout.id, 'checkout-1', 'the second immediately has the state of the first');
  proxy.change({ state: 'awaiting', invoice: invoiceOf() });
  await proxy.clock.pass(20_000);
  assert.equal(notifications, 1);
  assert.equal(card.snapshot, button.snapshot);
  assert.equal(card.serverNowMs(), button.serverNowMs());
  assert.equal(proxy.requests.length, 1);
  assert.equal(proxy.streamsOpened, 1);
});

test('an action in one is shown in the other', async () => {
  const { proxy, session } = page();
  const [card, button] = [session(), session()];
  card.subscribe(subscriber);
  button.subscribe(subscriber);
  await idle();
  proxy.respond = ({ path }) => {
    if (path.endsWith('/invoice')) proxy.change({ state: 'awaiting', invoice: invoiceOf() });
    if (path.endsWith('/cancel')) proxy.change({ state: 'canceled' });
    return answer(proxy.stamped());
  };
  proxy.streamMode = 'silent';
  const chosen = button.choose('BTC');
  assert.deepEqual(ready(card).pending, { kind: 'invoice', currency: 'BTC' });
  await chosen;
  button.change(true);
  assert.equal(ready(card).changing, true);
  await card.cancel();
  assert.equal(ready(button).checkout.state, 'canceled');
});

test('both together send one request when they return to the page', async () => {
  const { proxy, session } = page();
  const elements = [session(), session()];
  for (const element of elements) element.subscribe(subscriber);
  await idle();
  const { length } = proxy.requests;
  for (const element of elements) element.refresh();
  await idle();
  assert.equal(proxy.requests.length - length, 1);
});

test('while one of them is visible, the proxy is polled often', async () => {
  const { proxy, session } = page();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  session({ eventSource: null }).subscribe(subscriber, { isHidden: () => true });
  const leave = session({ eventSource: null }).subscribe(subscriber, { isHidden: () => false });
  await proxy.clock.pass(30_000);
  assert.equal(proxy.requests.length, 11);
  leave();
  await proxy.clock.pass(33_000);
  assert.equal(proxy.requests.length, 13);
});

const OTHERS: readonly [string, Partial<CheckoutSessionOptions>][] = [
  ['another order', { order: 'token-2' }],
  ['another endpoint', { endpoint: '/elsewhere' }],
  ['other credentials', { credentials: 'include' }],
  ['a checkout by its id', { checkout: 'token' }],
];
test('a reference with the text of an order id is not shared with a token of that order', async () => {
  const { proxy, sessions, session } = page();
  session({ order: signedOrder() }).subscribe(subscriber);
  session({ order: 'order-7' }).subscribe(subscriber);
  await idle();
  assert.equal(proxy.requests.length, 2);
  assert.equal(sessions.size, 2);
});

for (const [name, options] of OTHERS) {
  test(`${name} is not shared`, async () => {
    const { proxy, sessions, session } = page();
    proxy.respond = ({ path }) => answer({ ...proxy.stamped(), id: path });
    session().subscribe(subscriber);
    session(options).subscribe(subscriber);
    await idle();
    assert.equal(proxy.requests.length, 2);
    assert.equal(sessions.size, 2);
  });
}

test('the stream stays until the last one leaves, and then nothing is stored', async () => {
  const { proxy, sessions, session } = page();
  const leaves = [session(), session(), session()].map((element) => element.subscribe(subscriber));
  await idle();
  leaves[0]?.();
  leaves[0]?.();
  leaves[1]?.();
  assert.equal(proxy.streams.length, 1);
  leaves[2]?.();
  assert.equal(proxy.streams.length, 0);
  assert.equal(proxy.clock.timers, 0);
  assert.equal(sessions.size, 0);
});

test('an element that returns joins those that were added meanwhile', async () => {
  const { proxy, sessions, session } = page();
  const [first, second] = [session(), session()];
  const leave = first.subscribe(subscriber);
  await idle();
  leave();
  second.subscribe(subscriber);
  await idle();
  const again = first.subscribe(subscriber);
  leave();
  assert.equal(sessions.size, 1, 'leaving twice takes nothing from the others');
  assert.equal(proxy.streams.length, 1);
  assert.equal(first.snapshot, second.snapshot);
  again();
  assert.equal(proxy.streams.length, 1);
});

test('two elements inserted and removed a hundred times leave nothing behind', async () => {
  const { proxy, sessions, session } = page();
  const elements = [session(), session(), session({ checkout: 'checkout-1' })];
  for (let cycle = 0; cycle < 100; cycle += 1) {
    proxy.respond = cycle % 7 === 3 ? hang : () => answer(proxy.stamped());
    proxy.streamMode = cycle % 5 === 1 ? 'silent' : cycle % 5 === 2 ? 'broken' : 'works';
    const leaves = elements.map((element) => element.subscribe(subscriber));
    await proxy.clock.pass([0, 1, 4_000][cycle % 3] ?? 0);
    if (cycle % 4 === 0) elements[0]?.refresh();
    for (const leave of cycle % 2 ? leaves : leaves.reverse()) leave();
    assert.equal(sessions.size, 0);
    assert.equal(proxy.streams.length, 0);
  }
  await idle();
  assert.equal(proxy.clock.timers, 0);
  const { length } = proxy.requests;
  await proxy.clock.pass(3_600_000);
  assert.equal(proxy.requests.length, length);
});

test('a shared session without order and id is refused, too', () => {
  assert.throws(() => sharedSession({ endpoint: '/pay' }), /"order", or "checkout"/);
});
