/** Time for any load on the machine, and less than a test may take in a browser. */
const TIMEOUT_MS = 50_000;

/**
 * Reads until `isSo` accepts the value; by default, until the value is truthy. `null` and `undefined` are never accepted.
 * Uses nothing of Node, so that tests in a browser use it, too.
 *
 * @throws {Error} after the time, with `what` and the last value
 */
export async function until<T>(
  read: () => T | Promise<T>,
  what: string,
  isSo: (value: NonNullable<T>) => boolean = Boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== null && value !== undefined && isSo(value)) return value;
    if (performance.now() > deadlineMs)
      throw new Error(`not within ${timeoutMs / 1000} s: ${what}. Last value: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
