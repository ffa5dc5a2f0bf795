// Building blocks of the option schemas, with their error messages.
import * as v from 'valibot';
import { OptionError } from '../../service/options.js';
import { formatValue } from '../base/format-value.js';
import { optionMessage, remedyForUnknown } from '../base/option-message.js';

interface Issue {
  readonly input: unknown;
}

/** Returns an error message that quotes the value. Do not use it for options that may be secret. */
export const invalid =
  (is: string, remedy: string) =>
  ({ input }: Issue): string =>
    optionMessage(`${is} (${formatValue(input)})`, remedy);

/** Returns an error message that quotes only the type of the value: a string instead of a function or object may be a secret. */
export const invalidType =
  (is: string, remedy: string) =>
  ({ input }: Issue): string =>
    optionMessage(`${is} (type ${typeof input})`, remedy);

/** Accepts text unless `validate` throws an `OptionError`. Errors do not quote the text. */
export const validated = (validate: (text: string) => unknown) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues) return;
    try {
      validate(dataset.value);
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      for (const { problem, remedy } of error.faults) addIssue({ message: optionMessage(problem, remedy) });
    }
  });

/** Accepts a non-empty string that `validate` accepts. Errors do not quote the value, which may be secret. */
export const required = (remedy: string, validate: v.PipeAction<string, string, v.BaseIssue<unknown>>) =>
  v.optional(
    v.pipe(
      v.string(invalidType('is not a string', remedy)),
      v.nonEmpty(optionMessage('is missing', remedy)),
      validate,
    ),
    '',
  );

export const callable = <T>(remedy: string) =>
  v.optional(v.custom<T>((value) => typeof value === 'function', invalidType('is not a function', remedy)));

export function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

/** Accepts a non-empty secret, which errors do not quote. */
export const secret = (remedy: string) =>
  v.pipe(v.string(optionMessage('is not a string', remedy)), v.nonEmpty(optionMessage('is empty', remedy)));

export const secretList = (item: v.GenericSchema<string>) =>
  v.pipe(
    v.array(item, optionMessage('is not a list', 'Pass [secret]')),
    v.minLength(1, optionMessage('is empty', 'Pass at least one secret')),
  );

/** Accepts an absolute URL with one of the schemes. */
export const link = ({ schemes, remedy }: { readonly schemes: RegExp; readonly remedy: string }) =>
  v.optional(
    v.pipe(
      v.string(invalid('is not a string', remedy)),
      v.check((text) => schemes.test(text) && URL.canParse(text), invalid('is not a link', remedy)),
    ),
  );

/** Accepts a boolean. Default: `false`. */
export const flag = v.optional(v.boolean(invalid('is not a boolean', 'Pass true or false')), false);

/** @param unit completes the remedy "Pass … from 1 to `max`" */
export const wholeNumber = (unit: string, max: number, byDefault: number) => {
  const message = invalid('is invalid', `Pass ${unit} from 1 to ${max}`);
  return v.optional(
    v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(max, message)),
    byDefault,
  );
};

/** Rejects unknown options: a misspelled one would silently have no effect. */
export function strictOptions<Entries extends v.ObjectEntries>(entries: Entries, remedy: string) {
  return v.strictObject(entries, ({ expected, path, input }) => {
    const key = path?.[0]?.key;
    // The value may be secret.
    if (key === undefined && input !== undefined)
      return optionMessage(`is not an object (type ${typeof input})`, remedy);
    if (expected !== 'never' || typeof key !== 'string') return optionMessage('is missing', remedy);
    return optionMessage(
      `contains an unknown option ("${key}")`,
      remedyForUnknown(key, Object.keys(entries), remedy),
    );
  });
}

/**
 * Whether browsers can send this text as the origin of a page (RFC 6454 §6.2). Capacitor, Ionic and Tauri apps and browser
 * extensions have their own schemes, whose origins the URL standard does not serialize.
 */
export function isOrigin(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { origin, protocol, host } = new URL(text);
  return text === (/^https?:$/.test(protocol) ? origin : `${protocol}//${host}`) && host !== '';
}
