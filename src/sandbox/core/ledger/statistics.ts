import type { KnownInvoiceStatus } from '../../../service/types.js';
import { type Invoice, statusAt } from './invoice.js';
import type { Period, RecordView } from './records.js';

interface Sum {
  count: number;
  /** In units of `USD_DECIMALS`. */
  usd: bigint;
}

/** Sums by status, and of `all` invoices. */
export type Statistics = Readonly<Record<'all' | KnownInvoiceStatus, Readonly<Sum>>>;

/** Service doc, "States and transitions". */
export const INVOICE_STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled'] as const;

const nothing = (): Sum => ({ count: 0, usd: 0n });

class Sums {
  readonly #sums = {
    created: nothing(),
    paid: nothing(),
    overpaid: nothing(),
    partial: nothing(),
    canceled: nothing(),
  };

  count(status: KnownInvoiceStatus, { usdAmount }: Invoice, sign: 1 | -1 = 1): void {
    const sum = this.#sums[status];
    sum.count += sign;
    sum.usd += sign === 1 ? usdAmount : -usdAmount;
  }

  include(other: Statistics): void {
    for (const status of INVOICE_STATUSES) this.#sums[status] = add(this.#sums[status], other[status]);
  }

  get statistics(): Statistics {
    return { all: Object.values(this.#sums).reduce(add, nothing()), ...this.#sums };
  }
}

/** Counts each invoice under its status in the view. */
export function statisticsOf(invoices: readonly RecordView<Invoice>[]): Statistics {
  const sums = new Sums();
  for (const { record, atMs } of invoices) sums.count(statusAt(record, atMs), record);
  return sums.statistics;
}

function add(left: Sum, right: Sum): Sum {
  return { count: left.count + right.count, usd: left.usd + right.usd };
}

const DAY_MS = 24 * 3600_000;

/**
 * Statistics per day (UTC), updated at each change, so that a call does not sum all invoices. It checks only unpaid invoices one by one,
 * since their deadlines may have passed.
 */
export class DailySums {
  readonly #days = new Map<number, Sums>();
  /** Invoices by id that count as `created` until their deadline. */
  readonly #open = new Map<string, Invoice>();

  replace(previous: Invoice | undefined, invoice: Invoice): void {
    if (previous)
      this.#count(this.#open.delete(previous.id) ? 'created' : statusAt(previous, Infinity), previous, -1);
    const status = statusAt(invoice, -Infinity);
    if (status !== statusAt(invoice, Infinity)) this.#open.set(invoice.id, invoice);
    this.#count(status, invoice, 1);
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
