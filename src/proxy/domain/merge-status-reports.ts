import {
  compareAmounts,
  currencyOf,
  exactAmount,
  isZeroAmount,
  plainAmount,
  typicalConfirmation,
} from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import { MINUTE_MS, SECOND_MS } from '../base/time.js';

export const PAYMENT_LEVELS = ['none', 'partial', 'paid', 'overpaid'] as const;
/** How much of an invoice is paid, as the service reports it. */
export type PaymentLevel = (typeof PAYMENT_LEVELS)[number];

/** A transaction that the service has listed. */
export interface SeenTransaction {
  readonly id: string;
  /** Time of the first report that lists it; by the service's clock, if the service sends its time. */
  readonly seenAtMs: number;
}

/** The first report of one confirmed sum. A report that lists transactions takes precedence over one that does not. */
export interface ReportedSum {
  readonly paid: string;
  readonly atMs: number;
  /** The transactions that it lists. */
  readonly transactions: readonly string[];
}

/**
 * The known payments of one invoice. `level` and `paid` never decrease. Each field is a first, last or highest value: the reports
 * may arrive in any order and any number of times.
 */
export interface PaymentStatus {
  readonly level: PaymentLevel;
  /** The highest reported amount, exact decimal text: the sum of the invoice's `received` movements. */
  readonly paid: string;
  /** The missing amount that was reported with `paid`. */
  readonly missing: string | null;
  /** In the order in which they were first seen. */
  readonly transactions: readonly SeenTransaction[];
  /** The confirmed sums that were reported before the invoice was paid, the lowest first. */
  readonly sums: readonly ReportedSum[];
  /** Whether the service has reported a status that its documentation does not define. */
  readonly hasUnknownStatus: boolean;
  /** Whether the service has closed the invoice before it was paid in full. */
  readonly isClosed: boolean;
  /** Time of the last report of an incomplete payment. */
  readonly unpaidAtMs: number | null;
  /** Time of the first report from after the deadline. */
  readonly overdueAtMs: number | null;
  /**
   * Whether the transaction that completed the payment was first seen after the deadline. The time of its confirmation does not
   * matter. Set by `mergeStatusReport`.
   */
  readonly isLate: boolean;
  readonly finishedAtMs: number | null;
}

/** The payment fields of one status response. Amounts are exact decimal text without exponent. */
export interface StatusReport {
  readonly status: string;
  readonly paid: string | null;
  readonly missing: string | null;
  readonly transactions: readonly string[];
  readonly finishedAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** When the status was requested, by the service's clock if it sends its time. The response is not older. */
  readonly requestedAtMs: number;
}

export const NO_PAYMENT: PaymentStatus = {
  level: 'none',
  paid: '0',
  missing: null,
  transactions: [],
  sums: [],
  hasUnknownStatus: false,
  isClosed: false,
  unpaidAtMs: null,
  overdueAtMs: null,
  isLate: false,
  finishedAtMs: null,
};

// A hostile response must not fill the store.
const MAX_TRANSACTIONS = 100;
const MAX_TRANSACTION_LENGTH = 200;
const MAX_SUMS = 20;

/** Merges a report into the known status, and decides whether the payment is late. */
export function mergeStatusReport(known: PaymentStatus, report: StatusReport): PaymentStatus {
  const money = mergeStatus(known, report);
  // Decided once, when the service first reports it as paid.
  const isLate = known.isLate || (!isPaid(known) && isPaid(money) && completesLate(known, money, report));
  return { ...money, isLate };
}

/**
 * Whether the completing transaction was first seen after the deadline. If no report from before the deadline lists it, the
 * service's finish time decides. If that is missing, the first report after the deadline decides.
 */
