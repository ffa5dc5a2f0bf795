import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isLapsed, NO_PAYMENT, mergeStatusReport } from '../../src/proxy/domain/merge-status-reports.js';
import { MAX_INTERVAL_MS } from '../../src/proxy/domain/poll-schedule.js';
import { resetFutureSchedules } from '../../src/proxy/store/future-schedules.js';
import { MAX_AHEAD_MS } from '../../src/proxy/store/claim.js';
import { openStore, Store } from '../../src/proxy/store/store.js';
import { ServiceTime } from '../../src/proxy/upstream/service-time.js';
import { LAW } from './laws.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';

const HOUR_MS = 3600_000;
const DEADLINE_MS = Date.UTC(2026, 5, 1, 12);
/** The `Date` header counts whole seconds. */
const RESOLUTION_MS = 1000;

/** A response that reports a part of the amount, read by a clock that may be wrong by two days. */
const report = fc.record({
  beforeDeadlineMs: fc.integer({ min: -6 * HOUR_MS, max: 6 * HOUR_MS }),
  aheadMs: fc.oneof(fc.constant(0), fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS })),
});

/** What a process scheduled whose clock was ahead, or right. */
const plan = fc.record({
  aheadMs: fc.oneof(fc.constant(0), fc.integer({ min: MAX_AHEAD_MS + 1, max: 72 * HOUR_MS })),
  pauseMs: fc.integer({ min: 0, max: HOUR_MS }),
  /** For an invoice that was never polled, only the schedule itself is known. */
  wasPolled: fc.boolean(),
  reason: fc.constantFrom('start' as const, 'set back' as const, 'periodic' as const),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

describe('whatever time the clock of the machine shows', () => {
  it('a part expires by an answer after its deadline, and never by one before it', () => {
    const property = fc.property(fc.array(report, { minLength: 1, maxLength: 8 }), (polls) => {
      const clock = { aheadMs: 0, serviceMs: 0, nowMs: () => clock.serviceMs + clock.aheadMs };
      const monotonicMs = () => clock.serviceMs - DEADLINE_MS;
      const time = new ServiceTime({ nowMs: clock.nowMs, monotonicMs });
      let money = NO_PAYMENT;
      for (const { beforeDeadlineMs, aheadMs } of polls) {
        Object.assign(clock, { aheadMs, serviceMs: DEADLINE_MS - beforeDeadlineMs });
        const sentAtMs = time.startRequest();
        // A time that differs much counts once a second response agrees.
        for (let response = 0; response < 2; response += 1)
          time.observe(new Date(clock.serviceMs).toUTCString(), 0);
        const report = { status: 'partial', paid: '0.4', missing: '0.6', transactions: ['a'] };
        const askedAtMs = sentAtMs();
        money = mergeStatusReport(money, {
          ...report,
          finishedAtMs: null,
          expiresAtMs: DEADLINE_MS,
          requestedAtMs: askedAtMs,
        });
      }
      const isOver = isLapsed(money, DEADLINE_MS);
      if (polls.every(({ beforeDeadlineMs }) => beforeDeadlineMs > RESOLUTION_MS))
        assert.equal(isOver, false);
      if (polls.some(({ beforeDeadlineMs }) => beforeDeadlineMs <= -RESOLUTION_MS))
        assert.equal(isOver, true);
    });
    fc.assert(property, LAW);
  });

  it('the time of the service is a whole number, which a database can store, and within a second of what it states', () => {
    const nowMs = Date.UTC(2026, 0, 1);
    const property = fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.double({ min: 0, max: 60_000, noNaN: true }),
      (aheadMs, sinceMs) => {
        const clock = { monotonic: 0.25, nowMs: () => nowMs + aheadMs, monotonicMs: () => clock.monotonic };
        const time = new ServiceTime(clock);
        assert.equal(time.nowMs(), nowMs + aheadMs, 'before the first response');
        for (let response = 0; response < 2; response += 1) time.observe(new Date(nowMs).toUTCString(), 0);
        clock.monotonic += sinceMs;
        const serviceNowMs = time.nowMs();
        assert.ok(Number.isSafeInteger(serviceNowMs), String(serviceNowMs));
        const errorMs = serviceNowMs - (nowMs + sinceMs);
        assert.ok(errorMs >= -1 && errorMs <= RESOLUTION_MS + 1, String(errorMs));
      },
    );
    fc.assert(property, LAW);
  });

  it('one response is enough after a suspension, also if its date is wrong by the same time as before', () => {
    const clock = { now: DEADLINE_MS, nowMs: () => clock.now, monotonicMs: () => 0 };
    const time = new ServiceTime(clock);
    const respond = (dateMs: number) => time.observe(new Date(dateMs).toUTCString(), 0);
    respond(clock.now + 300_000);
    time.observeCreation(clock.now, 0);
    assert.equal(time.nowMs(), DEADLINE_MS);
    clock.now += HOUR_MS;
    respond(clock.now + 300_000);
    assert.ok(Math.abs(time.nowMs() - clock.now) <= 1000, `${time.nowMs() - clock.now}`);
    // The clock of the machine alone does not count.
    clock.now += HOUR_MS;
    respond(clock.now - 3_300_000);
    assert.ok(Math.abs(time.nowMs() - clock.now + HOUR_MS) <= 1000);
  });

  it('one response is enough after the machine was suspended, since its clock agrees', () => {
    const clock = { now: DEADLINE_MS, nowMs: () => clock.now, monotonicMs: () => 0 };
    const time = new ServiceTime(clock);
    const respond = () => time.observe(new Date(clock.now).toUTCString(), 0);
    respond();
    clock.now += 8 * HOUR_MS;
    assert.equal(time.nowMs(), DEADLINE_MS, 'the monotonic clock stood still');
    respond();
    assert.equal(time.nowMs(), clock.now);
  });

  it('its schedules become due once the clock is right, and schedules made by a right clock stay', async (t) => {
    const path = await freshStore(t);
    const { clock, order } = await createHarness(t, path);
    const { checkoutId } = await order('A-1');
    const store = await openStore(path);
    t.after(() => store.close());
    const goesOn = async (own: Store, { aheadMs, pauseMs, wasPolled, reason }: Plan) => {
      const { db } = own;
      const checkedAtMs = clock.now + aheadMs;
      const next = checkedAtMs + pauseMs;
      const plans = { next_poll_at: next, next_lookup_at: next, next_cancel_at: next };
      const checked_at = wasPolled ? checkedAtMs : null;
      const times = { ...plans, checked_at, intended_at: checkedAtMs };
      await db.updateTable('invoices').where('checkout_id', '=', checkoutId).set(times).execute();
      await resetFutureSchedules(own, clock.now, reason);
      const row = await db
        .selectFrom('invoices')
        .selectAll()
        .where('checkout_id', '=', checkoutId)
        .executeTakeFirstOrThrow();
      const { next_poll_at: poll, next_lookup_at: lookup, next_cancel_at: cancellation } = row;
      const dueMs = [poll, lookup, cancellation].map((atMs) => Number(atMs) - clock.now);
      // A right clock schedules no further ahead than its interval; a poll is never moved earlier without a reason.
      const [pollInMs = 0, ...othersInMs] = dueMs;
      assert.ok(pollInMs <= MAX_INTERVAL_MS + MAX_AHEAD_MS, `polled in ${pollInMs} ms`);
      assert.ok(
        othersInMs.every((inMs) => inMs <= HOUR_MS + MAX_AHEAD_MS),
        dueMs.join(),
      );
      const isKnownWrong = wasPolled || reason === 'set back';
      if (aheadMs > 0 && isKnownWrong) assert.ok(pollInMs <= 0, `polled in ${pollInMs} ms`);
      if (aheadMs === 0 && reason !== 'set back') assert.equal(pollInMs, pauseMs);
    };
    // A commit for each of the runs would take most of the time.
    await store.db.transaction().execute(async (db) => {
      await fc.assert(
        fc.asyncProperty(plan, (one) => goesOn(new Store(db), one)),
        LAW,
      );
    });
  });
});
