/** Enforces an interval between withdrawal requests (service doc, "Limits"): `MIN_INTERVAL_MS` in `withdrawal.ts`. */
export interface RequestLimiter {
  /**
   * Runs `send` alone, at least `minIntervalMs` after the previous request ended, even if that failed. The service may receive a
   * request at any time before its end.
   */
  take<T>(minIntervalMs: number, send: () => Promise<T>): Promise<T>;
}

/** Creates a limiter for one process. Share it between all clients with the same withdrawal key. */
export function createMemoryLimiter(): RequestLimiter {
  const inOrder = createQueue();
  let endedMs = -Infinity;
  return {
    take: (minIntervalMs, send) =>
      inOrder(async () => {
        await pause(endedMs + minIntervalMs - performance.now());
        try {
          return await send();
        } finally {
          endedMs = performance.now();
        }
      }),
  };
}

/** Returns a function that runs its calls one at a time. A failure does not affect the next call. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Waits at least `ms`, though timers may fire up to a millisecond early. */
export function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.ceil(ms) + 1));
}
