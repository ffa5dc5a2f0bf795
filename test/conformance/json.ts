import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';

/** A JSON object of which nothing more is known. Its numbers are `LosslessNumber`s. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** A value as it stands in a message, cut short. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : (stringify(value) ?? 'missing');
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}

/** @throws {TypeError} when the value is no object */
export function fieldsOf(value: unknown): Fields {
  if (isFields(value)) return value;
  throw new TypeError(`not an object: ${shown(value)}`);
}

/** @throws {TypeError} when the value is no array of objects */
export function rowsOf(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.map(fieldsOf);
  throw new TypeError(`not an array: ${shown(value)}`);
}

/** @throws {TypeError} when the field is no text */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is no string: ${shown(value)}`);
}

/** The digits of a number field as they were sent. @throws {TypeError} when it is no number */
export function numberOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (isLosslessNumber(value)) return value.value;
  throw new TypeError(`${name} is no number: ${shown(value)}`);
}

/** A whole number, for counts. @throws {TypeError} when it is none */
export function countOf(fields: Fields, name: string): number {
  const count = Number(numberOf(fields, name));
  if (Number.isSafeInteger(count)) return count;
  throw new TypeError(`${name} is no whole number: ${shown(fields[name])}`);
}

/** An amount for a request: a JSON number with exactly these digits. */
export function number(digits: string): LosslessNumber {
  return new LosslessNumber(digits);
}
