/** `Date` counts whole seconds. */
const RESOLUTION_MS = 1000;

/**
 * The time at the service, as the `Date` header of its answers says it (RFC 9110, section 6.6.1). The moments in its
 * answers, such as deadlines, are moments of that clock; the clock of this machine may be wrong.
 */
export class ServiceTime {
  #latestMs: number;

  /** @param latestMs the time before the first answer: none that is early enough to prove that anything is over */
  constructor(latestMs = -Infinity) {
    this.#latestMs = latestMs;
  }

  /** Takes in the `Date` header of an answer; `null` when there is none. */
  observe(date: string | null): void {
    const timeMs = Date.parse(date ?? '');
    this.#latestMs = Number.isNaN(timeMs) ? Infinity : timeMs + RESOLUTION_MS;
  }

  /**
   * Limits a moment of our clock to the time of the service's latest answer: after an answer, returns the earlier of
   * both clocks. Without a `Date` header, returns the moment as it is.
   */
  limit(timeMs: number): number {
    return Math.min(timeMs, this.#latestMs);
  }
}
