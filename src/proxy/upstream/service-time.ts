import { type Clock, type PresentTime, MeasuredClock } from '../base/clock.js';
import { MINUTE_MS } from '../base/time.js';

/** `Date` has whole seconds. */
const RESOLUTION_MS = 1000;
/**
 * A larger difference from the known time needs a second response, or the clock of this machine, to confirm it: one wrong response must
 * not end a payment. After a suspension, which stops the monotonic clock, the machine's clock confirms it.
 */
const MAX_UNCONFIRMED_MS = MINUTE_MS;

/** The three forms of RFC 9110 §5.6.7, all in GMT. `Date.parse` also reads other texts, and the last form in local time. */
const HTTP_DATE =
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$|^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$|^\w{3} \w{3} [\d ]\d \d\d:\d\d:\d\d \d{4}$/;

/** Parses a date of HTTP. @returns `NaN` if it is invalid, or its year has more than four digits */
function parseHttpDate(date: string | null): number {
  if (date === null || !HTTP_DATE.test(date)) return Number.NaN;
  return Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);
}

/**
 * The service's clock, from the `Date` header of its responses (RFC 9110 §6.6.1). Times in responses, such as deadlines, refer to this
 * clock. The clock of this machine may be wrong.
 */
export class ServiceTime {
  readonly #measured: MeasuredClock;
  /** Upper bound of the time of the latest response. */
  #latestMs = Infinity;
  /** The service's time minus the monotonic time, from a response that is not confirmed. */
  #unconfirmedMs: number | null = null;
  /** The same difference, from the last `Date`. */
  #datedMs: number | null = null;
  /** Lead of `Date` over the service's time, as the last created invoice shows; `null` if `Date` is correct. */
  #dateErrorMs: number | null = null;

  /** @param local the clock of this machine, which applies until a response shows another time */
  constructor(private readonly local: Clock) {
    this.#measured = new MeasuredClock(local);
  }

  /** Uses another clock than this machine's until the first response, such as that of the database. */
  fallBackTo(clock: Clock): void {
    this.#measured.fallBackTo(clock);
  }

  /**
   * Records the `Date` header of a response; `null` if it is missing. Ignores a time that differs by more than a minute from the known
   * one until the clock of this machine or the next response confirms it.
   * @param elapsedMs time since the request was sent
   */
  observe(date: string | null, elapsedMs: number): void {
    const timeMs = parseHttpDate(date);
    this.#datedMs = Number.isNaN(timeMs) ? null : timeMs - this.#measured.monotonicMs();
    const isKnown = this.#datedMs !== null && this.#dateErrorMs === null;
    this.#latestMs = isKnown ? timeMs + RESOLUTION_MS : Infinity;
    if (isKnown && this.#isConfirmed(timeMs, elapsedMs))
      this.#measured.observe({ timeMs, elapsedMs, resolutionMs: RESOLUTION_MS });
    // After a suspension, the machine's clock confirms a `Date` that is wrong by the same time as before.
    const correctedMs = timeMs - (this.#dateErrorMs ?? NaN);
    if (Math.abs(correctedMs - this.local.nowMs()) <= MAX_UNCONFIRMED_MS + elapsedMs)
      this.#measured.observe({ timeMs: correctedMs, elapsedMs, resolutionMs: RESOLUTION_MS });
  }

  /**
   * Records the creation time of a new invoice from its response. A cache in front of the service may send a wrong `Date`. If the two
   * differ by more than a minute and the clock of this machine confirms the creation time, ignores `Date` until the two agree again.
   * @param elapsedMs time since the request was sent
   */
  observeCreation(createdAtMs: number | null, elapsedMs: number): void {
    if (createdAtMs === null) return;
    const monotonicMs = this.#measured.monotonicMs();
    const isNear = (offsetMs: number) =>
      Math.abs(createdAtMs - monotonicMs - offsetMs) <= MAX_UNCONFIRMED_MS + elapsedMs;
    const isDated = this.#datedMs !== null && isNear(this.#datedMs);
    if (!isDated && !isNear(this.local.nowMs() - monotonicMs)) return;
    this.#dateErrorMs = isDated || this.#datedMs === null ? null : this.#datedMs + monotonicMs - createdAtMs;
    if (isDated) return;
    this.#latestMs = Infinity;
    this.#measured.observe({ timeMs: createdAtMs, elapsedMs });
  }

  #isConfirmed(timeMs: number, elapsedMs: number): boolean {
    const monotonicMs = this.#measured.monotonicMs();
    const offsetMs = timeMs - monotonicMs;
    const isNear = (otherMs: number) => Math.abs(offsetMs - otherMs) <= MAX_UNCONFIRMED_MS + elapsedMs;
    const isConfirmed =
      isNear(this.nowMs() - monotonicMs) ||
      isNear(this.local.nowMs() - monotonicMs) ||
      (this.#unconfirmedMs !== null && isNear(this.#unconfirmedMs));
    this.#unconfirmedMs = isConfirmed ? null : offsetMs;
    return isConfirmed;
  }

  nowMs(): number {
    return this.#measured.nowMs();
  }

  /** Lead of this machine's clock over the service's; negative if it is behind. `null` before the first response. */
  get aheadMs(): number | null {
    return this.#measured.isMeasured ? this.local.nowMs() - this.nowMs() : null;
  }

  /** Records the start of a request. @returns a function that returns the start time by the service's clock, after the response */
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
