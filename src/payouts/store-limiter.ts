import { setTimeout as pause } from 'node:timers/promises';
import type { RequestLimiter } from '../service/index.js';
import type { Clock } from '../proxy/base/clock.js';
import { endPayoutTurn, takePayoutTurn } from '../proxy/store/payout-turn.js';
import type { Store } from '../proxy/store/store.js';

/** Longer than any request takes. After a crash, the next process waits until this time has passed. */
const HOLD_MS = 60_000;
/** How far the clocks of two processes may differ. */
const CLOCKS_MS = 1000;
const POLL_MS = 250;

/**
 * Limits the requests of all processes that share a store (service doc, "Limits"). The file limiter of `service` does so for the
 * processes of one machine.
 * @param signal ends the wait with an `AbortError`, and never a request that was sent
 */
export function createStoreLimiter({ db }: Store, clock: Clock, signal: AbortSignal): RequestLimiter {
  return {
    async take(minIntervalMs, send) {
      while (!(await takePayoutTurn(db, clock.nowMs(), clock.nowMs() + HOLD_MS)))
        await pause(POLL_MS, undefined, { signal });
      try {
        return await send();
      } finally {
        await endPayoutTurn(db, clock.nowMs() + minIntervalMs + CLOCKS_MS);
      }
    },
  };
}
