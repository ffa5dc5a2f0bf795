/** Milliseconds since 1970 in UTC, on a clock that can be moved forward and never back. */
export interface MovableClock {
  nowMs(): number;
  /** @throws {RangeError} when `seconds` is not a number from 0 to ten years */
  advance(seconds: number): void;
}

/** More in one step is a slip of the finger, and would soon leave the range of dates. */
export const MAX_ADVANCE_SECONDS = 10 * 366 * 24 * 3600;

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
        throw new RangeError(`advance is ${seconds}: give seconds from 0 to ${MAX_ADVANCE_SECONDS}`);
      }
      aheadMs += Math.round(seconds * 1000);
    },
  };
}
