import { compareAmounts, currencyOf, exactAmount, isZeroAmount, plainAmount } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';

export const PAYMENT_LEVELS = ['none', 'partial', 'paid', 'overpaid'] as const;
/** How much of an invoice is paid, as the service reports it. */
export type PaymentLevel = (typeof PAYMENT_LEVELS)[number];

/** The known payments of one invoice. Money is only added: `level` and `paid` never fall. */
export interface PaymentStatus {
  readonly level: PaymentLevel;
  /** The highest reported amount, exact decimal text: the sum of the invoice's `received` movements. */
  readonly paid: string;
  /** The missing amount that was reported with `paid`. */
  readonly missing: string | null;
  readonly transactions: readonly string[];
  /** The transactions that wait for confirmation: `paid` has not grown since they were first reported. */
  readonly unconfirmed: readonly string[];
  /**
   * The transactions that the service first reported with `paid`, in every report of it: these count as confirmed. `null` if no
   * report of `paid` lists transactions.
   */
  readonly paidWith: readonly string[] | null;
  /** Whether the service has reported a status that its document does not define. */
  readonly hasUnknownStatus: boolean;
  /** Whether the service has closed the invoice before it was paid in full. */
  readonly isClosed: boolean;
  /** Time of the last report of an incomplete payment; by the service's clock, if the service sends its time. */
  readonly unpaidAtMs: number | null;
  /** Time of the last report without the newest transaction, or without any if none is known. */
  readonly withoutTransactionAtMs: number | null;
  /** Time of the first report with a transaction that is not part of `paid` yet; `null`: there is none. */
  readonly pendingSinceMs: number | null;
  /**
   * Whether the transaction that completed the payment was first seen after the deadline. One that was seen in time stays in time
   * however late it is confirmed. Set by `withStatusReport`.
   */
  readonly isLate: boolean;
  readonly finishedAtMs: number | null;
}

/** The payment fields of one answer of the service. Amounts are exact decimal text without exponent. */
export interface StatusReport {
  readonly status: string;
  readonly paid: string | null;
  readonly missing: string | null;
  readonly transactions: readonly string[];
  readonly finishedAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** When the status was requested, by the service's clock if it sends its time. The answer is not older. */
  readonly requestedAtMs: number;
}

export const NO_PAYMENT: PaymentStatus = {
  level: 'none',
  paid: '0',
  missing: null,
  transactions: [],
  unconfirmed: [],
  paidWith: null,
  hasUnknownStatus: false,
  isClosed: false,
  unpaidAtMs: null,
  withoutTransactionAtMs: null,
  pendingSinceMs: null,
  isLate: false,
  finishedAtMs: null,
};

// A hostile answer must not fill the store.
const MAX_TRANSACTIONS = 100;
const MAX_TRANSACTION_LENGTH = 200;

/** Merges a report into the known status, and decides whether the payment is late. */
export function withStatusReport(known: PaymentStatus, report: StatusReport): PaymentStatus {
  const money = mergeStatus(known, report);
  // Decided once, when the service first reports it as paid.
  const isLate = known.isLate || (!isPaid(known) && isPaid(money) && completesLate(known, money, report));
  return { ...money, isLate };
}

/**
 * Whether the completing transaction was first seen after the deadline. If no report from before the deadline has it, the service's
 * finish time decides, and without one, the first report after the deadline.
 */
function completesLate(
  known: PaymentStatus,
  { withoutTransactionAtMs }: PaymentStatus,
  { finishedAtMs, expiresAtMs, requestedAtMs }: StatusReport,
): boolean {
  if (expiresAtMs === null) return known.isClosed;
  // A report is not older than the finish time that it states, whatever the clock says.
  const seenAtMs = known.pendingSinceMs ?? latest(requestedAtMs, finishedAtMs) ?? requestedAtMs;
  if (seenAtMs < expiresAtMs) return false;
  if (finishedAtMs !== null) return finishedAtMs > expiresAtMs;
  return withoutTransactionAtMs !== null && withoutTransactionAtMs >= expiresAtMs;
}

/**
 * Merges a report, which may arrive in any order and any number of times. The paid amount never falls, and a detected
 * payment is never forgotten.
 */
function mergeStatus(known: PaymentStatus, report: StatusReport): PaymentStatus {
  const level = higherLevel(known.level, toPaymentLevel(report.status));
  const paid = report.paid ?? '0';
  const order = compareAmounts(paid, known.paid);
  const isUnpaid = !isPaid({ level });
  const transactions = union(known.transactions, report.transactions);
  const unpaidAtMs = isUnpaid ? latest(known.unpaidAtMs, report.requestedAtMs) : known.unpaidAtMs;
  const hasNewTransaction = transactions.length > known.transactions.length;
  return {
    level,
    paid: order > 0 ? paid : known.paid,
    // A missing amount belongs to the paid amount that it was reported with.
    missing: order > 0 ? report.missing : order === 0 ? (report.missing ?? known.missing) : known.missing,
    transactions,
    ...(isUnpaid ? mergeConfirmation(known, report, transactions) : { unconfirmed: [], paidWith: null }),
    hasUnknownStatus: known.hasUnknownStatus || !isKnownStatus(report.status),
    isClosed: known.isClosed || report.status === 'canceled',
    unpaidAtMs,
    withoutTransactionAtMs: hasNewTransaction
      ? known.unpaidAtMs
      : transactions.length > 0
        ? known.withoutTransactionAtMs
        : unpaidAtMs,
    pendingSinceMs:
      isUnpaid && order <= 0
        ? (known.pendingSinceMs ?? (hasNewTransaction ? report.requestedAtMs : null))
        : null,
    isLate: known.isLate,
    finishedAtMs:
      (level !== known.level ? report.finishedAtMs : null) ?? known.finishedAtMs ?? report.finishedAtMs,
  };
}

