import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshStore } from './test-stores.js';
import {
  CREATE,
  openPaid,
  orderToken,
  problemOf,
  startEnvironment,
  startProxy,
  startService,
} from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

/** The shop has 30 s for an event, and a resolver any time; the limit below that leaves a busy machine some. */
const UNENDED_MS = 25_000;

async function stopMs({ proxy }: TestEnvironment): Promise<number> {
  const startedMs = performance.now();
  await proxy.stop();
  return performance.now() - startedMs;
}

async function textOf(response: Response): Promise<string> {
  return response.text();
}

describe('a proxy that stops', { concurrency: 5 }, () => {
  it('accepts no new work while it finishes the old, and says when to retry', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'delay', ms: 1500, endpoint: CREATE, times: 1 });
    const choosing = environment.choose(id, 'BTC');
    await until(environment.counts, 'the call runs', (counts) => counts[CREATE] === 1);
    const stopping = environment.proxy.stop();
    const late = await environment.call('POST', '/checkouts', { body: { order: await orderToken() } });
    assert.equal(late.status, 503);
    assert.equal(late.headers.get('retry-after'), '5');
    assert.equal(late.headers.get('connection'), 'close');
    const { code, retryable } = await problemOf(late);
    assert.deepEqual({ code, retryable }, { code: 'store_unavailable', retryable: true });
    assert.equal((await environment.call('GET', `/checkouts/${id}`)).status, 503);
    assert.equal((await environment.call('GET', '/readyz')).status, 503);
    assert.equal((await environment.call('GET', '/healthz')).status, 200);
    assert.match((await choosing).state, /awaiting|creating/);
    await stopping;
  });

  it('calls no resolver any more', async (t) => {
    let calls = 0;
    const orders = () => ((calls += 1), null);
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { orders, orderSecrets: undefined },
    });
    await environment.proxy.stop();
    assert.equal((await environment.call('POST', '/checkouts', { body: { order: 'A-1' } })).status, 503);
    assert.equal(calls, 0);
  });

  it('gives each page its own time to reconnect, not the same for all', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => environment.call('GET', `/checkouts/${id}/events`)),
    );
    const texts = Promise.all(streams.map(textOf));
    await environment.proxy.stop();
    const pauses = (await texts).map((text) => Number(/retry: (\d+)\n\n$/.exec(text)?.[1]));
    for (const pauseMs of pauses) assert.ok(pauseMs >= 1000 && pauseMs <= 5000, `${pauseMs}`);
    assert.ok(new Set(pauses).size > 10, 'they differ');
  });

  it('ends its streams immediately, also while a request hangs', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    const stream = textOf(await environment.call('GET', `/checkouts/${id}/events`));
    await environment.control('faults', { kind: 'delay', ms: 60_000, endpoint: CREATE, times: 1 });
    const choosing = environment.choose(id, 'BTC');
    await until(environment.counts, 'the call hangs', (counts) => counts[CREATE] === 1);
    let isOver = false;
    const stopping = environment.proxy.stop().then(() => (isOver = true));
    await stream;
    assert.equal(isOver, false);
    await stopping;
    assert.equal((await choosing).state, 'creating');
  });

  it('does not wait for a slow shop, and delivers the event again after the restart', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = await freshStore(t);
    let isTelling = false;
    const onEvent = () => new Promise<void>(() => (isTelling = true));
    const first = await startProxy(t, sandbox, { proxy: { store, onEvent } });
    await openPaid(first);
    await until(() => isTelling, 'the event is being delivered');
    const tookMs = await stopMs(first);
    assert.ok(tookMs < UNENDED_MS, `${tookMs} ms`);
    assert.doesNotMatch(first.logLines.join(), /could not be written/);

    const second = await startProxy(t, sandbox, { proxy: { store } });
    sandbox.clock.advance(40);
    await until(
      () => second.events.length,
      'the shop is notified',
      (count) => count === 1,
    );
    assert.equal(second.events[0]?.type, 'checkout.paid');
  });

  it('does not wait for a resolver that never responds', async (t) => {
    let isAsked = false;
    const orders = () => new Promise<null>(() => (isAsked = true));
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { orders, orderSecrets: undefined },
    });
    const hanging = environment.call('POST', '/checkouts', { body: { order: 'A-1' } }).catch(() => undefined);
    await until(() => isAsked, 'the resolver is called');
    const tookMs = await stopMs(environment);
    assert.ok(tookMs < UNENDED_MS, `${tookMs} ms`);
    void hanging;
  });
});
