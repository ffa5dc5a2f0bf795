import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { toWebStream } from '../../src/proxy/http/web.js';
import { ServiceError } from '../../src/service/index.js';
import { INFO, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The number of rounds that call the service in this time: one each second, in a long time one each ten. */
async function callsWithin({ parts, service, clock }: Harness, timeMs: number): Promise<number> {
  const before = service.polled.length;
  const stepMs = timeMs >= HOUR_MS ? 10 * SECOND_MS : SECOND_MS;
  for (const endMs = clock.now + timeMs; clock.now < endMs;) {
    clock.now += stepMs;
    await parts.poller.pollDue();
  }
  return service.polled.length - before;
}

async function unattendedOrder(t: TestContext) {
  const shop = await createHarness(t);
  const order = await shop.order('A-1');
  shop.clock.now += 2 * MINUTE_MS;
  await shop.parts.poller.pollDue();
  return { ...shop, ...order, shop };
}

describe('the costs of polling', () => {
  it('N due invoices cost N/100 calls, rounded up, and free slots carry the next ones', async (t) => {
    const { parts, service, clock, order } = await createHarness(t);
    for (let index = 0; index < 130; index += 1) await order(`A-${index}`);
    clock.now += 5 * MINUTE_MS;
    await parts.poller.pollDue();
    service.polled.length = 0;
    const late = await order('B-1');
    service.polled.length = 0;
    clock.now += 4 * SECOND_MS;
    await parts.poller.pollDue();
    // One is due; 99 of the other 130 are added to the call.
    assert.deepEqual(
      service.polled.map((ids) => ids.length),
      [100],
    );
    assert.equal(service.polled[0]?.[0], late.invoiceId);
  });

  it('no call is sent if nothing is due', async (t) => {
    const { parts, service, order } = await createHarness(t);
    await parts.poller.pollDue();
    await order('A-1');
    service.polled.length = 0;
    await parts.poller.pollDue();
    assert.equal(service.polled.length, 0);
  });
});

describe('an invoice is polled', () => {
  it('every 4 s while a page is connected', async (t) => {
    const shop = await createHarness(t);
    const { checkoutId } = await shop.order('A-1');
    const stream = toWebStream(shop.parts.streams.open(shop.parts.serialize(await shop.record(checkoutId))));
    assert.equal(await callsWithin(shop, 5 * MINUTE_MS), 75);
    await stream.cancel();
  });

  it('every 15 s at first without a page, then ever more rarely', async (t) => {
    const { shop } = await unattendedOrder(t);
    assert.equal(await callsWithin(shop, MINUTE_MS), 4);
    shop.clock.now += 15 * MINUTE_MS;
    const later = await callsWithin(shop, 10 * MINUTE_MS);
    assert.ok(later >= 9 && later <= 11, `${later} calls in ten minutes`);
  });

  it('often again as soon as a page reconnects', async (t) => {
    const { shop, checkoutId } = await unattendedOrder(t);
    shop.clock.now += 5 * SECOND_MS;
    shop.parts.checkouts.recordConnectedPage(await shop.record(checkoutId));
    await until(
      () => shop.record(checkoutId),
      'the page is recorded',
      ({ invoices }) => invoices[0]?.nextPollAtMs === shop.clock.now,
    );
    assert.equal(await callsWithin(shop, 10 * SECOND_MS), 3);
  });

  it('just after its deadline in any case', async (t) => {
    const { shop, service, invoiceId, checkoutId } = await unattendedOrder(t);
    shop.clock.now += 27 * MINUTE_MS + 50 * SECOND_MS;
    await shop.parts.poller.pollDue();
    service.set(invoiceId, { status: 'canceled' });
    await callsWithin(shop, 12 * SECOND_MS);
    assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'expired');
  });

  it('at intervals of half of the time since its deadline when it is closed, from 5 min to 3 h, for a day; then never', async (t) => {
    const { shop, service, invoiceId } = await unattendedOrder(t);
    service.set(invoiceId, { status: 'canceled' });
    shop.clock.now += 30 * MINUTE_MS;
    await shop.parts.poller.pollDue();
    // Two minutes after the deadline; then, in minutes after it, at 7, 12, 18, 27, 41 and 61.
    assert.equal(await callsWithin(shop, HOUR_MS), 6);
    shop.clock.now += 12 * HOUR_MS;
    await shop.parts.poller.pollDue();
    assert.equal(await callsWithin(shop, 9 * HOUR_MS), 3);
    shop.clock.now += 3 * HOUR_MS;
    await shop.parts.poller.pollDue();
    assert.equal(await callsWithin(shop, 4 * HOUR_MS), 0);
  });

  it('for as many hours after the deadline as the shop has set, which the payer sees', async (t) => {
    const shop = await createHarness(t, undefined, { monitoringHours: 2 });
    const { invoiceId, checkoutId } = await shop.order('A-1');
    const { invoice } = shop.parts.serialize(await shop.record(checkoutId));
    assert.equal(Date.parse(invoice?.monitoredUntil ?? ''), shop.clock.now + 2.5 * HOUR_MS);
    shop.service.set(invoiceId, { status: 'canceled' });
    shop.clock.now += HOUR_MS;
    await shop.parts.poller.pollDue();
    // In minutes after the deadline: at 45, 68 and 101, and once when the two hours are over.
    assert.equal(await callsWithin(shop, HOUR_MS), 2);
    assert.equal(await callsWithin(shop, HOUR_MS), 1);
    assert.equal(await callsWithin(shop, HOUR_MS), 1);
    assert.equal(await callsWithin(shop, 3 * HOUR_MS), 0);
  });

  it('for a month if a detected transaction does not confirm: hourly after the first day; it stays detected', async (t) => {
    const { shop, service, invoiceId, checkoutId, logLines } = await unattendedOrder(t);
    service.set(invoiceId, { transactions: ['tx'], status: 'canceled' });
    shop.clock.now += 20 * HOUR_MS;
    await shop.parts.poller.pollDue();
    assert.equal(await callsWithin(shop, HOUR_MS), 12);
    shop.clock.now += 24 * HOUR_MS;
    await shop.parts.poller.pollDue();
    assert.equal(await callsWithin(shop, 3 * HOUR_MS), 3);
    const state = async () => shop.parts.serialize(await shop.record(checkoutId)).state;
    assert.equal(await state(), 'detected');
    shop.clock.now += 29 * 24 * HOUR_MS;
    await shop.parts.poller.pollDue();
    assert.equal(await callsWithin(shop, 3 * HOUR_MS), 0);
    assert.equal(await state(), 'detected');
    assert.equal(logLines.filter((line) => line.includes('unconfirmed transaction')).length, 1);
  });

  it('hourly for a month if the service never closes it', async (t) => {
    const { shop } = await unattendedOrder(t);
    shop.clock.now += 25 * HOUR_MS;
    await shop.parts.poller.pollDue();
    assert.equal(await callsWithin(shop, 3 * HOUR_MS), 3);
    shop.clock.now += 30 * 24 * HOUR_MS;
    await shop.parts.poller.pollDue();
    assert.equal(await callsWithin(shop, 3 * HOUR_MS), 0);
  });

  it('slowly for a transaction that confirms after weeks, which is applied', async (t) => {
    const { shop, service, invoiceId, checkoutId } = await unattendedOrder(t);
    service.set(invoiceId, { transactions: ['tx'] });
    shop.clock.now += 3 * 24 * HOUR_MS;
    await shop.parts.poller.pollDue();
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    assert.equal(await callsWithin(shop, HOUR_MS), 1);
    assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'paid');
  });
});

