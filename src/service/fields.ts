import { LosslessNumber } from 'lossless-json';
import { AmountError, plainAmount } from '../payment/index.js';

/**
 * A field that decides about money and does not have the document's form. The message names the field alone.
 */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

export type JsonFields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonFields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}

/** An own field, or `null` for the three ways in which the document's examples leave one out. */
function valueOf(fields: JsonFields, key: string): unknown {
  const value = Object.hasOwn(fields, key) ? fields[key] : null;
  return value === 'None' || value === '' ? null : value;
}

/** @throws {FieldError} when the field holds anything but text */
export function text(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  if (value === null || typeof value === 'string') return value;
  throw new FieldError(key);
}

/** @throws {FieldError} when the field is missing or holds anything but text */
export function requiredText(fields: JsonFields, key: string): string {
  const value = text(fields, key);
  if (value === null) throw new FieldError(key);
  return value;
}

/** An identifier of the shop's own, which a service may answer as a number: its digits are the text. */
export function reference(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  if (value instanceof LosslessNumber) return value.value;
  return typeof value === 'string' ? value : null;
}

/** Text that only informs: a value of another type counts as missing. */
export function cosmeticText(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  return typeof value === 'string' ? value : null;
}

/** A host with a dot in it, and what may follow one. */
const WITHOUT_SCHEME = /^(?:\/\/)?(?=[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$))/;

/**
 * An `http:` or `https:` address, also one that has lost its scheme; anything else, `javascript:` above all, counts as
 * missing.
 */
export function link(fields: JsonFields, key: string): string | null {
  const value = cosmeticText(fields, key)?.replace(WITHOUT_SCHEME, 'https://') ?? null;
  return value !== null && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null;
}

/** @throws {FieldError} when the field holds anything but a boolean */
export function flag(fields: JsonFields, key: string): boolean {
  const value = valueOf(fields, key) ?? false;
  if (typeof value === 'boolean') return value;
  throw new FieldError(key);
}

const MINUS_ZERO = /^-0(?:\.0+)?(?:[eE][+-]?\d+)?$/;

/**
 * Exact decimal text out of a JSON number or of a string that holds one.
 * @throws {FieldError} when the field holds anything else, or a value below zero
 */
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

/** @throws {FieldError} when the field is missing, or as `amount` */
export function requiredAmount(fields: JsonFields, key: string): string {
  const value = amount(fields, key);
  if (value === null) throw new FieldError(key);
  return value;
}

/** A whole number of things, not below zero; anything else is `null`. */
export function wholeNumber(value: unknown): number | null {
  if (!(value instanceof LosslessNumber) || !/^\d{1,15}$/.test(value.value)) return null;
  return Number.parseInt(value.value, 10);
}

/** An amount that only informs: what cannot be read counts as missing. */
export function cosmeticAmount(fields: JsonFields, key: string): string | null {
  try {
    return amount(fields, key);
  } catch {
    return null;
  }
}

/** What is still to be paid; a value below zero says that nothing is. @throws {FieldError} as `amount` */
export function missingAmount(fields: JsonFields, key: string): string | null {
  const value = valueOf(fields, key);
  const digits = value instanceof LosslessNumber ? value.value : value;
  return typeof digits === 'string' && /^-\d/.test(digits) ? '0' : amount(fields, key);
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:?00)?$/;

/**
 * Milliseconds UTC of the document's `YYYY-MM-DD HH:MI:SS.FFFFFF` or of ISO 8601; what cannot be read is
 * `null`.
 */
export function timeMs(fields: JsonFields, key: string): number | null {
  const match = TIME.exec(cosmeticText(fields, key) ?? '');
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const time = new Date(iso);
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString() === iso;
  return isReal ? time.getTime() : null;
}

/** Every text of a list; what is no text is left out. */
export function texts(fields: JsonFields, key: string): readonly string[] {
  const value = valueOf(fields, key);
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is string => typeof entry === 'string' && entry !== '' && entry !== 'None',
  );
}
