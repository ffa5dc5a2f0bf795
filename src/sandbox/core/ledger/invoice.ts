import type { Currency, CurrencyCode, FiatCode } from '../../../payment/index.js';
import type { KnownInvoiceStatus } from '../../../service/types.js';

/** An on-chain transaction. It counts once it is confirmed. */
export interface Transaction {
  readonly id: string;
  /** In the coin's smallest unit. */
  readonly units: bigint;
  readonly seenAtMs: number;
  readonly confirmedAtMs: number | null;
}

/** Price of an invoice in one coin, in its smallest unit. */
export interface Quote {
  readonly currency: Currency;
  readonly amount: bigint;
  /** Amount, plus the transfer fee if the payer pays it. */
  readonly amountToPay: bigint;
  readonly transferFee: bigint;
  readonly serviceFee: bigint;
}

export interface CoinPrice extends Quote {
  readonly address: string;
}

/** One immutable version of an invoice. `statusAt` computes its status. */
export interface Invoice {
  readonly type: 'up';
  /** `INV-` and 8 characters. */
  readonly id: string;
  readonly orderId: string | null;
  readonly email: string | null;
  readonly fiat: FiatCode;
  readonly fiatAmount: string;
  /** In units of `USD_DECIMALS`. */
  readonly usdAmount: bigint;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Time of the cancel call. The deadline does not set it. */
  readonly canceledAtMs: number | null;
  /** Time at which the merchant marked the invoice as paid. */
  readonly confirmedByHandAtMs: number | null;
  /** `available_currencies`; all coins if it is empty. */
  readonly offers: readonly CurrencyCode[];
  /** `null` until a coin is chosen. */
  readonly coin: CoinPrice | null;
  readonly transactions: readonly Transaction[];
}

/** An invoice with the chosen coin, or with the default one. */
export type PricedInvoice = Invoice & { readonly coin: CoinPrice };

/** Returns sums in the coin's smallest unit. `paid + due = amountToPay + surplus`, and `due` or `surplus` is zero. */
export function totalsOf({ coin, transactions }: Invoice) {
  let paid = 0n;
  let pending = 0n;
  for (const { units, confirmedAtMs } of transactions) {
    if (confirmedAtMs === null) pending += units;
    else paid += units;
  }
  const difference = (coin?.amountToPay ?? 0n) - paid;
  const credited = paid - (coin?.transferFee ?? 0n) - (coin?.serviceFee ?? 0n);
  return {
    paid,
    pending,
    due: difference > 0n ? difference : 0n,
    surplus: difference < 0n ? -difference : 0n,
    /** Less both fees, never below zero. */
    credited: credited > 0n ? credited : 0n,
  };
}

/** Returns the amount due less the pending transactions. */
export function unsentUnits(invoice: Invoice): bigint {
  const { due, pending } = totalsOf(invoice);
  return due > pending ? due - pending : 0n;
}

/**
 * Returns the status (service doc, "States and transitions"). A manual confirmation and received money take precedence over the cancel
 * call, and that over the deadline. The deadline closes an invoice only if no transaction was detected before.
 */
export function statusAt(invoice: Invoice, nowMs: number): KnownInvoiceStatus {
  const { paid, due, surplus } = totalsOf(invoice);
  if (invoice.confirmedByHandAtMs !== null && surplus === 0n) return 'paid';
  if (paid > 0n) return due > 0n ? 'partial' : surplus > 0n ? 'overpaid' : 'paid';
  if (invoice.canceledAtMs !== null) return 'canceled';
  const seenInTime = invoice.transactions.some(({ seenAtMs }) => seenAtMs < invoice.expiresAtMs);
  return nowMs >= invoice.expiresAtMs && !seenInTime ? 'canceled' : 'created';
}

/** Returns the time at which the invoice was fully paid or canceled; `null` if it is neither. */
export function finishedAtMs(invoice: Invoice, nowMs: number): number | null {
  const status = statusAt(invoice, nowMs);
  if (status === 'created' || status === 'partial') return null;
  if (status === 'canceled') return invoice.canceledAtMs ?? invoice.expiresAtMs;
  return paidInFullAtMs(invoice) ?? invoice.confirmedByHandAtMs;
}

function paidInFullAtMs({ transactions, coin }: Invoice): number | null {
  let paid = 0n;
  const confirmed = transactions.flatMap(({ units, confirmedAtMs }) =>
    confirmedAtMs === null ? [] : { units, confirmedAtMs },
  );
  for (const { units, confirmedAtMs } of confirmed.toSorted((a, b) => a.confirmedAtMs - b.confirmedAtMs)) {
    paid += units;
    if (coin && paid >= coin.amountToPay) return confirmedAtMs;
  }
  return null;
}
