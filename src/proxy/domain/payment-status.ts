import { compareAmounts, currencyOf, exactAmount, isZeroAmount, plainAmount } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';

export const SETTLEMENT_LEVELS = ['none', 'partial', 'paid', 'overpaid'] as const;
/** How far the service has said that an invoice is paid. */
export type SettlementLevel = (typeof SETTLEMENT_LEVELS)[number];

/** The known payments of one invoice. Every field changes in one direction only. */
export interface PaymentStatus {
  readonly settled: SettlementLevel;
  /** The highest reported amount, exact decimal text. */
  readonly paid: string;
  /** The missing amount that was reported with `paid`. */
  readonly missing: string | null;
  readonly transactions: readonly string[];
  /** The service has reported a status that its document does not define. */
  readonly isPuzzling: boolean;
  /** The service has closed the unpaid invoice. */
  readonly isClosed: boolean;
  /** Time of the last report that it is unpaid; by the service's clock, if the service sends its time. */
  readonly unpaidAtMs: number | null;
  /** Time of the last report without the newest transaction, or without any if none is known. */
  readonly lackedAtMs: number | null;
  /** The payment was completed after the deadline. Set by `withStatusReport`. */
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

export const NO_MONEY: PaymentStatus = {
  settled: 'none',
  paid: '0',
  missing: null,
  transactions: [],
  isPuzzling: false,
  isClosed: false,
  unpaidAtMs: null,
  lackedAtMs: null,
  isLate: false,
  finishedAtMs: null,
};

// A hostile answer must not fill the store.
const MAX_TRANSACTIONS = 100;
const MAX_TRANSACTION_LENGTH = 200;

/**
 * Merges a report into the known status. Reports may arrive in any order and any number of times: the paid amount never
 * falls, and a detected payment is never forgotten.
 */
export function mergeStatus(known: PaymentStatus, report: StatusReport): PaymentStatus {
  const settled = higherLevel(known.settled, toSettlementLevel(report.status));
  const paid = report.paid ?? '0';
  const order = compareAmounts(paid, known.paid);
  const isUnpaid = !isPaid({ settled });
  const transactions = union(known.transactions, report.transactions);
  const unpaidAtMs = isUnpaid ? latest(known.unpaidAtMs, report.requestedAtMs) : known.unpaidAtMs;
  const namesNew = transactions.length > known.transactions.length;
  return {
    settled,
    paid: order > 0 ? paid : known.paid,
    // A missing amount belongs to the paid amount that it was reported with.
    missing: order > 0 ? report.missing : order === 0 ? (report.missing ?? known.missing) : known.missing,
    transactions,
    isPuzzling: known.isPuzzling || !isKnownStatus(report.status),
    isClosed: known.isClosed || report.status === 'canceled',
    unpaidAtMs,
    lackedAtMs: namesNew ? known.unpaidAtMs : transactions.length > 0 ? known.lackedAtMs : unpaidAtMs,
    isLate: known.isLate,
    finishedAtMs:
      (settled !== known.settled ? report.finishedAtMs : null) ?? known.finishedAtMs ?? report.finishedAtMs,
  };
}

export function isPaid({ settled }: Pick<PaymentStatus, 'settled'>): boolean {
  return settled === 'paid' || settled === 'overpaid';
}

/** Whether any payment was detected, confirmed or not. */
export function hasPayment(money: PaymentStatus): boolean {
  return money.settled !== 'none' || money.transactions.length > 0 || !isZeroAmount(money.paid);
}

/** Whether a report from after the current deadline still lacked the full amount. */
export function isLapsed({
  money,
  expiresAtMs,
}: {
  readonly money: PaymentStatus;
  readonly expiresAtMs: number | null;
}): boolean {
  return expiresAtMs !== null && money.unpaidAtMs !== null && money.unpaidAtMs >= expiresAtMs;
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

function toSettlementLevel(status: string): SettlementLevel {
  return SETTLEMENT_LEVELS.find((word) => word === status && word !== 'none') ?? 'none';
}

function isKnownStatus(status: string): boolean {
  return status === 'created' || status === 'canceled' || toSettlementLevel(status) !== 'none';
}

function higherLevel(a: SettlementLevel, b: SettlementLevel): SettlementLevel {
  return SETTLEMENT_LEVELS.indexOf(a) >= SETTLEMENT_LEVELS.indexOf(b) ? a : b;
}

function union(known: readonly string[], more: readonly string[]): readonly string[] {
  const fresh = more.filter((text) => text.length <= MAX_TRANSACTION_LENGTH && !known.includes(text));
  return fresh.length === 0 ? known : [...known, ...new Set(fresh)].slice(0, MAX_TRANSACTIONS);
}
