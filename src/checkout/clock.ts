/** Time and timers, so that tests and scripted sessions can bring their own. */
export interface MonotonicClock {
  /** Monotonic milliseconds from any origin: never the time of day, which people and radio masts change. */
  nowMs(): number;
  /** Calls back once; the result takes the timer back. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

export const defaultClock: MonotonicClock = {
  nowMs: () => performance.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
