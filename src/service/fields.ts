import { LosslessNumber } from 'lossless-json';
import { AmountError, plainAmount } from '../payment/index.js';
import { plainSignedAmount } from '../payment/signed-amount.js';
import type { CreatedRecord } from './errors.js';

/** A required field is invalid. The message is the name of the field. */
export class FieldError extends Error {
  override readonly name = 'FieldError';

  constructor(
    field: string,
    /** The record, if the response identifies one nevertheless. */
    readonly created?: CreatedRecord,
  ) {
    super(field);
  }
}

export type JsonFields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonFields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}

/** Returns an own field. Returns `null` for the values by which examples of the service doc omit one: `None`, `""` and `null`. */
function valueOf(fields: JsonFields, key: string): unknown {
  const value = Object.hasOwn(fields, key) ? fields[key] : null;
  return value === 'None' || value === '' ? null : value;
}

/** Returns whether a field is missing or has one of these values. */
export function isAbsent(fields: JsonFields, key: string): boolean {
  return (valueOf(fields, key) ?? null) === null;
}

/** Reads text; `null` if it is missing. @throws {FieldError} if the field is not text */
export function text(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  if (value === null || typeof value === 'string') return value;
  throw new FieldError(key);
}

/** Reads text. @throws {FieldError} if the field is missing or not text */
export function requiredText(fields: JsonFields, key: string): string {
  const value = text(fields, key);
  if (value === null) throw new FieldError(key);
  return value;
}

/** Reads an id of the shop, which the service may return as a number. */
export function reference(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  if (value instanceof LosslessNumber) return value.value;
  return typeof value === 'string' ? value : null;
}

/** Reads text: an unreadable value counts as missing. */
export function readableText(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  return typeof value === 'string' ? value : null;
}

/** Matches the start of a URL without a scheme, if its host contains a dot. */
const WITHOUT_SCHEME = /^(?:\/\/)?(?=[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$))/;

/** Reads an `http:` or `https:` URL, even without its scheme. Any other value, such as `javascript:`, counts as missing. */
export function link(fields: JsonFields, key: string): string | null {
  const value = readableText(fields, key)?.replace(WITHOUT_SCHEME, 'https://') ?? null;
  return value !== null && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null;
}

/** Reads a boolean: `false` if it is missing. @throws {FieldError} if the field is not a boolean */
export function flag(fields: JsonFields, key: string): boolean {
  const value = valueOf(fields, key) ?? false;
  if (typeof value === 'boolean') return value;
  throw new FieldError(key);
}

/** Reads a boolean: `null` if it is unreadable, `false` if it is missing. */
export function readableFlag(fields: JsonFields, key: string): boolean | null {
  const value = valueOf(fields, key) ?? false;
  return typeof value === 'boolean' ? value : null;
}

const MINUS_ZERO = /^-0(?:\.0+)?(?:[eE][+-]?\d+)?$/;

/** Reads exact decimal text from a number or its text. @throws {FieldError} if it is neither, or negative */
export function amount(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  if (value === null) return null;
  const digits = value instanceof LosslessNumber ? value.value : value;
  if (typeof digits !== 'string') throw new FieldError(key);
  if (MINUS_ZERO.test(digits)) return '0';
  try {
    return plainAmount(digits);
  } catch (error) {
    if (error instanceof AmountError) throw new FieldError(key);
    throw error;
  }
}

/** Returns a whole number of at least 0; `null` for any other value. */
export function wholeNumber(value: unknown): number | null {
  if (!(value instanceof LosslessNumber) || !/^\d{1,15}$/.test(value.value)) return null;
  return Number.parseInt(value.value, 10);
}

/** Reads an amount: an unreadable one counts as missing. */
export function readableAmount(fields: JsonFields, key: string): string | null {
  try {
    return amount(fields, key);
  } catch {
    return null;
  }
}

/** Reads an amount that may be below zero: an unreadable one counts as missing. */
export function readableSignedAmount(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  const digits = value instanceof LosslessNumber ? value.value : value;
  try {
    return typeof digits === 'string' ? plainSignedAmount(digits) : null;
  } catch {
    return null;
  }
}

/** Reads the amount due. A negative value means zero; an invalid one counts as missing. */
export function missingAmount(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  const digits = value instanceof LosslessNumber ? value.value : value;
  return typeof digits === 'string' && /^-\d/.test(digits) ? '0' : readableAmount(fields, key);
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:?00)?$/;

/** Reads `YYYY-MM-DD HH:MI:SS.FFFFFF` or ISO 8601 as milliseconds UTC; `null` if invalid. */
export function timeMs(fields: JsonFields, key: string): number | null {
  const match = TIME.exec(readableText(fields, key) ?? '');
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const time = new Date(iso);
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString() === iso;
  return isReal ? time.getTime() : null;
}

/** Reads the texts of a list. Skips other values. */
export function texts(fields: JsonFields, key: string): readonly string[] {
  const value = valueOf(fields, key);
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is string => typeof entry === 'string' && entry !== '' && entry !== 'None',
  );
}
