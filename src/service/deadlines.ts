/** How long a call may take, in milliseconds of real time. What a process lost that stood still at its end is given again. */
export interface Deadlines {
  /**
   * From the start to the last header of the answer; 15 s unless set. Connecting is a part of it, since
   * `fetch` does not tell when it is connected. Node gives a connection up after 10 s by itself: a shorter
   * time than that turns its `unreachable`, where nothing was sent, into a doubt.
   */
  readonly headersMs: number;
  /** From the start to the last byte, with every repeat and the pauses between; 20 s unless set. */
  readonly totalMs: number;
}

/** Longer than this, `setTimeout` would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** @throws {TypeError} when a time is none */
export function validateDeadlines({
  headersMs = 15_000,
  totalMs = 20_000,
}: Partial<Deadlines> = {}): Deadlines {
  for (const [name, ms] of Object.entries({ headersMs, totalMs })) {
    if (!(ms > 0 && ms <= LONGEST_MS)) {
      throw new TypeError(`deadlines.${name} ${ms} is not right: give milliseconds, from 1 to ${LONGEST_MS}`);
    }
  }
  return { headersMs, totalMs };
}

/** A timer that is so late was not the only one to wait: the process itself stood still, or its container. */
const STALL_THRESHOLD_MS = 100;

/**
 * Calls `pass` after this time, and never after what it returns was called. What came while the process stood still
 * has not been heard yet: once, it gets as much time as was lost, but never more than was given.
 */
export function deadline(ms: number, pass: () => void): () => void {
  const dueMs = performance.now() + ms;
  let timer = setTimeout(() => {
    const lateMs = performance.now() - dueMs;
    if (lateMs < STALL_THRESHOLD_MS) pass();
    else timer = setTimeout(pass, Math.min(lateMs, ms));
  }, ms);
  return () => clearTimeout(timer);
}

/**
 * The result of `work`, or the end of it.
 * @throws {DOMException} `TimeoutError` at the deadline, with which `abort` is aborted too
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
    // The race, since a signal alone does not reach a body whose request has been collected as garbage.
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}
