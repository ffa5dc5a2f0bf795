import { ServiceError } from '../../service/index.js';
import type { StatusUpdater } from './status-updater.js';
import type { CircuitBreaker } from '../upstream/circuit-breaker.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/log.js';
import { errorFields } from '../base/log.js';
import { BATCH_SIZE, ISOLATION_CALLS } from '../domain/schedule.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import type { Store } from '../store/store.js';
import { claimFailing, renewClaims } from '../store/poll-queue.js';
import type { PolledInvoice } from '../store/poll-queue.js';

export interface BatchIsolatorOptions {
  readonly updater: StatusUpdater;
  readonly breaker: CircuitBreaker;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

type Batch = readonly PolledInvoice[];

/** May one identifier in the call be the reason? ("Errors" does not say what an unknown one does.) */
export function mayBeCausedByBatch(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  // Whoever asks to be left alone speaks for the whole service.
  if (error.status === 429 || error.retryAfterMs !== undefined) return false;
  return error.code === 'refused' || error.code === 'bad_answer' || error.code === 'unavailable';
}

/**
 * Invoices that make a call fail, and those that were in one call with them. They are asked apart from all others, in
 * halves, until each one is either answered or known to fail alone: so a bad one delays its neighbours once, and the
 * rest never, however long its calls hang.
 */
export class BatchIsolator {
  constructor(private readonly options: BatchIsolatorOptions) {}

  /**
   * A call has failed: is it the service, or somebody in the call? One of them is asked alone. If there is an answer to
   * that, the others are put aside as suspects.
   */
  async isBatchAtFault(batch: Batch, error: ServiceError): Promise<boolean> {
    const { updater } = this.options;
    const [first] = batch;
    if (batch.length === 1 && first) {
      if (error.code === 'refused') await updater.mark(batch, 'refused');
      return error.code === 'refused';
    }
    const chosen = batch[Math.floor(Math.random() * batch.length)] ?? first;
    if (!chosen || !(await this.#isAnswered(chosen))) return false;
    await updater.mark(
      batch.filter((invoice) => invoice !== chosen),
      'suspected',
    );
    return true;
  }

  /** A bounded number of calls. Never throws. */
  async pollQuarantined(): Promise<void> {
    const { clock, logger, store } = this.options;
    if (this.#mustWait()) return;
    try {
      const nowMs = clock.nowMs();
      const groups = [...(await this.#claimSingle(nowMs)), ...(await this.#claimHalf(nowMs))];
      if (groups.length === 0) return;
      const lease = {
        untilMs: nowMs + LEASE_MS,
        renew: (...times: [number, number]) => renewClaims(store, groups.flat(), times),
      };
      await withLease(clock, lease, () => this.#pollSeparately(groups));
    } catch (error) {
      logger.error(errorFields(error), 'the store cannot be used: suspected invoices are asked for later');
    }
  }

  async #claimSingle(nowMs: number): Promise<readonly Batch[]> {
    const claim = { nowMs, untilMs: nowMs + LEASE_MS, limit: ISOLATION_CALLS.single };
    return (await claimFailing(this.options.store, 'refused', claim)).map((invoice) => [invoice]);
  }

  async #claimHalf(nowMs: number): Promise<readonly Batch[]> {
    const claim = { nowMs, untilMs: nowMs + LEASE_MS, limit: BATCH_SIZE };
    return bisect(await claimFailing(this.options.store, 'suspected', claim));
  }

  async #pollSeparately(groups: readonly Batch[]): Promise<void> {
    const waiting = [...groups];
    for (let call = 0; call < ISOLATION_CALLS.most && !this.#mustWait(); call += 1) {
      const group = waiting.shift();
      if (!group) return;
      if (await this.#isSolved(group)) continue;
      waiting.unshift(...bisect(group));
    }
    await this.options.updater.release(waiting.flat());
  }

  /** Answered, or one that fails alone. */
  async #isSolved(group: Batch): Promise<boolean> {
    const { updater, logger } = this.options;
    try {
      await updater.fetchAndStore(group);
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (group.length > 1) return false;
      if (this.options.signal.aborted) await updater.release(group);
      else await updater.mark(group, 'refused');
      logger.info(
        { invoices: group.map(({ serviceId }) => serviceId), code: error.code },
        'the service gives no answer about these invoices',
      );
      return true;
    }
  }

  async #isAnswered(invoice: PolledInvoice): Promise<boolean> {
    try {
      await this.options.updater.fetchAndStore([invoice]);
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code !== 'refused') return false;
      // The service is there, and says no to this one.
      await this.options.updater.mark([invoice], 'refused');
      return true;
    }
  }

  /** While the service itself is in trouble nothing can be learnt about an invoice. */
  #mustWait(): boolean {
    return this.options.signal.aborted || this.options.breaker.failures > 0;
  }
}

function bisect(batch: Batch): readonly Batch[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)].filter((half) => half.length > 0);
}
