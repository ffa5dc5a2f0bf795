import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DepositSession, DepositSessionOptions, DepositSnapshot } from '../../src/checkout/index.js';
import { createDepositSession } from '../../src/checkout/index.js';
import { caipIds } from '../../src/payment/index.js';
import type { DepositAddress } from '../../src/protocol/index.js';
import { idle } from './fake-clock.js';
import { answer, FakeProxy, hang, offline, problem } from './fake-proxy.js';

const WALLETS = ['POST', '/pay/deposit-addresses'] as const;

const wallet: DepositAddress = {
  id: 'wallet-1',
  currency: 'BTC',
  ...caipIds('BTC'),
  address: 'bc1qaddress',
  createdAt: '2026-11-21T10:00:00Z',
  testMode: false,
};

/** A proxy that returns an address for every customer, in the requested currency. */
function proxyOfWallets(): FakeProxy {
  const proxy = new FakeProxy();
  proxy.respond = ({ body }) => answer({ ...wallet, ...(body as object) });
  return proxy;
}

function sessionAt(proxy: FakeProxy, options: Partial<DepositSessionOptions> = {}): DepositSession {
  const { fetch, clock } = proxy;
  return createDepositSession({
    endpoint: '/pay/',
    customer: 'anna',
    fetch,
    clock,
    random: () => 0.5,
    ...options,
  });
}

/** A session with a subscriber, and the phases that it went through. */
function watched(proxy: FakeProxy, options: Partial<DepositSessionOptions> = {}) {
  const session = sessionAt(proxy, options);
  const seen: DepositSnapshot[] = [];
  const leave = session.subscribe(() => seen.push(session.snapshot));
  const phases = () => seen.map(({ phase }) => phase);
  return { session, seen, phases, leave };
}

test('a customer chooses a coin and gets the address', async () => {
  const proxy = proxyOfWallets();
  const { session, phases } = watched(proxy);
  assert.deepEqual(session.snapshot, { phase: 'choosing', wallet: null });
  session.choose('BTC');
  assert.deepEqual(session.snapshot, { phase: 'requesting', currency: 'BTC', isSlow: false });
  await idle();
  assert.deepEqual(session.snapshot, { phase: 'ready', wallet });
  assert.deepEqual(phases(), ['requesting', 'ready']);
  const [request] = proxy.requests;
  assert.deepEqual(request?.body, { customer: 'anna', currency: 'BTC' });
  assert.equal(request?.init.credentials, 'same-origin');
  assert.equal(proxy.requested(...WALLETS), 1);
  assert.equal(proxy.clock.timers, 0);
});

test('nothing is requested before a currency is selected, nor without a subscriber', async () => {
  const proxy = proxyOfWallets();
  const session = sessionAt(proxy);
  session.choose('BTC');
  await proxy.clock.pass(60_000);
  assert.equal(proxy.requests.length, 0);
  session.subscribe(() => {});
  await idle();
  assert.equal(session.snapshot.phase, 'ready');
});

test('a session without a customer is refused, with the required fields', () => {
  assert.throws(() => createDepositSession({ endpoint: '/pay', customer: '' }), /needs "customer"/);
});

test('one failure is retried, and the customer reads that the request continues', async () => {
  const proxy = proxyOfWallets();
  const works = proxy.respond;
  proxy.respond = offline;
  const { session, phases } = watched(proxy);
  session.choose('BTC');
  await idle();
  assert.deepEqual(session.snapshot, { phase: 'requesting', currency: 'BTC', isSlow: true });
  proxy.respond = works;
  await proxy.clock.pass(1_999);
  assert.equal(proxy.requested(...WALLETS), 1);
  await proxy.clock.pass(1);
  assert.equal(session.snapshot.phase, 'ready');
  assert.ok(!phases().includes('failed'));
});

test('the second failure is shown, and retried ever more slowly, up to 30 s', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = () => problem('service_unavailable');
  const { session } = watched(proxy);
  session.choose('BTC');
  const waitsMs: number[] = [];
  for (let requests = 1; requests < 8; requests += 1) {
    const startedMs = proxy.clock.nowMs();
    while (proxy.requested(...WALLETS) === requests) await proxy.clock.pass(500);
    waitsMs.push(proxy.clock.nowMs() - startedMs);
  }
  assert.deepEqual(waitsMs, [2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  assert.deepEqual(session.snapshot, {
    phase: 'failed',
    currency: 'BTC',
    problem: { code: 'service_unavailable', retryable: true, requestId: 'request-9' },
  });
});

test('it is not requested again before Retry-After has passed', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = () => problem('rate_limited', { 'retry-after': '20' });
  const { session } = watched(proxy);
  session.choose('BTC');
  await proxy.clock.pass(20_999);
  assert.equal(proxy.requested(...WALLETS), 1);
  await proxy.clock.pass(1);
  assert.equal(proxy.requested(...WALLETS), 2);
});

for (const code of [
  'customer_not_found',
  'currency_not_offered',
  'address_unusable',
  'origin_not_allowed',
] as const) {
  test(`${code} is shown immediately and not requested again`, async () => {
    const proxy = proxyOfWallets();
    proxy.respond = () => problem(code);
    const { session } = watched(proxy);
    session.choose('BTC');
    await proxy.clock.pass(3_600_000);
    session.refresh();
    await idle();
    assert.equal(proxy.requested(...WALLETS), 1);
    assert.equal(session.snapshot.phase === 'failed' && session.snapshot.problem.code, code);
    assert.equal(proxy.clock.timers, 0);
  });
}

