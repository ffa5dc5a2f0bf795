import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceTime } from '../../src/proxy/upstream/service-time.js';
import { until } from '../until.js';
import { CREATE, INFO, invoiceOf } from './test-environment.js';
import { startTampered, withResult, type TamperedEnvironment } from './tampered-service.js';

const HOUR_MS = 3_600_000;
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
