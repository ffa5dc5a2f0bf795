import type { KnownInvoiceStatus } from '../../../service/types.js';
import type { Period } from './timeline.js';
import type { Invoice } from './invoice.js';
import { statusAt } from './invoice.js';
import type { Statistics } from './statistics.js';
import { Sums } from './statistics.js';

const DAY_MS = 24 * 3600_000;

/**
 * Statistics per day (UTC), updated at every change, so that no call has to sum all invoices. Only unpaid invoices before
 * their deadline are checked one by one, since the clock may cancel them.
 */
export class DailySums {
  readonly #days = new Map<number, Sums>();
  /** By id: counted as `created` until their deadline. */
  readonly #open = new Map<string, Invoice>();

  replace(former: Invoice | undefined, invoice: Invoice): void {
    if (former)
      this.#count(this.#open.delete(former.id) ? 'created' : statusAt(former, Infinity), former, -1);
    if (followsClock(invoice)) this.#open.set(invoice.id, invoice);
    this.#count(statusAt(invoice, -Infinity), invoice, 1);
  }

  /** Returns the statistics of whole days. `nowMs` never decreases between two calls. */
  statistics({ fromMs, untilMs }: Period, nowMs: number): Statistics {
    for (const invoice of this.#open.values()) if (invoice.expiresAtMs <= nowMs) this.#expire(invoice);
    const sums = new Sums();
    for (const [dayMs, day] of this.#days)
      if (dayMs >= fromMs && dayMs < untilMs) sums.include(day.statistics);
    return sums.statistics;
  }

  #expire(invoice: Invoice): void {
    this.#open.delete(invoice.id);
    this.#count('created', invoice, -1);
    this.#count('canceled', invoice, 1);
  }

  #count(status: KnownInvoiceStatus, invoice: Invoice, sign: 1 | -1): void {
    const dayMs = Math.floor(invoice.createdAtMs / DAY_MS) * DAY_MS;
    const day = this.#days.get(dayMs) ?? new Sums();
    this.#days.set(dayMs, day);
    day.count(status, invoice, sign);
  }
}

/** Tells whether the deadline changes the status. */
function followsClock(invoice: Invoice): boolean {
  return statusAt(invoice, -Infinity) !== statusAt(invoice, Infinity);
}
