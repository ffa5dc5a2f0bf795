import { networkLabel } from '../../../payment/index.js';
import { iso } from '../base/clock.js';
import type { CoinPrice, Invoice, Transaction } from '../ledger/invoice.js';
import { finishedAtMs, statusAt, totalsOf, unsentUnits } from '../ledger/invoice.js';
import { divideUp, fromUnits, USD_DECIMALS } from '../ledger/rates.js';

export function reportInvoice(invoice: Invoice, nowMs: number): object {
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

/** Returns the report of one invoice, with its fees and its history. */
export function reportDetails(invoice: Invoice, nowMs: number): object {
  const { coin, email, usdAmount } = invoice;
  const text = (units: bigint): string => fromUnits(units, coin?.currency.decimals ?? 0);
  return {
    ...reportInvoice(invoice, nowMs),
    email,
    usdAmount: fromUnits(usdAmount, USD_DECIMALS),
    fees: coin && {
      amount: text(coin.amount),
      transferFee: text(coin.transferFee),
      serviceFee: text(coin.serviceFee),
      received: text(totalsOf(invoice).credited),
    },
    history: historyOf(invoice, nowMs),
  };
}

function paymentReport(invoice: Invoice, coin: CoinPrice): object {
  const { currency, address, amountToPay } = coin;
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
    suggestions: suggestions(invoice, coin),
  };
}

/** Returns suggested amounts; `null` if nothing is due. The page must not calculate with money. */
export function suggestions(invoice: Invoice, { amountToPay, currency }: CoinPrice) {
  const { due } = totalsOf(invoice);
  const text = (units: bigint): string => fromUnits(units, currency.decimals);
  const unsent = unsentUnits(invoice);
  const half = divideUp(unsent, 2n);
  return {
    exact: due > 0n && unsent > 0n ? text(unsent) : null,
    short: half > 0n && half < unsent ? text(half) : null,
    over: text(unsent + divideUp(amountToPay, 10n)),
  };
}

interface HistoryStep {
  readonly atMs: number;
  readonly event: 'created' | 'deadline' | 'seen' | 'confirmed' | 'confirmed-by-hand' | 'paid' | 'canceled';
  readonly transaction?: Transaction;
  /** Returns the invoice after this step. Default: no change. */
  readonly apply?: (before: Invoice) => Invoice;
}

/**
 * Returns the events of an invoice, oldest first, each with the status after it. `paid` is a transaction that was confirmed when it was
 * detected. `deadline` appears after the deadline.
 */
function historyOf(invoice: Invoice, nowMs: number): readonly object[] {
  const decimals = invoice.coin?.currency.decimals ?? 0;
  let version: Invoice = { ...invoice, transactions: [], canceledAtMs: null, confirmedByHandAtMs: null };
  return stepsOf(invoice, nowMs).map(({ atMs, event, transaction, apply }) => {
    version = apply?.(version) ?? version;
    const money = transaction && {
      transaction: transaction.id,
      amount: fromUnits(transaction.units, decimals),
    };
    return { at: iso(atMs), event, ...money, status: statusAt(version, atMs) };
  });
}

function stepsOf(invoice: Invoice, nowMs: number): readonly HistoryStep[] {
  const { createdAtMs, expiresAtMs, canceledAtMs, confirmedByHandAtMs, transactions } = invoice;
  const steps: HistoryStep[] = [{ atMs: createdAtMs, event: 'created' }];
  if (expiresAtMs <= nowMs) steps.push({ atMs: expiresAtMs, event: 'deadline' });
  if (canceledAtMs !== null)
    steps.push({ atMs: canceledAtMs, event: 'canceled', apply: (before) => ({ ...before, canceledAtMs }) });
  if (confirmedByHandAtMs !== null)
    steps.push({
      atMs: confirmedByHandAtMs,
      event: 'confirmed-by-hand',
      apply: (before) => ({ ...before, confirmedByHandAtMs }),
    });
  for (const transaction of transactions) steps.push(...stepsOfTransaction(transaction));
  return steps.toSorted((a, b) => a.atMs - b.atMs);
}

function stepsOfTransaction(transaction: Transaction): readonly HistoryStep[] {
  const { seenAtMs, confirmedAtMs } = transaction;
  const put = (version: Transaction) => (before: Invoice) => {
    const others = before.transactions.filter(({ id }) => id !== version.id);
    return { ...before, transactions: [...others, version] };
  };
  if (confirmedAtMs === seenAtMs)
    return [{ atMs: seenAtMs, event: 'paid', transaction, apply: put(transaction) }];
  const unconfirmed = { ...transaction, confirmedAtMs: null };
  const seen: HistoryStep = { atMs: seenAtMs, event: 'seen', transaction, apply: put(unconfirmed) };
  if (confirmedAtMs === null) return [seen];
  return [seen, { atMs: confirmedAtMs, event: 'confirmed', transaction, apply: put(transaction) }];
}
