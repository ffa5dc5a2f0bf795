import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { ServiceTime } from '../../src/proxy/upstream/service-time.js';
import { until } from '../until.js';
import { CREATE, INFO, invoiceOf, SECRETS, startProxy, startService } from './test-environment.js';
import { startTampered, withResult, type TamperedEnvironment } from './tampered-service.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ZERO_DATE = '1970-01-01 00:00:00.000000';

/** Changes the next status response alone, and waits for it. */
async function once(
  environment: TamperedEnvironment,
  change: (response: Response) => Response | Promise<Response>,
): Promise<void> {
  let isChanged = false;
  environment.tamper = async (_, forward) => {
    const response = await forward();
    if (isChanged) return response;
    isChanged = true;
    return change(response);
  };
  environment.sandbox.clock.advance(5);
  const polls = async () => (await environment.counts())[INFO] ?? 0;
  await until(() => isChanged, 'the status is requested', Boolean);
  const before = await polls();
  environment.sandbox.clock.advance(5);
  await until(polls, 'it is requested again', (count) => count > before);
}

/** The same response, dated by another clock. */
const dated = (change: (realMs: number) => Date) => async (response: Response) => {
  const date = change(Date.parse(response.headers.get('date') ?? '')).toUTCString();
  return new Response(await response.text(), { headers: { 'content-type': 'application/json', date } });
};

async function awaiting(t: TestContext) {
  const environment = await startTampered(t);
  const { id } = await environment.open();
  const { id: uuid } = invoiceOf(await environment.choose(id));
  return { environment, id, uuid };
}

/** A proxy that receives every response of the service with another date. The clock of its machine is right. */
async function startMisdated(t: TestContext, dateOf: (realMs: number, firstMs: number) => number) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const firstMs = sandbox.clock.nowMs();
  const misdated: typeof fetch = async (input, init) =>
    dated((realMs) => new Date(dateOf(realMs, firstMs)))(await fetch(input, init));
  const { apiKey, shopId } = SECRETS;
  const service = { url: sandbox.url, apiKey, shopId, testMode: true, fetch: misdated };
  return startProxy(t, sandbox, { proxy: { service } });
}

describe('one response of the service with an odd time', { concurrency: 3 }, () => {
  const DATES: Readonly<Record<string, (realMs: number) => Date>> = {
    'two hours ahead': (realMs) => new Date(realMs + 2 * HOUR_MS),
    'a month ahead': (realMs) => new Date(realMs + 32 * 24 * HOUR_MS),
    'the last one that exists': () => new Date(8_640_000_000_000_000),
    'two hours ago': (realMs) => new Date(realMs - 2 * HOUR_MS),
  };
  for (const [name, change] of Object.entries(DATES)) {
    it(`dated ${name}, hides no payment, and shows no other countdown`, async (t) => {
      const { environment, id, uuid } = await awaiting(t);
      const before = await environment.get(id);
      await once(environment, dated(change));
      const { now, state } = await environment.get(id);
      assert.equal(state, 'awaiting');
      assert.ok(Math.abs(Date.parse(now) - Date.parse(before.now)) < 10 * 60_000, now);
      assert.equal(invoiceOf(await environment.choose(id)).id, uuid);
      await environment.control('payments', { uuid });
      assert.equal((await environment.becomes(id, 'paid')).late, false);
      assert.equal((await environment.counts())[CREATE], 1);
    });

    it(`dated ${name}, does not end a payment of which a part is paid`, async (t) => {
      const { environment, id, uuid } = await awaiting(t);
      await environment.control('payments', { uuid, amount: '10' });
      await environment.becomes(id, 'partial');
      await once(environment, dated(change));
      assert.equal((await environment.get(id)).state, 'partial');
      await environment.control('payments', { uuid });
      await environment.becomes(id, 'paid');
      assert.deepEqual(
        environment.events.map(({ type }) => type),
        ['checkout.partial', 'checkout.paid'],
      );
    });
  }

  it('whose deadline is a date of zeros, hides no payment', async (t) => {
    const { environment, id, uuid } = await awaiting(t);
    const { expiresAt } = invoiceOf(await environment.get(id));
    await once(environment, (response) =>
      withResult(response, (result) => result.map((entry) => ({ ...entry, expiry_date: ZERO_DATE }))),
    );
    assert.equal(invoiceOf(await environment.get(id)).expiresAt, expiresAt);
    await environment.control('payments', { uuid });
    assert.equal((await environment.becomes(id, 'paid')).late, false);
  });
});

