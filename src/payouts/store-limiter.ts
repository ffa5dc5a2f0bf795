import { setTimeout as pause } from 'node:timers/promises';
import type { RequestLimiter } from '../service/index.js';
import type { Clock } from '../proxy/base/clock.js';
import { endWithdrawalTurn, takeWithdrawalTurn } from '../proxy/store/withdrawal-turns.js';
import type { Store } from '../proxy/store/store.js';

/** Maximum difference between the clocks of two processes. */
const CLOCK_DIFFERENCE_MS = 1000;
const POLL_MS = 250;

/**
 * Creates a limiter for all processes that share a store (service doc, "Limits"). For one machine, see `createFileLimiter`.
 * @param signal ends the wait with an `AbortError`, but never a request that was sent
 */
export function createStoreLimiter({ db }: Store, clock: Clock, signal: AbortSignal): RequestLimiter {
  const takeTurn = async () => {
    for (;;) {
      const endMs = await takeWithdrawalTurn(db, clock.nowMs());
      if (endMs !== null) return endMs;
      await pause(POLL_MS, undefined, { signal });
    }
  };
  return {
    async take(minIntervalMs, send) {
      const endMs = await takeTurn();
      try {
        return await send();
      } finally {
        // A store error must not hide the outcome of the request. The turn expires even if this update fails.
        const nextMs = clock.nowMs() + minIntervalMs + CLOCK_DIFFERENCE_MS;
        await endWithdrawalTurn(db, endMs, nextMs).catch(() => undefined);
      }
    },
  };
}
