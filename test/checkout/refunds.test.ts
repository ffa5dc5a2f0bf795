import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimKeyStorage } from '../../src/checkout/claim-keys.js';
import type { CheckoutRefund } from '../../src/protocol/index.js';
import { idle } from './fake-clock.js';
import { answer, checkoutOf, FakeProxy, invoiceOf, offline, problem, ready } from './fake-proxy.js';

const REFUND = '/pay/checkouts/checkout-1/refund';
const KEY = /^[\w-]{43}$/;
const DAY_MS = 24 * 60 * 60_000;

class FakeStorage implements ClaimKeyStorage {
  readonly #texts = new Map<string, string>();
  get length(): number {
    return this.#texts.size;
  }
  key = (index: number) => [...this.#texts.keys()][index] ?? null;
  getItem = (name: string) => this.#texts.get(name) ?? null;
  setItem = (name: string, text: string) => void this.#texts.set(name, text);
  removeItem = (name: string) => void this.#texts.delete(name);
  get names(): readonly string[] {
    return [...this.#texts.keys()];
  }
}

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
function proxyOfItsOwn(): FakeProxy {
  const proxy = new FakeProxy();
  count += 1;
  proxy.checkout = checkoutOf({ id: `refunds-${count}` });
  return proxy;
}

async function opened(proxy: FakeProxy, storage: ClaimKeyStorage) {
  const session = proxy.session({ storage });
  session.subscribe(() => undefined);
  await idle();
  return session;
}

const keySent = (proxy: FakeProxy) => {
  const { body } = proxy.requests.findLast(({ method }) => method === 'POST') ?? {};
  return typeof body === 'object' && body !== null && 'claimKey' in body ? body.claimKey : undefined;
};

test('a browser sends a random key of its own for every checkout, and the same one again', async () => {
  const storage = new FakeStorage();
  const keys = [];
  for (const proxy of [proxyOfItsOwn(), proxyOfItsOwn()]) {
    await (await opened(proxy, storage)).choose('BTC');
    const first = keySent(proxy);
    assert.match(String(first), KEY);
    await (await opened(proxy, storage)).choose('LTC');
    assert.equal(keySent(proxy), first);
    keys.push(first);
  }
  assert.notEqual(keys[0], keys[1]);
});

test('no key is created before a currency is chosen, and none for a request of another browser', async () => {
  const proxy = proxyOfItsOwn();
  const storage = new FakeStorage();
  const session = await opened(proxy, storage);
  assert.deepEqual(storage.names, []);
  await session.requestRefund(input);
  assert.deepEqual(proxy.requests.at(-1)?.body, input);
  assert.deepEqual(storage.names, []);
});

test('a page without storage keeps the key until it is left', async () => {
  const proxy = proxyOfItsOwn();
  const session = await opened(proxy, blocked);
  await session.choose('BTC');
  const key = keySent(proxy);
  assert.match(String(key), KEY);
  await session.requestRefund(input);
  assert.equal(keySent(proxy), key);
});

test('what others have stored under the name of a key is not sent', async () => {
  const proxy = proxyOfItsOwn();
  const storage = new FakeStorage();
  storage.setItem(`crypto-checkout:claim:${proxy.checkout.id}`, 'not a key');
  await (await opened(proxy, storage)).choose('BTC');
  assert.match(String(keySent(proxy)), KEY);
});

test('keys of a checkout that ended long ago are removed, and nothing else', async () => {
  const storage = new FakeStorage();
  const old = `crypto-checkout:claim:old`;
  storage.setItem(old, `${Date.now() - 400 * DAY_MS} ${'a'.repeat(43)}`);
  storage.setItem('crypto-checkout:claim:recent', `${Date.now() - 90 * DAY_MS} ${'a'.repeat(43)}`);
  storage.setItem('of-the-shop', 'cart');
  const proxy = proxyOfItsOwn();
  await (await opened(proxy, storage)).choose('BTC');
  assert.deepEqual([...storage.names].sort(), [
    `crypto-checkout:claim:recent`,
    `crypto-checkout:claim:${proxy.checkout.id}`,
    'of-the-shop',
  ]);
});

test('a request for money back is answered with what the proxy recorded', async () => {
  const proxy = new FakeProxy();
  proxy.checkout = checkoutOf({ state: 'overpaid', invoice: invoiceOf(), ...withRefund(owed) });
  const session = await opened(proxy, new FakeStorage());
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
  const session = await opened(proxy, new FakeStorage());
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
  const session = await opened(proxy, new FakeStorage());
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
  const session = await opened(proxy, new FakeStorage());
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