describe('if the service fails', () => {
  const down = () => new ServiceError('unavailable', 'invoice information', { status: 503 });

  it('it is polled ever more rarely, and at least once a minute', async (t) => {
    const { shop, service } = await unattendedOrder(t);
    shop.clock.now += 20 * SECOND_MS;
    service.trouble = down;
    const first = await callsWithin(shop, MINUTE_MS);
    assert.ok(first >= 5 && first <= 9, `${first} calls in the first minute`);
    await callsWithin(shop, 5 * MINUTE_MS);
    const later = await callsWithin(shop, 10 * MINUTE_MS);
    assert.ok(later >= 10 && later <= 21, `${later} calls in ten minutes`);
  });

  it('its Retry-After is honored', async (t) => {
    const { shop, service } = await unattendedOrder(t);
    shop.clock.now += 20 * SECOND_MS;
    service.trouble = () => new ServiceError('unavailable', 'invoice information', { retryAfterMs: 120_000 });
    assert.equal(await callsWithin(shop, 119 * SECOND_MS), 1);
    assert.equal(await callsWithin(shop, 5 * SECOND_MS), 1);
  });

  it('the last known state is shown as stale, and the current one afterwards', async (t) => {
    const { shop, service, checkoutId } = await unattendedOrder(t);
    const seen = async () => shop.parts.serialize(await shop.record(checkoutId));
    const { checkedAt, stale } = await seen();
    assert.equal(stale, false);
    service.trouble = down;
    await callsWithin(shop, MINUTE_MS);
    const old = await seen();
    assert.equal(old.stale, true);
    assert.equal(old.state, 'awaiting');
    assert.equal(old.checkedAt, checkedAt);
    service.trouble = () => null;
    await callsWithin(shop, MINUTE_MS);
    assert.equal((await seen()).stale, false);
  });
});

describe('a status that is not a payment', () => {
  const cases = [
    ['a withdrawal', { type: 'dw', status: 'paid', amountPaid: '1' }],
    ['a record in test mode', { testMode: true, status: 'paid', amountPaid: '1' }],
  ] as const;
  for (const [name, change] of cases) {
    it(name, async (t) => {
      const { shop, service, invoiceId, checkoutId, logLines } = await unattendedOrder(t);
      service.set(invoiceId, change);
      await callsWithin(shop, MINUTE_MS);
      assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'awaiting');
      assert.match(logLines.join('\n'), /status response ignored/);
      assert.doesNotMatch(logLines.join('\n'), /invoice missing from status response/);
    });
  }
});

