import type { Clock, PresentTime } from '../base/clock.js';
import { MeasuredClock } from '../base/measured-clock.js';

/** `Date` counts whole seconds. */
const RESOLUTION_MS = 1000;

/**
 * The service's clock, from the `Date` header of its responses (RFC 9110 §6.6.1). Times in its responses, such as
 * deadlines, refer to that clock; the clock of this machine may be wrong.
 */
export class ServiceTime {
  readonly #measured: MeasuredClock;
  /** The latest response is not from after this time. */
  #latestMs = Infinity;

  /** @param local the clock of this machine, which counts as right until a response shows another time */
  constructor(private readonly local: Clock) {
    this.#measured = new MeasuredClock(local);
  }

  /**
   * Records the `Date` header of a response that has arrived; `null`: it has none.
   * @param elapsedMs time since the request was sent
   */
  observe(date: string | null, elapsedMs: number): void {
    const timeMs = Date.parse(date ?? '');
    const isKnown = !Number.isNaN(timeMs);
    if (isKnown) this.#measured.observe({ timeMs, elapsedMs, resolutionMs: RESOLUTION_MS });
    this.#latestMs = isKnown ? timeMs + RESOLUTION_MS : Infinity;
  }

  nowMs(): number {
    return this.#measured.nowMs();
  }

  /** How far the clock of this machine is ahead of the service's; negative if it is behind. `null` before the first response. */
  get aheadMs(): number | null {
    return this.#measured.isMeasured ? this.local.nowMs() - this.nowMs() : null;
  }

  /** Call it when a request is sent. @returns when that was, by the service's clock, for a call after the response has arrived */
  startRequest(): () => number {
    const monotonicMs = this.#measured.monotonicMs();
    return () => Math.min(this.#measured.at(monotonicMs), this.#latestMs);
  }
}

/** Returns the present time by the clock of the store and by that of the service. */
export function presentTime({
  clock,
  serviceTime,
}: {
  readonly clock: Clock;
  readonly serviceTime: ServiceTime;
}): PresentTime {
  return { nowMs: clock.nowMs(), serviceNowMs: serviceTime.nowMs() };
}
