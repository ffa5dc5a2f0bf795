import { parse, stringify, LosslessNumber } from 'lossless-json';
import { isAmount, isZeroAmount, plainAmount } from '../../../payment/index.js';

/** The request cannot be granted. The message names the bad value and the remedy, for the person who sent it. */
export class RequestError extends Error {
  override readonly name = 'Refusal';
  constructor(
    message: string,
    /** HTTP status of the answer. */
    readonly status = 400,
  ) {
    super(message);
  }
}

/** A JSON object of which nothing more is known. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Numbers keep their digits. An empty body is an empty object. @throws {RequestError} */
export function parseFields(body: string): JsonFields {
  if (body.trim() === '') return {};
  return asFields('the body', parseJson(body));
}

function parseJson(body: string): unknown {
  const value = jsonOf(body);
  if (value === undefined)
    throw new RequestError(`the body is not JSON: ${formatValue(body)}; send a JSON object`);
  return value;
}

/** Deeper than anything in the service document. Serializing recurses once per level. */
const MAX_DEPTH = 50;

function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((item) => isTooDeep(item, left - 1));
}

/** A text of JSON, with every digit; `undefined` when it is none, or nests too deep to be written again. */
export function jsonOf(text: string): unknown {
  try {
    const value = parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A misspelt field would pay something else than was meant. @throws {RequestError} */
export function rejectUnknownFields(fields: JsonFields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new RequestError(`${formatValue(unknown)} is not known. Use ${known.join(', ')}.`);
}

function asFields(name: string, value: unknown): JsonFields {
  if (!isFields(value)) throw new RequestError(`${name} is ${formatValue(value)}. Send a JSON object.`);
  return value;
}

function isFields(value: unknown): value is JsonFields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}

/** A value as it may stand in a message: JSON, cut short. */
export function formatValue(value: unknown): string {
  const text = stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** The field, with `null` and a missing field alike. */
export function field(fields: JsonFields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
}

export function optionalObject(fields: JsonFields, name: string): JsonFields {
  const value = field(fields, name);
  return value === undefined ? {} : asFields(name, value);
}

/** A number counts as its text: merchants number their orders. */
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

/** A list of texts; `undefined` when there is none. */
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

/** Whole numbers, also as a text that holds one, for counts, milliseconds and codes; never for money. */
export function optionalInteger(
  fields: JsonFields,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const value = optionalText(fields, name);
  if (value === undefined) return undefined;
  const number = isAmount(value) ? Number(value) : Number.NaN;
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new RequestError(
    `${name} is ${formatValue(field(fields, name))}. Send a whole number from ${min} to ${max}.`,
  );
}

/** For times and counts; never for money. */
export function optionalNumber(
  fields: JsonFields,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const value = field(fields, name);
  if (value === undefined) return undefined;
  const number = value instanceof LosslessNumber ? Number(value.value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new RequestError(`${name} is ${formatValue(value)}. Send a number from ${min} to ${max}.`);
}

/** More than there is of any coin; leaves room for every product and sum within what an amount may hold. */
const MAX_INTEGER_DIGITS = 24;

/** An amount as exact decimal text, from a JSON number or a text that holds one, also in exponent form. */
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

/** Returns the address, or `null` when it is empty or missing. @param name its subject in a refusal. @throws {RequestError} */
export function webAddress(name: string, text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username || url?.password)
    throw new RequestError(`${name} holds a user name or a password. Leave them out.`);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new RequestError(
    `${name} is ${formatValue(text)}. Send an address such as http://127.0.0.1:4000/path.`,
  );
}
