import { ServiceError } from '../../service/index.js';
import type { Batch, StatusUpdater } from './status-updater.js';
import type { CircuitBreaker } from '../upstream/circuit-breaker.js';
import { errorFields } from '../base/log.js';
import { BATCH_SIZE, MAX_ISOLATION_CALLS, MAX_QUARANTINED_PER_ROUND } from '../domain/poll-schedule.js';
import { LEASE_MS, withLease, type EndLease } from '../store/claim.js';
import type { StoreContext } from '../store/store.js';
import { claimFailingPolls, renewPolls, type PolledInvoice } from '../store/poll-queue.js';

interface BatchIsolatorOptions extends StoreContext {
  readonly updater: StatusUpdater;
  readonly breaker: CircuitBreaker;
  readonly signal: AbortSignal;
}

/** Returns whether one id may have caused the failure of its batch. Service doc, "Errors", does not define the error for an unknown id. */
export function mayBeCausedByBatch(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  // A rate limit or `Retry-After` concerns the whole service.
  if (error.status === 429 || error.retryAfterMs !== undefined) return false;
  return error.code === 'refused' || error.code === 'invalid_response' || error.code === 'unavailable';
}

/**
 * Isolates invoices that make a batch fail. Polls suspected invoices separately from all others, in halves, until each one succeeds or
 * fails alone. A bad invoice delays the others of its batch only once, even if its calls hang.
 */
export class BatchIsolator {
  constructor(private readonly options: BatchIsolatorOptions) {}

  /**
   * Polls one random invoice of a failed batch alone. If that succeeds, the batch caused the failure: marks the others as suspected.
   * @returns false if the service caused the failure: the caller must poll the batch again
   */
  async handleFailedBatch(batch: Batch, error: ServiceError): Promise<boolean> {
    const { updater } = this.options;
    if (batch.length === 1) {
      if (error.code === 'refused') await updater.recordFailure(batch, 'refused');
      return error.code === 'refused';
    }
    const chosen = batch[Math.floor(Math.random() * batch.length)];
    if (!chosen || !(await this.#pollAlone(chosen))) return false;
    const others = batch.filter((invoice) => invoice !== chosen);
    await updater.recordFailure(others, 'suspected');
    return true;
  }

  /** Polls suspected and quarantined invoices with a bounded number of calls. Never throws. */
  async pollQuarantined(): Promise<void> {
    const { clock, logger, store } = this.options;
    if (this.#isServiceFailing()) return;
    try {
      const nowMs = clock.nowMs();
      const claim = { nowMs, untilMs: nowMs + LEASE_MS };
      const quarantined = await claimFailingPolls(store, 'refused', {
        ...claim,
        limit: MAX_QUARANTINED_PER_ROUND,
      });
      const suspected = await claimFailingPolls(store, 'suspected', { ...claim, limit: BATCH_SIZE });
      const groups = [...quarantined.map((invoice) => [invoice]), ...bisect(suspected)];
      if (groups.length === 0) return;
      const renew = (...times: [number, number]) => renewPolls(store, groups.flat(), times);
      await withLease(clock, { ...claim, renew }, (endLease) => this.#pollSeparately(groups, endLease));
    } catch (error) {
      logger.error(errorFields(error), 'store unavailable, batch isolation postponed');
    }
  }

  async #pollSeparately(groups: readonly Batch[], endLease: EndLease): Promise<void> {
    const waiting = [...groups];
    for (let call = 0; call < MAX_ISOLATION_CALLS && !this.#isServiceFailing(); call += 1) {
      const group = waiting.shift();
      if (!group) return;
      if ((await this.#pollGroup(group)) === 'split') waiting.unshift(...bisect(group));
    }
    await this.options.updater.releaseBatch(waiting.flat(), await endLease());
  }

  /** Polls a group. @returns `split` if the caller must split the group, or release it because the proxy stops */
  async #pollGroup(group: Batch): Promise<'done' | 'split'> {
    const { updater, logger } = this.options;
    try {
      await updater.fetchAndStore(group);
      return 'done';
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // A stopping proxy aborts its calls: the failure is not the invoice's.
      if (group.length > 1 || this.options.signal.aborted) return 'split';
      await updater.recordFailure(group, 'refused');
      const invoiceIds = group.map(({ serviceId }) => serviceId);
      logger.info({ invoiceIds, code: error.code }, 'invoice quarantined');
      return 'done';
    }
  }

  /** Polls one invoice. @returns whether the service works, even if it refuses this invoice */
  async #pollAlone(invoice: PolledInvoice): Promise<boolean> {
    try {
      await this.options.updater.fetchAndStore([invoice]);
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code !== 'refused') return false;
      await this.options.updater.recordFailure([invoice], 'refused');
      return true;
    }
  }

  /** Returns whether the service itself fails: then a failed call does not prove that an invoice is bad. */
  #isServiceFailing(): boolean {
    return this.options.signal.aborted || this.options.breaker.failures > 0;
  }
}

function bisect(batch: Batch): readonly Batch[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)].filter((half) => half.length > 0);
}
