import { fromUnits } from '../ledger/rates.js';
import type { Invoice, Transaction } from '../ledger/invoice.js';
import { statusAt } from '../ledger/invoice.js';
import { iso } from './invoice-report.js';

interface HistoryStep {
  readonly atMs: number;
  readonly event: 'created' | 'deadline' | 'seen' | 'confirmed' | 'confirmed-by-hand' | 'paid' | 'canceled';
  readonly transaction?: Transaction;
  /** The invoice after this step. */
  readonly apply: (before: Invoice) => Invoice;
}

const unchanged = (before: Invoice): Invoice => before;

/**
 * Returns the events of an invoice, oldest first, each with the status after it. `paid` is a transaction that was confirmed
 * when it was detected; `deadline` appears once it has passed.
 */
export function historyOf(invoice: Invoice, nowMs: number): readonly object[] {
  const decimals = invoice.coin?.currency.decimals ?? 0;
  let version: Invoice = { ...invoice, transactions: [], canceledAtMs: null, confirmedByHandAtMs: null };
  return stepsOf(invoice, nowMs).map(({ atMs, event, transaction, apply }) => {
    version = apply(version);
    const money = transaction && {
      transaction: transaction.id,
      amount: fromUnits(transaction.units, decimals),
    };
    return { at: iso(atMs), event, ...money, status: statusAt(version, atMs) };
  });
}

function stepsOf(invoice: Invoice, nowMs: number): readonly HistoryStep[] {
  const { createdAtMs, expiresAtMs, canceledAtMs, confirmedByHandAtMs, transactions } = invoice;
  const steps: HistoryStep[] = [{ atMs: createdAtMs, event: 'created', apply: unchanged }];
  if (expiresAtMs <= nowMs) steps.push({ atMs: expiresAtMs, event: 'deadline', apply: unchanged });
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
