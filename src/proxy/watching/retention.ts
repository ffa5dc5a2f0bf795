import type { Clock } from '../clock.js';
import type { Logger } from '../log.js';
import { errorFields } from '../log.js';
import { DAY_MS, REMOVE_AT_ONCE, REMOVE_EVERY_MS } from './schedule.js';
import { removeDeposits, removeFinished } from '../store/retention.js';
import type { Store } from '../store/store.js';

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly retentionDays: number;
  readonly signal: AbortSignal;
}

/** Removes checkouts that are finished and have been left alone for `retentionDays`, and deposits as old as that. */
export class Retention {
  #lastMs: number | undefined;

  constructor(private readonly options: RetentionOptions) {}

  /** Does nothing until an hour has passed since the last time. Never throws. */
  async round(): Promise<void> {
    const { clock, logger, retentionDays } = this.options;
    const nowMs = clock.nowMs();
    if (this.#lastMs !== undefined && Math.abs(nowMs - this.#lastMs) < REMOVE_EVERY_MS) return;
    this.#lastMs = nowMs;
    try {
      const beforeMs = nowMs - retentionDays * DAY_MS;
      const removed = await this.#removeAll(beforeMs, removeFinished);
      await this.#removeAll(beforeMs, removeDeposits);
      if (removed > 0) logger.info({ removed, retentionDays }, 'finished checkouts were removed');
    } catch (error) {
      logger.error(errorFields(error), 'finished checkouts could not be removed: trying again in an hour');
    }
  }

  async #removeAll(beforeMs: number, remove: typeof removeFinished): Promise<number> {
    const { store, signal } = this.options;
    let removed = 0;
    while (!signal.aborted) {
      const count = await remove(store, { beforeMs, limit: REMOVE_AT_ONCE });
      removed += count;
      if (count < REMOVE_AT_ONCE) break;
    }
    return removed;
  }
}
