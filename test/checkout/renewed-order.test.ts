import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedSession } from '../../src/checkout/index.js';
import type { SharedSessions } from '../../src/checkout/shared-session.js';
import { idle } from './fake-clock.js';
import { answer, FakeProxy, hang, invoiceOf, offline, problem, ready } from './fake-proxy.js';
import { signedOrder } from './order-token.js';

const subscriber = () => undefined;

async function opened() {
  const proxy = new FakeProxy();
  proxy.checkout = { ...proxy.checkout, state: 'awaiting', invoice: invoiceOf() };
  const session = proxy.session({ order: signedOrder() });
  const leave = session.subscribe(subscriber);
  await idle();
  return { proxy, session, leave };
}

test('a token that states the same changes nothing, and sends nothing', async () => {
  const { proxy, session } = await opened();
  const before = session.snapshot;
  for (let times = 0; times < 70; times += 1) session.renewOrder(signedOrder());
  await proxy.clock.pass(20_000);
  assert.equal(session.snapshot, before);
  assert.equal(proxy.requests.length, 1);
});

test('a token with another price is sent once, and shows the price of the answer in the same payment', async () => {
  const { proxy, session } = await opened();
  const phases = new Set<string>();
  session.subscribe(() => phases.add(session.snapshot.phase));
  proxy.respond = () => {
    proxy.change({ order: { ...proxy.checkout.order, amount: '59' } });
    return answer(proxy.stamped());
  };
  const token = signedOrder({ amount: '59' });
  session.renewOrder(token);
  await proxy.clock.pass(20_000);
  assert.equal(ready(session).checkout.order.amount, '59');
  assert.deepEqual([...phases], ['ready']);
  assert.deepEqual(
    proxy.requests.slice(1).map(({ path, body }) => [path, body]),
    [['/pay/checkouts', { order: token }]],
  );
});

test('of many prices in quick succession only the last one follows the request in flight', async () => {
  const { proxy, session } = await opened();
  let answers: (() => void)[] = [];
  let inFlight = 0;
  let most = 0;
  proxy.respond = async () => {
    most = Math.max(most, (inFlight += 1));
    await new Promise<void>((resolve) => answers.push(resolve));
    inFlight -= 1;
    return answer(proxy.stamped());
  };
  const tokens = Array.from({ length: 20 }, (_, number) => signedOrder({ amount: String(50 + number) }));
  for (const token of tokens) session.renewOrder(token);
  for (let round = 0; round < 3; round += 1) {
    await idle();
    for (const send of answers.splice(0)) send();
  }
  answers = [];
  await idle();
  assert.equal(most, 1);
  assert.deepEqual(
    proxy.requests.slice(1).map(({ body }) => body),
    [{ order: tokens[0] }, { order: tokens.at(-1) }],
  );
});

test('the address stays while the proxy is down, and the newest price is sent once it is back', async () => {
  const { proxy, session } = await opened();
  proxy.respond = offline;
  proxy.streamMode = 'silent';
  for (const amount of ['59', '69', '79']) {
    session.renewOrder(signedOrder({ amount }));
    await idle();
  }
  await proxy.clock.pass(60_000);
  assert.equal(ready(session).checkout.invoice?.address, 'bc1qaddress');
  assert.equal(ready(session).connection, 'trouble');
  assert.ok(proxy.requests.length < 20, `${proxy.requests.length} requests in a minute`);
  proxy.respond = () => answer(proxy.stamped());
  const last = signedOrder({ amount: '89' });
  session.renewOrder(last);
  await proxy.clock.pass(60_000);
  assert.equal(ready(session).connection, 'live');
  assert.equal(proxy.requests.filter(({ body }) => JSON.stringify(body)?.includes(last)).length, 1);
});

test('a token that the proxy refuses does not end an open payment', async () => {
  const { proxy, session } = await opened();
  proxy.respond = ({ method }) => (method === 'POST' ? problem('order_not_found') : answer(proxy.stamped()));
  session.renewOrder(signedOrder({ amount: '59' }));
  await proxy.clock.pass(120_000);
  assert.equal(ready(session).checkout.invoice?.address, 'bc1qaddress');
  assert.equal(ready(session).connection, 'live');
  assert.equal(proxy.requested('POST', '/pay/checkouts'), 2);
});

test('a new token opens the order that an expired one could not', async () => {
  const proxy = new FakeProxy();
  proxy.respond = () => problem('order_expired');
  const session = proxy.session({ order: signedOrder() });
  session.subscribe(subscriber);
  await idle();
  assert.equal(session.snapshot.phase, 'failed');
  proxy.respond = () => answer(proxy.stamped());
  session.renewOrder(signedOrder());
  await idle();
  assert.equal(session.snapshot.phase, 'ready');
});

