/** Clock of the proxy. Tests can move it and share it with the sandbox. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds from any origin, by a clock that is never set. Default: `performance.now()`. */
  monotonicMs?(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** The present time by both clocks. Only the service's is comparable with the times that it states, such as deadlines. */
export interface PresentTime {
  readonly nowMs: number;
  readonly serviceNowMs: number;
}

/** A reading of another machine's clock, between a request and the arrival of its response. */
export interface ClockReading {
  readonly timeMs: number;
  /** Time since the request was sent. */
  readonly elapsedMs: number;
  /** The reading omits less than this. Default: nothing. */
  readonly resolutionMs?: number;
}

/**
 * The clock of another machine, measured by its readings and carried on by a monotonic clock. So setting the clock of this machine
 * does not change it.
 */
export class MeasuredClock implements Clock {
  /** The measured time minus that of the monotonic clock. */
  #offsetMs: number | null = null;

  /** Counts as right until a reading shows another time. */
  #fallback: Clock;

  /** @param local the clock of this machine, and the fallback unless `fallBackTo` names another */
  constructor(private readonly local: Clock) {
    this.#fallback = local;
  }

  fallBackTo(clock: Clock): void {
    this.#fallback = clock;
  }

  get isMeasured(): boolean {
    return this.#offsetMs !== null;
  }

  observe({ timeMs, elapsedMs, resolutionMs = 0 }: ClockReading): void {
    const monotonicMs = this.monotonicMs();
    const least = timeMs - monotonicMs;
    const most = least + elapsedMs + resolutionMs;
    const expectedMs = this.#offsetMs ?? this.#fallback.nowMs() - monotonicMs;
    this.#offsetMs = Math.max(least, Math.min(most, expectedMs));
  }

  /** A whole number, since databases store it. */
  nowMs(): number {
    return this.at(this.monotonicMs());
  }

  /** Returns the measured time at a moment of the monotonic clock; before the first reading, the present time of the fallback. */
  at(monotonicMs: number): number {
    return this.#offsetMs === null ? this.#fallback.nowMs() : Math.round(monotonicMs + this.#offsetMs);
  }

  monotonicMs(): number {
    return this.local.monotonicMs?.() ?? performance.now();
  }
}
