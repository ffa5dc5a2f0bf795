import type { Clock } from '../base/clock.js';
import { errorFields } from '../base/log.js';
import { resetFutureSchedules, type SearchReason } from '../store/future-schedules.js';
import { MINUTE_MS } from '../base/time.js';
import type { StoreClock } from '../store/store-clock.js';
import type { StoreContext } from '../store/store.js';
import type { ServiceTime } from '../upstream/service-time.js';

/** Interval at which the guard searches for future times that a process with a wrong clock has stored. */
const SEARCH_INTERVAL_MS = 10 * MINUTE_MS;
/** Smaller steps back are ignored: they delay scheduled work at most by this time. */
const SMALL_STEP_MS = 10_000;
/** Smaller jumps are ignored: the two clocks are not read at exactly the same time. */
const MIN_JUMP_MS = 2000;
/**
 * Maximum error of the time on a page. The clocks of the service's machines may differ by a few seconds, and without this tolerance each
 * response would cause a message to every page. A page declares no deadline passed, and `RENEWAL_MS` leaves a minute for such errors.
 */
const MAX_PAGE_ERROR_MS = 10_000;
/** Larger differences from the service's clock are reported: the shop's signatures and deadlines depend on this machine's clock. */
const MAX_DIFFERENCE_MS = MINUTE_MS;

interface ClockGuardOptions extends StoreContext {
  readonly clock: StoreClock;
  readonly serviceTime: ServiceTime;
  /** Called when the service's time differs from the time that was sent to pages. */
  readonly onServiceTimeChange: () => void;
}

/**
 * Keeps scheduled work on time after a clock was wrong. The store has timestamps: if a clock was hours ahead, scheduled work would be
 * delayed for hours once the clock is correct.
 */
export class ClockGuard {
  readonly #clockJumpMs: () => number;
  readonly #hasServiceTimeChanged: () => boolean;
  #searchedAtMs = 0;
  #reason: SearchReason | null = 'start';
  /** Lead of this machine's clock over the service's, as last reported. */
  #reportedAheadMs = 0;

  constructor(private readonly options: ClockGuardOptions) {
    this.#clockJumpMs = watchJumps(options.clock);
    this.#hasServiceTimeChanged = watchChanges(options.serviceTime);
  }

  /** Resets future times in the store: at the start, after the clock was set back, and every ten minutes. Never throws. */
  async checkClock(): Promise<void> {
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

  /** Logs a warning if this machine's clock differs from the service's, once per difference. */
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
 * Returns a function that returns by how many milliseconds a clock was set since the last call: negative if it was set back, 0 if it was
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
 * Returns a function that returns whether the offset of a clock has changed by `MAX_PAGE_ERROR_MS` since the function last returned
 * true.
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
