import type { Invoice, InvoiceCalls } from '../../service/index.js';
import type { Clock } from '../base/clock.js';
import type { Change, Checkouts } from '../checkouts/checkouts.js';
import type { Logger } from '../base/log.js';
import { fallbackOf } from '../domain/intent.js';
import { withStatus, withPollFailure } from '../domain/apply-status.js';
import type { LookContext } from '../domain/apply-status.js';
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
import { release } from '../store/watched.js';
import type { WatchedInvoice } from '../store/watched.js';
import type { ServiceTime } from '../upstream/service-time.js';

export interface AskingOptions {
  readonly service: Pick<InvoiceCalls, 'invoices'>;
  readonly serviceTime: ServiceTime;
  readonly store: Store;
  readonly checkouts: Checkouts;
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

type Batch = readonly WatchedInvoice[];
type Look = (
  checkout: CheckoutRecord,
  invoice: CreatedInvoiceRecord | DisplayedInvoice,
  context: LookContext,
) => InvoiceRecord;

/** What becomes of a checkout in one change; `look` adds what was answered. */
export type RecordUpdate = (record: CheckoutRecord, look: Change) => CheckoutRecord;

interface Noted {
  readonly askedAtMs: number;
  readonly provenAtMs: number;
  readonly look: Look;
  readonly noting: RecordUpdate;
}

export const justLook: RecordUpdate = (record, look) => look(record);

/** One information call, and what becomes of its answer. */
export class StatusUpdater {
  constructor(private readonly options: AskingOptions) {}

  /** Asks and writes down. @throws {ServiceError} {Refusal} nothing has been written then */
  async ask(batch: Batch, noting?: RecordUpdate): Promise<readonly CheckoutRecord[]> {
    return this.write(batch, await this.answersAbout(batch), noting);
  }

  /** Asks, in one call. @throws {ServiceError} */
  async answersAbout(batch: Batch): Promise<StatusBatch> {
    const { service, serviceTime, clock } = this.options;
    const askedAtMs = clock.nowMs();
    const byId = await service.invoices(batch.map(({ serviceId }) => serviceId));
    return { askedAtMs, provenAtMs: serviceTime.limit(askedAtMs), byId };
  }

  /** Writes down what was answered about these, all of it or nothing, and gives their checkouts. @throws {ProblemError} */
  write(
    batch: Batch,
    { byId, ...times }: StatusBatch,
    noting: RecordUpdate = justLook,
  ): Promise<readonly CheckoutRecord[]> {
    const look: Look = (checkout, invoice, context) =>
      withStatus(checkout, invoice, byId.get(invoice.serviceId), context);
    return this.#change(batch, { ...times, look, noting });
  }

  /** Notes why there was no answer. */
  async mark(batch: Batch, trouble: PollFailure): Promise<void> {
    const look: Look = (_, invoice, context) => withPollFailure(invoice, trouble, context);
    const nowMs = this.options.clock.nowMs();
    await this.#change(batch, { askedAtMs: nowMs, provenAtMs: nowMs, look, noting: justLook });
  }

  /** Leaves them to whoever comes next. */
  release(batch: Batch): Promise<void> {
    return release(this.options.store, batch);
  }

  #change(batch: Batch, { look, noting, ...times }: Noted): Promise<readonly CheckoutRecord[]> {
    const asked = new Set(batch.map(({ serviceId }) => serviceId));
    const context = this.#context(times);
    const checkoutIds = [...new Set(batch.map(({ checkoutId }) => checkoutId))];
    const lookAtAll: Change = (record) =>
      record.invoices.reduce((rest, invoice) => {
        if (invoice.stage === 'intended' || !asked.has(invoice.serviceId)) return rest;
        return withLooked(rest, invoice, look(rest, invoice, context));
      }, record);
    return this.options.checkouts.changeAll(checkoutIds, (record) => noting(record, lookAtAll));
  }

  #context(times: Pick<Noted, 'askedAtMs' | 'provenAtMs'>): LookContext {
    const { clock, acceptsTestMode, graceMs, logger } = this.options;
    const nowMs = clock.nowMs();
    const isAttended = ({ lookedAtMs }: CheckoutRecord) => Math.abs(nowMs - lookedAtMs) < SUBSCRIBER_TTL_MS;
    return { ...times, nowMs, graceMs, acceptsTestMode, logger, isAttended };
  }
}

/** Where the payer waits for an invoice that is not to be shown, the one before it stands again. */
function withLooked(
  checkout: CheckoutRecord,
  { isLive }: InvoiceRecord,
  looked: InvoiceRecord,
): CheckoutRecord {
  const after = withInvoice(checkout, looked);
  const isLeft = looked.stage === 'made' && isLive && !looked.isLive;
  if (!isLeft || after.current !== looked.sequence) return after;
  return { ...after, current: fallbackOf(after, looked.sequence) };
}