function completesLate(known: PaymentStatus, { overdueAtMs }: PaymentStatus, report: StatusReport): boolean {
  const { finishedAtMs, expiresAtMs } = report;
  if (expiresAtMs === null) return known.isClosed;
  const seenAtMs = completedFirstSeenAtMs(known, report);
  if (seenAtMs < expiresAtMs) return false;
  if (finishedAtMs !== null) return finishedAtMs > expiresAtMs;
  return overdueAtMs !== null && overdueAtMs >= expiresAtMs && overdueAtMs < seenAtMs;
}

/**
 * Returns when the completing transaction was first seen. The service does not report which one it is, so this is the latest time
 * of all candidates. In doubt the payment is late, and a person decides.
 */
function completedFirstSeenAtMs(known: PaymentStatus, report: StatusReport): number {
  const { requestedAtMs, finishedAtMs } = report;
  const listed = listedIn(report);
  const isNew = (id: string) => !known.transactions.some((transaction) => transaction.id === id);
  const waiting = waitingIn(known).filter(({ id }) => listed.length === 0 || listed.includes(id));
  const last = listed.some(isNew) ? undefined : waiting.at(-1);
  // A report is never older than its own finish time, even if a clock is wrong.
  return last?.seenAtMs ?? latest(requestedAtMs, finishedAtMs) ?? requestedAtMs;
}

/**
 * Merges a report. Reports may arrive in any order and any number of times. The paid amount never decreases, and a detected
 * payment stays recorded.
 */
function mergeStatus(known: PaymentStatus, report: StatusReport): PaymentStatus {
  const { requestedAtMs } = report;
  const level = higherLevel(known.level, toPaymentLevel(report.status));
  const paid = report.paid ?? '0';
  const order = compareAmounts(paid, known.paid);
  const isUnpaid = !isPaid({ level });
  return {
    level,
    paid: order > 0 ? paid : known.paid,
    // A missing amount is valid only for the paid amount of the same report.
    missing: order > 0 ? report.missing : order === 0 ? (report.missing ?? known.missing) : known.missing,
    transactions: mergeTransactions(known.transactions, report),
    sums: isUnpaid ? mergeSums(known.sums, report) : known.sums,
    hasUnknownStatus: known.hasUnknownStatus || !isKnownStatus(report.status),
    isClosed: known.isClosed || report.status === 'canceled',
    unpaidAtMs: isUnpaid ? latest(known.unpaidAtMs, requestedAtMs) : known.unpaidAtMs,
    overdueAtMs: mergeOverdue(known.overdueAtMs, report),
    isLate: known.isLate,
    finishedAtMs:
      (level !== known.level ? report.finishedAtMs : null) ?? known.finishedAtMs ?? report.finishedAtMs,
  };
}

function mergeOverdue(knownMs: number | null, { requestedAtMs, expiresAtMs }: StatusReport): number | null {
  if (expiresAtMs === null || requestedAtMs < expiresAtMs) return knownMs;
  // The service may have moved the deadline.
  return knownMs === null || knownMs < expiresAtMs ? requestedAtMs : Math.min(knownMs, requestedAtMs);
}

function mergeTransactions(
  known: readonly SeenTransaction[],
  report: StatusReport,
): readonly SeenTransaction[] {
  const { requestedAtMs: seenAtMs } = report;
  const isEarlier = (id: string) => !known.some((one) => one.id === id && one.seenAtMs < seenAtMs);
  const earlier = listedIn(report).filter(isEarlier);
  const others = known.filter(({ id }) => !earlier.includes(id));
  return [...others, ...earlier.map((id) => ({ id, seenAtMs }))]
    .toSorted((a, b) => a.seenAtMs - b.seenAtMs)
    .slice(0, MAX_TRANSACTIONS);
}

function mergeSums(known: readonly ReportedSum[], report: StatusReport): readonly ReportedSum[] {
  const paid = report.paid ?? '0';
  if (!hasConfirmed({ level: toPaymentLevel(report.status), paid })) return known;
  const sum = { paid, atMs: report.requestedAtMs, transactions: listedIn(report) };
  const same = known.find((one) => compareAmounts(one.paid, paid) === 0);
  if (same && !isFirst(sum, same)) return known;
  return (
    [...known.filter((one) => one !== same), sum]
      // The service may first report a part without its amount, and then with it: this is the same money.
      .filter((one, _, all) => !isZeroAmount(one.paid) || all.length === 1)
      .toSorted((a, b) => compareAmounts(a.paid, b.paid))
      .slice(-MAX_SUMS)
  );
}

