import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { ClaimKeyStorage } from '../../src/checkout/claim-keys.js';
import type { CheckoutRefund } from '../../src/protocol/index.js';
import { idle } from './fake-clock.js';
import { FakeStorage } from './fake-storage.js';
import { answer, checkoutOf, FakeProxy, invoiceOf, offline, problem, ready } from './fake-proxy.js';

const REFUND = '/pay/checkouts/checkout-1/refund';
const KEY = /^[\w-]{43}$/;
const DAY_MS = 24 * 60 * 60_000;

const blocked: ClaimKeyStorage = {
  get length(): number {
    throw new Error('blocked');
  },
  key: () => null,
  getItem: () => {
    throw new Error('blocked');
  },
  setItem: () => {
    throw new Error('blocked');
  },
  removeItem: () => undefined,
};

const owed: CheckoutRefund = {
  ...{ invoice: 1, reason: 'surplus', currency: 'BTC', amount: '0.0002', state: 'possible' },
  ...{ proven: false, address: null, requestedAt: null, reply: null, transaction: null },
};
const requested: CheckoutRefund = { ...owed, state: 'requested', address: 'bc1q…f3t4', proven: true };
const withRefund = (item: CheckoutRefund) => ({ refunds: { asksEmail: false, items: [item] } });
const input = { invoice: 1, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: '0.0002' };

/** Another id for every test: the page remembers the keys. */
let count = 0;
function proxyOfItsOwn(order = 'A-1'): FakeProxy {
  const proxy = new FakeProxy();
  count += 1;
  const base = checkoutOf({ id: `refunds-${count}` });
  proxy.checkout = { ...base, order: { ...base.order, id: order } };
  return proxy;
}

async function opened(proxy: FakeProxy, storage?: ClaimKeyStorage) {
  const session = proxy.session({
    ...(storage && { storage }),
    order: tokenOf(proxy.checkout.order.id, 1),
  });
  session.subscribe(() => undefined);
  await idle();
  return session;
}

/** The key that the page sends with a refund request. */
async function keyOf(proxy: FakeProxy, storage: ClaimKeyStorage): Promise<string> {
  const session = await opened(proxy, storage);
  await session.choose('BTC');
  await session.requestRefund(input);
  const { body } = proxy.requests.findLast(({ method }) => method === 'POST') ?? {};
  return String(typeof body === 'object' && body !== null && 'claimKey' in body ? body.claimKey : undefined);
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** A token of the order; each page gets a new one. */
const tokenOf = (order: string, issuedAt: number) =>
  ['{}', JSON.stringify({ sub: order, iat: issuedAt }), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test('a browser has a random key of its own for every checkout, and keeps it', async () => {
  const storage = new FakeStorage();
  const keys = [];
  for (const order of ['A-1', 'A-2']) {
    const proxy = proxyOfItsOwn(order);
    const first = await keyOf(proxy, storage);
    assert.match(first, KEY);
    assert.equal(await keyOf(proxy, storage), first);
    keys.push(first);
  }
  assert.notEqual(keys[0], keys[1]);
});

test('the key is sent with a refund request alone, its hash with every request that can show an address', async () => {
  const proxy = proxyOfItsOwn('Ä-3');
  const storage = new FakeStorage();
  const key = await keyOf(proxy, storage);
  const texts = proxy.requests.map(({ path, query, body }) => JSON.stringify([path, query, body]));
  assert.deepEqual(
    texts.map((text) => text.includes(key)),
    proxy.requests.map(({ path }) => path.endsWith('/refund')),
  );
  const query = `?browser=${hashOf(key)}`;
  const [first, ...later] = proxy.requests;
  assert.equal(first?.query, '', 'the first page of a browser does not know the checkout yet');
  assert.ok(later.length > 1);
  for (const request of later) assert.equal(request.query, query, request.path);
  for (const { url } of proxy.streams) assert.ok(url.endsWith(query), url);

  // The page of the shop again, with a new token; and a page that continues the checkout by its id.
  proxy.requests.length = 0;
  for (const subject of [{ order: tokenOf('Ä-3', 2) }, { checkout: proxy.checkout.id }]) {
    proxy.session({ storage, ...subject }).subscribe(() => undefined);
    await idle();
  }
  assert.deepEqual(
    proxy.requests.map((request) => request.query),
    [query, query],
  );
});

test('a checkout that came with the page has its key before an address can be shown', async () => {
  const proxy = proxyOfItsOwn('A-4');
  const storage = new FakeStorage();
  const session = proxy.session({ storage, initial: proxy.stamped() });
  session.subscribe(() => undefined);
  await session.choose('BTC');
  const [request] = proxy.requests;
  assert.match(request?.query ?? '', /^\?browser=[\w-]{43}$/);
  for (const { url } of proxy.streams) assert.ok(url.endsWith(request?.query ?? '-'), url);
});

test('a page without storage keeps the key until it is left', async () => {
  const proxy = proxyOfItsOwn('A-5');
  const key = await keyOf(proxy, blocked);
  assert.match(key, KEY);
  assert.equal(await keyOf(proxy, blocked), key);
});

test('what others have stored under the name of a key is not sent', async () => {
  const proxy = proxyOfItsOwn('A-6');
  const storage = new FakeStorage();
  storage.setItem(`crypto-checkout:claim:${proxy.checkout.id}`, 'not a key');
  assert.match(await keyOf(proxy, storage), KEY);
});

test('keys of a checkout that ended long ago are removed, and nothing else', async () => {
  const storage = new FakeStorage();
  const old = `crypto-checkout:claim:old`;
  const text = `${'a'.repeat(43)} ${'b'.repeat(43)}`;
  storage.setItem(old, `${Date.now() - 400 * DAY_MS} ${text}`);
  storage.setItem('crypto-checkout:claim:recent', `${Date.now() - 90 * DAY_MS} ${text}`);
  storage.setItem('of-the-shop', 'cart');
  const proxy = proxyOfItsOwn('A-7');
  await keyOf(proxy, storage);
  assert.deepEqual([...storage.names].sort(), [
    'crypto-checkout:claim:order:A-7',
    `crypto-checkout:claim:recent`,
    `crypto-checkout:claim:${proxy.checkout.id}`,
    'of-the-shop',
  ]);
});

test('a request for money back is answered with what the proxy recorded', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = checkoutOf({ state: 'overpaid', invoice: invoiceOf(), ...withRefund(owed) });
  const session = await opened(proxy);
  proxy.respond = () => {
    proxy.change(withRefund(requested));
    return answer(proxy.stamped());
  };
  assert.deepEqual(await session.requestRefund({ ...input, email: 'ann@example.org' }), {
    ok: true,
    refund: requested,
  });
  assert.equal(proxy.requested('POST', REFUND), 1);
  assert.deepEqual(ready(session).checkout.refunds?.items, [requested]);
});

test('a refused request says why, and shows what is owed by now', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = checkoutOf({ state: 'overpaid', invoice: invoiceOf(), ...withRefund(owed) });
  const session = await opened(proxy);
  proxy.streamMode = 'silent';
  const less = { ...owed, amount: '0.0001' };
  proxy.respond = ({ path }) => {
    if (path !== REFUND) return answer(proxy.stamped());
    proxy.change(withRefund(less));
    return problem('refund_unavailable');
  };
  const result = await session.requestRefund(input);
  assert.equal(result.ok ? '' : result.problem.code, 'refund_unavailable');
  await idle();
  assert.deepEqual(ready(session).checkout.refunds?.items, [less]);
});

