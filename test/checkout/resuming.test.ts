import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle } from './fake-clock.js';
import type { Respond } from './fake-proxy.js';
import { answer, FakeProxy, invoiceOf, ready } from './fake-proxy.js';

async function opened(proxy: FakeProxy, options = {}) {
  const session = proxy.session(options);
  const leave = session.subscribe(() => undefined);
  await idle();
  return { session, leave };
}

/** One checkout per order, as the proxy promises. */
const perOrder =
  (proxy: FakeProxy): Respond =>
  ({ path, body }) => {
    if (path.endsWith('/invoice')) proxy.change({ state: 'awaiting', invoice: invoiceOf() });
    const id = path === '/pay/checkouts' ? `of ${JSON.stringify(body)}` : proxy.checkout.id;
    proxy.checkout = { ...proxy.checkout, id };
    return answer(proxy.stamped());
  };

test('after a reload the same order shows the same checkout, with its invoice', async () => {
  const proxy = new FakeProxy();
  proxy.respond = perOrder(proxy);
  const before = await opened(proxy);
  await before.session.choose('BTC');
  before.leave();
  const after = await opened(proxy);
  assert.equal(ready(after.session).checkout.id, ready(before.session).checkout.id);
  assert.equal(ready(after.session).checkout.invoice?.address, invoiceOf().address);
});

test('a second device continues by the id of the checkout, and both see the payment', async () => {
  const proxy = new FakeProxy();
  const desk = await opened(proxy);
  const phone = await opened(proxy, { checkout: ready(desk.session).checkout.id });
  assert.equal(proxy.requested('POST', '/pay/checkouts'), 1, 'the phone needs no order');
  proxy.respond = ({ path }) => {
    if (path.endsWith('/invoice')) proxy.change({ state: 'awaiting', invoice: invoiceOf() });
    return answer(proxy.stamped());
  };
  await phone.session.choose('BTC');
  assert.equal(ready(desk.session).checkout.state, 'awaiting');
  proxy.change({ state: 'paid' });
  assert.equal(ready(desk.session).checkout.state, 'paid');
  assert.equal(ready(phone.session).checkout.state, 'paid');
});

test('a session that was away continues its checkout, without the order', async () => {
  const proxy = new FakeProxy();
  const { session, leave } = await opened(proxy);
  leave();
  proxy.change({ state: 'paid' });
  session.subscribe(() => undefined);
  assert.equal(ready(session).checkout.state, 'choosing', 'the last known state immediately');
  await idle();
  assert.equal(ready(session).checkout.state, 'paid');
  assert.equal(proxy.requests.at(-1)?.method, 'GET');
});
