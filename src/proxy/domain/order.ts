import * as v from 'valibot';
import {
  CURRENCY_CODES,
  currencyOf,
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
import { faultsOf, optionMessage } from '../base/option-message.js';
import { describeProblem, OptionError } from '../../service/options.js';
import { closestName } from '../../protocol/closest-name.js';
import { assertFields } from './assert-fields.js';
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

/** An order of the shop, from a signed token or its `orders` resolver. */
export interface Order {
  readonly id: string;
  /** Exact decimal text in `currency`, such as `"49.00"`. */
  readonly amount: string;
  /** One of the service's 25 price currencies, such as `EUR`. */
  readonly currency: string;
  /** Displayed to the payer, at most 500 characters on one line. */
  readonly description?: string | undefined;
  /** The payer's email address, if the shop knows it. The proxy never sends it to a browser. */
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

const notString = ({ input }: { readonly input: unknown }) =>
  input === undefined
    ? optionMessage('is missing', 'Pass a string')
    : optionMessage(`is not a string (${formatValue(input)})`, 'Pass a string');

const lineSchema = (maxLength: number, message: (issue: { readonly input: unknown }) => string = notString) =>
  v.pipe(
    v.string(message),
    v.check(
      (text) => text !== '' && isLine(text, maxLength),
      ({ input }) =>
        optionMessage(lineFault(input) ?? 'is invalid', `Pass 1 to ${maxLength} characters on one line`),
    ),
  );

const linkSchema = v.pipe(
  lineSchema(2000),
  v.check(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    ({ input }) =>
      // The query may be secret.
      optionMessage(
        `is not a URL (${formatValue(input.split(/[?#]/)[0])})`,
        'Pass an absolute URL that starts with https://',
      ),
  ),
);

/** Detail of a problem with an email address from a page. */
export const INVALID_EMAIL = 'email is not an email address. Send one such as name@shop.example.';

/** Names the networks of a coin, or all codes. */
function currencyRemedy(code: unknown): string {
  const ofCoin = CURRENCY_CODES.filter((known) => currencyOf(known).symbol === code);
  return ofCoin.length > 0
    ? `Name its network too: ${ofCoin.join(', ')}`
    : `Use ${CURRENCY_CODES.join(', ')}`;
}

/** @internal */
export const offersSchema = v.pipe(
  v.array(
    v.custom<CurrencyCode>(
      (code) => typeof code === 'string' && isCurrencyCode(code),
      ({ input }) => optionMessage(`is not a known currency (${formatValue(input)})`, currencyRemedy(input)),
    ),
    ({ input }) =>
      optionMessage(
        `is not a list (${formatValue(input)})`,
        'Pass currency codes, such as ["BTC", "USDT_TRC20"]',
      ),
  ),
  v.minLength(1, optionMessage('is empty', 'Pass at least one currency code, or omit it to offer all')),
  v.transform((codes): readonly CurrencyCode[] => [...new Set(codes)]),
);

const invalidLifetime = ({ input }: { readonly input: unknown }) =>
  optionMessage(
    `is invalid (${formatValue(input)})`,
    'Pass whole { hours, minutes } from 1 minute to 30 days in total',
  );
const countSchema = v.optional(
  v.pipe(v.number(invalidLifetime), v.integer(invalidLifetime), v.minValue(0, invalidLifetime)),
  0,
);

/** @internal */
export const lifetimeSchema = v.pipe(
  v.strictObject({ hours: countSchema, minutes: countSchema }, invalidLifetime),
  v.check(({ hours, minutes }) => {
    const total = hours * 60 + minutes;
    return total >= 1 && total <= MAX_LIFETIME_MINUTES;
  }, invalidLifetime),
);

const orderSchema = v.object(
  {
    id: v.pipe(
      lineSchema(MAX_ID_LENGTH),
      v.check(
        (id) => id === '' || id.trim() !== '',
        optionMessage('is blank', 'Pass 1 to 200 characters on one line'),
      ),
    ),
    amount: v.pipe(
      v.string(({ input }) =>
        optionMessage(
          input === undefined ? 'is missing' : `is not a string (${formatValue(input)})`,
          'Pass an exact decimal string, such as "49.00"',
        ),
      ),
      v.check(
        (text) => PLAIN_DECIMAL.test(text) && isAmount(text) && !isZeroAmount(text),
        (issue) =>
          optionMessage(
            `is invalid (${issue.received})`,
            'Pass an exact decimal string above zero, such as "49.00"',
          ),
      ),
    ),
    currency: v.picklist(FIAT_CODES, (issue) =>
      optionMessage(`is unknown (${issue.received})`, `Use ${FIAT_CODES.join(', ')}`),
    ),
    description: v.nullish(lineSchema(500), null),
    email: v.nullish(
      v.pipe(
        // Errors never contain a payer's address.
        lineSchema(254, ({ input }) =>
          optionMessage(`is not a string (type ${typeof input})`, 'Pass one such as name@shop.example'),
        ),
        v.regex(EMAIL, optionMessage('is not an email address', 'Pass one such as name@shop.example')),
      ),
      null,
    ),
    emailRequired: v.nullish(v.boolean(optionMessage('is not a boolean', 'Pass true or false')), false),
    offers: v.nullish(offersSchema, null),
    lifetime: v.nullish(lifetimeSchema, null),
    returnUrl: v.nullish(linkSchema, null),
    failUrl: v.nullish(linkSchema, null),
  },
  (issue) =>
    issue.path ? optionMessage('is missing', 'Pass it') : optionMessage('is not an object', 'Pass an order'),
);

/** An invalid order. The message names the field and the remedy, for the shop's developer. */
export class OrderError extends Error {
  override readonly name = 'OrderError';
}

/** The fields of an order. */
const ORDER_FIELDS = Object.keys(orderSchema.entries);

/**
 * Validates an order that the shop signs.
 * @throws {OrderError} if a field is missing or invalid, or unknown: a misspelled one would silently have no effect
 */
export function parseStrictOrder(value: unknown): OrderTerms {
  try {
    assertFields(value, {
      name: 'order',
      fields: ORDER_FIELDS,
      remedy: `Pass { ${ORDER_FIELDS.join(', ')} }`,
    });
  } catch (error) {
    throw error instanceof OptionError ? new OrderError(error.message) : error;
  }
  return parseOrder(value);
}

/**
 * Returns the unknown fields of an object whose closest order field is missing: they are probably misspelled. All other unknown
 * fields belong to the shop, such as the columns of a row.
 */
export function misspelledFields(
  value: unknown,
): readonly { readonly field: string; readonly meant: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((field) => {
    const meant = ORDER_FIELDS.includes(field) ? undefined : closestName(field, ORDER_FIELDS);
    return meant === undefined || meant in value ? [] : [{ field, meant }];
  });
}

/**
 * Validates an order that the shop's resolver returned. Ignores additional fields.
 * @throws {OrderError} if a field is missing or invalid
 */
export function parseOrder(value: unknown): OrderTerms {
  const result = v.safeParse(orderSchema, value);
  if (!result.success) {
    const faults = faultsOf(result.issues, 'order');
    throw new OrderError(faults.map((fault) => `${describeProblem(fault)}. ${fault.remedy}.`).join(' '));
  }
  const fault = priceFault(result.output.amount, result.output.currency);
  if (fault !== null) throw new OrderError(`order: ${fault}`);
  return result.output;
}

/** The options for the time until an invoice expires. */
export interface LifetimeSettings {
  readonly lifetime: ServiceLifetime;
  readonly longestLifetime?: ServiceLifetime | undefined;
}

/** Returns the time until an invoice of this order expires. @param isLongest whether the payer requested the longest */
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
