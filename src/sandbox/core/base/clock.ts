/** A clock in milliseconds UTC that can be moved forward, never back. */
export interface MovableClock {
  nowMs(): number;
  /** Returns the same time, for code that measures durations. */
  monotonicMs(): number;
  /** Moves the clock forward. @throws {RangeError} if `seconds` is not from 0 to ten years, or leads beyond the year 9999 */
  advance(seconds: number): void;
}

/** A larger number is probably a typo, and would soon exceed the range of dates. */
export const MAX_ADVANCE_SECONDS = 10 * 366 * 24 * 3600;

/** Service doc, "Conventions for every endpoint": years have four digits. */
export const LAST_MS = Date.UTC(9999, 11, 31);

/**
 * Creates a clock that follows `sourceMs` and can be moved forward. Share it between the sandbox and other code. A constant source
 * (`() => 0`) makes a run repeatable.
 * @example
 * ```ts
 * import { createMovableClock, createSandbox } from 'crypto-checkout/sandbox';
 *
 * const clock = createMovableClock();
 * const keys = { apiKey: 'key', withdrawalKey: 'withdrawal-key', shopId: 'shop' };
 * const sandbox = createSandbox({ ...keys, clock });
 * clock.advance(30 * 60);
 * ```
 */
export function createMovableClock(sourceMs: () => number = Date.now): MovableClock {
  let aheadMs = 0;
  const nowMs = () => sourceMs() + aheadMs;
  return {
    nowMs,
    monotonicMs: nowMs,
    advance(seconds) {
      if (!(seconds >= 0 && seconds <= MAX_ADVANCE_SECONDS)) {
        throw new RangeError(`advance is ${seconds}. Use seconds from 0 to ${MAX_ADVANCE_SECONDS}.`);
      }
      if (sourceMs() + aheadMs + seconds * 1000 > LAST_MS)
        throw new RangeError('advance leads beyond the year 9999. Start with a new clock.');
      aheadMs += Math.round(seconds * 1000);
    },
  };
}

export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