describe(
  'every response of the service has a wrong date, and its invoices have the right one',
  { concurrency: 3 },
  () => {
    const DATES: Readonly<Record<string, (realMs: number, firstMs: number) => number>> = {
      'an hour ahead': (realMs) => realMs + HOUR_MS,
      'an hour behind': (realMs) => realMs - HOUR_MS,
      'that of a cache': (_, firstMs) => firstMs - HOUR_MS,
    };
    for (const [name, dateOf] of Object.entries(DATES)) {
      it(`${name}: the countdown shows the time that the service grants, and a payment in time is in time`, async (t) => {
        const { open, choose, get, control, becomes, sandbox, counts } = await startMisdated(t, dateOf);
        const chosen = await choose((await open()).id);
        const { createdAt, expiresAt, id: uuid } = invoiceOf(chosen);
        const lifetimeMs = Date.parse(expiresAt ?? '') - Date.parse(createdAt);
        const lostMs = ({ now }: Checkout) => lifetimeMs - (Date.parse(expiresAt ?? '') - Date.parse(now));
        assert.ok(Math.abs(lostMs(chosen)) < MINUTE_MS, `${lostMs(chosen)} ms`);
        sandbox.clock.advance(25 * 60);
        const later = await get(chosen.id);
        assert.ok(Math.abs(lostMs(later) - 25 * MINUTE_MS) < MINUTE_MS, `${lostMs(later)} ms`);
        assert.equal(invoiceOf(await choose(chosen.id)).id, uuid);
        await control('payments', { uuid });
        assert.equal((await becomes(chosen.id, 'paid')).late, false);
        assert.equal((await counts())[CREATE], 1);
      });

      it(`${name}: a payment after the deadline is late`, async (t) => {
        const { open, choose, control, becomes, sandbox } = await startMisdated(t, dateOf);
        const chosen = await choose((await open()).id);
        sandbox.clock.advance(31 * 60);
        await becomes(chosen.id, 'expired');
        await control('payments', { uuid: invoiceOf(chosen).id });
        assert.equal((await becomes(chosen.id, 'paid')).late, true);
      });
    }

    it('until the two agree again: from then on the date counts', async (t) => {
      const date = { aheadMs: HOUR_MS };
      const { open, choose, sandbox } = await startMisdated(t, (realMs) => realMs + date.aheadMs);
      await choose((await open()).id);
      date.aheadMs = 0;
      await choose((await open({ id: 'A-2' })).id);
      date.aheadMs = 30_000;
      const { now } = await choose((await open({ id: 'A-3' })).id);
      const aheadMs = Date.parse(now) - sandbox.clock.nowMs();
      assert.ok(aheadMs > 20_000, `${aheadMs} ms`);
    });
  },
);

it('a late payment whose finish is a date of zeros stays late', async (t) => {
  const { environment, id, uuid } = await awaiting(t);
  environment.tamper = async (_, forward) =>
    withResult(await forward(), (result) => result.map((entry) => ({ ...entry, date_finished: ZERO_DATE })));
  environment.sandbox.clock.advance(31 * 60);
  await environment.becomes(id, 'expired');
  environment.sandbox.clock.advance(3600);
  await environment.control('payments', { uuid });
  assert.equal((await environment.becomes(id, 'paid')).late, true);
});

it('only the dates of HTTP count, each as a time in GMT', () => {
  const nowMs = Date.UTC(2026, 10, 6, 8, 49, 37);
  const measured = (date: string) => {
    const time = new ServiceTime({ nowMs: () => nowMs + HOUR_MS, monotonicMs: () => 0 });
    for (let response = 0; response < 2; response += 1) time.observe(date, 0);
    return time.nowMs();
  };
  for (const date of [
    'Fri, 06 Nov 2026 08:49:37 GMT',
    'Friday, 06-Nov-26 08:49:37 GMT',
    'Fri Nov  6 08:49:37 2026',
  ])
    assert.ok(Math.abs(measured(date) - nowMs) <= 1000, date);
  for (const date of ['1', '99999', 'x 1', '2026-11-06T08:49:37Z', 'Sat, 13 Sep 275760 00:00:00 GMT', ''])
    assert.equal(measured(date), nowMs + HOUR_MS, date);
});

it('before the first response of the service, the clock of the database counts, not that of the machine', () => {
  const nowMs = Date.UTC(2026, 10, 6, 8, 49, 37);
  const machine = { nowMs: () => nowMs + HOUR_MS, monotonicMs: () => 0 };
  const time = new ServiceTime(machine);
  assert.equal(time.nowMs(), nowMs + HOUR_MS);
  time.fallBackTo({ nowMs: () => nowMs });
  assert.equal(time.nowMs(), nowMs);
  assert.equal(time.aheadMs, null, 'the difference from the service is not known yet');
});
