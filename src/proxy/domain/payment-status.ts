import { compareAmounts, isZeroAmount } from '../../payment/index.js';

export const SETTLEMENT_LEVELS = ['none', 'partial', 'paid', 'overpaid'] as const;
/** How far the service has said that an invoice is paid. */
export type SettlementLevel = (typeof SETTLEMENT_LEVELS)[number];

/** What is known about the money of one invoice. Every field only ever grows. */
export interface PaymentStatus {
  readonly settled: SettlementLevel;
  /** The greatest amount that was reported as paid, exact decimal text. */
  readonly paid: string;
  /** What the service said to be missing when it reported `paid`. */
  readonly missing: string | null;
  readonly transactions: readonly string[];
  /** The service has used a word that its document does not show. */
  readonly isPuzzling: boolean;
  /** The service has closed the invoice without its being paid. */
  readonly isClosed: boolean;
  /** When an answer last said that it is not paid; by the service's clock where it tells the time. */
  readonly unpaidAtMs: number | null;
  /** When an answer last did not name the newest of the transactions, or any while there is none. */
  readonly lackedAtMs: number | null;
  /** The payment was completed after the deadline. Decided by the settlement. */
  readonly isLate: boolean;
  readonly finishedAtMs: number | null;
}

/** One answer of the service, as far as it concerns the money. Amounts are exact decimal text in plain form. */
export interface StatusReport {
  readonly status: string;
  readonly paid: string | null;
  readonly missing: string | null;
  readonly transactions: readonly string[];
  readonly finishedAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** When the service was asked, by its own clock where it tells the time: the answer is not older. */
  readonly askedAtMs: number;
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

/** A hostile answer must not fill the store. */
const MAX_TRANSACTIONS = 100;
const MAX_TRANSACTION_LENGTH = 200;

/**
 * Adds an answer to what is known. Answers may arrive in any order and any number of times: the paid amount never
 * falls, and money that was seen is never unseen.
 */
export function mergeStatus(known: PaymentStatus, look: StatusReport): PaymentStatus {
  const settled = later(known.settled, settledBy(look.status));
  const paid = look.paid ?? '0';
  const order = compareAmounts(paid, known.paid);
  const isUnpaid = !isPaid({ settled });
  const transactions = union(known.transactions, look.transactions);
  const unpaidAtMs = isUnpaid ? latest(known.unpaidAtMs, look.askedAtMs) : known.unpaidAtMs;
  const namesNew = transactions.length > known.transactions.length;
  return {
    settled,
    paid: order > 0 ? paid : known.paid,
    // Of more money than before, what was missing before says nothing.
    missing: order > 0 ? look.missing : order === 0 ? (look.missing ?? known.missing) : known.missing,
    transactions,
    isPuzzling: known.isPuzzling || !isKnownStatus(look.status),
    isClosed: known.isClosed || look.status === 'canceled',
    unpaidAtMs,
    lackedAtMs: namesNew ? known.unpaidAtMs : transactions.length > 0 ? known.lackedAtMs : unpaidAtMs,
    isLate: known.isLate,
    finishedAtMs:
      (settled !== known.settled ? look.finishedAtMs : null) ?? known.finishedAtMs ?? look.finishedAtMs,
  };
}

export function isPaid({ settled }: Pick<PaymentStatus, 'settled'>): boolean {
  return settled === 'paid' || settled === 'overpaid';
}

/** Has any money been seen, confirmed or not? */
export function hasPayment(money: PaymentStatus): boolean {
  return money.settled !== 'none' || money.transactions.length > 0 || !isZeroAmount(money.paid);
}

/** Did an answer that was read after the deadline, as it is now, still lack the whole sum? */
export function isLapsed({
  money,
  expiresAtMs,
}: {
  readonly money: PaymentStatus;
  readonly expiresAtMs: number | null;
}): boolean {
  return expiresAtMs !== null && money.unpaidAtMs !== null && money.unpaidAtMs >= expiresAtMs;
}

/** Returns the later of two moments; `null` where neither is known. */
export function latest(oneMs: number | null, otherMs: number | null): number | null {
  return oneMs === null || otherMs === null ? (oneMs ?? otherMs) : Math.max(oneMs, otherMs);
}

function settledBy(status: string): SettlementLevel {
  return SETTLEMENT_LEVELS.find((word) => word === status && word !== 'none') ?? 'none';
}

function isKnownStatus(status: string): boolean {
  return status === 'created' || status === 'canceled' || settledBy(status) !== 'none';
}

function later(a: SettlementLevel, b: SettlementLevel): SettlementLevel {
  return SETTLEMENT_LEVELS.indexOf(a) >= SETTLEMENT_LEVELS.indexOf(b) ? a : b;
}

function union(known: readonly string[], more: readonly string[]): readonly string[] {
  const fresh = more.filter((text) => text.length <= MAX_TRANSACTION_LENGTH && !known.includes(text));
  return fresh.length === 0 ? known : [...known, ...new Set(fresh)].slice(0, MAX_TRANSACTIONS);
}
