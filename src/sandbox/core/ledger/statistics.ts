import type { KnownInvoiceStatus } from '../../../service/types.js';
import type { Invoice } from './invoice.js';
import { statusAt } from './invoice.js';
import type { View } from './records.js';

/** How many invoices, and their prices in USD in units of `USD_DECIMALS`. */
interface Sum {
  count: number;
  usd: bigint;
}

/** Per status, and `all` together. */
export type Statistics = Readonly<Record<'all' | KnownInvoiceStatus, Readonly<Sum>>>;

const nothing = (): Sum => ({ count: 0, usd: 0n });

/** "Statistics result": every invoice counts once, with its `amount_usd`, under the status that it has in its view. */
export function statisticsOf(invoices: readonly View<Invoice>[]): Statistics {
  const sums = {
    created: nothing(),
    paid: nothing(),
    overpaid: nothing(),
    partial: nothing(),
    canceled: nothing(),
  };
  for (const { record, atMs } of invoices) {
    const sum = sums[statusAt(record, atMs)];
    sum.count += 1;
    sum.usd += record.usdAmount;
  }
  return { all: Object.values(sums).reduce(add), ...sums };
}

function add(left: Sum, right: Sum): Sum {
  return { count: left.count + right.count, usd: left.usd + right.usd };
}
