import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { RateLimits } from '../../src/proxy/index.js';
import { WindowCounter } from '../../src/proxy/http/rate-limiter.js';
import { startProxy, startService } from '../proxy/test-environment.js';
import type { TestEnvironment } from '../proxy/test-environment.js';
import { rows } from '../proxy/test-stores.js';
import { freshDatabase } from './database.js';

const UNKNOWN = 'A'.repeat(32);
const CLIENT = { headers: { 'x-forwarded-for': '203.0.113.1' } };

/** Two proxies on one database, each of which would accept three requests. */
async function twoProxies(
  t: TestContext,
  store: string,
  more: RateLimits = {},
): Promise<readonly [TestEnvironment, TestEnvironment]> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const rateLimits = {
    requestsPerMinute: 30,
    changesPerOrderPerMinute: 3,
    ...more,
  };
  const proxy = { store, rateLimits, trustedProxies: ['127.0.0.1'] };
  const start = async () => {
    const environment = await startProxy(t, sandbox, { isIdle: true, proxy });
    // The store is opened by the first request that needs it.
    assert.equal((await environment.call('GET', '/readyz')).status, 200);
    return environment;
  };
  return [await start(), await start()];
}

async function statuses(calls: readonly (() => Promise<Response>)[]): Promise<readonly number[]> {
  const found = [];
  for (const call of calls) found.push((await call()).status);
  return found;
}

const open = (environment: TestEnvironment) => () =>
  environment.call('POST', '/checkouts', { body: { order: 'nothing' }, ...CLIENT });

describe('limits of processes that share a database', () => {
  it('are counted together: the other process refuses after those of the first', async (t) => {
    const [one, other] = await twoProxies(t, await freshDatabase());
    const calls = [one, other, one, other, one].map(open);
    assert.deepEqual(await statuses(calls), [404, 404, 404, 429, 429]);
    const warnings = [...one.logLines, ...other.logLines].filter((line) => /rate limit reached/.test(line));
    assert.equal(warnings.length, 1, 'one of them warns the operator');
  });

  it('are counted for an order, for any client at any process', async (t) => {
    const [one, other] = await twoProxies(t, await freshDatabase());
    const { id } = await one.open();
    const choose = (environment: TestEnvironment, client: string) => () =>
      environment.call('POST', `/checkouts/${id}/invoice`, {
        body: { currency: 'BTC' },
        headers: { 'x-forwarded-for': client },
      });
    const calls = [one, other, one, other].map((each, index) => choose(each, `203.0.113.${index}`));
    assert.deepEqual(await statuses(calls), [200, 200, 200, 429]);
  });

  it('of new invoices are those of the checkout, for any client', async (t) => {
    const more = { invoicesPerCheckoutPerHour: 2, requestsPerMinute: 5000, changesPerOrderPerMinute: 100 };
    const [one, other] = await twoProxies(t, await freshDatabase(), more);
    const { id } = await one.open();
    const choose = (environment: TestEnvironment, currency: string) => () =>
      environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency } });
    // The fourth returns to a currency that was chosen before.
    const calls = [choose(one, 'BTC'), choose(other, 'LTC'), choose(one, 'ETH'), choose(other, 'BTC')];
    assert.deepEqual(await statuses(calls), [200, 200, 429, 200]);
  });

  it('of reads stay those of each process, and no address of a payer is stored', async (t) => {
    const store = await freshDatabase();
    const [one, other] = await twoProxies(t, store);
    const read = (environment: TestEnvironment) => () =>
      environment.call('GET', `/checkouts/${UNKNOWN}`, CLIENT);
    const calls = [one, other].flatMap((each) => Array.from({ length: 15 }, () => read(each)));
    assert.deepEqual(await statuses(calls), Array(30).fill(404));
    await open(one)();
    const counted = await rows(store, 'select key from rate_limits');
    assert.equal(counted.length, 1);
    assert.doesNotMatch(JSON.stringify(counted), /203\.0/);
  });

  it('apply per process if the shared counter fails: no client is refused for that', async (t) => {
    const store = await freshDatabase();
    const [one, other] = await twoProxies(t, store);
    await rows(store, 'drop table rate_limits');
    assert.deepEqual(
      await statuses([one, other, one, other, one, one].map(open)),
      [404, 404, 404, 404, 404, 429],
    );
  });

  it('recover after a clock that was ahead: no process refuses for hours', async (t) => {
    const store = await freshDatabase();
    const [one, other] = await twoProxies(t, store);
    assert.deepEqual(await statuses([one, one, one, one].map(open)), [404, 404, 404, 429]);
    await rows(store, `update rate_limits set expire = expire + ${6 * 3600_000}`);
    assert.deepEqual(await statuses([other, other, other, other].map(open)), [404, 404, 404, 429]);
  });

  it('do not wait for a shared counter that does not respond', async () => {
    const counter = new WindowCounter(1, 100);
    counter.shareCounts(
      { table: 'rate_limits', query: () => Promise.reject(new Error('no answer within 500 ms')) },
      'x',
    );
    await counter.count('a');
    await assert.rejects(counter.count('a'), { code: 'rate_limited' });
  });
});
