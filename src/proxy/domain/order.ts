import * as v from 'valibot';
import {
  CURRENCY_CODES,
  FIAT_CODES,
  isAmount,
  isCurrencyCode,
  isZeroAmount,
  priceFault,
} from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import { formatValue } from '../base/format-value.js';

/** How long an invoice can be paid; the service takes whole hours and minutes. */
export interface Lifetime {
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
}

/** What the shop sells, as it says itself: inside a signed token, or as the answer of its `orders` resolver. */
export interface Order {
  readonly id: string;
  /** Exact decimal text in `currency`, such as `"49.00"`. */
  readonly amount: string;
  /** One of the service's 25 price currencies, such as `EUR`. */
  readonly currency: string;
  readonly description?: string | undefined;
  /** The payer's address, if the shop knows it; it never reaches a browser. */
  readonly email?: string | undefined;
  readonly emailRequired?: boolean | undefined;
  /** The currencies that this order may be paid in; those of the proxy unless set. */
  readonly offers?: readonly CurrencyCode[] | undefined;
  readonly lifetime?: Lifetime | undefined;
  readonly returnUrl?: string | undefined;
  readonly failUrl?: string | undefined;
}

/** An order after the check: every field is there. */
export interface OrderTerms {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string | null;
  readonly email: string | null;
  readonly emailRequired: boolean;
  readonly offers: readonly CurrencyCode[] | null;
  readonly lifetime: { readonly hours: number; readonly minutes: number } | null;
  readonly returnUrl: string | null;
  readonly failUrl: string | null;
}

const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

/** Digits and one point, so that the text means the same to everybody who reads it. */
const PLAIN = /^\d+(\.\d+)?$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Length of an id that the shop chooses, and of a short text that comes back from the service. */
export const MAX_ID_LENGTH = 200;

/** Returns whether a text is one line, which may be empty. */
export function isLine(text: string, maxLength: number): boolean {
  return text.length <= maxLength && !CONTROL_CHARACTER.test(text);
}

const lineSchema = (name: string, maxLength: number) =>
  v.pipe(
    v.string(`${name} is missing: give a text`),
    v.check(
      (text) => text !== '' && isLine(text, maxLength),
      `${name} is not right: give 1 to ${maxLength} characters on one line`,
    ),
  );

const linkSchema = (name: string) =>
  v.pipe(
    lineSchema(name, 2000),
    v.check(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      `${name} is not a link: give a whole address that begins with https://`,
    ),
  );

export const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;

/** @internal */
export const offersSchema = (name: string) =>
  v.pipe(
    v.array(
      v.custom<CurrencyCode>(
        (code) => typeof code === 'string' && isCurrencyCode(code),
        (issue) =>
          `${name} has ${formatValue(issue.input)}, which is no payment currency: use ${CURRENCY_CODES.join(', ')}`,
      ),
      ({ input }) =>
        `${name} ${formatValue(input)} is not a list: give currency codes, such as ["BTC", "USDT_TRC20"]`,
    ),
    v.minLength(1, `${name} is empty: give at least one currency code, or leave it out to offer all`),
    v.transform((codes): readonly CurrencyCode[] => [...new Set(codes)]),
  );

/** @internal */
export const lifetimeSchema = (name: string) => {
  const remedy = 'give whole { hours, minutes }, from 1 minute to 30 days in all';
  const message = ({ input }: { readonly input: unknown }) =>
    `${name} ${formatValue(input)} is not right: ${remedy}`;
  const count = v.optional(v.pipe(v.number(message), v.integer(message), v.minValue(0, message)), 0);
  return v.pipe(
    v.strictObject({ hours: count, minutes: count }, message),
    v.check(({ hours, minutes }) => {
      const all = hours * 60 + minutes;
      return all >= 1 && all <= MAX_LIFETIME_MINUTES;
    }, message),
  );
};

const flagMessage = 'emailRequired is not right: give true or false';

const orderSchema = v.object(
  {
    id: v.pipe(
      lineSchema('id', MAX_ID_LENGTH),
      v.check(
        (id) => id === '' || id.trim() !== '',
        'id is not right: give 1 to 200 characters on one line, not blanks alone',
      ),
    ),
    amount: v.pipe(
      v.string('amount is not a text: give exact decimal text, such as "49.00"'),
      v.check(
        (text) => PLAIN.test(text) && isAmount(text) && !isZeroAmount(text),
        (issue) => `amount is ${issue.received}: give exact decimal text above zero, such as "49.00"`,
      ),
    ),
    currency: v.picklist(
      FIAT_CODES,
      (issue) => `currency is ${issue.received}: give one of ${FIAT_CODES.join(', ')}`,
    ),
    description: v.nullish(lineSchema('description', 500), null),
    email: v.nullish(
      v.pipe(
        lineSchema('email', 254),
        v.regex(EMAIL, 'email is not an address: give one such as name@shop.example'),
      ),
      null,
    ),
    emailRequired: v.nullish(v.boolean(flagMessage), false),
    offers: v.nullish(offersSchema('offers'), null),
    lifetime: v.nullish(lifetimeSchema('lifetime'), null),
    returnUrl: v.nullish(linkSchema('returnUrl'), null),
    failUrl: v.nullish(linkSchema('failUrl'), null),
  },
  (issue) => (issue.path ? `${String(issue.path[0].key)} is missing` : 'it is not an object'),
);

/** An order that cannot be right. The message names the field and the remedy, for the shop's developer. */
export class OrderError extends Error {
  override readonly name = 'OrderError';
}

/**
 * Checks what the shop says about an order.
 * @throws {OrderError}
 */
export function parseOrder(value: unknown): OrderTerms {
  const result = v.safeParse(orderSchema, value);
  if (!result.success)
    throw new OrderError(`order: ${result.issues.map(({ message }) => message).join('; ')}`);
  const fault = priceFault(result.output.amount, result.output.currency);
  if (fault !== null) throw new OrderError(`order: ${fault}`);
  return result.output;
}