function isFirst(one: ReportedSum, other: ReportedSum): boolean {
  const [lists, otherLists] = [one, other].map(({ transactions }) => transactions.length > 0);
  return lists === otherLists ? one.atMs < other.atMs : lists === true;
}

interface InvoiceMoney {
  readonly money: PaymentStatus;
  readonly currency: CurrencyCode;
}

/**
 * Returns the transactions that wait for confirmation, in the order in which they were first seen. The service reports the
 * confirmed sum, but not which transactions it includes. When the sum grows, the first listed transaction counts as confirmed.
 * Each other one waits until the sum grows again, the invoice is paid, or a report arrives after the longest usual confirmation
 * time. A transaction that was first seen after the sum has grown always waits until the sum grows again.
 */
export function unconfirmedIn({ money, currency }: InvoiceMoney): readonly string[] {
  if (isPaid(money)) return [];
  const grownAtMs = money.sums.at(-1)?.atMs ?? Infinity;
  const isDoubtOver = (money.unpaidAtMs ?? 0) >= grownAtMs + confirmationMs(currency);
  const waiting = waitingIn(money).filter(({ seenAtMs }) => !isDoubtOver || seenAtMs > grownAtMs);
  return waiting.map(({ id }) => id);
}

/** Returns the transactions that may be unconfirmed, regardless of the elapsed time. */
function waitingIn({ transactions, sums }: PaymentStatus): readonly SeenTransaction[] {
  return sums.reduce((waiting, { atMs, transactions: listed }) => {
    // Some response formats list no transactions. A transaction that disappears from a list was replaced by another one.
    const isListed = (id: string) => listed.length === 0 || listed.includes(id);
    const [_, ...inDoubt] = waiting.filter(({ id, seenAtMs }) => seenAtMs <= atMs && isListed(id));
    return [...inDoubt, ...waiting.filter(({ seenAtMs }) => seenAtMs > atMs)];
  }, transactions);
}

/** The longest usual confirmation time. The service polls some fast networks less often than they add blocks. */
function confirmationMs(currency: CurrencyCode): number {
  const { seconds } = typicalConfirmation(currencyOf(currency).network.key);
  return Math.max(MINUTE_MS, seconds.to * SECOND_MS);
}

function hasConfirmed({ level, paid }: Pick<PaymentStatus, 'level' | 'paid'>): boolean {
  return level !== 'none' || !isZeroAmount(paid);
}

export function isPaid({ level }: Pick<PaymentStatus, 'level'>): boolean {
  return level === 'paid' || level === 'overpaid';
}

export function transactionIds({ transactions }: PaymentStatus): readonly string[] {
  return transactions.map(({ id }) => id);
}

/** Whether any payment was detected, confirmed or not. */
export function hasPayment(money: PaymentStatus): boolean {
  return money.level !== 'none' || money.transactions.length > 0 || !isZeroAmount(money.paid);
}

/** Whether a report after the current deadline was still below the full amount. */
export function isLapsed({ unpaidAtMs }: PaymentStatus, expiresAtMs: number | null): boolean {
  return expiresAtMs !== null && unpaidAtMs !== null && unpaidAtMs >= expiresAtMs;
}

/** Removes float noise. An amount below the coin's smallest unit stays as reported: rounding it up would create money. */
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

function listedIn({ transactions }: StatusReport): readonly string[] {
  const ids = transactions.filter((id) => id.length <= MAX_TRANSACTION_LENGTH);
  return [...new Set(ids)].slice(0, MAX_TRANSACTIONS);
}
