import { isLosslessNumber } from 'lossless-json';
import type { JsonFields } from './json.js';
import { isFields, formatValue } from './json.js';
import { timestampMs } from './times.js';

/** The difference between a value and its description; `null` if there is none. */
export type Shape = (value: unknown) => string | null;

/** The fields of a form, in the document's order. */
export type Table = Readonly<Record<string, Shape>>;

function shape(name: string, holds: (value: unknown) => boolean): Shape {
  return (value) => (holds(value) ? null : `${formatValue(value)} is no ${name}`);
}

export const text = shape('string', (value) => typeof value === 'string');
export const filled = shape('filled string', (value) => typeof value === 'string' && value !== '');
export const bool = shape('bool', (value) => typeof value === 'boolean');
export const nothing = shape('null', (value) => value === null);
/** A JSON number; the document allows exponent notation. */
export const float = shape('number', isLosslessNumber);
export const int = shape('int', (value) => isLosslessNumber(value) && /^-?\d+$/.test(value.value));
export const object = shape('object', isFields);
export const array = shape('array', Array.isArray);
export const timestamp = shape(
  'timestamp YYYY-MM-DD HH:MI:SS.FFFFFF',
  (value) => typeof value === 'string' && timestampMs(value) !== null,
);
export const url = shape('URL', (value) => typeof value === 'string' && /^https?:$/.test(schemeOf(value)));
/** `INV-` followed by 8 characters. */
export const invoiceId = shape('INV- and 8 characters', (value) => /^INV-.{8}$/.test(String(value)));

function schemeOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

export function exactly(...values: readonly unknown[]): Shape {
  return shape(values.map(formatValue).join(' or '), (value) => values.includes(value));
}

export function either(...shapes: readonly Shape[]): Shape {
  return (value) => {
    const problems = shapes.map((check) => check(value));
    return problems.includes(null) ? null : problems.join(', and ');
  };
}

export const orNull = (check: Shape): Shape => either(check, nothing);

export function listOf(check: Shape): Shape {
  return (value) =>
    Array.isArray(value)
      ? (value.map(check).find((problem) => problem !== null) ?? null)
      : `${formatValue(value)} is no array`;
}

/** An object with at least these fields. */
export function objectOf(table: Table): Shape {
  return (value) => (isFields(value) ? problemIn(value, table) : `${formatValue(value)} is no object`);
}

function problemIn(fields: JsonFields, table: Table): string | null {
  for (const [name, check] of Object.entries(table)) {
    const problem = check(fields[name]);
    if (problem !== null) return `${name}: ${problem}`;
  }
  return null;
}

/** The amount and the same in USD. */
export function pair(name: string): Table {
  return { [name]: float, [`${name}_usd`]: float };
}
