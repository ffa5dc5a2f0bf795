import type { Invoice, InvoiceCalls } from '../service/index.js';
import { ServiceError } from '../service/index.js';
import type { Checkouts, Clock } from './checkouts.js';
import type { Logger } from './log.js';
import { withLook } from './looking.js';
import type { LookContext } from './looking.js';
import type { CheckoutRecord } from './record.js';
import { withInvoice } from './record.js';
import { ATTENTION_MS } from './schedule.js';
import { serviceErrorFields } from './service-trouble.js';
import type { Store, WatchedInvoice } from './store/store.js';

export interface WatcherOptions {
  readonly service: InvoiceCalls;
  readonly store: Store;
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly acceptsTestMode: boolean;
  /** Is a browser connected to this checkout? */
  readonly hasStream: (checkoutId: string) => boolean;
  /** Told after a round that failed: what is shown grows old. */
  readonly onTrouble: () => void;
}

/** "Limits": at most 100 identifiers per request. */
const BATCH = 100;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** So many refusals of parts of one batch are taken; then the service has a trouble of its own. */
const MAX_REFUSALS = 20;

type Answers = ReadonlyMap<string, Invoice>;

/** Asks the service how the open invoices stand: 100 in a call, those first that are due longest. */
export class Watcher {
  #failures = 0;
  #pausedUntilMs = 0;

  constructor(private readonly options: WatcherOptions) {}

  /** One round: N due invoices cost ⌈N/100⌉ calls, and spare places carry the next ones. Never throws. */
  async round(): Promise<void> {
    const { store, clock } = this.options;
    if (clock.nowMs() < this.#pausedUntilMs) return;
    try {
      const due = await store.countDue(clock.nowMs());
      const places = Math.ceil(due / BATCH) * BATCH;
      const watched = places === 0 ? [] : await store.nextToCheck(places);
      for (let start = 0; start < watched.length; start += BATCH) {
        await this.#lookAtBatch(watched.slice(start, start + BATCH));
      }
      if (watched.length > 0) this.#recovered();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Asks about one invoice now; trouble leaves it to the next round. */
  async lookAt(checkout: CheckoutRecord, serviceId: string): Promise<CheckoutRecord> {
    try {
      await this.#lookAtBatch([{ checkoutId: checkout.id, serviceId }]);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.options.logger.warn(
        { invoice: serviceId, ...serviceErrorFields(error) },
        'the invoice is asked for again',
      );
    }
    return this.options.checkouts.find(checkout.id);
  }

  async #lookAtBatch(batch: readonly WatchedInvoice[]): Promise<void> {
    const askedAtMs = this.options.clock.nowMs();
    const ids = batch.map(({ serviceId }) => serviceId);
    const answers = await this.#ask(ids, { refusals: 0 });
    const missing = ids.filter((id) => !answers.has(id));
    if (missing.length > 0)
      this.options.logger.warn(
        { invoices: missing },
        'the service does not know these: a sandbox forgets its invoices at its end',
      );
    const asked = new Set(ids);
    const context = this.#context(askedAtMs);
    const checkoutIds = [...new Set(batch.map(({ checkoutId }) => checkoutId))];
    await this.options.checkouts.changeAll(checkoutIds, (record) =>
      withAnswers(record, { asked, answers, context }),
    );
  }

  /**
   * A batch may be refused for one identifier in it ("Errors" does not say): then it is asked in halves, so that one
   * invoice cannot hide the others.
   */
  async #ask(ids: readonly string[], count: { refusals: number }): Promise<Answers> {
    try {
      return await this.options.service.invoices(ids);
    } catch (error) {
      count.refusals += 1;
      const isRefused = error instanceof ServiceError && error.code === 'refused';
      if (!isRefused || count.refusals > MAX_REFUSALS) throw error;
      if (ids.length === 1) return new Map();
    }
    const middle = Math.ceil(ids.length / 2);
    const first = await this.#ask(ids.slice(0, middle), count);
    const second = await this.#ask(ids.slice(middle), count);
    return new Map([...first, ...second]);
  }

  #context(askedAtMs: number): LookContext {
    const { clock, hasStream, acceptsTestMode, logger } = this.options;
    const nowMs = clock.nowMs();
    const isAttended = (record: CheckoutRecord) =>
      hasStream(record.id) || nowMs - record.lookedAtMs < ATTENTION_MS;
    return { askedAtMs, nowMs, acceptsTestMode, logger, isAttended };
  }

  #recovered(): void {
    if (this.#failures > 0) this.options.logger.info({}, 'the payment service answers again');
    this.#failures = 0;
    this.#pausedUntilMs = 0;
  }

  #failed(error: unknown): void {
    const { clock, logger, onTrouble } = this.options;
    const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures, 10));
    // Half of it is left to chance, so that many processes do not come back at the same moment.
    const pauseMs = longestMs * (0.5 + Math.random() / 2);
    const wantedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    this.#failures += 1;
    this.#pausedUntilMs = clock.nowMs() + Math.max(pauseMs, wantedMs);
    const what =
      error instanceof ServiceError ? 'the payment service cannot be asked' : 'the store cannot be used';
    logger.warn({ failures: this.#failures, ...serviceErrorFields(error) }, `${what}: trying again soon`);
    onTrouble();
  }
}

function withAnswers(
  record: CheckoutRecord,
  { asked, answers, context }: { asked: ReadonlySet<string>; answers: Answers; context: LookContext },
): CheckoutRecord {
  return record.invoices.reduce((rest, invoice) => {
    if (invoice.stage === 'intended' || !asked.has(invoice.serviceId)) return rest;
    return withInvoice(rest, withLook(rest, invoice, answers.get(invoice.serviceId), context));
  }, record);
}
