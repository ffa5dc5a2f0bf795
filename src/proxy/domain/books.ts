import { currencyOf, isCurrencyCode } from '../../payment/index.js';
import {
  addSignedAmounts,
  AmountSum,
  negateAmount,
  subtractSignedAmounts,
} from '../../payment/signed-amount.js';
import type { BookKind, BookMonth, BookRow } from '../../protocol/index.js';
import { DAY_MS, iso, isoOrNull } from '../base/time.js';
import type { MovementKind, StatedChange } from './movement.js';
import type { Price } from './record.js';
import { changeOf } from './stated-change.js';

/** A stored movement, with all that the books need to know about it. */
export interface BookMovement {
  readonly number: number;
  readonly kind: MovementKind;
  readonly atMs: number;
  readonly order: string | null;
  /** The staff's id of the checkout. */
  readonly payment: string | null;
  readonly invoice: string | null;
  readonly deposit: string | null;
  /** A code that another release may have written. */
  readonly currency: string;
  readonly amount: string;
  readonly paidAtMs: number | null;
  readonly price: Price | null;
  readonly usd: string | null;
  readonly stated: StatedChange | null;
  readonly transactions: readonly string[];
  readonly refund: string | null;
  readonly payout: string | null;
  readonly withdrawal: string | null;
  readonly person: string | null;
}

/** The fields of a movement that determine the sums of the books. */
export type BookEntry = Pick<
  BookMovement,
  'kind' | 'atMs' | 'currency' | 'amount' | 'stated' | 'deposit' | 'refund'
>;

/** Returns a movement as a row of the books. */
export function toBookRow(movement: BookMovement): BookRow {
  const { number, atMs, currency, amount, stated } = movement;
  const { order, payment, invoice, deposit, price, usd, transactions } = movement;
  const { refund, payout, withdrawal, person } = movement;
  return {
    number,
    at: iso(atMs),
    kind: bookKindOf(movement),
    ...{ order, payment, invoice, deposit, currency, ...coinOf(currency), amount },
    ...{ paidAt: isoOrNull(movement.paidAtMs), price, usd },
    fees: feesOf(movement),
    serviceFee: stated?.serviceFee ?? null,
    networkFee: stated?.networkFee ?? null,
    balanceChange: changeOf(movement).change,
    ...{ transactions, refund, payout, withdrawal, person },
  };
}

function bookKindOf({ kind, deposit, refund }: Pick<BookEntry, 'kind' | 'deposit' | 'refund'>): BookKind {
  if (kind === 'received') return deposit === null ? 'received' : 'deposited';
  if (kind === 'sent') return refund === null ? 'paid_out' : 'refunded';
  return kind;
}

/** Returns the amount less what the balance gained or, for a payout, what it fell in excess of the amount. */
function feesOf(entry: BookEntry): string {
  return subtractSignedAmounts(grossOf(entry), changeOf(entry).change);
}

/** Returns how the balance would have changed without fees. */
function grossOf({ kind, amount }: BookEntry): string {
  if (kind === 'received') return amount;
  return kind === 'sent' ? negateAmount(amount) : '0';
}

function coinOf(currency: string): Pick<BookRow, 'coin' | 'network'> {
  if (!isCurrencyCode(currency)) return { coin: currency, network: null };
  const { symbol, network } = currencyOf(currency);
  return { coin: symbol, network: network.name };
}

/** A period of whole days in UTC: from midnight of the first day to the midnight after the last one, exclusive. */
export interface BookPeriod {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Adds up the movements of a period by month and currency. Holds no movement, so that a large store can be read in parts. */
export class BookTotals {
  readonly #currencies = new Map<string, CurrencyTotals>();

  constructor(private readonly period: BookPeriod) {}

  /** Adds a movement from the beginning of the store to the end of the period, in any order. */
  add(entry: BookEntry): void {
    const { currency, atMs } = entry;
    if (atMs >= this.period.untilMs) return;
    const known = this.#currencies.get(currency) ?? new CurrencyTotals();
    this.#currencies.set(currency, known);
    if (atMs < this.period.fromMs) known.opening.add(changeOf(entry).change);
    else known.month(monthOf(atMs)).add(entry);
  }

  /** Returns a summary for each month of the period and each currency that had a movement before the end of the period. */
  get months(): readonly BookMonth[] {
    const byCurrency = [...this.#currencies].sort(([one], [other]) => (one < other ? -1 : 1));
    const opening = new Map(byCurrency.map(([currency, totals]) => [currency, totals.opening.amount]));
    return monthsOf(this.period).flatMap(({ month, from, to }) =>
      byCurrency.map(([currency, totals]) => {
        const sums = totals.month(month).sums(opening.get(currency) ?? '0');
        opening.set(currency, sums.closing);
        return { month, from, to, currency, ...coinOf(currency), ...sums };
      }),
    );
  }
}

/** Returns the summary of the books: see `BookTotals`. */
export function summarizeBooks(entries: Iterable<BookEntry>, period: BookPeriod): readonly BookMonth[] {
  const totals = new BookTotals(period);
  for (const entry of entries) totals.add(entry);
  return totals.months;
}

class CurrencyTotals {
  readonly opening = new AmountSum();
  readonly #months = new Map<string, MonthTotals>();

  month(month: string): MonthTotals {
    const known = this.#months.get(month) ?? new MonthTotals();
    this.#months.set(month, known);
    return known;
  }
}

const CHANGING: readonly MovementKind[] = ['received', 'sent', 'adjusted'];

class MonthTotals {
  readonly #received = new AmountSum();
  readonly #refunded = new AmountSum();
  readonly #paidOut = new AmountSum();
  readonly #change = new AmountSum();
  #rows = 0;
  #withoutFees = 0;

  add(entry: BookEntry): void {
    const { kind, amount, refund, stated } = entry;
    if (!CHANGING.includes(kind)) return;
    this.#rows += 1;
    if (stated === null) this.#withoutFees += 1;
    if (kind === 'received') this.#received.add(amount);
    if (kind === 'sent') (refund === null ? this.#paidOut : this.#refunded).add(amount);
    this.#change.add(changeOf(entry).change);
  }

  sums(opening: string) {
    const received = this.#received.amount;
    const refunded = this.#refunded.amount;
    const paidOut = this.#paidOut.amount;
    const change = this.#change.amount;
    return {
      opening,
      received,
      // The sum of the fees of all rows.
      fees: addSignedAmounts([received, ...[refunded, paidOut, change].map(negateAmount)]),
      refunded,
      paidOut,
      closing: addSignedAmounts([opening, change]),
      rows: this.#rows,
      withoutFees: this.#withoutFees,
    };
  }
}

function monthOf(atMs: number): string {
  return iso(atMs).slice(0, 7);
}

/** Returns the months of a period, with the first and the last day of each that it includes. */
function monthsOf({ fromMs, untilMs }: BookPeriod) {
  const months: { readonly month: string; readonly from: string; readonly to: string }[] = [];
  for (let startMs = fromMs; startMs < untilMs;) {
    const start = new Date(startMs);
    const endMs = Math.min(untilMs, Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
    months.push({ month: monthOf(startMs), from: dayOf(startMs), to: dayOf(endMs - DAY_MS) });
    startMs = endMs;
  }
  return months;
}

/** Returns a day as text, such as `2026-11-30`. */
export function dayOf(atMs: number): string {
  return iso(atMs).slice(0, 10);
}
