import type { Clock } from '../clock.js';
import { errorFields } from '../log.js';
import { Refusal } from '../refusal.js';
import { claimDue } from '../store/due.js';
import type { InvoiceKey } from '../store/due.js';
import type { Store } from '../store/store.js';
import { SERVICE_DEADLINE_MS } from '../upstream/service-calls.js';
import type { CancellationOptions } from './cancellation.js';
import { cancelOne, isCancelable, withEndedWish } from './cancellation.js';
import type { CheckoutRecord } from './record.js';

export interface WishesOptions extends CancellationOptions {
  readonly store: Store;
  readonly clock: Clock;
}

/** Whoever has asked the service has an answer by then, or is gone; after a failure it is asked again. */
const AGAIN_MS = SERVICE_DEADLINE_MS + 10_000;
const AT_ONCE = 5;

/**
 * A payer who gave up while the invoice was being made: the wish is in the store, with the invoice, and is carried out
 * by whatever process sees it there. It ends with the deadline, after which nothing is left to cancel.
 */
export class Wishes {
  constructor(private readonly options: WishesOptions) {}

  /** One round: the service is asked to cancel what is due. Never throws. */
  async round(): Promise<void> {
    const { store, clock, logger } = this.options;
    try {
      const nowMs = clock.nowMs();
      const wishes = await claimDue(store, 'next_cancel_at_ms', {
        nowMs,
        untilMs: nowMs + AGAIN_MS,
        limit: AT_ONCE,
      });
      await Promise.all(wishes.map((wish) => this.#carryOut(wish)));
    } catch (error) {
      logger.error(errorFields(error), 'the store cannot be used: invoices are cancelled later');
    }
  }

  async #carryOut({ checkoutId, sequence }: InvoiceKey): Promise<void> {
    const { checkouts, clock, watcher } = this.options;
    const record = await checkouts.find(checkoutId);
    const invoice = wishedOf(record, sequence);
    if (!invoice) return;
    const isOver = invoice.expiresAtMs !== null && clock.nowMs() >= invoice.expiresAtMs;
    if (isOver || !isCancelable(invoice)) {
      await checkouts.change(checkoutId, (latest) => withEndedWish(latest, sequence));
      return;
    }
    try {
      await cancelOne(record, invoice, this.options);
      // What was never shown is so now: cancelled.
      await watcher.lookAt(record, invoice.serviceId);
    } catch (error) {
      // The trouble of the service, which has been logged where it came.
      if (!(error instanceof Refusal) || error.code === 'store_unavailable') throw error;
    }
  }
}

function wishedOf({ invoices }: CheckoutRecord, sequence: number) {
  const invoice = invoices.find((candidate) => candidate.sequence === sequence);
  return invoice && invoice.stage !== 'intended' && invoice.nextCancelAtMs !== null ? invoice : undefined;
}
