import { compareAmounts, isZeroAmount } from '../../payment/index.js';

const SETTLED = ['none', 'partial', 'paid', 'overpaid'] as const;
/** How far the service has said that an invoice is paid. */
export type Settled = (typeof SETTLED)[number];

/** What is known about the money of one invoice. Every field only ever grows. */
export interface Money {
  readonly settled: Settled;
  /** The greatest amount that was reported as paid, exact decimal text. */
  readonly paid: string;
  /** What the service said to be missing when it reported `paid`. */
  readonly missing: string | null;
  readonly transactions: readonly string[];
  /** The service has used a word that its document does not show. */
  readonly isPuzzling: boolean;
  /** The service has closed the invoice without its being paid. */
  readonly isClosed: boolean;
  /** It was looked at after its deadline. */
  readonly isLapsed: boolean;
  /** It was closed, or past its deadline by the service's own time, before it was paid. */
  readonly isLate: boolean;
  readonly finishedAtMs: number | null;
}

/** One answer of the service, as far as it concerns the money. Amounts are exact decimal text in plain form. */
export interface Look {
  readonly status: string;
  readonly paid: string | null;
  readonly missing: string | null;
  readonly transactions: readonly string[];
  readonly finishedAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** When the service was asked, by our clock: the answer is not older. */
  readonly askedAtMs: number;
}

export const NO_MONEY: Money = {
  settled: 'none',
  paid: '0',
  missing: null,
  transactions: [],
  isPuzzling: false,
  isClosed: false,
  isLapsed: false,
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
export function mergeMoney(known: Money, look: Look): Money {
  const settled = later(known.settled, settledBy(look.status));
  const paid = look.paid ?? '0';
  const order = compareAmounts(paid, known.paid);
  const isClosed = known.isClosed || look.status === 'canceled';
  return {
    settled,
    paid: order > 0 ? paid : known.paid,
    missing: order >= 0 ? (look.missing ?? known.missing) : known.missing,
    transactions: union(known.transactions, look.transactions),
    isPuzzling: known.isPuzzling || !isKnownWord(look.status),
    isClosed,
    isLapsed: known.isLapsed || (look.expiresAtMs !== null && look.askedAtMs >= look.expiresAtMs),
    isLate: known.isLate || (!isPaid(known) && isPaid({ settled }) && cameLate(known, look)),
    finishedAtMs:
      (settled !== known.settled ? look.finishedAtMs : null) ?? known.finishedAtMs ?? look.finishedAtMs,
  };
}

export function isPaid({ settled }: Pick<Money, 'settled'>): boolean {
  return settled === 'paid' || settled === 'overpaid';
}

/** Has any money been seen, confirmed or not? */
export function isMoneySeen(money: Money): boolean {
  return money.settled !== 'none' || money.transactions.length > 0 || !isZeroAmount(money.paid);
}

function cameLate(known: Money, { finishedAtMs, expiresAtMs }: Look): boolean {
  return known.isClosed || (finishedAtMs !== null && expiresAtMs !== null && finishedAtMs > expiresAtMs);
}

function settledBy(status: string): Settled {
  return SETTLED.find((word) => word === status && word !== 'none') ?? 'none';
}

function isKnownWord(status: string): boolean {
  return status === 'created' || status === 'canceled' || settledBy(status) !== 'none';
}

function later(a: Settled, b: Settled): Settled {
  return SETTLED.indexOf(a) >= SETTLED.indexOf(b) ? a : b;
}

function union(known: readonly string[], more: readonly string[]): readonly string[] {
  const fresh = more.filter((text) => text.length <= MAX_TRANSACTION_LENGTH && !known.includes(text));
  return fresh.length === 0 ? known : [...known, ...new Set(fresh)].slice(0, MAX_TRANSACTIONS);
}