test('after six seconds without a response the customer reads that the request continues', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = hang;
  const { session } = watched(proxy);
  session.choose('BTC');
  await proxy.clock.pass(5_999);
  assert.equal(session.snapshot.phase === 'requesting' && session.snapshot.isSlow, false);
  await proxy.clock.pass(1);
  assert.equal(session.snapshot.phase === 'requesting' && session.snapshot.isSlow, true);
});

test('a request without a response times out after a minute, and is sent again', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = hang;
  const { session } = watched(proxy);
  session.choose('BTC');
  await proxy.clock.pass(62_000);
  assert.equal(proxy.requested(...WALLETS), 2);
  assert.equal(proxy.requests[0]?.init.signal?.aborted, true);
});

test('an address of another coin or network is never shown', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = () => answer({ ...wallet, currency: 'LTC' });
  const { session } = watched(proxy);
  session.choose('BTC');
  await proxy.clock.pass(2_000);
  assert.equal(session.snapshot.phase === 'failed' && session.snapshot.problem.code, 'invalid_response');
});

for (const [name, body] of Object.entries({
  'an empty address': { ...wallet, address: '' },
  'no JSON': '<html>',
  'no wallet': { ok: true },
})) {
  test(`${name} is an invalid response`, async () => {
    const proxy = proxyOfWallets();
    proxy.respond = () => answer(body);
    const { session } = watched(proxy);
    session.choose('BTC');
    await proxy.clock.pass(2_000);
    assert.equal(session.snapshot.phase === 'failed' && session.snapshot.problem.code, 'invalid_response');
  });
}

test('a customer who chooses another coin meanwhile gets that one, whichever response is late', async () => {
  const proxy = proxyOfWallets();
  const works = proxy.respond;
  const late: (() => void)[] = [];
  proxy.respond = (request) =>
    new Promise((resolve) => {
      late.push(() => resolve(works(request)));
    });
  const { session, seen } = watched(proxy);
  session.choose('BTC');
  await idle();
  session.choose('LTC');
  await idle();
  assert.equal(proxy.requests[0]?.init.signal?.aborted, true);
  for (const come of late.reverse()) come();
  await idle();
  assert.deepEqual(
    seen.flatMap((snapshot) => (snapshot.phase === 'ready' ? snapshot.wallet.currency : [])),
    ['LTC'],
  );
});

test('a customer who selects another currency can return to the address, without another request', async () => {
  const proxy = proxyOfWallets();
  const { session } = watched(proxy);
  session.choose('BTC');
  await idle();
  session.change(true);
  assert.deepEqual(session.snapshot, { phase: 'choosing', wallet });
  session.change(false);
  assert.deepEqual(session.snapshot, { phase: 'ready', wallet });
  assert.equal(proxy.requests.length, 1);
});

test('the customer can return to the earlier address after another coin failed', async () => {
  const proxy = proxyOfWallets();
  const { session, phases } = watched(proxy);
  session.choose('BTC');
  await idle();
  proxy.respond = () => problem('currency_not_offered');
  session.choose('LTC');
  await idle();
  assert.deepEqual(phases().slice(-1), ['failed']);
  session.change(true);
  assert.deepEqual(session.snapshot, { phase: 'choosing', wallet });
  await proxy.clock.pass(60_000);
  assert.deepEqual(phases().slice(-1), ['choosing'], 'nothing comes over the choice by itself');
});

test('"try again" sends a request immediately and shows it', async () => {
  const proxy = proxyOfWallets();
  const works = proxy.respond;
  proxy.respond = () => problem('rate_limited', { 'retry-after': '60' });
  const { session, phases } = watched(proxy);
  session.choose('BTC');
  await proxy.clock.pass(61_000);
  assert.deepEqual(phases().slice(-1), ['failed']);
  proxy.respond = works;
  session.refresh();
  await idle();
  assert.deepEqual(phases().slice(-2), ['requesting', 'ready']);
  assert.equal(proxy.clock.timers, 0);
});

test('pressing "try again" twice sends one request', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = offline;
  const { session } = watched(proxy);
  session.choose('BTC');
  await proxy.clock.pass(2_000);
  proxy.respond = hang;
  session.refresh();
  session.refresh();
  await idle();
  assert.equal(proxy.requested(...WALLETS), 3);
});

test('while the page is hidden the next retry waits ten times longer', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = offline;
  const session = sessionAt(proxy);
  session.subscribe(() => {}, { isHidden: () => true });
  session.choose('BTC');
  await proxy.clock.pass(19_999);
  assert.equal(proxy.requested(...WALLETS), 1);
  await proxy.clock.pass(1);
  assert.equal(proxy.requested(...WALLETS), 2);
});

test('leaving ends the request and every timer; returning starts it again', async () => {
  const proxy = proxyOfWallets();
  const works = proxy.respond;
  proxy.respond = hang;
  const { session, leave } = watched(proxy);
  session.choose('BTC');
  await idle();
  leave();
  await idle();
  assert.equal(proxy.requests[0]?.init.signal?.aborted, true);
  assert.equal(proxy.clock.timers, 0);
  proxy.respond = works;
  session.subscribe(() => {});
  await idle();
  assert.equal(session.snapshot.phase, 'ready');
});

test('nothing is left behind after subscribing and leaving a hundred times', async () => {
  const proxy = proxyOfWallets();
  proxy.respond = hang;
  const session = sessionAt(proxy);
  session.choose('BTC');
  for (let times = 0; times < 100; times += 1) {
    const leave = session.subscribe(() => {});
    await idle();
    leave();
    leave();
  }
  await idle();
  assert.equal(proxy.clock.timers, 0);
  assert.ok(proxy.requests.every(({ init }) => init.signal?.aborted));
  assert.equal(proxy.requests.length, 100);
});
