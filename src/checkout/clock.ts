import type { Checkout } from '../protocol/index.js';

/** Time and timers; tests and scripted sessions pass their own. */
export interface MonotonicClock {
  /** Monotonic milliseconds from any origin. Never the time of day, which people and networks adjust. */
  nowMs(): number;
  /** Calls back once; the returned function cancels the timer. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

export const defaultClock: MonotonicClock = {
  nowMs: () => performance.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A checkout with the monotonic times of its request and its arrival. */
interface ServerTimeReading {
  readonly checkout: Pick<Checkout, 'now'>;
  readonly nowMs: number;
  /** `null` for an event of the stream. */
  readonly sentAtMs: number | null;
}

/**
 * Returns the server's clock minus the monotonic one. The server reads its clock between request and response, so a
 * response bounds the offset from both sides. An event of the stream may be delayed on the way and bounds it only from
 * below. An old reading never sets the clock back.
 */
export function serverOffsetAfter(
  offsetMs: number | null,
  { checkout, nowMs, sentAtMs }: ServerTimeReading,
): number {
  const serverMs = Date.parse(checkout.now);
  const least = serverMs - nowMs;
  const most = sentAtMs === null ? Infinity : serverMs - sentAtMs;
  return offsetMs === null ? least : Math.max(least, Math.min(most, offsetMs));
}
