import { spellingsOf } from '../../payment/addresses/index.js';
import { ServiceError } from '../../service/index.js';
import type { StatusUpdaterOptions, RecordUpdate } from './status-updater.js';
import { StatusUpdater, applyStatusOnly } from './status-updater.js';
import { CircuitBreaker } from '../upstream/circuit-breaker.js';
import type { CheckoutRecord } from '../domain/record.js';
import { ImmediatePoller } from './immediate-poller.js';
import { BATCH_SIZE, RECORD_SUBSCRIBERS_MS, ONE_HINT_MS, OUTAGE_NOTICE_MS } from '../domain/schedule.js';
import { serviceErrorFields } from '../upstream/service-problems.js';
import { LEASE_MS, withLease } from '../store/lease.js';
import {
  claimAnyDue,
  claimNext,
  countDue,
  prioritizeInvoices,
  recordSubscribers,
  renewClaims,
} from '../store/poll-queue.js';
import type { InvoiceClaim, PolledInvoice } from '../store/poll-queue.js';
import { mayBeCausedByBatch, BatchIsolator } from './batch-isolator.js';

export interface InvoicePollerOptions extends StatusUpdaterOptions {
  /** The checkouts at which somebody looks through a stream. */
  readonly streamed: () => readonly string[];
  /** Told again and again while there is trouble: what is shown grows old. */
  readonly onTrouble: () => void;
  /** Aborted when the proxy stops: no further call is begun. */
  readonly signal: AbortSignal;
}

/** Which invoices a notification of the service is about. */
export interface PollHint {
  readonly serviceIds?: readonly string[];
  /** Those that the service has signed. */
  readonly provenIds?: readonly string[];
  /** The `order_id`s that the service was told. */
  readonly orderIds?: readonly string[];
  readonly addresses?: readonly string[];
}

/** Asks the service how the open invoices stand: 100 in a call, those first that are due longest. */
export class InvoicePoller {
  readonly #updater: StatusUpdater;
  readonly #breaker: CircuitBreaker;
  readonly #isolator: BatchIsolator;
  readonly #promptLooks: ImmediatePoller;
  /** After trouble the rounds grow from one call, so that nothing bursts. */
  #mostCalls = Infinity;
  #notedAtMs = -Infinity;
  #toldAtMs = -Infinity;

  constructor(private readonly options: InvoicePollerOptions) {
    this.#updater = new StatusUpdater(options);
    this.#breaker = new CircuitBreaker(options.clock);
    this.#isolator = new BatchIsolator({ ...options, updater: this.#updater, breaker: this.#breaker });
    this.#promptLooks = new ImmediatePoller({ ...options, updater: this.#updater });
  }

