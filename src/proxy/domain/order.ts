import * as v from 'valibot';
import {
  CURRENCY_CODES,
  FIAT_CODES,
  isAmount,
  isCurrencyCode,
  isZeroAmount,
  priceFault,
  type CurrencyCode,
} from '../../payment/index.js';
import { isLine, lineFault } from '../../payment/plain-text.js';
import { EMAIL } from '../../protocol/email.js';
import { formatValue } from '../base/format-value.js';
import { optionMessage, toProblemAndRemedy } from '../base/option-message.js';
import type { CheckoutLifetimes } from '../../protocol/index.js';

/** Time until an invoice expires. The service accepts whole hours and minutes. */
export interface Lifetime {
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
}

interface ServiceLifetime {
  readonly hours: number;
  readonly minutes: number;
}

/** An order as stated by the shop: in a signed token, or by its `orders` resolver. */
export interface Order {
  readonly id: string;
  /** Exact decimal text in `currency`, such as `"49.00"`. */
  readonly amount: string;
  /** One of the service's 25 price currencies, such as `EUR`. */
  readonly currency: string;
  /** Displayed to the payer, at most 500 characters on one line. */
  readonly description?: string | undefined;
  /** The payer's email address, if the shop knows it. It never reaches a browser. */
  readonly email?: string | undefined;
  /** Whether the payer must enter an email address if `email` is missing. Default: false. */
  readonly emailRequired?: boolean | undefined;
  /** Currencies for this order. Default: those of the proxy. */
  readonly offers?: readonly CurrencyCode[] | undefined;
  /** Time until an invoice of this order expires. Default: that of the proxy. */
  readonly lifetime?: Lifetime | undefined;
  /** Absolute URL of the shop's page to which the payer returns. Default: no link back to the shop. */
  readonly returnUrl?: string | undefined;
  /** Absolute URL of the shop's page to which the payer returns after a cancellation. Default: `returnUrl`. */
  readonly failUrl?: string | undefined;
}

/** A validated order, with all fields. */
export interface OrderTerms {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string | null;
  readonly email: string | null;
  readonly emailRequired: boolean;
  readonly offers: readonly CurrencyCode[] | null;
  readonly lifetime: ServiceLifetime | null;
  readonly returnUrl: string | null;
  readonly failUrl: string | null;
}

const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

/** No sign, exponent or separators, so that every parser reads the same amount. */
const PLAIN_DECIMAL = /^\d+(\.\d+)?$/;

/** Maximum length of the shop's ids, and of short texts that the service returns. */
export const MAX_ID_LENGTH = 200;

const lineSchema = (name: string, maxLength: number) =>
  v.pipe(
    v.string(optionMessage(`order.${name} is not a string`, 'Pass a string')),
    v.check(
      (text) => text !== '' && isLine(text, maxLength),
      ({ input }) =>
        optionMessage(
          `order.${name} ${lineFault(input) ?? 'is invalid'}`,
          `Pass 1 to ${maxLength} characters on one line`,
        ),
    ),
  );

const linkSchema = (name: string) =>
  v.pipe(
    lineSchema(name, 2000),
    v.check(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      optionMessage(`order.${name} is not a URL`, 'Pass an absolute URL that starts with https://'),
    ),
  );

/** Detail of a problem with an email address from a page. */
export const INVALID_EMAIL = 'email is not an email address. Send one such as name@shop.example.';

/** @internal */
export const offersSchema = (name: string) =>
  v.pipe(
    v.array(
      v.custom<CurrencyCode>(
        (code) => typeof code === 'string' && isCurrencyCode(code),
        (issue) =>
          optionMessage(
            `${name} contains an unknown currency (${formatValue(issue.input)})`,
            `Use ${CURRENCY_CODES.join(', ')}`,
          ),
      ),
      ({ input }) =>
        optionMessage(
          `${name} is not a list (${formatValue(input)})`,
          'Pass currency codes, such as ["BTC", "USDT_TRC20"]',
        ),
    ),
    v.minLength(
      1,
      optionMessage(`${name} is empty`, 'Pass at least one currency code, or omit it to offer all'),
    ),
    v.transform((codes): readonly CurrencyCode[] => [...new Set(codes)]),
  );

