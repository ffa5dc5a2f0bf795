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

/** By then the cancel call has completed or its process has died. After a failure the call is repeated. */
const RETRY_DELAY_MS = SERVICE_DEADLINE_MS + 10_000;
const CONCURRENCY = 5;

/**
 * Cancels invoices whose payer canceled while they were being created. The pending cancellation is stored with the
 * invoice, so that any process can execute it. It ends at the invoice's deadline.
 */
export class PendingCancellations {
  constructor(private readonly options: PendingCancellationsOptions) {}

  /** Runs one round of due cancellations. Never throws. */
  async cancelDue(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const due = await claimDue(store, 'next_cancel_at_ms', {
        nowMs,
        untilMs: nowMs + RETRY_DELAY_MS,
        limit: CONCURRENCY,
      });
      await Promise.all(due.map((wish) => this.#cancel(wish)));
    } catch (error) {
      logger.error(errorFields(error), 'store unavailable, cancellations postponed');
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
      // Fetches the status, so that the checkout shows the canceled invoice.
      await poller.pollNow(record, invoice.serviceId);
    } catch (error) {
      // A failed service call was logged where it occurred, and is repeated.
      if (!(error instanceof ProblemError) || error.code === 'store_unavailable') throw error;
    }
  }
}

function findPendingCancellation({ invoices }: CheckoutRecord, sequence: number) {
  const invoice = invoices.find((candidate) => candidate.sequence === sequence);
  return invoice && invoice.stage !== 'intended' && invoice.nextCancelAtMs !== null ? invoice : undefined;
}
