// Building blocks of all message schemas. The message of each rule is the expected value.
import * as v from 'valibot';
import { CURRENCY_CODES, isAmount } from '../payment/index.js';

/** A response violates the protocol. The message contains the path and the expected value, never the actual one. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  constructor(
    /** Such as `checkout.invoice.amount`. */
    readonly path: string,
    readonly expected: string,
  ) {
    super(`${path}: expected ${expected}`);
  }
}

/** Describes a message, or a part of one. */
export type Schema<T> = v.GenericSchema<unknown, T>;

/**
 * Parses a message.
 * @param name name of the message, with which the path in an error begins
 * @throws {ProtocolError} if the value violates the schema
 * @internal
 */
export function parseMessage<T>(schema: Schema<T>, value: unknown, name: string): T {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [{ path = [], message }] = result.issues;
  throw new ProtocolError([name, ...path.map(({ key }) => String(key))].join('.'), message);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Readonlys<T> = T extends (infer Item)[] ? readonly Item[] : T;

/** An object without the optional fields that have no value. */
type Present<T> = { readonly [Key in keyof T]: Readonlys<Exclude<T[Key], undefined>> };

function withoutUndefined<T extends object>(fields: T): Present<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Present<T>;
}

/** An object. Drops other fields. */
/* @__NO_SIDE_EFFECTS__ */
export function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  // A missing field is an issue of the object, but the rule that it violates is the field's own.
  const message = ({ path }: v.BaseIssue<unknown>) => {
    const missing = entries[String(path?.at(-1)?.key)];
    const issues = missing && v.safeParse(missing, undefined).issues;
    return issues?.[0].message ?? 'an object';
  };
  return v.pipe(
    v.object(entries, message),
    v.transform((fields) => withoutUndefined(fields)),
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function list<const Item extends Schema<unknown>>(item: Item) {
  return v.array(item, 'a list');
}

/**
 * A value that may be `null`, or missing in the response of another release.
 */
/* @__NO_SIDE_EFFECTS__ */
export function orNull<const Value extends Schema<unknown>>(value: Value) {
  return v.nullish(value, null);
}

/**
 * A field that may be missing, or `null`, which counts as missing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function optional<const Value extends Schema<unknown>>(value: Value) {
  return v.pipe(
    v.nullish(value),
    v.transform((field) => field ?? undefined),
  );
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Words extends readonly string[]>(expected: string, words: Words) {
  return v.picklist(words, expected);
}

export const text = v.string('text');
export const name = v.pipe(v.string('text that is not empty'), v.nonEmpty('text that is not empty'));
export const flag = v.boolean('true or false');

const COUNT = 'a whole number';
export const count = v.pipe(
  v.number(COUNT),
  v.safeInteger(COUNT),
  // JSON has a negative zero, which equals zero but has another text.
  v.check((value) => value >= 0 && !Object.is(value, -0), COUNT),
);

const AMOUNT = 'an amount in plain digits';
export const amount = v.pipe(
  v.string(AMOUNT),
  v.regex(/^\d+(\.\d+)?$/, AMOUNT),
  v.check((value) => isAmount(value), AMOUNT),
);

const SIGNED_AMOUNT = 'an amount in plain digits, with or without a minus sign';
/** An amount that may be below zero, such as a balance. */
export const signedAmount = v.pipe(
  v.string(SIGNED_AMOUNT),
  v.regex(/^-?\d+(\.\d+)?$/, SIGNED_AMOUNT),
  v.check((value) => isAmount(value.replace('-', '')), SIGNED_AMOUNT),
);

const TIME = 'a time in ISO 8601';
/** Matches the beginning of a time. `openapi-schemas.ts` replaces it by the format `date-time`. */
export const TIME_PATTERN = /^\d{4}-\d\d-\d\dT/;
export const time = v.pipe(
  v.string(TIME),
  v.regex(TIME_PATTERN, TIME),
  v.check((value) => !Number.isNaN(Date.parse(value)), TIME),
);

/** A day in UTC, such as `2026-11-30`. */
export const day = v.pipe(v.string('a day'), v.isoDate('a day'));

export const currencyCode = v.picklist(CURRENCY_CODES, 'a known currency code');

// `Intl.NumberFormat` throws for any other text.
const FIAT_CODE = 'a currency of three letters';
export const fiatCode = v.pipe(v.string(FIAT_CODE), v.regex(/^[A-Z]{3}$/, FIAT_CODE));

/** The order of a payment or an event: its id and its price. */
export const orderPriceSchema = object({ id: text, amount, currency: fiatCode });

export const webLink = v.regex(/^https?:\/\/\S+$/i);
export const supportLink = v.regex(/^(https?:\/\/|mailto:)\S+$/i);

/** A link that a page may offer. A link with any other scheme, such as `javascript:`, counts as missing. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLink(schemes: typeof webLink) {
  return v.fallback(optional(v.pipe(v.string(), schemes)), undefined);
}

/* @__NO_SIDE_EFFECTS__ */
export function linkOrNull(schemes: typeof webLink) {
  return v.fallback(orNull(v.pipe(v.string(), schemes)), null);
}

/** The fields of `CaipIds`. */
export const caipEntries = {
  /** The network as a CAIP-2 id, such as `eip155:1`. */
  caip2: text,
  /**
   * The currency as a CAIP-19 id, such as `eip155:1/slip44:60` for the coin of a network (CAIP-20) and `eip155:1/erc20:0xdAC1…`
   * for a token. `null` if the contract is not confirmed, and for tokens on TON, for which CAIP-19 has no ids.
   */
  caip19: orNull(text),
};
