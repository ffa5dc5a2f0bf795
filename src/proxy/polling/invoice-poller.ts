import { SECOND_MS } from '../base/time.js';
import { spellingsOf } from '../../payment/addresses/index.js';
import { ServiceError } from '../../service/index.js';
import {
  StatusUpdater,
  applyStatusOnly,
  type RecordUpdate,
  type StatusUpdaterOptions,
} from './status-updater.js';
import { presentTime } from '../upstream/service-time.js';
import { CircuitBreaker } from '../upstream/circuit-breaker.js';
import type { CheckoutRecord } from '../domain/record.js';
import { ImmediatePoller } from './immediate-poller.js';
import { BATCH_SIZE, RECORD_SUBSCRIBERS_INTERVAL_MS, HINT_MERGE_MS } from '../domain/poll-schedule.js';
import { serviceErrorFields } from '../upstream/service-connection.js';
import { LEASE_MS, withLease, type ClaimTimes, type EndLease } from '../store/claim.js';
import {
  claimAnyDuePoll,
  claimNextPolls,
  isAnyPollDue,
  prioritizeAfterPostback,
  recordSubscribers,
  renewPolls,
  type PolledInvoice,
  type PollHint,
} from '../store/poll-queue.js';
import { mayBeCausedByBatch, BatchIsolator } from './batch-isolator.js';

/** Maximum number of calls per round. */
const MAX_CALLS = 100;
/** Interval of stream updates during an outage: they mark stale checkouts. */
const OUTAGE_NOTICE_MS = 5 * SECOND_MS;

interface InvoicePollerOptions extends StatusUpdaterOptions {
  /** Returns the ids of the checkouts with a stream subscriber. */
  readonly subscribedIds: () => readonly string[];
  /** Called repeatedly during an outage, when displayed checkouts may become stale. */
  readonly onOutage: () => void;
  /** Aborts when the proxy stops: then the poller starts no more calls. */
  readonly signal: AbortSignal;
}

/** Polls the status of invoices: up to 100 per batch, most overdue first. */
export class InvoicePoller {
  readonly #updater: StatusUpdater;
  readonly #breaker: CircuitBreaker;
  readonly #isolator: BatchIsolator;
  readonly #immediatePoller: ImmediatePoller;
  /** Grows from one after an outage, which prevents a burst. */
  #maxCalls = MAX_CALLS;
  #subscribersRecordedAtMs = -Infinity;
  #outageNotifiedAtMs = -Infinity;

  constructor(private readonly options: InvoicePollerOptions) {
    this.#updater = new StatusUpdater(options);
    this.#breaker = new CircuitBreaker(options.clock);
    this.#isolator = new BatchIsolator({ ...options, updater: this.#updater, breaker: this.#breaker });
    this.#immediatePoller = new ImmediatePoller({ ...options, updater: this.#updater });
  }

