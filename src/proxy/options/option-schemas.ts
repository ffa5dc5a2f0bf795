// Building blocks of the option schemas, with the error messages for the option `name`.
import * as v from 'valibot';
import { formatValue } from '../base/format-value.js';
import { optionMessage, remedyForUnknown } from '../base/option-message.js';

interface Issue {
  readonly input: unknown;
}

/** Returns an error message that quotes the value. Not for options that may be secret. */
export const invalid =
  (name: string, is: string, remedy: string) =>
  ({ input }: Issue): string =>
    optionMessage(`${name} ${is} (${formatValue(input)})`, remedy);

/** Returns an error message that quotes only the type: a string instead of a function or an object may contain a secret. */
export const invalidType =
  (name: string, is: string, remedy: string) =>
  ({ input }: Issue): string =>
    optionMessage(`${name} ${is} (type ${typeof input})`, remedy);

/** Accepts a non-empty string. Errors do not quote the value, which may be secret. */
export const required = (name: string, remedy: string) =>
  v.optional(
    v.pipe(
      v.string(optionMessage(`${name} is not a string`, remedy)),
      v.nonEmpty(optionMessage(`${name} is missing`, remedy)),
    ),
    '',
  );

export const callable = <T>(name: string, remedy: string) =>
  v.optional(
    v.custom<T>((value) => typeof value === 'function', invalidType(name, 'is not a function', remedy)),
  );

export function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

export const secretList = (name: string, remedy: string) =>
  v.pipe(
    v.array(
      v.string(optionMessage(`${name} contains a value that is not a string`, remedy)),
      optionMessage(`${name} is not a list`, 'Pass [secret]'),
    ),
    v.minLength(1, optionMessage(`${name} is empty`, 'Pass at least one secret')),
  );

/** Accepts an absolute URL with one of the schemes. */
export const link = (
  name: string,
  { schemes, remedy }: { readonly schemes: RegExp; readonly remedy: string },
) =>
  v.optional(
    v.pipe(
      v.string(invalid(name, 'is not a string', remedy)),
      v.check((text) => schemes.test(text) && URL.canParse(text), invalid(name, 'is not a link', remedy)),
    ),
  );

/** Accepts a boolean. Default: `false`. */
export const flag = (name: string) =>
  v.optional(v.boolean(invalid(name, 'is not a boolean', 'Pass true or false')), false);

/** @param unit completes the remedy "Pass … from 1 to `max`" */
export const wholeNumber = (name: string, unit: string, max: number, byDefault: number) => {
  const message = invalid(name, 'is invalid', `Pass ${unit} from 1 to ${max}`);
  return v.optional(
    v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(max, message)),
    byDefault,
  );
};

/** Rejects unknown options: a misspelled one would silently have no effect. */
export function strictOptions<Entries extends v.ObjectEntries>(
  owner: string,
  entries: Entries,
  remedy: string,
) {
  return v.strictObject(entries, (issue) => {
    const key = issue.path?.[0]?.key;
    if (typeof key !== 'string') return optionMessage(`${owner} is missing`, remedy);
    const path = owner === 'options' ? key : `${owner}.${key}`;
    if (issue.expected !== 'never') return optionMessage(`${path} is missing`, remedy);
    const known = Object.keys(entries);
    return optionMessage(
      `${owner} contains an unknown option ("${key}")`,
      remedyForUnknown(key, known, remedy),
    );
  });
}

/**
 * Whether browsers may send this text as the origin of a page (RFC 6454 §6.2). The apps of Capacitor, Ionic and Tauri, and extensions,
 * have schemes of their own, whose origin the URL standard does not serialize.
 */
export function isOrigin(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { origin, protocol, host } = new URL(text);
  return text === (/^https?:$/.test(protocol) ? origin : `${protocol}//${host}`) && host !== '';
}
