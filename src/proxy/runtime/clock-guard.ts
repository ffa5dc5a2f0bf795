import type { Clock } from '../base/clock.js';
import { errorFields } from '../base/log.js';
import { resetFutureSchedules, type SearchReason } from '../store/future-schedules.js';
import { MINUTE_MS } from '../base/time.js';
import type { StoreClock } from '../store/store-clock.js';
import type { StoreContext } from '../store/store.js';
import type { ServiceTime } from '../upstream/service-time.js';

/** Interval of the search for future times that another process with a wrong clock has stored. */
const SEARCH_INTERVAL_MS = 10 * MINUTE_MS;
/** A smaller step back delays scheduled work by no more than this. */
const SMALL_STEP_MS = 10_000;
/** A smaller difference may come from a delay between the readings of the two clocks. */
const MIN_JUMP_MS = 2000;
/**
 * The time on a page may be wrong by less than this: if the clocks of the service's machines differ by a few seconds, each response
 * would otherwise cause a message to every page. A page declares nothing ended, and `RENEWAL_MS` leaves a minute for such errors.
 */
const MAX_PAGE_ERROR_MS = 10_000;
/** A larger difference from the service's clock is reported: signatures and deadlines of the shop depend on this machine's. */
const MAX_DIFFERENCE_MS = MINUTE_MS;

interface ClockGuardOptions extends StoreContext {
  readonly clock: StoreClock;
  readonly serviceTime: ServiceTime;
  /** Called when the service's time is no longer what was sent to pages. */
  readonly onServiceTimeChange: () => void;
}

/**
 * Keeps scheduled work on time after a clock was wrong. The store contains its times as timestamps: if a clock was ahead,
 * they would be hours away once the clock is correct.
 */
export class ClockGuard {
  readonly #clockJumpMs: () => number;
  readonly #hasServiceTimeChanged: () => boolean;
  #searchedAtMs = 0;
  #reason: SearchReason | null = 'start';
  /** How far this machine's clock is ahead of the service's, as last reported. */
  #reportedAheadMs = 0;

  constructor(private readonly options: ClockGuardOptions) {
    this.#clockJumpMs = watchJumps(options.clock);
    this.#hasServiceTimeChanged = watchChanges(options.serviceTime);
  }

  /** Resets future times in the store: at the start, after the clock was set back, and every ten minutes. Never throws. */
  async check(): Promise<void> {
    const { store, clock, logger, onServiceTimeChange } = this.options;
    try {
      await clock.measure();
      const jumpMs = this.#clockJumpMs();
      if (jumpMs !== 0) logger.info({ jumpMs: Math.round(jumpMs) }, 'system clock was set');
      if (this.#hasServiceTimeChanged()) onServiceTimeChange();
      this.#compareWithService();
      if (jumpMs < -SMALL_STEP_MS) this.#reason = 'set back';
      if (performance.now() - this.#searchedAtMs > SEARCH_INTERVAL_MS) this.#reason ??= 'periodic';
      if (this.#reason === null) return;
      await resetFutureSchedules(store, clock.nowMs(), this.#reason);
      this.#reason = null;
      this.#searchedAtMs = performance.now();
    } catch (error) {
      logger.error(errorFields(error), 'store unavailable, clock check postponed');
    }
  }

  /** Warns if this machine's clock differs from the service's, once for each difference. */
  #compareWithService(): void {
    const { serviceTime, logger } = this.options;
    const aheadMs = serviceTime.aheadMs ?? 0;
    if (Math.abs(aheadMs - this.#reportedAheadMs) <= MAX_DIFFERENCE_MS) return;
    const isWrong = Math.abs(aheadMs) > MAX_DIFFERENCE_MS;
    this.#reportedAheadMs = isWrong ? aheadMs : 0;
    const fields = { aheadSeconds: Math.round(aheadMs / 1000) };
    if (isWrong) logger.warn(fields, 'system clock differs from that of the payment service, synchronize it');
    else logger.info(fields, 'system clock agrees with that of the payment service again');
  }
}

/**
 * Returns a function that returns the change of a clock since the last call in milliseconds: negative if it was set back, 0 if it was
 * not set.
 */
function watchJumps(clock: Pick<Clock, 'nowMs'>): () => number {
  let offsetMs = clock.nowMs() - performance.now();
  return () => {
    const presentMs = clock.nowMs() - performance.now();
    const jumpMs = presentMs - offsetMs;
    offsetMs = presentMs;
    return Math.abs(jumpMs) > MIN_JUMP_MS ? jumpMs : 0;
  };
}

/**
 * Returns a function that returns whether two messages since it last returned true may contain times that differ by
 * `MAX_PAGE_ERROR_MS`.
 */
function watchChanges(clock: Pick<Clock, 'nowMs'>): () => boolean {
  const offset = () => clock.nowMs() - performance.now();
  let least = offset();
  let most = least;
  return () => {
    const presentMs = offset();
    least = Math.min(least, presentMs);
    most = Math.max(most, presentMs);
    const hasChanged = most - least >= MAX_PAGE_ERROR_MS;
    if (hasChanged) least = most = presentMs;
    return hasChanged;
  };
}
