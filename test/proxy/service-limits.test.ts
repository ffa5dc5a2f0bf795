import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { RateLimits } from '../../src/proxy/index.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import type { Problem } from '../../src/protocol/index.js';
import { freshStore } from './test-stores.js';
import type { TestEnvironment } from './test-environment.js';
import {
  CANCEL,
  CREATE,
  INFO,
  invoiceOf,
  problemOf,
  SECRETS,
  startProxy,
  startService,
  startEnvironment,
} from './test-environment.js';
import { until } from '../until.js';

const CREATE_WALLET = '/v2/invoice/static/create';

const choose = (environment: TestEnvironment, id: string, currency: string) =>
  environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency } });

/** The problem of a refusal with a retry time, in at most that many seconds. */
async function limited(response: Response, mostS: number): Promise<Problem> {
  const problem = await problemOf(response);
  assert.deepEqual([response.status, problem.code, problem.retryable], [429, 'rate_limited', true]);
  const seconds = Number(response.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= mostS, `Retry-After: ${seconds}`);
  return problem;
}

async function created(environment: TestEnvironment): Promise<number> {
  return (await environment.counts())[CREATE] ?? 0;
}

/** Two consecutive processes of a proxy on one store, before one service. */
async function twoRuns(t: TestContext, rateLimits: RateLimits) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const proxy = { store: await freshStore(t), rateLimits };
  return () => startProxy(t, sandbox, { isIdle: true, proxy });
}

describe('new invoices of one checkout', { concurrency: 4 }, () => {
  it('are refused at the limit per hour, also by the next process, and accepted again later', async (t) => {
    const start = await twoRuns(t, { invoicesPerCheckoutPerHour: 3 });
    const first = await start();
    const { id } = await first.open();
    for (const currency of ['BTC', 'LTC', 'ETH']) await first.choose(id, currency);
    const problem = await limited(await choose(first, id, 'USDT_TRC20'), 3600);
    assert.match(problem.detail ?? '', /limit of 3 new invoices per hour/);
    await first.proxy.stop();

    const second = await start();
    await limited(await choose(second, id, 'USDT_TRC20'), 3600);
    assert.equal(await created(second), 3);
    second.sandbox.clock.advance(3601);
    assert.equal(invoiceOf(await second.choose(id, 'USDT_TRC20')).currency, 'USDT_TRC20');
  });

  it('are refused at the limit even if the payer cancels in between', async (t) => {
    const environment = await startEnvironment(t, {
      proxy: { rateLimits: { invoicesPerCheckoutPerHour: 3 } },
    });
    const { id } = await environment.open();
    for (let time = 0; time < 3; time += 1) {
      await environment.choose(id, 'BTC');
      await environment.cancel(id);
    }
    await limited(await choose(environment, id, 'BTC'), 3600);
    assert.equal(await created(environment), 3);
  });

  it('leave existing ones as they are: a coin chosen before can be chosen and paid', async (t) => {
    const environment = await startEnvironment(t, {
      proxy: { rateLimits: { invoicesPerCheckoutPerHour: 2 } },
    });
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.choose(id, 'LTC');
    const before = await environment.get(id);
    await limited(await choose(environment, id, 'ETH'), 3600);
    assert.deepEqual({ ...(await environment.get(id)), now: '' }, { ...before, now: '' });
    assert.equal(invoiceOf(await environment.choose(id, 'BTC')).address, first.address);
    await environment.control('payments', { uuid: first.id });
    await environment.becomes(id, 'paid');
  });

  it('are counted for each checkout, and logged for the operator once', async (t) => {
    const proxy = { rateLimits: { invoicesPerCheckoutPerHour: 1 }, metrics: true };
    const environment = await startEnvironment(t, { isIdle: true, proxy });
    const [a, b] = [await environment.open({ id: 'A-1' }), await environment.open({ id: 'A-2' })];
    await environment.choose(a.id, 'BTC');
    for (let time = 0; time < 3; time += 1) await limited(await choose(environment, a.id, 'LTC'), 3600);
    await environment.choose(b.id, 'LTC');
    const lines = environment.logLines.filter((line) => /"scope":"invoices per checkout"/.test(line));
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', /"key":"A-1"/);
    const figures = await (await environment.call('GET', '/metrics')).text();
    assert.match(figures, /^crypto_checkout_rate_limited_total\{scope="invoices per checkout"\} 1$/m);
  });
});

