/** Time and timers; tests and scripted sessions pass their own. */
export interface MonotonicClock {
  /** Monotonic milliseconds from any origin: never the time of day, which people and networks adjust. */
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
