/** Milliseconds since 1970 in UTC, on a clock that can be moved forward and never back. */
export interface MovableClock {
  nowMs(): number;
  /** @throws {RangeError} when `seconds` is not a number from 0 to ten years, or leads beyond the year 9999 */
  advance(seconds: number): void;
}

/** More in one step is a slip of the finger, and would soon leave the range of dates. */
export const MAX_ADVANCE_SECONDS = 10 * 366 * 24 * 3600;

/** The document writes years with four digits ("Conventions for every endpoint"). */
export const LAST_MS = Date.UTC(9999, 11, 31);

/**
 * A clock that runs with `sourceMs` and can be moved ahead of it. Share one between the sandbox and whatever else
 * has to live in the same time. A source that stands still (`() => 0`) makes a run repeatable to the microsecond.
 */
export function createMovableClock(sourceMs: () => number = Date.now): MovableClock {
  let aheadMs = 0;
  return {
    nowMs: () => sourceMs() + aheadMs,
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
