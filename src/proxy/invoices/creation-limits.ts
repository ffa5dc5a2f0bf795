import type { CheckoutRecord } from '../domain/record.js';
import type { Clock } from '../base/clock.js';
import type { RateLimitSettings } from '../options/rate-limit-options.js';
import { rateLimited } from '../base/problem-error.js';
import type { ProblemError } from '../base/problem-error.js';
import { HOUR_MS, MINUTE_MS } from '../base/time.js';

/** A creation usually takes less. */
const RETRY_MS = 5000;
/** In one minute the operator reads of so many at most. */
const MAX_LOGGED = 1000;

/**
 * Bounds what payers make this process and the payment service do. Only creations are refused, before their intent is
 * stored: polling open invoices and cancelling count as calls and always go on, since money comes first.
 */
export class CreationLimits {
  #minuteFromMs = -Infinity;
  #calls = 0;
  #underWay = 0;
  readonly #told = new Set<string>();

  /** @param onFirst called when a limit is reached, once per minute and asker */
  constructor(
    private readonly settings: RateLimitSettings | false,
    private readonly clock: Clock,
    private readonly onFirst: (work: string, asker: string) => void = () => undefined,
  ) {}

  /** Counts a call of the payment service, whatever it was for. */
  called(): void {
    this.#turnMinute();
    this.#calls += 1;
  }

  /** Returns why this checkout can have no further invoice now, if so. */
  refusalOf({ order, invoices }: CheckoutRecord): ProblemError | undefined {
    if (this.settings === false) return undefined;
    const most = this.settings.invoicesPerCheckoutPerHour;
    const nowMs = this.clock.nowMs();
    // A clock that was set back must not lock anybody out.
    const recent = invoices.map(({ intendedAtMs }) => nowMs - intendedAtMs).filter(isWithinHour);
    const sinceMs = recent.toSorted((a, b) => a - b)[most - 1];
    if (sinceMs === undefined) return undefined;
    this.#log('invoices', order.id);
    return rateLimited(
      `This order has reached its limit of ${most} new invoices per hour`,
      HOUR_MS - sinceMs,
    );
  }

  /** Takes a place for one creation, until the returned function is called; or returns why there is none. */
  enter(): (() => void) | ProblemError {
    const { serviceCallsPerMinute, creationsAtOnce } = this.settings || UNLIMITED;
    const sinceMs = this.#turnMinute();
    const isBusy = this.#underWay >= creationsAtOnce;
    // Each creation that is under way makes a call of which nothing is known yet.
    if (isBusy || this.#calls + this.#underWay >= serviceCallsPerMinute) {
      this.#log('service calls', 'this process');
      return rateLimited('Too many requests to the payment service', isBusy ? RETRY_MS : MINUTE_MS - sinceMs);
    }
    this.#underWay += 1;
    let isIn = true;
    return () => {
      if (isIn) this.#underWay -= 1;
      isIn = false;
    };
  }

  /** Begins a new minute when the last one is over, and returns how old the present one is. */
  #turnMinute(): number {
    const nowMs = this.clock.nowMs();
    const sinceMs = nowMs - this.#minuteFromMs;
    if (sinceMs >= 0 && sinceMs < MINUTE_MS) return sinceMs;
    this.#minuteFromMs = nowMs;
    this.#calls = 0;
    this.#told.clear();
    return 0;
  }

  #log(work: string, asker: string): void {
    this.#turnMinute();
    const key = `${work} ${asker}`;
    if (this.#told.has(key) || this.#told.size >= MAX_LOGGED) return;
    this.#told.add(key);
    this.onFirst(work, asker);
  }
}

const UNLIMITED = { serviceCallsPerMinute: Infinity, creationsAtOnce: Infinity } as const;

function isWithinHour(sinceMs: number): boolean {
  return sinceMs >= 0 && sinceMs < HOUR_MS;
}
