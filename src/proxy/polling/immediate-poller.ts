import { ServiceError } from '../../service/index.js';
import type { CheckoutRecord } from '../domain/record.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/log.js';
import { errorFields } from '../base/log.js';
import { outsideRequests } from '../base/request-scope.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import type { Store } from '../store/store.js';
import { claimDueBy, renewClaims } from '../store/poll-queue.js';
import type { PolledInvoice } from '../store/poll-queue.js';
import { serviceErrorFields } from '../upstream/service-problems.js';
import type { StatusBatch, StatusUpdater, RecordUpdate } from './status-updater.js';
import { BATCH_SIZE, SOON_MS } from '../domain/schedule.js';
import { mayBeCausedByBatch } from './batch-isolator.js';

export interface ImmediatePollerOptions {
  readonly updater: StatusUpdater;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Batch = readonly PolledInvoice[];

/** An invoice for which somebody waits. */
interface ImmediatePoll extends PolledInvoice {
  readonly noting: RecordUpdate;
}

/**
 * Looks at an invoice for which somebody waits. The service counts calls, not invoices: so the other places in the call
 * carry those that the next round would have asked about. Nobody waits for these to be written down.
 */
export class ImmediatePoller {
  readonly #writing = new Set<Promise<unknown>>();

  constructor(private readonly options: ImmediatePollerOptions) {}

  /**
   * The checkout, unless the service does not answer: then the rounds ask again.
   * @throws {ProblemError} when the store fails
   */
  async poll(own: ImmediatePoll, withOthers: boolean): Promise<CheckoutRecord | undefined> {
    const { clock, store } = this.options;
    const nowMs = clock.nowMs();
    const untilMs = nowMs + LEASE_MS;
    const others = withOthers ? await this.#claimOthers(own, nowMs, untilMs) : [];
    const renew = (...times: [number, number]) => renewClaims(store, others, times);
    try {
      return await withLease(clock, { untilMs, renew }, () => this.#fetch(own, others));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const fields = { invoice: own.serviceId, ...serviceErrorFields(error) };
      this.options.logger.warn(fields, 'the invoice is asked for again');
      return undefined;
    }
  }

  /** Resolves when all that was answered so far is written down. */
  async drain(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #fetch(own: ImmediatePoll, others: Batch): Promise<CheckoutRecord | undefined> {
    const { updater } = this.options;
    let answers: StatusBatch;
    try {
      answers = await updater.fetch([own, ...others]);
    } catch (error) {
      return await this.#fetchAlone(own, others, error);
    }
    const [checkout] = await updater.store([own], answers, own.noting);
    if (others.length > 0) this.#schedule(() => updater.store(others, answers));
    return checkout;
  }

  /** One of the others may be the reason; but a call that hung has cost enough time. */
  async #fetchAlone(own: ImmediatePoll, others: Batch, error: unknown): Promise<CheckoutRecord | undefined> {
    const { updater } = this.options;
    if (others.length === 0) throw error;
    try {
      if (!mayBeCausedByBatch(error) || error.status === undefined) throw error;
      const [checkout] = await updater.fetchAndStore([own], own.noting);
      this.#schedule(() => updater.mark(others, 'suspected'));
      return checkout;
    } catch (lastError) {
      this.#schedule(() => updater.release(others));
      throw lastError;
    }
  }

  /** Where the store fails now, the rounds ask about them as soon as the claim has run out. */
  #schedule(work: () => Promise<unknown>): void {
    const { logger } = this.options;
    const done = outsideRequests(work)
      .catch((error: unknown) => logger.warn(errorFields(error), 'invoices are asked about again'))
      .finally(() => this.#writing.delete(done));
    this.#writing.add(done);
  }

  /** None where the store fails: then only the one is asked about. */
  async #claimOthers(own: ImmediatePoll, nowMs: number, untilMs: number): Promise<Batch> {
    const claim = { nowMs, untilMs, limit: BATCH_SIZE - 1 };
    const claimed = await claimDueBy(this.options.store, claim, nowMs + SOON_MS).catch(() => []);
    return claimed.filter(({ serviceId }) => serviceId !== own.serviceId);
  }
}
