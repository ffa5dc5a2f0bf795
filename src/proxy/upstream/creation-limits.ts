import type { CheckoutRecord } from '../domain/record.js';
import type { Clock } from '../base/clock.js';
import { rateLimited, type ProblemError } from '../base/problem-error.js';
import { HOUR_MS, MINUTE_MS } from '../base/time.js';

interface CreationLimitSettings {
  readonly invoicesPerCheckoutPerHour: number;
  readonly serviceCallsPerMinute: number;
}

/** Retry delay, longer than a creation usually takes. */
const RETRY_MS = 5000;
/** Divisor of the call limit: the concurrent creations are those that it allows within two seconds. */
const CONCURRENT_DIVISOR = 30;
/** Maximum number of log entries per minute. */
const MAX_LOGGED = 1000;

/**
 * Limits the number of new invoices and deposit addresses, before their intent is stored. Counts polls and cancellations as calls, but
 * never refuses them: detecting payments takes precedence. `http/rate-limiter.ts` limits requests by client and order.
 */
export class CreationLimits {
  #minuteFromMs = -Infinity;
  #calls = 0;
  #running = 0;
  readonly #logged = new Set<string>();

  /** @param onFirst called when a limit is reached, at most once per minute for each limit and order */
  constructor(
    private readonly settings: CreationLimitSettings | false,
    private readonly clock: Clock,
    private readonly onFirst: (scope: string, key: string) => void = () => undefined,
  ) {}

  /** Counts a call to the payment service. */
  called(): void {
    this.#startMinute();
    this.#calls += 1;
  }

  /** Returns a problem if this checkout has reached its limit of new invoices. */
  limitProblem({ order, invoices }: CheckoutRecord, serviceNowMs: number): ProblemError | undefined {
    if (this.settings === false) return undefined;
    const limit = this.settings.invoicesPerCheckoutPerHour;
    // Ignores future times: a clock that was set back must not lock out a client.
    const recent = invoices.map(({ intendedAtMs }) => serviceNowMs - intendedAtMs).filter(isWithinHour);
    const sinceMs = recent.toSorted((a, b) => a - b)[limit - 1];
    if (sinceMs === undefined) return undefined;
    this.#log('invoices per checkout', order.id);
    return rateLimited(
      `This order has reached its limit of ${limit} new invoices per hour`,
      HOUR_MS - sinceMs,
    );
  }

  /** Acquires a slot for one creation. @returns a function that releases it, or the problem if there is none */
  acquireSlot(): (() => void) | ProblemError {
    const serviceCallsPerMinute = this.settings === false ? Infinity : this.settings.serviceCallsPerMinute;
    const sinceMs = this.#startMinute();
    if (this.#running >= Math.ceil(serviceCallsPerMinute / CONCURRENT_DIVISOR)) {
      this.#log('concurrent creations', 'this process');
      return rateLimited('Too many invoices are being created', RETRY_MS);
    }
    // Each running creation will make a call that is not counted yet.
    if (this.#calls + this.#running >= serviceCallsPerMinute) {
      this.#log('service calls', 'this process');
      return rateLimited('Too many requests to the payment service', MINUTE_MS - sinceMs);
    }
    this.#running += 1;
    let isRunning = true;
    return () => {
      if (isRunning) this.#running -= 1;
      isRunning = false;
    };
  }

  /** Starts a new minute if the current one has ended. @returns milliseconds since its start */
  #startMinute(): number {
    const nowMs = this.clock.nowMs();
    const sinceMs = nowMs - this.#minuteFromMs;
    if (sinceMs >= 0 && sinceMs < MINUTE_MS) return sinceMs;
    this.#minuteFromMs = nowMs;
    this.#calls = 0;
    this.#logged.clear();
    return 0;
  }

  #log(scope: string, key: string): void {
    this.#startMinute();
    const entry = `${scope} ${key}`;
    if (this.#logged.has(entry) || this.#logged.size >= MAX_LOGGED) return;
    this.#logged.add(entry);
    this.onFirst(scope, key);
  }
}

function isWithinHour(sinceMs: number): boolean {
  return sinceMs >= 0 && sinceMs < HOUR_MS;
}
