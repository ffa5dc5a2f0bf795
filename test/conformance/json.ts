import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';

/** A JSON object of unknown content. Its numbers are `LosslessNumber`s. */
export type JsonFields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Formats a value for a message, truncated. */
export function formatValue(value: unknown): string {
  const text = value === undefined ? 'missing' : (stringify(value) ?? 'missing');
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}

/** @throws {TypeError} if the value is not an object */
export function fieldsOf(value: unknown): JsonFields {
  if (isFields(value)) return value;
  throw new TypeError(`not an object: ${formatValue(value)}`);
}

/** @throws {TypeError} if the value is not an array of objects */
export function rowsOf(value: unknown): readonly JsonFields[] {
  if (Array.isArray(value)) return value.map(fieldsOf);
  throw new TypeError(`not an array: ${formatValue(value)}`);
}

/** @throws {TypeError} if the field is not text */
export function textOf(fields: JsonFields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is no string: ${formatValue(value)}`);
}

/** The digits of a number field as they were sent. @throws {TypeError} if it is not a number */
export function numberOf(fields: JsonFields, name: string): string {
  const value = fields[name];
  if (isLosslessNumber(value)) return value.value;
  throw new TypeError(`${name} is no number: ${formatValue(value)}`);
}

/** A whole number, for counts. @throws {TypeError} if it is not one */
export function countOf(fields: JsonFields, name: string): number {
  const count = Number(numberOf(fields, name));
  if (Number.isSafeInteger(count)) return count;
  throw new TypeError(`${name} is no whole number: ${formatValue(fields[name])}`);
}

/** An amount for a request: a JSON number with exactly these digits. */
export function number(digits: string): LosslessNumber {
  return new LosslessNumber(digits);
}