/**
 * The service does not report which transactions are confirmed, only the confirmed sum. When it grows, all transactions known by
 * then count as confirmed. Of the reports of one sum, which may arrive in any order, the one with the fewest transactions came
 * first.
 */
function mergeConfirmation(
  known: PaymentStatus,
  report: StatusReport,
  transactions: readonly string[],
): Pick<PaymentStatus, 'unconfirmed' | 'paidWith'> {
  const listed = transactions.filter((id) => report.transactions.includes(id));
  const fresh = transactions.filter((id) => !known.transactions.includes(id));
  const growth = compareConfirmed(report, known);
  if (growth > 0) return { unconfirmed: [], paidWith: listed.length === 0 ? null : fresh };
  if (growth < 0) {
    const isLater = (id: string) => !listed.includes(id);
    return {
      unconfirmed: known.unconfirmed.filter(isLater),
      paidWith: known.paidWith && known.paidWith.filter(isLater),
    };
  }
  if (!hasConfirmed(known)) return { unconfirmed: transactions, paidWith: null };
  // Some formats of the service's answers list no transactions.
  if (listed.length === 0) return { unconfirmed: known.unconfirmed, paidWith: known.paidWith };
  if (known.paidWith === null) return { unconfirmed: [], paidWith: fresh };
  const paidWith = known.paidWith.filter((id) => listed.includes(id));
  const isConfirmed = (id: string) =>
    paidWith.includes(id) ||
    (known.transactions.includes(id) && !known.paidWith?.includes(id) && !known.unconfirmed.includes(id));
  return { unconfirmed: transactions.filter((id) => !isConfirmed(id)), paidWith };
}

/** Compares the confirmed sums. The service may report a part without its amount. */
function compareConfirmed(report: StatusReport, known: PaymentStatus): number {
  const level = toPaymentLevel(report.status);
  const paid = report.paid ?? '0';
  return (
    compareAmounts(paid, known.paid) || Number(hasConfirmed({ level, paid })) - Number(hasConfirmed(known))
  );
}

function hasConfirmed({ level, paid }: Pick<PaymentStatus, 'level' | 'paid'>): boolean {
  return level !== 'none' || !isZeroAmount(paid);
}

export function isPaid({ level }: Pick<PaymentStatus, 'level'>): boolean {
  return level === 'paid' || level === 'overpaid';
}

/** Whether any payment was detected, confirmed or not. */
export function hasPayment(money: PaymentStatus): boolean {
  return money.level !== 'none' || money.transactions.length > 0 || !isZeroAmount(money.paid);
}

/** Whether a report from after the current deadline still lacked the full amount. */
export function isLapsed({ unpaidAtMs }: PaymentStatus, expiresAtMs: number | null): boolean {
  return expiresAtMs !== null && unpaidAtMs !== null && unpaidAtMs >= expiresAtMs;
}

/** Removes float noise. An amount below the coin's unit stays as reported, since rounding it up would invent money. */
export function normalizePaid(currency: CurrencyCode, paid: string): string {
  const { amount, adjusted } = exactAmount(paid, currencyOf(currency).decimals);
  return adjusted === 'ceil' ? plainAmount(paid) : amount;
}

/** Returns the later of two times, `null` if neither is known. */
export function latest(oneMs: number | null, otherMs: number | null): number | null {
  return oneMs === null || otherMs === null ? (oneMs ?? otherMs) : Math.max(oneMs, otherMs);
}

function toPaymentLevel(status: string): PaymentLevel {
  return PAYMENT_LEVELS.find((level) => level === status) ?? 'none';
}

function isKnownStatus(status: string): boolean {
  return status === 'created' || status === 'canceled' || toPaymentLevel(status) !== 'none';
}

function higherLevel(a: PaymentLevel, b: PaymentLevel): PaymentLevel {
  return PAYMENT_LEVELS.indexOf(a) >= PAYMENT_LEVELS.indexOf(b) ? a : b;
}

function union(known: readonly string[], more: readonly string[]): readonly string[] {
  const fresh = more.filter((text) => text.length <= MAX_TRANSACTION_LENGTH && !known.includes(text));
  return fresh.length === 0 ? known : [...known, ...new Set(fresh)].slice(0, MAX_TRANSACTIONS);
}
