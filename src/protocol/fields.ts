import { type CurrencyCode, isAmount, isCurrencyCode } from '../payment/index.js';

/** A response that violates the protocol. The message contains the path and what was expected there, never the value. */
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

export type Read<T> = (value: unknown, path: string) => T;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a function that reads the fields of an object. */
export function fieldsOf(value: unknown, path: string): <T>(key: string, read: Read<T>) => T {
  if (!isRecord(value)) throw new ProtocolError(path, 'an object');
  return (key, read) => read(Object.hasOwn(value, key) ? value[key] : undefined, `${path}.${key}`);
}

export function matching<T>(expected: string, accepts: (value: unknown) => value is T): Read<T> {
  return (value, path) => {
    if (accepts(value)) return value;
    throw new ProtocolError(path, expected);
  };
}

export function oneOf<T extends string>(expected: string, words: readonly T[]): Read<T> {
  return matching(expected, (value): value is T => words.some((word) => word === value));
}

export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, path) => (value === null || value === undefined ? null : read(value, path));
}

export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ProtocolError(path, 'a list');
    return value.map((entry, index) => read(entry, `${path}[${index}]`));
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string';

export const text = matching('text', isText);
export const name = matching(
  'text that is not empty',
  (value): value is string => isText(value) && value !== '',
);
export const flag = matching('true or false', (value): value is boolean => typeof value === 'boolean');
export const count = matching(
  'a whole number',
  // JSON has a negative zero, which equals zero but is written otherwise.
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && !Object.is(value, -0),
);
export const amount = matching(
  'an amount in plain digits',
  (value): value is string => isText(value) && isAmount(value) && !/e/i.test(value),
);
/** An amount of an account, which may be below zero. */
export const signedAmount = matching(
  'an amount in plain digits, with or without a minus sign',
  (value): value is string => isText(value) && isAmount(value.replace(/^-/, '')) && !/e/i.test(value),
);
export const time = matching(
  'a time in ISO 8601',
  (value): value is string =>
    isText(value) && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
);
export const currencyCode = matching(
  'a known currency code',
  (value): value is CurrencyCode => isText(value) && isCurrencyCode(value),
);
// `Intl.NumberFormat` throws for anything else.
export const fiatCode = matching(
  'a currency of three letters',
  (value): value is string => isText(value) && /^[A-Z]{3}$/.test(value),
);