test('of a request whose answer was lost, the payer sees that it has arrived', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = checkoutOf({ state: 'overpaid', invoice: invoiceOf(), ...withRefund(owed) });
  const session = await opened(proxy);
  proxy.streamMode = 'silent';
  proxy.respond = ({ path }) => {
    if (path !== REFUND) return answer(proxy.stamped());
    proxy.change(withRefund(requested));
    return offline();
  };
  const result = await session.requestRefund(input);
  assert.equal(result.ok ? '' : result.problem.code, 'offline');
  await idle();
  assert.deepEqual(ready(session).checkout.refunds?.items, [requested]);
});

test('the page of a paid order follows its refund until the transaction is known, and no longer', async () => {
  const proxy = proxyOfItsOwn();
  proxy.change({ state: 'overpaid', invoice: invoiceOf(), ...withRefund(requested) });
  const session = await opened(proxy);
  assert.equal(proxy.streams.length, 1);
  const [sent, known] = [
    { ...requested, state: 'sent' },
    { ...requested, state: 'sent', transaction: 'a'.repeat(64) },
  ] as const;
  proxy.change(withRefund({ ...requested, state: 'approved' }));
  proxy.change(withRefund(sent));
  assert.deepEqual(ready(session).checkout.refunds?.items, [sent]);
  assert.equal(proxy.streams.length, 1);
  proxy.change(withRefund(known));
  await idle();
  assert.deepEqual(ready(session).checkout.refunds?.items, [known]);
  assert.equal(proxy.streams.length, 0);
  assert.equal(proxy.clock.timers, 0);
});

test('without a stream, it asks about the refund slowly', async () => {
  const proxy = proxyOfItsOwn();
  proxy.change({ state: 'paid', invoice: invoiceOf(), ...withRefund(requested) });
  const session = proxy.session({ eventSource: null });
  session.subscribe(() => undefined);
  await idle();
  const { length } = proxy.requests;
  await proxy.clock.pass(300_000);
  assert.equal(proxy.requests.length - length, 10);
});
