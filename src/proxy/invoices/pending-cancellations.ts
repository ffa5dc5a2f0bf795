import type { Clock } from '../base/clock.js';
import { errorFields } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import { claimDue } from '../store/due-invoices.js';
import type { InvoiceKey } from '../store/due-invoices.js';
import type { Store } from '../store/store.js';
import { SERVICE_DEADLINE_MS } from '../base/time.js';
import type { ServiceTime } from '../upstream/service-time.js';
import type { CancellationOptions } from './cancel-checkout.js';
import { cancelOne } from './cancel-checkout.js';
import { isCancelable, withoutPendingCancellation } from '../domain/cancellation.js';
import type { CheckoutRecord } from '../domain/record.js';

export interface PendingCancellationsOptions extends CancellationOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly serviceTime: ServiceTime;
}

/** Whoever has asked the service has an answer by then, or is gone; after a failure it is asked again. */
const RETRY_DELAY_MS = SERVICE_DEADLINE_MS + 10_000;
const CONCURRENCY = 5;

/**
 * A payer who gave up while the invoice was being made: the wish is in the store, with the invoice, and is carried out
 * by whatever process sees it there. It ends with the deadline, after which nothing is left to cancel.
 */
export class PendingCancellations {
  constructor(private readonly options: PendingCancellationsOptions) {}

  /** One round: the service is asked to cancel what is due. Never throws. */
  async cancelDue(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const wishes = await claimDue(store, 'next_cancel_at_ms', {
        nowMs,
        untilMs: nowMs + RETRY_DELAY_MS,
        limit: CONCURRENCY,
      });
      await Promise.all(wishes.map((wish) => this.#cancel(wish)));
    } catch (error) {
      logger.error(errorFields(error), 'the store cannot be used: invoices are cancelled later');
    }
  }

  async #cancel({ checkoutId, sequence }: InvoiceKey): Promise<void> {
    const { checkouts, clock, serviceTime, poller } = this.options;
    const record = await checkouts.find(checkoutId);
    const invoice = findPendingCancellation(record, sequence);
    if (!invoice) return;
    const nowMs = serviceTime.limit(clock.nowMs());
    const isOver = invoice.expiresAtMs !== null && nowMs >= invoice.expiresAtMs;
    if (isOver || !isCancelable(invoice)) {
      await checkouts.change(checkoutId, (latest) => withoutPendingCancellation(latest, sequence));
      return;
    }
    try {
      await cancelOne(record, invoice, this.options);
      // What was never shown is so now: cancelled.
      await poller.pollNow(record, invoice.serviceId);
    } catch (error) {
      // The trouble of the service, which has been logged where it came.
      if (!(error instanceof ProblemError) || error.code === 'store_unavailable') throw error;
    }
  }
}

function findPendingCancellation({ invoices }: CheckoutRecord, sequence: number) {
  const invoice = invoices.find((candidate) => candidate.sequence === sequence);
  return invoice && invoice.stage !== 'intended' && invoice.nextCancelAtMs !== null ? invoice : undefined;
}
