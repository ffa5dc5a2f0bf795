import { ServiceError } from '../../service/index.js';
import type { Clock } from '../base/clock.js';
import { MINUTE_MS, SECOND_MS } from '../base/time.js';

/** Whoever probes whether the service answers knows it by then. */
const PROBE_MS = 25 * SECOND_MS;
/** Pauses after failures: doubled each time up to a minute, in part by chance. */
const BACK_OFF_MS = { first: SECOND_MS, longest: MINUTE_MS } as const;
/** A service may ask to be left alone; for longer than this, a payer who has paid would see nothing. */
export const MAX_RETRY_AFTER_MS = 5 * MINUTE_MS;

/**
 * A circuit breaker with exponential back-off (the pauses grow, in part by chance, so that many processes do not come
 * back at the same moment). Own code, since the one of cockatiel reads the system's time: here the clock is given, and
 * the service's `Retry-After` has a say.
 */
export class CircuitBreaker {
  #failures = 0;
  #openedAtMs = 0;
  #pauseMs = 0;

  /** @param threshold so many failures in a row open it */
  constructor(
    private readonly clock: Clock,
    private readonly threshold = 1,
  ) {}

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Until the pause is over nobody asks. A clock that was set back ends it. */
  get isOpen(): boolean {
    const sinceMs = this.clock.nowMs() - this.#openedAtMs;
    return sinceMs >= 0 && sinceMs < this.#pauseMs;
  }

  /** May this one ask? After a pause one may, and the others wait for what becomes of it. */
  enter(): boolean {
    if (this.isOpen) return false;
    if (this.#pauseMs > 0) this.#open(PROBE_MS);
    return true;
  }

  failed(error: unknown): void {
    this.#failures += 1;
    const wantedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    const times = this.#failures - this.threshold;
    if (times < 0 && wantedMs === 0) return;
    const longestMs = Math.min(
      BACK_OFF_MS.longest,
      BACK_OFF_MS.first * 2 ** Math.min(Math.max(times, 0), 10),
    );
    const pauseMs = longestMs * (0.5 + Math.random() / 2);
    this.#open(Math.max(pauseMs, Math.min(wantedMs, MAX_RETRY_AFTER_MS)));
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = 0;
  }

  #open(pauseMs: number): void {
    this.#openedAtMs = this.clock.nowMs();
    this.#pauseMs = pauseMs;
  }
}
