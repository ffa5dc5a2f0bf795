/** Timeouts of a call, in milliseconds of real time. A timeout that fires while the process is suspended is extended once. */
export interface Deadlines {
  /**
   * Time from the start to the last response header, including the connection. Default: 15 s. Keep it above 10 s, after which
   * Node abandons a connection attempt. After a shorter timeout, it is unknown whether the request was sent.
   */
  readonly headersMs: number;
  /** Time from the start to the last byte, including retries and the pauses between them. Default: 20 s. */
  readonly totalMs: number;
}

/** With a longer delay, `setTimeout` would fire immediately. */
const LONGEST_MS = 2 ** 31 - 1;

/** @throws {TypeError} if a timeout is invalid */
export function validateDeadlines({ headersMs = 15_000, totalMs = 20_000 }: Partial<Deadlines> = {}) {
  for (const [name, ms] of Object.entries({ headersMs, totalMs })) {
    if (!(ms > 0 && ms <= LONGEST_MS)) {
      throw new TypeError(`deadlines.${name} ${ms} is invalid. Use milliseconds from 1 to ${LONGEST_MS}.`);
    }
  }
  return { headersMs, totalMs };
}

/** A timer this late means that the process or its container was suspended. */
const STALL_THRESHOLD_MS = 100;

/**
 * Calls `onDeadline` after `ms`, unless the returned function is called before. If the process was suspended, data may have
 * arrived that it has not read yet. The timer is then extended once, by the lost time or at most by `ms`.
 */
export function deadline(ms: number, onDeadline: () => void): () => void {
  const dueMs = performance.now() + ms;
  let timer = setTimeout(() => {
    const lateMs = performance.now() - dueMs;
    if (lateMs < STALL_THRESHOLD_MS) onDeadline();
    else timer = setTimeout(onDeadline, Math.min(lateMs, ms));
  }, ms);
  return () => clearTimeout(timer);
}

/**
 * Returns the result of `work`, or aborts it at the deadline.
 * @throws {DOMException} `TimeoutError`, which also aborts `abort`
 */
export async function withDeadline<T>(ms: number, abort: AbortController, work: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    stop = deadline(ms, () => {
      const timeout = new DOMException('The deadline has passed', 'TimeoutError');
      reject(timeout);
      abort.abort(timeout);
    });
  });
  try {
    // A signal alone does not reach a body whose request has been garbage-collected.
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}
