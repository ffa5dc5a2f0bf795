// The books for the shop's accountant. Times are ISO 8601 in UTC, amounts exact decimal text in the coin.
import * as v from 'valibot';
import {
  amount,
  count,
  day,
  fiatCode,
  list,
  name,
  object,
  oneOf,
  orNull,
  signedAmount,
  text,
  time,
} from './schema.js';

/**
 * The kinds of rows of the books. The first five change the balance of the account at the payment service.
 *
 * - `received`: a payment of an order · `deposited`: money at a customer's deposit address
 * - `refunded`: a payout to a payer · `paid_out`: any other payout
 * - `adjusted`: the service stated other fees for an earlier row
 * - `reserved`, `released`: for a proposed payout, and by one that was not sent
 * - `dismissed`, `accepted`: staff decided that money needs no refund, or that it pays the order
 */
export const BOOK_KINDS = [
  'received',
  'deposited',
  'refunded',
  'paid_out',
  'adjusted',
  'reserved',
  'released',
  'dismissed',
  'accepted',
] as const;
export type BookKind = (typeof BOOK_KINDS)[number];

/** A row of the books: one movement of money. Rows are only added. */
export const bookRowSchema = object({
  /** Numbers all rows of the store. */
  number: count,
  /** When the proxy recorded the movement. Decides in which month it is booked. */
  at: time,
  kind: oneOf('a kind of row', BOOK_KINDS),
  /** The shop's order id; `null` for a deposit or a payout that pays no refund. */
  order: orNull(text),
  /** The staff's id of the checkout. */
  payment: orNull(name),
  /** The service's id of the invoice, or of the record of a deposit. */
  invoice: orNull(text),
  deposit: orNull(name),
  /** The code of coin and network, such as `USDT_TRC20`. */
  currency: name,
  /** The symbol of the coin, such as `USDT`. */
  coin: name,
  /** The name of the network; `null`: this release does not know the currency. */
  network: orNull(text),
  /** The exact amount that moved; `0` if it is `adjusted`. */
  amount,
  /** When the service completed the payment; `null`: it did not state that. */
  paidAt: orNull(time),
  /** The price of the invoice. */
  price: orNull(object({ amount, currency: fiatCode })),
  /** The value of the amount in USD that the service stated; `null`: none. Never computed from a rate. */
  usd: orNull(amount),
  /** What the balance lacks of the amount, or what it fell in excess of it. Below zero if less than before. */
  fees: signedAmount,
  /** The part of `fees` that the service stated as its own fee; `null`: it did not state the fees of this movement. */
  serviceFee: orNull(signedAmount),
  /** The part of `fees` that the service stated as the transfer fee. */
  networkFee: orNull(signedAmount),
  /** How the balance changed, by what the service stated: `amount` less `fees`, with a minus sign if it fell. */
  balanceChange: signedAmount,
  /** The transactions that were known; of a payout, as soon as the service reports it. */
  transactions: list(text),
  refund: orNull(name),
  payout: orNull(name),
  /** The service's id of the withdrawal. */
  withdrawal: orNull(text),
  /** The person who decided, proposed or approved; `null`: nobody did, or retention has deleted the name. */
  person: orNull(text),
});
export interface BookRow extends v.InferOutput<typeof bookRowSchema> {}

/** `GET /merchant/books?from=&to=` */
export const bookRowsSchema = object({
  /** Oldest first. */
  rows: list(bookRowSchema),
  next: orNull(text),
});
export interface BookRows extends v.InferOutput<typeof bookRowsSchema> {}

/**
 * The money of one coin in one month: `opening` + `received` − `fees` − `refunded` − `paidOut` = `closing`. The closing of a month is the
 * opening of the next one.
 */
export const bookMonthSchema = object({
  /** Such as `2026-11`, in UTC. */
  month: v.pipe(v.string('a month'), v.regex(/^\d{4}-\d\d$/, 'a month')),
  /** The first day of the month that the summary includes. */
  from: day,
  /** The last day of the month that the summary includes. */
  to: day,
  currency: name,
  coin: name,
  network: orNull(text),
  opening: signedAmount,
  received: amount,
  fees: signedAmount,
  refunded: amount,
  paidOut: amount,
  closing: signedAmount,
  /** The number of rows that change the balance. */
  rows: count,
  /** The number of these rows whose fees the service did not state. */
  withoutFees: count,
});
export interface BookMonth extends v.InferOutput<typeof bookMonthSchema> {}

/** `GET /merchant/books/summary?from=&to=` */
export const bookSummarySchema = object({
  from: day,
  to: day,
  /** By month, then by currency. */
  months: list(bookMonthSchema),
});
export interface BookSummary extends v.InferOutput<typeof bookSummarySchema> {}

/** What differs between the books and the service's record of the same money. */
export const BOOK_DIFFERENCES = ['currency', 'amount', 'balance', 'status'] as const;
export type BookDifference = (typeof BOOK_DIFFERENCES)[number];

/** What one side knows about the money of an invoice, a deposit or a withdrawal. */
const bookSideSchema = object({
  /** The service's code, including coins that this release does not know; `null`: unreadable. */
  currency: orNull(name),
  /** The amount received or sent; `null`: not stated. */
  amount: orNull(amount),
  /** How it changed the balance; `null`: not stated. */
  balanceChange: orNull(signedAmount),
  /** The service's status; `null` in the books. */
  status: orNull(text),
});

/** A record that the books and the service do not agree on. */
export const bookMismatchSchema = object({
  /** Where the record is: `here` in the books, `there` at the service. */
  result: v.picklist(['only_here', 'only_there', 'different'], 'a result'),
  kind: v.picklist(['payment', 'deposit', 'withdrawal'], 'a kind of record'),
  /** The service's id; `null`: the books do not know it. */
  id: orNull(text),
  order: orNull(text),
  payout: orNull(name),
  here: orNull(bookSideSchema),
  there: orNull(bookSideSchema),
  differences: list(oneOf('a difference', BOOK_DIFFERENCES)),
});
export interface BookMismatch extends v.InferOutput<typeof bookMismatchSchema> {}
export interface BookSide extends v.InferOutput<typeof bookSideSchema> {}

/** `GET /merchant/reconciliation?from=&to=`: the books held against the service's list. */
export const reconciliationSchema = object({
  from: day,
  to: day,
  /** Whether every record is in both, without a difference, and readable. */
  closes: v.boolean('true or false'),
  /** Numbers of records. */
  matched: count,
  onlyHere: count,
  onlyThere: count,
  different: count,
  /** Records of the service without money, which the books do not contain. */
  unpaid: count,
  /** Records of the service that are unreadable. */
  unreadable: list(object({ id: orNull(text), field: text })),
  /** At most 1000, those of the service's list first. */
  mismatches: list(bookMismatchSchema),
});
export interface Reconciliation extends v.InferOutput<typeof reconciliationSchema> {}
