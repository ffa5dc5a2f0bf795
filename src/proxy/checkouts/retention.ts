import { errorFields } from '../base/log.js';
import { DAY_MS, HOUR_MS } from '../base/time.js';
import {
  removeDeposits,
  removeFinishedCheckouts,
  removeOtherEvents,
  removePayouts,
  removeTombstones,
  type Removal,
} from '../store/finished-checkouts.js';
import { removeAuditEntries } from '../store/audit-log.js';
import type { StoreContext } from '../store/store.js';

const REMOVAL_INTERVAL_MS = HOUR_MS;
/** Deletions per transaction. */
const REMOVAL_BATCH_SIZE = 50;

interface RetentionOptions extends StoreContext {
  readonly retentionDays: number;
  /** For the audit log and finished payouts. */
  readonly auditRetentionDays: number;
  /** Maximum validity of an order token, from its `iat`. */
  readonly maxOrderTokenDays: number;
  readonly signal: AbortSignal;
}

/**
 * Deletes finished checkouts, deposits and other delivered events after `retentionDays` without a change or request. Deletes entries of
 * the audit log and finished payouts after `auditRetentionDays`. Keeps the movements of money. Computes ages from the previous round if
 * that is earlier: a clock that jumps ahead once deletes nothing. `store/finished-checkouts.ts` decides which checkouts are finished.
 */
export class Retention {
  #lastMs: number | undefined;

  constructor(private readonly options: RetentionOptions) {}

  /** Deletes old records at most once an hour, and not on the first call. Never throws. */
  async removeDue(): Promise<void> {
    const { clock, logger, retentionDays, auditRetentionDays, maxOrderTokenDays } = this.options;
    const nowMs = clock.nowMs();
    const lastMs = this.#lastMs;
    if (lastMs !== undefined && Math.abs(nowMs - lastMs) < REMOVAL_INTERVAL_MS) return;
    this.#lastMs = nowMs;
    if (lastMs === undefined) return;
    try {
      const oldMs = Math.min(nowMs, lastMs);
      const removal = {
        beforeMs: oldMs - retentionDays * DAY_MS,
        tokensBeforeMs: oldMs - maxOrderTokenDays * DAY_MS,
        limit: REMOVAL_BATCH_SIZE,
      };
      const removed = await this.#removeAll(removal, removeFinishedCheckouts);
      await this.#removeAll(removal, removeDeposits);
      await this.#removeAll(removal, removeTombstones);
      await this.#removeAll(removal, removeOtherEvents);
      const ofAudit = { ...removal, beforeMs: oldMs - auditRetentionDays * DAY_MS };
      await this.#removeAll(ofAudit, removePayouts);
      await this.#removeAll(ofAudit, removeAuditEntries);
      if (removed > 0) logger.info({ removed, retentionDays }, 'finished checkouts deleted');
    } catch (error) {
      logger.error(errorFields(error), 'retention failed, retrying in an hour');
    }
  }

  async #removeAll(removal: Removal, remove: typeof removeFinishedCheckouts): Promise<number> {
    const { store, signal } = this.options;
    let removed = 0;
    while (!signal.aborted) {
      const count = await remove(store, removal);
      removed += count;
      if (count < REMOVAL_BATCH_SIZE) break;
    }
    return removed;
  }
}