describe('an address', () => {
  it('that the service changes afterwards requires a review, and the first one stays', async (t) => {
    const { shop, service, invoiceId, checkoutId, logLines } = await unattendedOrder(t);
    const { invoice } = shop.parts.serialize(await shop.record(checkoutId));
    service.set(invoiceId, { address: 'address-of-a-thief' });
    await callsWithin(shop, MINUTE_MS);
    const after = shop.parts.serialize(await shop.record(checkoutId));
    assert.equal(after.invoice?.address, invoice?.address);
    assert.match(logLines.join('\n'), /"alert":"address_changed"/);
    assert.doesNotMatch(JSON.stringify(after), /thief/);
  });
});

describe('a deadline that the service changes', () => {
  const deadlineOf = async ({ parts, record }: Harness, checkoutId: string) => {
    const { invoice } = parts.serialize(await record(checkoutId));
    return [invoice?.expiresAt, invoice?.monitoredUntil].map((time) => Date.parse(time ?? ''));
  };

  it('to a later one is shown, and the invoice stays open until then', async (t) => {
    const { shop, service, clock, invoiceId, checkoutId } = await unattendedOrder(t);
    const startMs = clock.now - 2 * MINUTE_MS;
    service.set(invoiceId, { expiresAtMs: startMs + 3 * HOUR_MS });
    const { version } = await shop.record(checkoutId);
    await callsWithin(shop, MINUTE_MS);
    assert.deepEqual(await deadlineOf(shop, checkoutId), [startMs + 3 * HOUR_MS, startMs + 27 * HOUR_MS]);
    // A connected page is notified.
    assert.ok((await shop.record(checkoutId)).version > version);
    clock.now = startMs + HOUR_MS;
    await shop.parts.poller.pollDue();
    const again = await shop.parts.invoices.choose(checkoutId, { currency: 'BTC', email: null });
    assert.equal(again.invoices.length, 1);
    clock.now = startMs + 3 * HOUR_MS - 10 * SECOND_MS;
    await shop.parts.poller.pollDue();
    service.set(invoiceId, { status: 'canceled' });
    await callsWithin(shop, 12 * SECOND_MS);
    assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'expired');
  });

  it('to an earlier one is shown, and after it the payer gets a new quote', async (t) => {
    const { shop, service, clock, invoiceId, checkoutId } = await unattendedOrder(t);
    const soonMs = clock.now + 5 * MINUTE_MS;
    service.set(invoiceId, { expiresAtMs: soonMs });
    await callsWithin(shop, MINUTE_MS);
    assert.deepEqual(await deadlineOf(shop, checkoutId), [soonMs, soonMs + 24 * HOUR_MS]);
    clock.now = soonMs - 10 * SECOND_MS;
    await shop.parts.poller.pollDue();
    service.set(invoiceId, { status: 'canceled' });
    await callsWithin(shop, 12 * SECOND_MS);
    assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'expired');
    const again = await shop.parts.invoices.choose(checkoutId, { currency: 'BTC', email: null });
    assert.equal(again.invoices.length, 2);
  });

  it('to none at all is ignored', async (t) => {
    const { shop, service, invoiceId, checkoutId } = await unattendedOrder(t);
    const before = await deadlineOf(shop, checkoutId);
    service.set(invoiceId, { expiresAtMs: null });
    await callsWithin(shop, MINUTE_MS);
    assert.deepEqual(await deadlineOf(shop, checkoutId), before);
  });

  it('in a response that contradicts the order is ignored', async (t) => {
    const { shop, service, clock, invoiceId, checkoutId } = await unattendedOrder(t);
    const before = await deadlineOf(shop, checkoutId);
    service.set(invoiceId, { expiresAtMs: clock.now + HOUR_MS, orderId: 'B-2' });
    await callsWithin(shop, MINUTE_MS);
    assert.deepEqual(await deadlineOf(shop, checkoutId), before);
  });
});

describe('an old response of the service', () => {
  it('does not take back detected money', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const { invoice } = await environment.choose(id);
    await environment.control('payments', { uuid: invoice?.id, amount: '2' });
    const { version } = await environment.becomes(id, 'partial');
    await environment.control('faults', { kind: 'stale', times: 2 });
    await environment.clear('requests');
    for (const times of [1, 2]) {
      environment.sandbox.clock.advance(5);
      await until(environment.counts, 'the service is polled', (counts) => (counts[INFO] ?? 0) >= times);
    }
    const after = await environment.get(id);
    assert.equal(after.state, 'partial');
    assert.equal(after.invoice?.paid, '2');
    assert.ok(after.version >= version);
  });
});