test('a token that comes while an expired one is being refused opens the order', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session({ order: signedOrder() });
  proxy.respond = async () => {
    await idle();
    proxy.respond = () => answer(proxy.stamped());
    return problem('order_expired');
  };
  session.subscribe(subscriber);
  session.renewOrder(signedOrder());
  await idle();
  await idle();
  assert.equal(session.snapshot.phase, 'ready');
  assert.equal(proxy.requests.length, 2);
});

test('a token that comes while the order opens is not sent as well', async () => {
  const proxy = new FakeProxy();
  const session = proxy.session({ order: signedOrder() });
  session.subscribe(subscriber);
  for (let times = 0; times < 10; times += 1) session.renewOrder(signedOrder());
  await proxy.clock.pass(20_000);
  assert.equal(session.snapshot.phase, 'ready');
  assert.equal(proxy.requests.length, 1);
});

test('new tokens do not hurry the retries of an order that cannot be opened', async () => {
  const proxy = new FakeProxy();
  proxy.respond = offline;
  const session = proxy.session({ order: signedOrder() });
  session.subscribe(subscriber);
  for (let seconds = 0; seconds < 60; seconds += 1) {
    session.renewOrder(signedOrder());
    await proxy.clock.pass(1_000);
  }
  assert.ok(proxy.requests.length < 15, `${proxy.requests.length} requests in a minute`);
});

test('a request that hangs is replaced, never doubled', async () => {
  const { proxy, session } = await opened();
  proxy.respond = hang;
  for (let seconds = 0; seconds < 10; seconds += 1) {
    session.renewOrder(signedOrder({ amount: String(seconds) }));
    await proxy.clock.pass(1_000);
    const inFlight = proxy.requests.slice(1).filter(({ init }) => !init.signal?.aborted);
    assert.ok(inFlight.length <= 1, `${inFlight.length} requests at once`);
  }
});

test('two elements whose tokens were signed one after the other share a session', async () => {
  const proxy = new FakeProxy();
  const sessions: SharedSessions = new Map();
  for (let times = 0; times < 2; times += 1)
    sharedSession(proxy.options({ order: signedOrder() }), sessions).subscribe(subscriber);
  await idle();
  assert.equal(proxy.requests.length, 1);
  sharedSession(proxy.options({ order: signedOrder({ sub: 'order-8' }) }), sessions).subscribe(subscriber);
  assert.equal(sessions.size, 2);
});

test('the newest price is sent again after another tab has set another one', async () => {
  const { proxy, session } = await opened();
  proxy.change({ order: { ...proxy.checkout.order, amount: '59' } });
  await idle();
  assert.equal(ready(session).checkout.order.amount, '59');
  proxy.respond = () => {
    proxy.change({ order: { ...proxy.checkout.order, amount: '49' } });
    return answer(proxy.stamped());
  };
  const token = signedOrder();
  session.renewOrder(token);
  await proxy.clock.pass(20_000);
  assert.equal(ready(session).checkout.order.amount, '49');
  assert.deepEqual(
    proxy.requests.slice(1).map(({ path, body }) => [path, body]),
    [['/pay/checkouts', { order: token }]],
  );
});

test('a page that keeps the first token does not undo the price of another tab', async () => {
  const { proxy } = await opened();
  proxy.change({ order: { ...proxy.checkout.order, amount: '59' } });
  await proxy.clock.pass(20_000);
  assert.equal(proxy.requests.length, 1);
});

test('a token signed again is sent before the next choice, which the first one is too old for', async () => {
  const { proxy, session } = await opened();
  const renewed = signedOrder();
  session.renewOrder(renewed);
  let isRenewed = false;
  proxy.respond = ({ path, body }) => {
    if (path === '/pay/checkouts') isRenewed = JSON.stringify(body).includes(renewed);
    return isRenewed ? answer(proxy.stamped()) : problem('new_link_required');
  };
  await session.choose('BTC');
  assert.equal(ready(session).problem, null);
  await session.choose('BTC');
  assert.deepEqual(
    proxy.requests.slice(1).map(({ path }) => path),
    ['/pay/checkouts', '/pay/checkouts/checkout-1/invoice', '/pay/checkouts/checkout-1/invoice'],
  );
});

test('a choice is sent as well if the token that was signed again is refused or gets no answer', async () => {
  const { proxy, session } = await opened();
  for (const refusal of [() => problem('order_not_found'), offline]) {
    session.renewOrder(signedOrder());
    proxy.respond = (request) => (request.path === '/pay/checkouts' ? refusal() : answer(proxy.stamped()));
    await session.choose('BTC');
    assert.equal(ready(session).problem, null);
  }
});
