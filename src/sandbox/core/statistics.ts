import { addAmounts } from '../../payment/index.js';
import type { KnownInvoiceStatus } from '../../service/types.js';
import type { Invoice } from './invoice.js';
import { statusAt } from './invoice.js';

/** How many invoices, and their prices in USD as exact decimal text. */
interface Sum {
  readonly count: number;
  readonly usd: string;
}

/** Per status, and `all` together. */
export type Statistics = Readonly<Record<'all' | KnownInvoiceStatus, Sum>>;

const NOTHING: Sum = { count: 0, usd: '0' };

/** "Statistics result": every invoice counts once, with its `amount_usd`, under the status that it has now. */
export function statisticsOf(invoices: readonly Invoice[], nowMs: number): Statistics {
  const sums: Record<KnownInvoiceStatus, Sum> = {
    created: NOTHING,
    paid: NOTHING,
    overpaid: NOTHING,
    partial: NOTHING,
    canceled: NOTHING,
  };
  for (const invoice of invoices) {
    const status = statusAt(invoice, nowMs);
    sums[status] = add(sums[status], { count: 1, usd: invoice.usdAmount });
  }
  return { all: Object.values(sums).reduce(add, NOTHING), ...sums };
}

function add(left: Sum, right: Sum): Sum {
  return { count: left.count + right.count, usd: addAmounts(left.usd, right.usd) };
}
