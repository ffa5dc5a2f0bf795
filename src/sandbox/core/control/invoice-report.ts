import { networkLabel } from '../../../payment/index.js';
import type { CoinPrice, Invoice, Totals } from '../ledger/invoice.js';
import { finishedAtMs, statusAt, totalsOf, unsentUnits } from '../ledger/invoice.js';
import { divideUp, fromUnits, USD_DECIMALS } from '../ledger/rates.js';

export function reportOf(invoice: Invoice, nowMs: number): object {
  const finished = finishedAtMs(invoice, nowMs);
  return {
    uuid: invoice.id,
    orderId: invoice.orderId,
    status: statusAt(invoice, nowMs),
    fiatAmount: invoice.fiatAmount,
    fiatCurrency: invoice.fiat,
    createdAt: iso(invoice.createdAtMs),
    expiresAt: iso(invoice.expiresAtMs),
    finishedAt: finished === null ? null : iso(finished),
    payment: invoice.coin && paymentReport(invoice, invoice.coin),
  };
}

/** Returns the fields that only the report of a single invoice has. */
export function invoiceDetails(invoice: Invoice): object {
  const { coin, email, usdAmount } = invoice;
  const text = (units: bigint): string => fromUnits(units, coin?.currency.decimals ?? 0);
  return {
    email,
    usdAmount: fromUnits(usdAmount, USD_DECIMALS),
    fees: coin && {
      amount: text(coin.amount),
      transferFee: text(coin.transferFee),
      serviceFee: text(coin.serviceFee),
      received: text(totalsOf(invoice).received),
    },
  };
}

function paymentReport(invoice: Invoice, { currency, address, amountToPay }: CoinPrice): object {
  const totals = totalsOf(invoice);
  const text = (units: bigint): string => fromUnits(units, currency.decimals);
  return {
    currency: currency.code,
    symbol: currency.symbol,
    network: networkLabel(currency.network),
    address,
    amountToPay: text(amountToPay),
    amountPaid: text(totals.paid),
    pending: text(totals.pending),
    due: text(totals.due),
    surplus: text(totals.surplus),
    transactions: invoice.transactions.map(({ id, units, confirmedAtMs }) => ({
      id,
      amount: text(units),
      confirmed: confirmedAtMs !== null,
    })),
    suggestions: suggestions(invoice, amountToPay, totals, text),
  };
}

/** Returns amounts for buttons, so that a page need not calculate with money; `null` if nothing is due. */
export function suggestions(
  invoice: Invoice,
  amountToPay: bigint,
  { due }: Totals,
  text: (units: bigint) => string,
): { exact: string | null; short: string | null; over: string } {
  const unsent = unsentUnits(invoice);
  const half = divideUp(unsent, 2n);
  return {
    exact: due > 0n && unsent > 0n ? text(unsent) : null,
    short: half > 0n && half < unsent ? text(half) : null,
    over: text(unsent + divideUp(amountToPay, 10n)),
  };
}

export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
