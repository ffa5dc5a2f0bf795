import { parse, stringify, LosslessNumber } from 'lossless-json';
import { isAmount, isZeroAmount, plainAmount } from '../../../payment/index.js';

/** The request is invalid. The message states the problem and the remedy. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    message: string,
    /** HTTP status of the response. */
    readonly status = 400,
  ) {
    super(message);
  }
}

export type JsonFields = Readonly<Record<string, unknown>>;

/** Parses a JSON object. An empty body counts as an empty object. Preserves all digits of numbers. @throws {RequestError} */
export function parseFields(body: string): JsonFields {
  if (body.trim() === '') return {};
  const value = jsonOf(body);
  if (value === undefined)
    throw new RequestError(`the body is not JSON (${formatValue(body)}). Send a JSON object.`);
  return asFields('the body', value);
}

/** Maximum nesting, since serializing recurses once per level. */
const MAX_DEPTH = 50;

function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((item) => isTooDeep(item, left - 1));
}

/** Parses JSON. Preserves all digits of numbers. @returns `undefined` if the text is invalid, or nested too deeply to serialize */
export function jsonOf(text: string): unknown {
  try {
    const value = parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Rejects unknown fields: a misspelled option would pay the wrong amount. @throws {RequestError} */
export function rejectUnknownFields(fields: JsonFields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new RequestError(`${formatValue(unknown)} is unknown. Use ${known.join(', ')}.`);
}

function asFields(name: string, value: unknown): JsonFields {
  const isFields = (other: unknown): other is JsonFields =>
    typeof other === 'object' &&
    other !== null &&
    !Array.isArray(other) &&
    !(other instanceof LosslessNumber);
  if (isFields(value)) return value;
  throw new RequestError(`${name} is ${formatValue(value)}. Send a JSON object.`);
}

/** Formats a value for a message: JSON, truncated. */
export function formatValue(value: unknown): string {
  const text = stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Returns the field; `undefined` if it is missing or `null`. */
export function field(fields: JsonFields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
}

export function optionalObject(fields: JsonFields, name: string): JsonFields {
  const value = field(fields, name);
  return value === undefined ? {} : asFields(name, value);
}

/** Reads text. Accepts a number: some merchants number their orders. */
export function optionalText(fields: JsonFields, name: string): string | undefined {
  const value = field(fields, name);
  if (value === undefined || typeof value === 'string') return value;
  if (value instanceof LosslessNumber) return value.value;
  throw new RequestError(`${name} is ${formatValue(value)}. Send a text.`);
}

export function requiredText(fields: JsonFields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined || value === '') throw new RequestError(`${name} is missing. Send a text.`);
  return value;
}

export function optionalTexts(fields: JsonFields, name: string): readonly string[] | undefined {
  const value = field(fields, name);
  if (value === undefined) return undefined;
  const isTexts = (items: unknown): items is string[] =>
    Array.isArray(items) && items.every((item) => typeof item === 'string');
  if (!isTexts(value)) throw new RequestError(`${name} is ${formatValue(value)}. Send a list of texts.`);
  return value;
}

export function optionalBoolean(fields: JsonFields, name: string): boolean | undefined {
  const value = field(fields, name);
  if (value === undefined || typeof value === 'boolean') return value;
  throw new RequestError(`${name} is ${formatValue(value)}. Send true or false.`);
}

/** Reads an integer from a number or its text. Not for money. */
export function optionalInteger(fields: JsonFields, name: string, min: number, max: number) {
  const value = optionalText(fields, name);
  if (value === undefined) return undefined;
  const number = isAmount(value) ? Number(value) : Number.NaN;
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new RequestError(
    `${name} is ${formatValue(field(fields, name))}. Send a whole number from ${min} to ${max}.`,
  );
}

/** Reads a number. Not for money. */
export function optionalNumber(fields: JsonFields, name: string, min: number, max: number) {
  const value = field(fields, name);
  if (value === undefined) return undefined;
  const number = value instanceof LosslessNumber ? Number(value.value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new RequestError(`${name} is ${formatValue(value)}. Send a number from ${min} to ${max}.`);
}

/** Returns the value. @param name subject of the message @throws {RequestError} if the value is not a known one */
export function oneOf<T extends string>(name: string, value: unknown, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new RequestError(`${name} is ${formatValue(value)}. Send one of ${known.join(', ')}.`);
}

/** More than the supply of any coin. Products and sums stay valid amounts. */
const MAX_INTEGER_DIGITS = 24;

/** Reads exact decimal text from a number or its text, even in exponent notation. */
export function optionalAmount(fields: JsonFields, name: string): string | undefined {
  const text = optionalText(fields, name);
  if (text === undefined) return undefined;
  const amount = isAmount(text) ? plainAmount(text) : '0';
  if (!isZeroAmount(amount) && amount.replace(/\..*/, '').length <= MAX_INTEGER_DIGITS) return amount;
  const value = formatValue(field(fields, name));
  throw new RequestError(
    `${name} is ${value}. Send a number above 0 with at most ${MAX_INTEGER_DIGITS} digits before the point.`,
  );
}

/** Parses a URL; `null` if the text is empty or missing. @param name subject of the message @throws {RequestError} */
export function parseWebUrl(name: string, text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username || url?.password)
    throw new RequestError(`${name} contains a user name or a password. Remove them.`);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new RequestError(`${name} is ${formatValue(text)}. Send a URL such as http://127.0.0.1:4000/path.`);
}
