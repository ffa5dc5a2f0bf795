import type { KnownInvoiceStatus } from '../../../service/types.js';
import type { Invoice } from './invoice.js';
import { statusAt } from './invoice.js';
import type { RecordView } from './records.js';

interface Sum {
  count: number;
  /** In units of `USD_DECIMALS`. */
  usd: bigint;
}

/** By status, and `all` together. */
export type Statistics = Readonly<Record<'all' | KnownInvoiceStatus, Readonly<Sum>>>;

/** Service doc, "States and transitions". */
export const INVOICE_STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled'] as const;

const nothing = (): Sum => ({ count: 0, usd: 0n });

export class Sums {
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

/** Counts every invoice under the status that it has in its view. */
export function statisticsOf(invoices: readonly RecordView<Invoice>[]): Statistics {
  const sums = new Sums();
  for (const { record, atMs } of invoices) sums.count(statusAt(record, atMs), record);
  return sums.statistics;
}

function add(left: Sum, right: Sum): Sum {
  return { count: left.count + right.count, usd: left.usd + right.usd };
}
