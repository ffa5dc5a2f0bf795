import type { Invoice, InvoiceCalls } from '../../service/index.js';
import type { Clock } from '../clock.js';
import type { Change, Checkouts } from '../checkouts/checkouts.js';
import type { Logger } from '../log.js';
import { withLook, withTrouble } from './looking.js';
import type { LookContext } from './looking.js';
import type {
  CheckoutRecord,
  InvoiceRecord,
  MadeInvoice,
  ShownInvoice,
  Trouble,
} from '../checkouts/record.js';
import { withInvoice } from '../checkouts/record.js';
import { ATTENTION_MS } from './schedule.js';
import type { Store } from '../store/store.js';
import { release } from '../store/watched.js';
import type { WatchedInvoice } from '../store/watched.js';

export interface AskingOptions {
  readonly service: Pick<InvoiceCalls, 'invoices'>;
  readonly store: Store;
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly acceptsTestMode: boolean;
  readonly graceMs: number;
}

/** What the service has said, and when it was asked. */
export interface Answers {
  readonly askedAtMs: number;
  readonly byId: ReadonlyMap<string, Invoice>;
}

type Batch = readonly WatchedInvoice[];
type Look = (
  checkout: CheckoutRecord,
  invoice: MadeInvoice | ShownInvoice,
  context: LookContext,
) => InvoiceRecord;

/** What becomes of a checkout in one change; `look` adds what was answered. */
export type Noting = (record: CheckoutRecord, look: Change) => CheckoutRecord;

interface Noted {
  readonly askedAtMs: number;
  readonly look: Look;
  readonly noting: Noting;
}

export const justLook: Noting = (record, look) => look(record);

/** One information call, and what becomes of its answer. */
export class Asking {
  constructor(private readonly options: AskingOptions) {}

  /** Asks and writes down. @throws {ServiceError} {Refusal} nothing has been written then */
  async ask(batch: Batch, noting?: Noting): Promise<readonly CheckoutRecord[]> {
    return this.write(batch, await this.answersAbout(batch), noting);
  }

  /** Asks, in one call. @throws {ServiceError} */
  async answersAbout(batch: Batch): Promise<Answers> {
    const askedAtMs = this.options.clock.nowMs();
    const byId = await this.options.service.invoices(batch.map(({ serviceId }) => serviceId));
    return { askedAtMs, byId };
  }

  /** Writes down what was answered about these, all of it or nothing, and gives their checkouts. @throws {Refusal} */
  write(batch: Batch, { askedAtMs, byId }: Answers, noting = justLook): Promise<readonly CheckoutRecord[]> {
    const look: Look = (checkout, invoice, context) =>
      withLook(checkout, invoice, byId.get(invoice.serviceId), context);
    return this.#change(batch, { askedAtMs, look, noting });
  }

  /** Notes why there was no answer. */
  async mark(batch: Batch, trouble: Trouble): Promise<void> {
    const look: Look = (_, invoice, context) => withTrouble(invoice, trouble, context);
    await this.#change(batch, { askedAtMs: this.options.clock.nowMs(), look, noting: justLook });
  }

  /** Leaves them to whoever comes next. */
  release(batch: Batch): Promise<void> {
    return release(this.options.store, batch);
  }

  #change(batch: Batch, { askedAtMs, look, noting }: Noted): Promise<readonly CheckoutRecord[]> {
    const asked = new Set(batch.map(({ serviceId }) => serviceId));
    const context = this.#context(askedAtMs);
    const checkoutIds = [...new Set(batch.map(({ checkoutId }) => checkoutId))];
    const lookAtAll: Change = (record) =>
      record.invoices.reduce((rest, invoice) => {
        if (invoice.stage === 'intended' || !asked.has(invoice.serviceId)) return rest;
        return withInvoice(rest, look(rest, invoice, context));
      }, record);
    return this.options.checkouts.changeAll(checkoutIds, (record) => noting(record, lookAtAll));
  }

  #context(askedAtMs: number): LookContext {
    const { clock, acceptsTestMode, graceMs, logger } = this.options;
    const nowMs = clock.nowMs();
    const isAttended = ({ lookedAtMs }: CheckoutRecord) => nowMs - lookedAtMs < ATTENTION_MS;
    return { askedAtMs, nowMs, graceMs, acceptsTestMode, logger, isAttended };
  }
}
