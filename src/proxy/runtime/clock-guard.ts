import { errorFields } from '../base/log.js';
import { resetFutureSchedules, type SearchReason } from '../store/future-schedules.js';
import { MINUTE_MS } from '../base/time.js';
import type { StoreContext } from '../store/store.js';

/** Interval of the search for future times that another process with a wrong clock has stored. */
const SEARCH_INTERVAL_MS = 10 * MINUTE_MS;
/** A smaller step back delays scheduled work by no more than this. */
const SMALL_STEP_MS = 10_000;
/** A smaller difference may come from a delay between the readings of the two clocks. */
const MIN_JUMP_MS = 2000;

/**
 * Keeps scheduled work on time after a clock was wrong. The store contains its times as timestamps: if a clock was ahead,
 * they would be hours away once the clock is correct.
 */
export class ClockGuard {
  /** Difference between the clock and a monotonic clock. */
  #offsetMs: number;
  #searchedAtMs = 0;
  #reason: SearchReason | null = 'start';

  /** @param options `onJump`: called when the clock was set forward or back */
  constructor(private readonly options: StoreContext & { readonly onJump: () => void }) {
    this.#offsetMs = options.clock.nowMs() - performance.now();
  }

  /** Resets future times in the store: at the start, after the clock was set back, and every ten minutes. Never throws. */
  async check(): Promise<void> {
    const { store, clock, logger, onJump } = this.options;
    const jumpMs = this.#jumpMs();
    if (jumpMs !== 0) {
      logger.info({ jumpMs: Math.round(jumpMs) }, 'system clock was set');
      onJump();
    }
    if (jumpMs < -SMALL_STEP_MS) this.#reason = 'set back';
    if (performance.now() - this.#searchedAtMs > SEARCH_INTERVAL_MS) this.#reason ??= 'periodic';
    if (this.#reason === null) return;
    try {
      await resetFutureSchedules(store, clock.nowMs(), this.#reason);
      this.#reason = null;
      this.#searchedAtMs = performance.now();
    } catch (error) {
      logger.error(errorFields(error), 'store unavailable, clock check postponed');
    }
  }

  /** Returns the change of the clock since the last call in milliseconds: negative if it was set back, 0 if it was not set. */
  #jumpMs(): number {
    const offsetMs = this.options.clock.nowMs() - performance.now();
    const jumpMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    return Math.abs(jumpMs) > MIN_JUMP_MS ? jumpMs : 0;
  }
}
