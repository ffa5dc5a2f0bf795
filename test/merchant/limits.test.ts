import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { RateLimits } from '../../src/proxy/index.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';
import { CANCEL, frozenClock, invoiceOf, problemOf } from '../proxy/test-environment.js';
import { signIn, startMerchant } from './staff.js';

const BALANCES = '/v2/merchant/wallet/balance/all';
const STATISTICS = '/v2/invoice/merchant/statistics';

const start = (t: TestContext, rateLimits: RateLimits) =>
  startMerchant(t, { isIdle: true, proxy: { rateLimits } });

async function assertLimited(response: Response): Promise<void> {
  const { code } = await problemOf(response);
  assert.deepEqual([response.status, code], [429, 'rate_limited']);
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
}

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;

describe('requests of the staff', { concurrency: 4 }, () => {
  it('never use up the calls to the service that payers need', async (t) => {
    const environment = await start(t, { serviceCallsPerMinute: 3 });
    const staff = signIn(environment);
    const { id } = await environment.open({ id: 'A-1' });
    await environment.choose(id, 'BTC');
    await staff.post(`/payments/${paymentIdOf(id)}/cancel`);
    for (let number = 1; number <= 10; number += 1) {
      await staff.get('/balances');
      await staff.get(`/statistics?from=${day(number)}&to=${day(number)}`);
    }
    const { id: other } = await environment.open({ id: 'A-2' });
    assert.equal((await environment.choose(other, 'BTC')).state, 'awaiting');
    assert.equal((await environment.cancel(other)).state, 'canceled');
  });

  it('share no count with the payers behind the same address', async (t) => {
    const limits = { requestsPerMinute: 60, streamsPerClient: 1 };
    const environment = await start(t, limits);
    const staff = signIn(environment);
    const { id } = await environment.open();
    const streams = [await staff.call('GET', '/events'), await staff.call('GET', '/events')];
    for (let time = 0; time < 5; time += 1) {
      await staff.get('/payments?search=A-1');
      await staff.post(`/payments/${paymentIdOf(id)}/note`, { note: 'Called the payer.' });
      assert.equal((await environment.call('GET', '/merchant/payments')).status, 401);
    }
    assert.deepEqual(
      streams.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await environment.choose(id, 'BTC')).state, 'awaiting');
    const stream = await environment.call('GET', `/checkouts/${id}/events`);
    assert.equal(stream.status, 200);
    assert.equal((await environment.cancel(id)).state, 'canceled');
    for (let time = 1; time < 30; time += 1) await environment.get(id);
    await assertLimited(await environment.call('GET', `/checkouts/${id}`));
    await Promise.all([stream, ...streams].map(({ body }) => body?.cancel()));
  });

  it('are refused beyond a limit of each person, and those of a colleague are not', async (t) => {
    const environment = await start(t, { requestsPerMinute: 25 });
    const [maja, jon] = [signIn(environment, 'Maja Lind'), signIn(environment, 'Jon Berg')];
    for (let time = 0; time < 5; time += 1) await maja.get('/payments');
    await assertLimited(await maja.call('GET', '/payments'));
    await assertLimited(await maja.call('POST', '/events/unknown/resend', {}));
    await jon.get('/payments');
    assert.equal(environment.logLines.filter((line) => /rate limit reached/.test(line)).length, 1);
  });

  it('without a valid session are refused beyond the limit, and prevent no one who is signed in', async (t) => {
    const environment = await start(t, { requestsPerMinute: 15 });
    const forged = () =>
      environment.call('GET', '/merchant/payments', { headers: { authorization: 'Bearer a.b.c' } });
    for (let time = 0; time < 3; time += 1) assert.equal((await forged()).status, 401);
    await assertLimited(await forged());
    await signIn(environment).get('/payments');
  });

  it('for balances get the same answer for a few seconds, whoever sends them', async (t) => {
    const environment = await start(t, {});
    const people = ['Maja Lind', 'Jon Berg'].map((person) => signIn(environment, person));
    await Promise.all(Array.from({ length: 20 }, (_, index) => people[index % 2]?.get('/balances')));
    assert.ok(((await environment.counts())[BALANCES] ?? 0) <= 2, JSON.stringify(await environment.counts()));
  });

  it('that call the service have a limit of their own for each person', async (t) => {
    const environment = await start(t, { requestsPerMinute: 200 });
    const [maja, jon] = [signIn(environment, 'Maja Lind'), signIn(environment, 'Jon Berg')];
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    const read = (number: number) => `/statistics?from=${day(number)}&to=${day(number)}`;
    await maja.get(read(1));
    await maja.get(read(2));
    await assertLimited(await maja.call('GET', read(3)));
    await assertLimited(await maja.call('POST', `/payments/${paymentIdOf(id)}/cancel`, {}));
    assert.equal((await environment.counts())[STATISTICS], 2);
    await maja.get('/payments');
    await jon.get(read(3));
    await jon.post(`/payments/${paymentIdOf(id)}/cancel`);
  });

  it('that fail at the service stop no call of a payer', async (t) => {
    // No pause of a breaker ends by itself.
    const clock = frozenClock();
    const environment = await startMerchant(t, { isIdle: true, sandbox: { clock }, proxy: { clock } });
    const staff = signIn(environment);
    const ids: string[] = [];
    for (const id of ['A-1', 'A-2']) {
      const checkout = await environment.open({ id });
      invoiceOf(await environment.choose(checkout.id, 'BTC'));
      ids.push(checkout.id);
    }
    const [first = '', second = ''] = ids;
    await environment.control('faults', { kind: 'status', code: 500, endpoint: CANCEL });
    for (let time = 0; time < 8; time += 1) {
      const { status } = await staff.call('POST', `/payments/${paymentIdOf(first)}/cancel`, {});
      assert.ok(status >= 500, `${status}`);
    }
    assert.equal((await environment.counts())[CANCEL], 5, 'further calls of the staff are not sent');
    await environment.clear('faults');
    assert.equal((await environment.cancel(second)).state, 'canceled');
  });
});
