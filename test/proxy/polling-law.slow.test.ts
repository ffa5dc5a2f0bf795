import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { payersOf } from '../bench/polling/payers.js';
import { ours, policyOf } from '../bench/polling/policies.js';
import { RealPoller } from '../bench/polling/real-poller.js';
import { perBrowser, Simulation } from '../bench/polling/simulation.js';
import { PRESENT } from '../bench/polling/strategies.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const WAY = { policy: ours, isFilled: true, isCreationFilled: true, answerMs: 0, atOnce: 1 };

function crowd(open: number, untilMs: number) {
  return payersOf({ open, seed: 7, fromMs: 0, untilMs, grainMs: 500 });
}

function simulated(open: number, untilMs: number, way = WAY) {
  const period = { fromMs: 0, countedFromMs: 0, untilMs };
  return new Simulation(way, period).run(crowd(open, untilMs));
}

describe('the simulation of the poller', () => {
  it('polls as often as the poller, and detects a payment as soon', async () => {
    const untilMs = 5 * MINUTE_MS;
    const requested = await RealPoller.run(crowd(40, untilMs), untilMs);
    const { calls, creationLooks, seen } = simulated(40, untilMs);
    assert.deepEqual(
      { calls, creationLooks },
      { calls: requested.calls, creationLooks: requested.creationLooks },
    );
    assert.ok(requested.seenMs.length > 0);
    assert.equal(seen.count, requested.seenMs.length);
    assert.equal(
      seen.quantile(0.5),
      requested.seenMs.toSorted((a, b) => a - b)[requested.seenMs.length >> 1],
    );
  });
});

describe('the constants that the bench compares', () => {
  it('equal those of the proxy: with its own ones the result is the same', () => {
    const times = fc.record({ ageMs: fc.integer({ min: 0, max: 2 * DAY_MS }), lifetimeMs: fc.nat(DAY_MS) });
    const flags = fc.record({ isPaid: fc.boolean(), isClosed: fc.boolean(), hasConnectedPage: fc.boolean() });
    fc.assert(
      fc.property(times, flags, ({ ageMs, lifetimeMs }, { isPaid, isClosed, hasConnectedPage }) => {
        const known = { createdAtMs: 1000, expiresAtMs: 1000 + lifetimeMs, isPaid, isClosed };
        const nowMs = 1000 + ageMs;
        const compared = policyOf(PRESENT)(known, hasConnectedPage, nowMs);
        assert.equal(compared, ours(known, hasConnectedPage, nowMs));
      }),
    );
  });
});

describe('the costs of polling for a service', () => {
  it('at 1,000 open invoices a poll per browser needs at least 50 times as many calls', () => {
    const untilMs = 20 * MINUTE_MS;
    const { calls, creationLooks } = simulated(1000, untilMs);
    const naive = perBrowser(crowd(1000, untilMs), { fromMs: 0, countedFromMs: 0, untilMs }, 0);
    const times = naive.calls / (calls + creationLooks);
    assert.ok(times >= 50, `${times.toFixed(1)} times`);
  });

  it('a payer with an open page sees the payment within 3 s, the median', () => {
    const delayMs = simulated(1000, 20 * MINUTE_MS).seen.quantile(0.5);
    assert.ok(delayMs !== null && delayMs < 3000, `${delayMs} ms`);
  });
});
