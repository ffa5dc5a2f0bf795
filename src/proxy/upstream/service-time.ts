/** `Date` counts whole seconds. */
const RESOLUTION_MS = 1000;

/**
 * The service's clock, from the `Date` header of its responses (RFC 9110 §6.6.1). Times in its responses, such as
 * deadlines, refer to that clock; the clock of this machine may be wrong.
 */
export class ServiceTime {
  #latestMs: number;
  /** On a monotonic clock. */
  #observedAtMs = 0;

  /** @param latestMs time before the first response. Default: too early to prove that a deadline has passed */
  constructor(latestMs = -Infinity) {
    this.#latestMs = latestMs;
  }

  /** Records the `Date` header of a response; `null`: it has none. */
  observe(date: string | null): void {
    const timeMs = Date.parse(date ?? '');
    this.#latestMs = Number.isNaN(timeMs) ? Infinity : timeMs + RESOLUTION_MS;
    this.#observedAtMs = performance.now();
  }

  /**
   * Returns the earlier of a time of the proxy's clock and the time of the service's latest response. Without a `Date` header,
   * returns the time unchanged.
   */
  earlierOf(timeMs: number): number {
    return Math.min(timeMs, this.#latestMs);
  }

  /**
   * Returns the service's present time: that of its latest response plus the time since, at most `nowMs`. Before the first
   * response, returns `nowMs`.
   * @param nowMs the present time by the proxy's clock
   */
  estimate(nowMs: number): number {
    if (this.#latestMs === -Infinity) return nowMs;
    return Math.min(nowMs, this.#latestMs + Math.round(performance.now() - this.#observedAtMs));
  }
}
