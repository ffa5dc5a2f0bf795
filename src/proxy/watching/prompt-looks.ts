import { ServiceError } from '../../service/index.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log.js';
import { errorFields } from '../log.js';
import { outsideRequests } from '../request-scope.js';
import { LEASE_MS, renewing } from '../store/lease.js';
import type { Store } from '../store/store.js';
import { claimDueBy, renewClaims } from '../store/watched.js';
import type { WatchedInvoice } from '../store/watched.js';
import { serviceErrorFields } from '../upstream/service-trouble.js';
import type { Answers, Asking } from './asking.js';
import { BATCH, SOON_MS } from './schedule.js';
import { isOfTheBatch } from './suspects.js';

export interface PromptLooksOptions {
  readonly asking: Asking;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Batch = readonly WatchedInvoice[];

/**
 * Looks at an invoice for which somebody waits. The service counts calls, not invoices: so the other places in the call
 * carry those that the next round would have asked about. Nobody waits for these to be written down.
 */
export class PromptLooks {
  readonly #writing = new Set<Promise<void>>();

  constructor(private readonly options: PromptLooksOptions) {}

  /** What the service does not answer is asked again by the rounds. @throws {Refusal} when the store fails */
  async look(own: WatchedInvoice, withOthers: boolean): Promise<void> {
    const { clock, store } = this.options;
    const nowMs = clock.nowMs();
    const untilMs = nowMs + LEASE_MS;
    const others = withOthers ? await this.#claimOthers(own, nowMs, untilMs) : [];
    const renew = (...times: [number, number]) => renewClaims(store, others, times);
    try {
      await renewing(clock, { untilMs, renew }, () => this.#ask(own, others));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const fields = { invoice: own.serviceId, ...serviceErrorFields(error) };
      this.options.logger.warn(fields, 'the invoice is asked for again');
    }
  }

  /** Resolves when all that was answered so far is written down. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #ask(own: WatchedInvoice, others: Batch): Promise<void> {
    const { asking } = this.options;
    let answers: Answers;
    try {
      answers = await asking.answersAbout([own, ...others]);
    } catch (error) {
      return await this.#askAlone(own, others, error);
    }
    await asking.write([own], answers);
    if (others.length > 0) this.#later(() => asking.write(others, answers));
  }

  /** One of the others may be the reason; but a call that hung has cost enough time. */
  async #askAlone(own: WatchedInvoice, others: Batch, error: unknown): Promise<void> {
    const { asking } = this.options;
    if (others.length === 0) throw error;
    try {
      if (!isOfTheBatch(error) || error.status === undefined) throw error;
      await asking.ask([own]);
      this.#later(() => asking.mark(others, 'suspected'));
    } catch (lastError) {
      this.#later(() => asking.release(others));
      throw lastError;
    }
  }

  /** Where the store fails now, the rounds ask about them as soon as the claim has run out. */
  #later(work: () => Promise<void>): void {
    const { logger } = this.options;
    const done = outsideRequests(work)
      .catch((error: unknown) => logger.warn(errorFields(error), 'invoices are asked about again'))
      .finally(() => this.#writing.delete(done));
    this.#writing.add(done);
  }

  /** None where the store fails: then only the one is asked about. */
  async #claimOthers(own: WatchedInvoice, nowMs: number, untilMs: number): Promise<Batch> {
    const claim = { nowMs, untilMs, limit: BATCH - 1 };
    const claimed = await claimDueBy(this.options.store, claim, nowMs + SOON_MS).catch(() => []);
    return claimed.filter(({ serviceId }) => serviceId !== own.serviceId);
  }
}
