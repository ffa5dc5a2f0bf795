import type { Invoice, InvoiceCalls } from '../../service/index.js';
import type { Clock } from '../base/clock.js';
import type { CheckoutUpdate, CheckoutRepository } from '../checkouts/checkout-repository.js';
import type { Logger } from '../base/log.js';
import { fallbackOf } from '../domain/intent.js';
import { withStatus, withPollFailure } from '../domain/apply-status.js';
import type { StatusContext } from '../domain/apply-status.js';
import type {
  CheckoutRecord,
  InvoiceRecord,
  CreatedInvoiceRecord,
  DisplayedInvoice,
  PollFailure,
} from '../domain/record.js';
import { withInvoice } from '../domain/record.js';
import { SUBSCRIBER_TTL_MS } from '../domain/schedule.js';
import type { Store } from '../store/store.js';
import { release } from '../store/poll-queue.js';
import type { PolledInvoice } from '../store/poll-queue.js';
import type { ServiceTime } from '../upstream/service-time.js';

export interface StatusUpdaterOptions {
  readonly service: Pick<InvoiceCalls, 'invoices'>;
  readonly serviceTime: ServiceTime;
  readonly store: Store;
  readonly checkouts: CheckoutRepository;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly acceptsTestMode: boolean;
  readonly graceMs: number;
}

/** What the service has said, and when it was asked. */
export interface StatusBatch {
  readonly askedAtMs: number;
  /** The same moment, at most by the clock of the service: it compares with the deadlines in the answer. */
  readonly provenAtMs: number;
  readonly byId: ReadonlyMap<string, Invoice>;
}

type Batch = readonly PolledInvoice[];
type ApplyStatus = (
  checkout: CheckoutRecord,
  invoice: CreatedInvoiceRecord | DisplayedInvoice,
  context: StatusContext,
) => InvoiceRecord;

/** What becomes of a checkout in one change; `look` adds what was answered. */
export type RecordUpdate = (record: CheckoutRecord, look: CheckoutUpdate) => CheckoutRecord;

interface UpdatedRecord {
  readonly askedAtMs: number;
  readonly provenAtMs: number;
  readonly look: ApplyStatus;
  readonly noting: RecordUpdate;
}

export const applyStatusOnly: RecordUpdate = (record, look) => look(record);

/** One information call, and what becomes of its answer. */
export class StatusUpdater {
  constructor(private readonly options: StatusUpdaterOptions) {}

  /** Asks and writes down. @throws {ServiceError} {Refusal} nothing has been written then */
  async fetchAndStore(batch: Batch, noting?: RecordUpdate): Promise<readonly CheckoutRecord[]> {
    return this.store(batch, await this.fetch(batch), noting);
  }

  /** Asks, in one call. @throws {ServiceError} */
  async fetch(batch: Batch): Promise<StatusBatch> {
    const { service, serviceTime, clock } = this.options;
    const askedAtMs = clock.nowMs();
    const byId = await service.invoices(batch.map(({ serviceId }) => serviceId));
    return { askedAtMs, provenAtMs: serviceTime.limit(askedAtMs), byId };
  }

  /** Writes down what was answered about these, all of it or nothing, and gives their checkouts. @throws {ProblemError} */
  store(
    batch: Batch,
    { byId, ...times }: StatusBatch,
    noting: RecordUpdate = applyStatusOnly,
  ): Promise<readonly CheckoutRecord[]> {
    const look: ApplyStatus = (checkout, invoice, context) =>
      withStatus(checkout, invoice, byId.get(invoice.serviceId), context);
    return this.#change(batch, { ...times, look, noting });
  }

  /** Notes why there was no answer. */
  async mark(batch: Batch, trouble: PollFailure): Promise<void> {
    const look: ApplyStatus = (_, invoice, context) => withPollFailure(invoice, trouble, context);
    const nowMs = this.options.clock.nowMs();
    await this.#change(batch, { askedAtMs: nowMs, provenAtMs: nowMs, look, noting: applyStatusOnly });
  }

  /** Leaves them to whoever comes next. */
  release(batch: Batch): Promise<void> {
    return release(this.options.store, batch);
  }

  #change(batch: Batch, { look, noting, ...times }: UpdatedRecord): Promise<readonly CheckoutRecord[]> {
    const asked = new Set(batch.map(({ serviceId }) => serviceId));
    const context = this.#context(times);
    const checkoutIds = [...new Set(batch.map(({ checkoutId }) => checkoutId))];
    const lookAtAll: CheckoutUpdate = (record) =>
      record.invoices.reduce((rest, invoice) => {
        if (invoice.stage === 'intended' || !asked.has(invoice.serviceId)) return rest;
        return withStatuses(rest, invoice, look(rest, invoice, context));
      }, record);
    return this.options.checkouts.changeAll(checkoutIds, (record) => noting(record, lookAtAll));
  }

  #context(times: Pick<UpdatedRecord, 'askedAtMs' | 'provenAtMs'>): StatusContext {
    const { clock, acceptsTestMode, graceMs, logger } = this.options;
    const nowMs = clock.nowMs();
    const isAttended = ({ lookedAtMs }: CheckoutRecord) => Math.abs(nowMs - lookedAtMs) < SUBSCRIBER_TTL_MS;
    return { ...times, nowMs, graceMs, acceptsTestMode, logger, isAttended };
  }
}

/** Where the payer waits for an invoice that is not to be shown, the one before it stands again. */
function withStatuses(
  checkout: CheckoutRecord,
  { isLive }: InvoiceRecord,
  looked: InvoiceRecord,
): CheckoutRecord {
  const after = withInvoice(checkout, looked);
  const isLeft = looked.stage === 'made' && isLive && !looked.isLive;
  if (!isLeft || after.current !== looked.sequence) return after;
  return { ...after, current: fallbackOf(after, looked.sequence) };
}
