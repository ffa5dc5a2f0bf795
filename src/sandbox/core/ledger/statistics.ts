import type { KnownInvoiceStatus } from '../../../service/types.js';
import type { Invoice } from './invoice.js';
import { statusAt } from './invoice.js';
import type { RecordView } from './records.js';

/** How many invoices, and their prices in USD in units of `USD_DECIMALS`. */
interface Sum {
  count: number;
  usd: bigint;
}

/** Per status, and `all` together. */
export type Statistics = Readonly<Record<'all' | KnownInvoiceStatus, Readonly<Sum>>>;

/** "States and transitions". */
export const INVOICE_STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled'] as const;

const nothing = (): Sum => ({ count: 0, usd: 0n });

/** Sums that invoices are added to, or taken from again. */
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

/** "Statistics result": every invoice counts once, with its `amount_usd`, under the status that it has in its view. */
export function statisticsOf(invoices: readonly RecordView<Invoice>[]): Statistics {
  const sums = new Sums();
  for (const { record, atMs } of invoices) sums.count(statusAt(record, atMs), record);
  return sums.statistics;
}

function add(left: Sum, right: Sum): Sum {
  return { count: left.count + right.count, usd: left.usd + right.usd };
}
