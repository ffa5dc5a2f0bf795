import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPollDelayMs } from '../../src/checkout/poll-schedule.js';
import { readySnapshot } from '../../src/checkout/state.js';
import { checkoutOf, invoiceOf, START_MS } from './fake-proxy.js';

test('without a stream, an expired checkout is polled as often as an open one while a payment waits for confirmation', () => {
  const delayMs = (state: 'partial' | 'expired', unconfirmed: readonly string[]) =>
    nextPollDelayMs({
      state: {
        snapshot: readySnapshot(
          checkoutOf({ state, invoice: invoiceOf({ paid: '0.0004', unconfirmed, expiresAt: null }) }),
        ),
        offsetMs: 0,
        failures: 0,
      },
      isStreaming: false,
      isHidden: false,
      nowMs: START_MS,
      lastActivityAtMs: START_MS,
      retryAfterMs: 0,
      jitter: 0,
    });
  assert.equal(delayMs('expired', ['t2']), delayMs('partial', []));
  assert.ok(Number(delayMs('expired', [])) > Number(delayMs('expired', ['t2'])));
});