/** @internal */
export const lifetimeSchema = (name: string) => {
  const message = ({ input }: { readonly input: unknown }) =>
    optionMessage(
      `${name} is invalid (${formatValue(input)})`,
      'Pass whole { hours, minutes } from 1 minute to 30 days in total',
    );
  const count = v.optional(v.pipe(v.number(message), v.integer(message), v.minValue(0, message)), 0);
  return v.pipe(
    v.strictObject({ hours: count, minutes: count }, message),
    v.check(({ hours, minutes }) => {
      const total = hours * 60 + minutes;
      return total >= 1 && total <= MAX_LIFETIME_MINUTES;
    }, message),
  );
};

const orderSchema = v.object(
  {
    id: v.pipe(
      lineSchema('id', MAX_ID_LENGTH),
      v.check(
        (id) => id === '' || id.trim() !== '',
        optionMessage('order.id is blank', 'Pass 1 to 200 characters on one line'),
      ),
    ),
    amount: v.pipe(
      v.string(
        optionMessage('order.amount is not a string', 'Pass an exact decimal string, such as "49.00"'),
      ),
      v.check(
        (text) => PLAIN_DECIMAL.test(text) && isAmount(text) && !isZeroAmount(text),
        (issue) =>
          optionMessage(
            `order.amount is invalid (${issue.received})`,
            'Pass an exact decimal string above zero, such as "49.00"',
          ),
      ),
    ),
    currency: v.picklist(FIAT_CODES, (issue) =>
      optionMessage(`order.currency is unknown (${issue.received})`, `Use ${FIAT_CODES.join(', ')}`),
    ),
    description: v.nullish(lineSchema('description', 500), null),
    email: v.nullish(
      v.pipe(
        lineSchema('email', 254),
        v.regex(
          EMAIL,
          optionMessage('order.email is not an email address', 'Pass one such as name@shop.example'),
        ),
      ),
      null,
    ),
    emailRequired: v.nullish(
      v.boolean(optionMessage('order.emailRequired is not a boolean', 'Pass true or false')),
      false,
    ),
    offers: v.nullish(offersSchema('order.offers'), null),
    lifetime: v.nullish(lifetimeSchema('order.lifetime'), null),
    returnUrl: v.nullish(linkSchema('returnUrl'), null),
    failUrl: v.nullish(linkSchema('failUrl'), null),
  },
  (issue) =>
    issue.path
      ? optionMessage(`order.${String(issue.path[0].key)} is missing`, 'Pass it')
      : optionMessage('order is not an object', 'Pass an order'),
);

/** An invalid order. The message names the field and the remedy, for the shop's developer. */
export class OrderError extends Error {
  override readonly name = 'OrderError';
}

/**
 * Validates an order of the shop.
 * @throws {OrderError} if a field is missing or invalid
 */
export function parseOrder(value: unknown): OrderTerms {
  const result = v.safeParse(orderSchema, value);
  if (!result.success) {
    const faults = result.issues.map(({ message }) => toProblemAndRemedy(message));
    throw new OrderError(faults.map(({ problem, remedy }) => `${problem}. ${remedy}.`).join(' '));
  }
  const fault = priceFault(result.output.amount, result.output.currency);
  if (fault !== null) throw new OrderError(`order: ${fault}`);
  return result.output;
}

/** The options about the time until an invoice expires. */
export interface LifetimeSettings {
  readonly lifetime: ServiceLifetime;
  readonly longestLifetime?: ServiceLifetime | undefined;
}

/** Returns the time until an invoice of this order expires. @param isLongest whether the payer selected the longest */
export function lifetimeOf(
  checkout: { readonly order: OrderTerms },
  { lifetime, longestLifetime }: LifetimeSettings,
  isLongest: boolean,
): ServiceLifetime {
  const usual = checkout.order.lifetime ?? lifetime;
  return isLongest && longestLifetime && minutesOf(longestLifetime) > minutesOf(usual)
    ? longestLifetime
    : usual;
}

/** Returns the usual and the longest lifetime, `undefined` if the payer cannot select a longer one. */
export function lifetimesOf(
  checkout: { readonly order: OrderTerms },
  settings: LifetimeSettings,
): CheckoutLifetimes | undefined {
  const usualMinutes = minutesOf(lifetimeOf(checkout, settings, false));
  const longestMinutes = minutesOf(lifetimeOf(checkout, settings, true));
  return longestMinutes > usualMinutes ? { usualMinutes, longestMinutes } : undefined;
}

export function minutesOf({ hours = 0, minutes = 0 }: Partial<ServiceLifetime>): number {
  return hours * 60 + minutes;
}
