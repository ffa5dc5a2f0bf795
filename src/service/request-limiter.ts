/** Keeps requests apart ("Limits": at least 12 seconds between two withdrawal requests). */
export interface RequestLimiter {
  /**
   * Runs `send` alone, and not before `minIntervalMs` have passed since the one before it ended, answered or
   * not: `fetch` does not tell when a request arrived, only that it did so before the end. The result is that
   * of `send`.
   */
  take<T>(minIntervalMs: number, send: () => Promise<T>): Promise<T>;
}

/** For one process: share the value between all clients that have the same withdrawal key. */
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

/** Runs one after the other, in the order of the calls; a failure is its caller's alone. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Never shorter than `ms`, though timers may be early by less than a millisecond. */
export function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.ceil(ms) + 1));
}
