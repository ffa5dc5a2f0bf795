import type { Clock } from '../base/clock.js';
import { errorFields } from '../base/log.js';
import { resetFutureSchedules } from '../store/future-schedules.js';
import type { SearchReason } from '../store/future-schedules.js';
import type { StoreContext } from '../store/store.js';

export interface ClockGuardOptions extends StoreContext {
  /** Called when the clock was set forward or back. */
  readonly onJump: () => void;
}

/** Interval of the search for future times that another process with a wrong clock has stored. */
const SEARCH_INTERVAL_MS = 10 * 60_000;
/** A smaller step back delays scheduled work by no more than this. */
const SMALL_STEP_MS = 10_000;

/**
 * Keeps the proxy working after a clock was wrong. Scheduled times are stored as timestamps: with a clock that was ahead,
 * they would be hours away once the clock is correct.
 */
export class ClockGuard {
  readonly #jumpMs: () => number;
  #searchedAtMs = 0;
  #reason: SearchReason | null = 'start';

  constructor(private readonly options: ClockGuardOptions) {
    this.#jumpMs = createClockJumpDetector(options.clock);
  }

  /** Searches the store at the start, after the clock was set back, and every ten minutes. Never throws. */
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
}

/** Longer than a slow machine can delay a reading. */
const JUMP_MS = 2000;

/**
 * Returns a function that compares the clock with a monotonic one. It returns by how many milliseconds the clock was set
 * since the last call: positive for forward, negative for back, 0 if it was not set.
 */
function createClockJumpDetector(clock: Clock, runningMs = () => performance.now()): () => number {
  const offsetMs = () => clock.nowMs() - runningMs();
  let knownMs = offsetMs();
  return () => {
    const jumpMs = offsetMs() - knownMs;
    knownMs += jumpMs;
    return Math.abs(jumpMs) > JUMP_MS ? jumpMs : 0;
  };
}
