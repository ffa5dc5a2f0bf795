import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Clock } from '../../src/proxy/base/clock.js';
import type { Checkout } from '../../src/protocol/index.js';
import { until } from '../until.js';
import { freshStore } from './test-stores.js';
import {
  CREATE,
  INFO,
  invoiceOf,
  json,
  problemOf,
  SECRETS,
  startProxy,
  startService,
  streamOf,
  type TestEnvironment,
  type TestOptions,
} from './test-environment.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A proxy whose host is ahead of the payment service; negative: behind. */
async function startAhead(t: TestContext, aheadMs: number, options: TestOptions = {}) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  return proxyAhead(t, { sandbox }, aheadMs, options);
}

function proxyAhead(
  t: TestContext,
  { sandbox }: Pick<TestEnvironment, 'sandbox'>,
  aheadMs: number,
  options: TestOptions = {},
) {
  const { clock: service } = sandbox;
  const clock: Clock = {
    nowMs: () => service.nowMs() + aheadMs,
    monotonicMs: () => service.monotonicMs(),
  };
  return startProxy(t, sandbox, { ...options, proxy: { clock, ...options.proxy } });
}

/** Milliseconds that the page counts down from. */
function leftOf(checkout: Checkout): number {
  const { expiresAt } = invoiceOf(checkout);
  assert.ok(expiresAt !== null);
  return Date.parse(expiresAt) - Date.parse(checkout.now);
}

const hosts = [
  { host: 'an hour ahead of the service', aheadMs: HOUR_MS },
  { host: 'half a day ahead of the service', aheadMs: 12 * HOUR_MS },
  { host: 'ten minutes behind the service', aheadMs: -10 * MINUTE_MS },
  { host: 'half a day behind the service', aheadMs: -12 * HOUR_MS },
];

describe('the clock of the host is wrong', () => {
  for (const { host, aheadMs } of hosts) {
    it(`${host}: the countdown shows the time that the service grants`, async (t) => {
      const { open, choose, get, sandbox } = await startAhead(t, aheadMs);
      const chosen = await choose((await open()).id);
      const { createdAt, expiresAt } = invoiceOf(chosen);
      assert.ok(expiresAt !== null);
      const lifetimeMs = Date.parse(expiresAt) - Date.parse(createdAt);
      const isRight = (leftMs: number) => Math.abs(leftMs - lifetimeMs) < 2 * MINUTE_MS;
      assert.ok(isRight(leftOf(chosen)), `${leftOf(chosen)} ms of ${lifetimeMs} ms left`);
      sandbox.clock.advance(10 * 60);
      const later = await get(chosen.id);
      assert.ok(isRight(leftOf(later) + 10 * MINUTE_MS), `${leftOf(later)} ms left ten minutes later`);
    });

    it(`${host}: each press shows the same invoice, also after a restart of the proxy`, async (t) => {
      const store = await freshStore(t);
      const first = await startAhead(t, aheadMs, { proxy: { store } });
      const chosen = await first.choose((await first.open()).id);
      assert.equal(invoiceOf(await first.choose(chosen.id)).id, invoiceOf(chosen).id);
      await first.proxy.stop();
      const second = await proxyAhead(t, first, aheadMs, { proxy: { store }, isIdle: true });
      assert.equal(invoiceOf(await second.choose(chosen.id)).id, invoiceOf(chosen).id);
      assert.equal((await second.counts())[CREATE], 1);
    });

    it(`${host}: a page that is open during a restart of the proxy never sees the time of the host`, async (t) => {
      const store = await freshStore(t);
      const first = await startAhead(t, aheadMs, { proxy: { store } });
      const chosen = await first.choose((await first.open()).id);
      await first.proxy.stop();
      const { call } = await proxyAhead(t, first, aheadMs, { proxy: { store } });
      const stream = streamOf(await call('GET', `/checkouts/${chosen.id}/events`));
      const { value: seen } = await stream.next();
      await stream.return(undefined);
      const passedMs = Date.parse(seen.now) - Date.parse(chosen.now);
      assert.ok(Math.abs(passedMs) < MINUTE_MS, `${passedMs} ms after the page was opened`);
    });

    it(`${host}: an expired invoice can be replaced, and a payment in time pays the order in time`, async (t) => {
      const { open, choose, control, becomes, sandbox } = await startAhead(t, aheadMs);
      const chosen = await choose((await open()).id);
      sandbox.clock.advance(leftOf(chosen) / 1000 + 60);
      await becomes(chosen.id, 'expired');
      const renewed = await choose(chosen.id);
      assert.notEqual(invoiceOf(renewed).id, invoiceOf(chosen).id);
      assert.ok(leftOf(renewed) > 0);
      await control('payments', { uuid: invoiceOf(renewed).id });
      assert.equal((await becomes(chosen.id, 'paid')).late, false);
    });
  }

  it('tells the operator once, by a warning and a metric, if it differs by more than a minute', async (t) => {
    const { open, choose, logLines, proxy } = await startAhead(t, 10 * MINUTE_MS);
    await choose((await open()).id);
    const warnings = () => logLines.filter((line) => line.includes('clock differs'));
    await until(() => warnings()[0], 'the difference is logged');
    assert.match(warnings()[0] ?? '', /"level":"warn".*"aheadSeconds":(600|599|601)/);
    const metrics = await proxy.metrics();
    const seconds = /^crypto_checkout_service_clock_difference_seconds (-?\d+)/m.exec(metrics)?.[1];
    assert.ok(Math.abs(Number(seconds) - 600) < 5, metrics);
    assert.equal(warnings().length, 1);
  });
});