describe('at the limit of service calls per minute', { concurrency: 4 }, () => {
  it('no invoice is created, and no intent is left', async (t) => {
    const environment = await startEnvironment(t, { proxy: { rateLimits: { serviceCallsPerMinute: 2 } } });
    const { id } = await environment.open({ id: 'A-1' });
    await environment.choose(id, 'BTC');
    const other = await environment.open({ id: 'A-2' });
    const problem = await limited(await choose(environment, other.id, 'BTC'), 60);
    assert.match(problem.detail ?? '', /payment service/);
    assert.deepEqual({ ...(await environment.get(other.id)), now: '' }, { ...other, now: '' });
    // If an intent had been stored, the search for its invoice would find none, and create another.
    environment.sandbox.clock.advance(10 * 60);
    await environment.becomes(id, 'awaiting');
    assert.equal(await created(environment), 1);
    assert.equal(environment.logLines.filter((line) => /"scope":"service calls"/.test(line)).length, 1);
  });

  it('an open invoice is polled and canceled all the same: money comes first', async (t) => {
    const environment = await startEnvironment(t, { proxy: { rateLimits: { serviceCallsPerMinute: 5 } } });
    const [paying, leaving] = [await environment.open({ id: 'A-1' }), await environment.open({ id: 'A-2' })];
    const { id: invoice } = invoiceOf(await environment.choose(paying.id, 'BTC'));
    await environment.choose(leaving.id, 'BTC');
    const third = await environment.open({ id: 'A-3' });
    const answers: number[] = [];
    for (const currency of ['BTC', 'LTC', 'ETH', 'USDT_TRC20']) {
      answers.push((await choose(environment, third.id, currency)).status);
    }
    assert.equal(answers.at(-1), 429, 'the calls are used up');
    await environment.clear('requests');
    assert.equal((await environment.cancel(leaving.id)).state, 'canceled');
    await environment.control('payments', { uuid: invoice });
    await environment.becomes(paying.id, 'paid');
    const counts = await environment.counts();
    assert.ok((counts[CANCEL] ?? 0) === 1 && (counts[INFO] ?? 0) >= 1, JSON.stringify(counts));
    assert.equal(counts[CREATE], undefined);
  });

  it('invoices can be created again in the next minute', async (t) => {
    const rateLimits = { serviceCallsPerMinute: 2 };
    const environment = await startEnvironment(t, { isIdle: true, proxy: { rateLimits } });
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    await limited(await choose(environment, id, 'LTC'), 60);
    environment.sandbox.clock.advance(61);
    assert.equal(invoiceOf(await environment.choose(id, 'LTC')).currency, 'LTC');
  });

  it('no deposit address is created, and an existing one is returned', async (t) => {
    const rateLimits = { serviceCallsPerMinute: 1 };
    const environment = await startEnvironment(t, { isIdle: true, proxy: { rateLimits } });
    const request = async (customer: string) => {
      const { orderSecret: secret } = SECRETS;
      const token = await createCustomerToken(customer, { secret, clock: environment.sandbox.clock });
      return environment.call('POST', '/deposit-addresses', { body: { customer: token, currency: 'BTC' } });
    };
    assert.equal((await request('c-1')).status, 200);
    await limited(await request('c-2'), 60);
    assert.equal((await request('c-1')).status, 200);
    assert.equal((await environment.counts())[CREATE_WALLET], 1);
    environment.sandbox.clock.advance(61);
    // No process holds a claim on it.
    assert.equal((await request('c-2')).status, 200);
  });
});

describe('at the limit of concurrent creations', () => {
  it('no further one is begun until there is room', async (t) => {
    const rateLimits = { serviceCallsPerMinute: 30 };
    const environment = await startEnvironment(t, { isIdle: true, proxy: { rateLimits } });
    const [a, b] = [await environment.open({ id: 'A-1' }), await environment.open({ id: 'A-2' })];
    await environment.control('faults', { kind: 'delay', endpoint: CREATE, ms: 1500, times: 1 });
    const slow = environment.choose(a.id, 'BTC');
    await until(
      () => created(environment),
      'it is being created',
      (count) => count === 1,
    );
    await limited(await choose(environment, b.id, 'BTC'), 60);
    assert.ok(environment.logLines.some((line) => line.includes('"scope":"concurrent creations"')));
    assert.equal((await environment.get(b.id)).state, 'choosing');
    assert.equal((await slow).state, 'awaiting');
    assert.equal(invoiceOf(await environment.choose(b.id, 'BTC')).currency, 'BTC');
  });

  it('a creation that fails frees its slot', async (t) => {
    const rateLimits = { serviceCallsPerMinute: 30 };
    const environment = await startEnvironment(t, { isIdle: true, proxy: { rateLimits } });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    assert.equal((await choose(environment, id, 'BTC')).status, 502);
    assert.equal((await environment.choose(id, 'BTC')).state, 'awaiting');
  });
});
