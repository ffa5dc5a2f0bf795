import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle } from './fake-clock.js';
import {
  answer,
  checkoutOf,
  FakeProxy,
  invoiceOf,
  offline,
  problem,
  ready,
  type Respond,
} from './fake-proxy.js';
import { until } from '../until.js';
import { FakeStorage } from './fake-storage.js';

/** Another id for every test: a page remembers its keys. */
let count = 0;

/** A proxy whose order is open, until `pay` is called: then only the id of its checkout opens it. */
function proxyOfItsOwn() {
  const proxy = new FakeProxy();
  const id = `paid-${(count += 1)}`;
  proxy.checkout = { ...checkoutOf({ id }), order: { ...checkoutOf().order, id: `order-${id}` } };
  const byId: Respond = ({ path }) =>
    path === `/pay/checkouts/${id}` ? answer(proxy.stamped()) : problem('checkout_not_found');
  const order = ['{}', JSON.stringify({ sub: `order-${id}` }), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  const open = async (storage: FakeStorage, subject: string = order) => {
    const session = proxy.session({ storage, order: subject });
    const end = session.subscribe(() => undefined);
    await idle();
    return { session, end };
  };
  return {
    ...{ proxy, order },
    pay(closed: Respond = () => problem('checkout_closed')) {
      proxy.change({ state: 'paid', invoice: invoiceOf({ paid: '0.001', due: '0' }) });
      proxy.respond = (request) => (request.method === 'POST' ? closed(request) : byId(request));
    },
    open,
    /** Opens the order, and leaves the page once the browser has kept its key. */
    async visit(storage: FakeStorage) {
      const { end } = await open(storage);
      await until(
        () => storage.length,
        'the key is kept',
        (length) => length > 0,
      );
      end();
    },
  };
}

test('the browser that has opened an order sees its receipt after a reload, with a new token too', async () => {
  const { order, pay, open, visit } = proxyOfItsOwn();
  const storage = new FakeStorage();
  await visit(storage);
  pay();
  const { session } = await open(storage, order.replace(/x?.$/, 'y'));
  assert.equal(ready(session).checkout.state, 'paid');
});

test('another browser reads that nothing is left to pay, and asks for no checkout', async () => {
  const { proxy, pay, open } = proxyOfItsOwn();
  pay();
  const storage = new FakeStorage();
  // It has paid another order.
  storage.setItem('crypto-checkout:claim:other', `1 ${'k'.repeat(43)} ${'b'.repeat(43)}`);
  const { session } = await open(storage);
  const { snapshot } = session;
  assert.equal(snapshot.phase === 'failed' && snapshot.problem.code, 'checkout_closed');
  assert.equal(proxy.requests.filter(({ method }) => method === 'GET').length, 0);
});

test('a browser whose checkout was deleted reads the same', async () => {
  const { proxy, pay, open, visit } = proxyOfItsOwn();
  const storage = new FakeStorage();
  await visit(storage);
  pay();
  proxy.respond = ({ method }) => problem(method === 'POST' ? 'checkout_closed' : 'checkout_not_found');
  const { session } = await open(storage);
  const { snapshot } = session;
  assert.equal(snapshot.phase === 'failed' && snapshot.problem.code, 'checkout_closed');
});

test('a receipt that cannot be read now is read later', async () => {
  const { proxy, pay, open, visit } = proxyOfItsOwn();
  const storage = new FakeStorage();
  await visit(storage);
  pay();
  const { respond } = proxy;
  proxy.respond = (request) => (request.method === 'GET' ? offline() : respond(request));
  const { session } = await open(storage);
  proxy.respond = respond;
  await proxy.clock.pass(60_000);
  assert.equal(ready(session).checkout.state, 'paid');
});

test('a reference that leads to another order each time shows the receipt of the last one', async () => {
  const proxy = new FakeProxy();
  const storage = new FakeStorage();
  const orders = ['cart-1', 'cart-2'].map((id) => ({
    ...checkoutOf({ id, state: 'paid', invoice: invoiceOf({ paid: '0.001', due: '0' }) }),
    order: { ...checkoutOf().order, id: `order-${id}` },
  }));
  const visit = async () => {
    const session = proxy.session({ storage, order: 'cart' });
    const end = session.subscribe(() => undefined);
    await idle();
    return { session, end };
  };
  for (const checkout of orders) {
    proxy.respond = () => answer({ ...checkout, state: 'choosing', invoice: null });
    const { end } = await visit();
    const name = `crypto-checkout:claim:${checkout.id}`;
    await until(() => storage.names.includes(name), 'the key is kept', Boolean);
    end();
  }
  proxy.respond = ({ method, path }) =>
    method === 'POST'
      ? problem('checkout_closed')
      : answer(orders.find(({ id }) => path === `/pay/checkouts/${id}`));
  const { session } = await visit();
  assert.equal(ready(session).checkout.order.id, 'order-cart-2');
});