const STEPS = [
  { step: 'forward by six hours', aheadMs: -6 * HOUR_MS },
  { step: 'forward by 32 days', aheadMs: -32 * DAY_MS },
  { step: 'back by six hours', aheadMs: 6 * HOUR_MS },
  { step: 'back by 32 days', aheadMs: 32 * DAY_MS },
];

describe('the clock of the host is set while a status request is on its way', { concurrency: 2 }, () => {
  for (const { step, aheadMs } of STEPS) {
    it(`${step}: no payment ends or is lost`, async (t) => {
      const host = { aheadMs };
      const { sandbox, call, choose, get, control, becomes, counts, events, requests } = await startStepped(
        t,
        host,
      );
      const open = async (order: string) =>
        json<Checkout>(await call('POST', '/checkouts', { body: { order } }));
      const whole = await choose((await open('A-1')).id);
      const part = await choose((await open('A-2')).id);
      await control('payments', { uuid: invoiceOf(part).id, amount: '10' });
      await becomes(part.id, 'partial');
      const release = requests.hold();
      sandbox.clock.advance(10);
      await until(
        () => requests.held,
        'the status of both is requested',
        (ids) => ids.size === 2,
      );
      host.aheadMs = 0;
      const before = (await counts())[INFO] ?? 0;
      release();
      const requestedAgain = async () => {
        sandbox.clock.advance(1);
        return ((await counts())[INFO] ?? 0) > before;
      };
      await until(requestedAgain, 'it is requested again');
      assert.equal((await get(whole.id)).state, 'awaiting');
      assert.equal((await get(part.id)).state, 'partial');
      for (const checkout of [whole, part]) {
        await control('payments', { uuid: invoiceOf(checkout).id });
        assert.equal((await becomes(checkout.id, 'paid')).late, false);
      }
      const told = await until(
        () => events.map(({ type, order }) => `${order.id} ${type}`).toSorted(),
        'the shop is notified',
        ({ length }) => length >= 3,
      );
      assert.deepEqual(told, ['A-1 checkout.paid', 'A-2 checkout.paid', 'A-2 checkout.partial']);
    });
  }
});

/** A proxy whose responses about invoices the test can hold back. */
async function startStepped(t: TestContext, host: { readonly aheadMs: number }) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const { nowMs, monotonicMs } = sandbox.clock;
  const requests = {
    held: new Set<string>(),
    gate: Promise.resolve(),
    hold: (): (() => void) => {
      let release = (): void => undefined;
      requests.gate = new Promise((resolve) => (release = resolve));
      requests.held.clear();
      return release;
    },
  };
  const held: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (input !== `${sandbox.url}${INFO}`) return response;
    const { uuids }: { uuids: readonly string[] } = JSON.parse(String(init?.body));
    for (const id of uuids) requests.held.add(id);
    await requests.gate;
    return response;
  };
  const { apiKey, shopId } = SECRETS;
  const environment = await startProxy(t, sandbox, {
    proxy: {
      clock: { nowMs: () => nowMs() + host.aheadMs, monotonicMs },
      service: { url: sandbox.url, apiKey, shopId, testMode: true, fetch: held },
      // The token of an order would be from another time.
      orders: (id) => ({ id, amount: '49.00', currency: 'EUR' }),
    },
  });
  return { ...environment, requests };
}

describe(
  'an invoice whose deadline seems to have passed, while the service does not answer',
  { concurrency: 3 },
  () => {
    it('is not replaced by a proxy that starts on a host with a wrong clock', async (t) => {
      const store = await freshStore(t);
      const first = await startAhead(t, HOUR_MS, { proxy: { store } });
      const { id, invoice } = await first.choose((await first.open()).id);
      await first.proxy.stop();
      // Any response would show the time of the service.
      await first.control('faults', { kind: 'reset-before', endpoint: INFO });
      const second = await proxyAhead(t, first, HOUR_MS, { proxy: { store } });
      assert.deepEqual(await press(second, id), [503, 'service_unavailable', true]);
      await second.clear('faults');
      second.sandbox.clock.advance(60);
      const shown = await until(() => second.choose(id).catch(() => null), 'the service answers again');
      assert.equal(shown.state, 'awaiting');
      assert.equal(invoiceOf(shown).id, invoice?.id);
      assert.equal((await second.counts())[CREATE], 1);
    });

    for (const fault of [{ kind: 'reset-before' }, { kind: 'status', code: 503 }, { kind: 'malformed' }]) {
      it(`${fault.kind}: is not replaced if it was paid in time, and pays the order`, async (t) => {
        const environment = await startAhead(t, 0);
        const { open, choose, control, becomes, sandbox, clear, counts } = environment;
        const chosen = await choose((await open()).id);
        await control('faults', { ...fault, endpoint: INFO });
        sandbox.clock.advance(leftOf(chosen) / 1000 - 60);
        await control('payments', { uuid: invoiceOf(chosen).id });
        sandbox.clock.advance(120);
        assert.deepEqual(await press(environment, chosen.id), [503, 'service_unavailable', true]);
        await clear('faults');
        sandbox.clock.advance(60);
        assert.equal((await becomes(chosen.id, 'paid')).late, false);
        assert.equal((await counts())[CREATE], 1);
      });
    }
  },
);

/** Selects the coin again, as the payer does. @returns what the page must know about the refusal */
async function press({ call }: TestEnvironment, id: string): Promise<readonly unknown[]> {
  const response = await call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'USDT_TRC20' } });
  const { code, retryable } = await problemOf(response);
  return [response.status, code, retryable];
}
