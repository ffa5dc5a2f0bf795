import { ServiceError } from '../../service/index.js';
import type { Clock } from '../base/clock.js';
import { MINUTE_MS, SECOND_MS } from '../base/time.js';

/** Time reserved for a probe call, longer than the call takes. */
const PROBE_MS = 25 * SECOND_MS;
/** Initial and maximum exponential delay after failures. */
const BACK_OFF_MS = { first: SECOND_MS, max: MINUTE_MS } as const;
/** Upper limit of the service's `Retry-After`: a longer delay would hide payments from payers. */
export const MAX_RETRY_AFTER_MS = 5 * MINUTE_MS;

/**
 * A circuit breaker with exponential, randomized delays, so that processes do not all retry at the same time. cockatiel's reads the
 * system time and ignores `Retry-After`.
 */
export class CircuitBreaker {
  #failures = 0;
  #openedAtMs = 0;
  #pauseMs = 0;

  /** @param threshold number of consecutive failures that open it */
  constructor(
    private readonly clock: Clock,
    private readonly threshold = 1,
  ) {}

  /** Number of consecutive failures. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the breaker blocks calls. A clock that was set back ends the delay. */
  get isOpen(): boolean {
    const sinceMs = this.clock.nowMs() - this.#openedAtMs;
    return sinceMs >= 0 && sinceMs < this.#pauseMs;
  }

  /** Returns whether a call may be sent. After the delay, allows one probe call until it has a result. */
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
    const maxMs = Math.min(BACK_OFF_MS.max, BACK_OFF_MS.first * 2 ** Math.min(Math.max(times, 0), 10));
    const pauseMs = maxMs * (0.5 + Math.random() / 2);
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
