import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Clock } from '../../src/proxy/base/clock.js';
import type { Checkout } from '../../src/protocol/index.js';
import { until } from '../until.js';
import { freshStore } from './test-stores.js';
import {
  CREATE,
  invoiceOf,
  startProxy,
  startService,
  streamOf,
  type TestEnvironment,
  type TestOptions,
} from './test-environment.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
