import { ServiceError } from '../../service/index.js';
import type { CheckoutRecord } from '../domain/record.js';
import { errorFields } from '../base/log.js';
import { outsideRequests } from '../base/request-scope.js';
import { LEASE_MS, withLease, type EndLease } from '../store/claim.js';
import type { StoreContext } from '../store/store.js';
import { claimPollsDueBy, renewPolls, type PolledInvoice } from '../store/poll-queue.js';
import { serviceErrorFields } from '../upstream/service-connection.js';
import type { Batch, RecordUpdate, StatusBatch, StatusUpdater } from './status-updater.js';
import { BATCH_SIZE, PREFETCH_MS } from '../domain/poll-schedule.js';
import { mayBeCausedByBatch } from './batch-isolator.js';

/** An invoice whose status a request awaits. */
interface ImmediatePoll extends PolledInvoice {
  readonly update: RecordUpdate;
}

/**
 * Polls an invoice whose status a request awaits. The service limits calls, not invoices, so the call also polls invoices of the next
 * round. The request does not wait until these are stored.
 */
export class ImmediatePoller {
  readonly #pendingWrites = new Set<Promise<unknown>>();

  constructor(private readonly options: StoreContext & { readonly updater: StatusUpdater }) {}

  /**
   * Polls the invoice and returns its checkout. Returns `undefined` if the call fails: then the poller retries it.
   * @throws {ProblemError} if the store fails
   */
  async pollInvoice(own: ImmediatePoll, withOthers: boolean): Promise<CheckoutRecord | undefined> {
    const { clock, store } = this.options;
    const nowMs = clock.nowMs();
    const untilMs = nowMs + LEASE_MS;
    const others = withOthers ? await this.#claimOthers(own, nowMs, untilMs) : [];
    const renew = (...times: [number, number]) => renewPolls(store, others, times);
    try {
      return await withLease(clock, { untilMs, renew }, (endLease) => this.#fetch(own, others, endLease));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const fields = { invoiceId: own.serviceId, ...serviceErrorFields(error) };
      this.options.logger.warn(fields, 'immediate poll failed, retrying');
      return undefined;
    }
  }

  /** Resolves when all responses so far are stored. */
  async drain(): Promise<void> {
    await Promise.all(this.#pendingWrites);
  }

  async #fetch(own: ImmediatePoll, others: Batch, endLease: EndLease): Promise<CheckoutRecord | undefined> {
    const { updater } = this.options;
    let response: StatusBatch;
    try {
      response = await updater.fetchStatuses([own, ...others]);
    } catch (error) {
      return await this.#fetchAlone(own, others, { error, endLease });
    }
    const [checkout] = await updater.storeStatuses([own], response, own.update);
    if (others.length > 0) this.#schedule(() => updater.storeStatuses(others, response));
    return checkout;
  }

  /** Retries without the other invoices, which may have caused the failure. Does not retry after a timeout. */
  async #fetchAlone(
    own: ImmediatePoll,
    others: Batch,
    { error, endLease }: { readonly error: unknown; readonly endLease: EndLease },
  ): Promise<CheckoutRecord | undefined> {
    const { updater } = this.options;
    if (others.length === 0) throw error;
    try {
      if (!mayBeCausedByBatch(error) || error.status === undefined) throw error;
      const [checkout] = await updater.fetchAndStore([own], own.update);
      this.#schedule(() => updater.recordFailure(others, 'suspected'));
      return checkout;
    } catch (lastError) {
      this.#schedule(async () => updater.releaseBatch(others, await endLease()));
      throw lastError;
    }
  }

  /** Runs `work` in the background. If it fails, the poller retries when the claim expires. */
  #schedule(work: () => Promise<unknown>): void {
    const { logger } = this.options;
    const done = outsideRequests(work)
      .catch((error: unknown) => logger.warn(errorFields(error), 'status update failed, retrying'))
      .finally(() => this.#pendingWrites.delete(done));
    this.#pendingWrites.add(done);
  }

  /** Claims other due invoices; none if the store fails. */
  async #claimOthers(own: ImmediatePoll, nowMs: number, untilMs: number): Promise<Batch> {
    const claim = { nowMs, untilMs, limit: BATCH_SIZE - 1 };
    const claimed = await claimPollsDueBy(this.options.store, claim, nowMs + PREFETCH_MS).catch(() => []);
    return claimed.filter(({ serviceId }) => serviceId !== own.serviceId);
  }
}