  /** Runs one round: ⌈N/100⌉ calls for N due invoices. Fills the last batch with the next invoices. Never throws. */
  async pollDue(): Promise<void> {
    if (this.#breaker.isOpen) return this.#notifyOutage();
    try {
      await this.#recordSubscribers();
      await this.#pollClaimed();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Runs one round of suspected and quarantined invoices. Never throws. */
  pollQuarantined(): Promise<void> {
    return this.#isolator.pollQuarantined();
  }

  /**
   * Polls one invoice immediately, together with due invoices. If the circuit breaker is open, a later round polls it.
   * @param update further changes of the checkout in the same transaction, applied even if the poll fails
   */
  async pollNow(
    { id: checkoutId }: CheckoutRecord,
    serviceId: string,
    update: RecordUpdate = applyStatusOnly,
  ): Promise<CheckoutRecord> {
    const own = { checkoutId, serviceId, update };
    const { failures, isOpen } = this.#breaker;
    const polled = isOpen ? undefined : await this.#immediatePoller.pollInvoice(own, failures === 0);
    return (
      polled ?? this.options.checkouts.changeCheckout(checkoutId, (record) => update(record, (same) => same))
    );
  }

  /** Resolves when the responses of all immediate polls are stored. */
  drain(): Promise<void> {
    return this.#immediatePoller.drain();
  }

  /**
   * Schedules the invoices that a postback may concern for the next round, and for a few additional polls. Resumes polling that has ended
   * only for an id with a valid signature. Hints in quick succession count as one.
   * @returns the number of scheduled invoices
   */
  prioritize(about: PollHint): Promise<number> {
    const { monitoringMs, store } = this.options;
    const { nowMs, serviceNowMs } = presentTime(this.options);
    const addresses = about.addresses?.flatMap(spellingsOf) ?? [];
    const endedBeforeMs = serviceNowMs - monitoringMs;
    const times = { nowMs, unlessAfterMs: nowMs - HINT_MERGE_MS, endedBeforeMs };
    return prioritizeAfterPostback(store, { ...about, addresses }, times);
  }

  async #pollClaimed(): Promise<void> {
    const { store, clock, signal } = this.options;
    const nowMs = clock.nowMs();
    if (!(await isAnyPollDue(store, nowMs))) return;
    const isProbe = this.#breaker.failures > 0;
    const maxCalls = isProbe ? 1 : this.#maxCalls;
    let isMoreDue = true;
    let calls = 0;
    while (isMoreDue && calls < maxCalls && !signal.aborted) {
      // Reads the clock for each call: during a long round, the claims of a dead process expire.
      const claim = { nowMs: clock.nowMs(), untilMs: clock.nowMs() + LEASE_MS };
      const batch = isProbe ? await claimAnyDuePoll(store, claim) : await this.#claimBatch(claim);
      if (batch.length === 0) break;
      const renew = (...times: [number, number]) => renewPolls(store, batch, times);
      await withLease(clock, { ...claim, renew }, (endLease) => this.#pollBatch(batch, endLease));
      calls += 1;
      isMoreDue = await isAnyPollDue(store, nowMs);
    }
    this.#recovered();
    this.#maxCalls = isMoreDue && calls === maxCalls ? Math.min(calls * 2, MAX_CALLS) : MAX_CALLS;
  }

  /** Claims a batch. Returns no invoices if none is due: the next ones alone do not justify a call. */
  async #claimBatch(claim: ClaimTimes): Promise<readonly PolledInvoice[]> {
    const batch = await claimNextPolls(this.options.store, { ...claim, limit: BATCH_SIZE });
    if (batch.some(({ dueAtMs }) => dueAtMs <= claim.nowMs)) return batch;
    await this.#updater.releaseBatch(batch, claim.untilMs);
    return [];
  }

  async #pollBatch(batch: readonly PolledInvoice[], endLease: EndLease): Promise<void> {
    try {
      await this.#updater.fetchAndStore(batch);
    } catch (error) {
      if (mayBeCausedByBatch(error) && (await this.#isolator.handleFailedBatch(batch, error))) return;
      await this.#updater.releaseBatch(batch, await endLease());
      throw error;
    }
  }

  /** Records the subscribers in the store: another process may poll their invoices. */
  async #recordSubscribers(): Promise<void> {
    const { store, clock, subscribedIds } = this.options;
    const nowMs = clock.nowMs();
    if (Math.abs(nowMs - this.#subscribersRecordedAtMs) < RECORD_SUBSCRIBERS_INTERVAL_MS) return;
    this.#subscribersRecordedAtMs = nowMs;
    await recordSubscribers(store, subscribedIds(), nowMs);
  }

  #recovered(): void {
    if (this.#breaker.failures > 0) this.options.logger.info({}, 'payment service recovered');
    this.#breaker.succeeded();
  }

  #failed(error: unknown): void {
    const { logger, onOutage, signal } = this.options;
    // A stopping proxy aborts its calls: the failure is not the service's.
    if (signal.aborted) return;
    this.#breaker.failed(error);
    const { failures } = this.#breaker;
    logger.warn({ failures, ...serviceErrorFields(error) }, describeFailure(error));
    onOutage();
  }

  #notifyOutage(): void {
    const nowMs = this.options.clock.nowMs();
    if (Math.abs(nowMs - this.#outageNotifiedAtMs) < OUTAGE_NOTICE_MS) return;
    this.#outageNotifiedAtMs = nowMs;
    this.options.onOutage();
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof ServiceError)) return 'store unavailable, polling postponed';
  return error.code === 'unauthorized'
    ? 'API key rejected, polling postponed'
    : 'service poll failed, retrying';
}