  /** One round: N due invoices cost ⌈N/100⌉ calls, and spare places carry the next ones. Never throws. */
  async pollDue(): Promise<void> {
    if (this.#breaker.isOpen) return this.#notifyOutage();
    try {
      await this.#recordSubscribers();
      await this.#pollClaimed();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** One round of those that make every call fail in which they are. Never throws. */
  pollQuarantined(): Promise<void> {
    return this.#isolator.pollQuarantined();
  }

  /**
   * Asks about one invoice now, unless there is trouble; then the next round does. Spare places in the call carry those
   * that are due.
   * @param noting what else becomes of the checkout in the same change, also where there is no answer
   */
  async pollNow(
    { id: checkoutId }: CheckoutRecord,
    serviceId: string,
    noting: RecordUpdate = applyStatusOnly,
  ): Promise<CheckoutRecord> {
    const own = { checkoutId, serviceId, noting };
    const { failures, isOpen } = this.#breaker;
    const looked = isOpen ? undefined : await this.#promptLooks.poll(own, failures === 0);
    return looked ?? this.options.checkouts.change(checkoutId, (record) => noting(record, (same) => same));
  }

  /** Resolves when everything is written down that prompt looks have brought. */
  drain(): Promise<void> {
    return this.#promptLooks.drain();
  }

  /**
   * The service may have news about these invoices: they are looked at in the next round, and a few times soon after it.
   * One that is watched no more is looked at again only where the service has signed its id. Hints in quick succession are
   * one. Returns how many invoices were meant.
   */
  prioritize(about: PollHint): Promise<number> {
    const { clock, graceMs, store } = this.options;
    const nowMs = clock.nowMs();
    const addresses = about.addresses?.flatMap(spellingsOf) ?? [];
    const times = { nowMs, unlessAfterMs: nowMs - ONE_HINT_MS, endedBeforeMs: nowMs - graceMs };
    return prioritizeInvoices(store, { ...about, addresses, ...times });
  }

  async #pollClaimed(): Promise<void> {
    const { store, clock, signal } = this.options;
    const nowMs = clock.nowMs();
    const due = await countDue(store, nowMs);
    if (due === 0) return;
    const wanted = Math.ceil(due / BATCH_SIZE);
    const isProbe = this.#breaker.failures > 0;
    const calls = isProbe ? 1 : Math.min(wanted, this.#mostCalls);
    for (let call = 0; call < calls && !signal.aborted; call += 1) {
      // Another process may have been quicker.
      if (call > 0 && (await countDue(store, nowMs)) === 0) break;
      // The time of this call: in a long round, what a process had claimed that has died becomes free.
      const claim = { nowMs: clock.nowMs(), untilMs: clock.nowMs() + LEASE_MS };
      const batch = isProbe ? await claimAnyDue(store, claim) : await this.#claimBatch(claim);
      if (batch.length === 0) break;
      const renew = (...times: [number, number]) => renewClaims(store, batch, times);
      await withLease(clock, { ...claim, renew }, () => this.#pollBatch(batch));
    }
    this.#recovered();
    this.#mostCalls = calls < wanted ? calls * 2 : Infinity;
  }

  /** None when another process has taken what was due: the next ones alone are no reason for a call. */
  async #claimBatch(claim: Omit<InvoiceClaim, 'limit'>): Promise<readonly PolledInvoice[]> {
    const batch = await claimNext(this.options.store, { ...claim, limit: BATCH_SIZE });
    if (batch.some(({ dueAtMs }) => dueAtMs <= claim.nowMs)) return batch;
    await this.#updater.release(batch);
    return [];
  }

  async #pollBatch(batch: readonly PolledInvoice[]): Promise<void> {
    try {
      await this.#updater.fetchAndStore(batch);
    } catch (error) {
      if (mayBeCausedByBatch(error) && (await this.#isolator.isBatchAtFault(batch, error))) return;
      await this.#updater.release(batch);
      throw error;
    }
  }

  /** In the store, since another process may be the one that asks. */
  async #recordSubscribers(): Promise<void> {
    const { store, clock, streamed } = this.options;
    const nowMs = clock.nowMs();
    if (Math.abs(nowMs - this.#notedAtMs) < RECORD_SUBSCRIBERS_MS) return;
    this.#notedAtMs = nowMs;
    await recordSubscribers(store, streamed(), nowMs);
  }

  #recovered(): void {
    if (this.#breaker.failures > 0) this.options.logger.info({}, 'the payment service answers again');
    this.#breaker.succeeded();
  }

  #failed(error: unknown): void {
    const { logger, onTrouble, signal } = this.options;
    // A call that was ended by the stop of the proxy says nothing about the service.
    if (signal.aborted) return;
    this.#breaker.failed(error);
    const { failures } = this.#breaker;
    logger.warn({ failures, ...serviceErrorFields(error) }, `${trouble(error)}: trying again soon`);
    onTrouble();
  }

  #notifyOutage(): void {
    const nowMs = this.options.clock.nowMs();
    if (Math.abs(nowMs - this.#toldAtMs) < OUTAGE_NOTICE_MS) return;
    this.#toldAtMs = nowMs;
    this.options.onTrouble();
  }
}

function trouble(error: unknown): string {
  if (!(error instanceof ServiceError)) return 'the store cannot be used';
  if (error.code !== 'unauthorized') return 'the payment service cannot be asked';
  return 'the payment service does not accept the API key: copy it again from the account';
}
