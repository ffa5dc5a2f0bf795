import { createClockJumpDetector } from '../base/clock-jump.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/log.js';
import { errorFields } from '../base/log.js';
import { resetFutureSchedules } from '../store/future-schedules.js';
import type { SearchReason } from '../store/future-schedules.js';
import type { Store } from '../store/store.js';

export interface ClockGuardOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the clock was set, forward or back. */
  readonly onJump: () => void;
}

/** Another process whose clock is ahead leaves plans behind when it ends: how often they are searched for. */
const SEARCH_INTERVAL_MS = 10 * 60_000;
/** After a smaller step back, plans are late by no more than this. */
const SMALL_STEP_MS = 10_000;

/**
 * Keeps the work of the proxy going when a clock was wrong. Every plan in the store is a moment; one that was planned by a
 * clock that was ahead would be hours away once the clock is right.
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
      logger.info({ jumpMs: Math.round(jumpMs) }, 'the clock of this machine was set');
      onJump();
    }
    if (jumpMs < -SMALL_STEP_MS) this.#reason = 'set back';
    if (performance.now() - this.#searchedAtMs > SEARCH_INTERVAL_MS) this.#reason ??= 'now and then';
    if (this.#reason === null) return;
    try {
      await resetFutureSchedules(store, clock.nowMs(), this.#reason);
      this.#reason = null;
      this.#searchedAtMs = performance.now();
    } catch (error) {
      logger.error(
        errorFields(error),
        'the store cannot be used: what a wrong clock has planned is found later',
      );
    }
  }
}
