import type { Invoice, InvoiceCalls } from '../../service/index.js';
import type { CheckoutUpdate, CheckoutRepository } from '../checkouts/checkout-repository.js';
import { fallbackOf } from '../domain/creation.js';
import {
  withStatus,
  withPollFailure,
  withUnreadableStatus,
  type StatusContext,
} from '../domain/apply-status.js';
import type { CheckoutRecord, InvoiceRecord, PollFailure, ExistingInvoice } from '../domain/record.js';
import { isDisplayed, withInvoice } from '../domain/record.js';
import { CONNECTED_PAGE_TTL_MS } from '../domain/poll-schedule.js';
import type { StoreContext } from '../store/store.js';
import { releasePolls, type PolledInvoice } from '../store/poll-queue.js';
import { presentTime, type ServiceTime } from '../upstream/service-time.js';

export interface StatusUpdaterOptions extends StoreContext {
  readonly service: Pick<InvoiceCalls, 'invoices'>;
  readonly serviceTime: ServiceTime;
  readonly checkouts: CheckoutRepository;
  readonly acceptsTestMode: boolean;
  readonly monitoringMs: number;
}

type RequestTimes = Pick<StatusContext, 'requestedAtMs' | 'serviceTimeMs'>;

/** A status response with the time of its request. */
export interface StatusBatch extends RequestTimes {
  readonly byId: ReadonlyMap<string, Invoice>;
  /** The first invalid field of each unreadable record, by the invoice's id. */
  readonly unreadable: ReadonlyMap<string, string>;
}

export type Batch = readonly PolledInvoice[];
type ApplyStatus = (
  checkout: CheckoutRecord,
  invoice: ExistingInvoice,
  context: StatusContext,
) => InvoiceRecord;

/** Changes a checkout together with a status update. @param applyStatus applies the statuses to the record */
export type RecordUpdate = (record: CheckoutRecord, applyStatus: CheckoutUpdate) => CheckoutRecord;

export const applyStatusOnly: RecordUpdate = (record, applyStatus) => applyStatus(record);

/** Fetches the status of invoices, and applies it to their checkouts. */
export class StatusUpdater {
  constructor(private readonly options: StatusUpdaterOptions) {}

  /** Fetches and stores the status of a batch. @throws {ServiceError | ProblemError} if nothing was stored */
  async fetchAndStore(batch: Batch, update?: RecordUpdate): Promise<readonly CheckoutRecord[]> {
    return this.storeStatuses(batch, await this.fetchStatuses(batch), update);
  }

  /**
   * Fetches the status of a batch in one call. If all its records are unreadable, returns them instead of an error: one bad record must
   * not open the circuit breaker for all orders. See `withUnreadableStatus`.
   * @throws {ServiceError}
   */
  async fetchStatuses(batch: Batch): Promise<StatusBatch> {
    const { service, serviceTime, clock } = this.options;
    const requestedAtMs = clock.nowMs();
    const sentAtMs = serviceTime.startRequest();
    const unreadable = new Map<string, string>();
    const byId = await service.invoices(
      batch.map(({ serviceId }) => serviceId),
      (id, field) => unreadable.set(id, field),
    );
    return { requestedAtMs, serviceTimeMs: sentAtMs(), byId, unreadable };
  }

  /** Stores the statuses of a batch in one transaction, and returns its checkouts. @throws {ProblemError} */
  storeStatuses(
    batch: Batch,
    { byId, unreadable, ...times }: StatusBatch,
    update?: RecordUpdate,
  ): Promise<readonly CheckoutRecord[]> {
    const applyStatus: ApplyStatus = (checkout, invoice, context) => {
      const reported = byId.get(invoice.serviceId);
      const field = unreadable.get(invoice.serviceId);
      return reported === undefined && field !== undefined
        ? withUnreadableStatus(invoice, field, context)
        : withStatus(checkout, invoice, reported, context);
    };
    return this.#change(batch, times, applyStatus, update);
  }

  /** Stores a failed poll of every invoice of a batch. @throws {ProblemError} */
  async recordFailure(batch: Batch, failure: PollFailure): Promise<void> {
    const { nowMs: requestedAtMs, serviceNowMs: serviceTimeMs } = presentTime(this.options);
    const times = { requestedAtMs, serviceTimeMs };
    await this.#change(batch, times, (_, invoice, context) => withPollFailure(invoice, failure, context));
  }

  /** Releases the claims of a batch that was not polled. @param untilMs the end of the claims */
  releaseBatch(batch: Batch, untilMs: number): Promise<void> {
    return releasePolls(this.options.store, batch, untilMs);
  }

  #change(
    batch: Batch,
    times: RequestTimes,
    applyStatus: ApplyStatus,
    update: RecordUpdate = applyStatusOnly,
  ): Promise<readonly CheckoutRecord[]> {
    const { checkouts, acceptsTestMode, monitoringMs, logger } = this.options;
    const present = presentTime(this.options);
    const { nowMs } = present;
    const hasConnectedPage = ({ lastSeenAtMs }: CheckoutRecord) =>
      Math.abs(nowMs - lastSeenAtMs) < CONNECTED_PAGE_TTL_MS;
    const context = { ...times, ...present, monitoringMs, acceptsTestMode, logger, hasConnectedPage };
    const requestedIds = new Set(batch.map(({ serviceId }) => serviceId));
    const checkoutIds = [...new Set(batch.map(({ checkoutId }) => checkoutId))];
    const applyAll: CheckoutUpdate = (record) =>
      record.invoices.reduce((rest, invoice) => {
        // A rejected invoice may have the id of another order's invoice.
        if (invoice.stage === 'creating' || invoice.stage === 'rejected') return rest;
        if (!requestedIds.has(invoice.serviceId)) return rest;
        return withFallback(rest, invoice, applyStatus(rest, invoice, context));
      }, record);
    return checkouts.changeCheckouts(checkoutIds, (record) => update(record, applyAll));
  }
}

/** Replaces an invoice. If it is current but must stay hidden, makes the previously displayed invoice current. */
function withFallback(
  checkout: CheckoutRecord,
  { isLive }: InvoiceRecord,
  updated: InvoiceRecord,
): CheckoutRecord {
  const after = withInvoice(checkout, updated);
  const isAbandoned = !isDisplayed(updated) && isLive && !updated.isLive;
  if (!isAbandoned || after.current !== updated.sequence) return after;
  return { ...after, current: fallbackOf(after, updated.sequence) };
}
