// Building blocks of the request schemas. The message of each rule completes a sentence that begins with the field name.
import * as v from 'valibot';
import { CURRENCY_CODES, isAmount } from '../payment/index.js';

/* @__NO_SIDE_EFFECTS__ */
export function requiredText(remedy: string) {
  const message = `is missing. ${remedy}`;
  return v.pipe(v.string(message), v.nonEmpty(message));
}

/* @__NO_SIDE_EFFECTS__ */
export function optionalText(remedy: string) {
  return v.nullish(v.string(`is not a string. ${remedy}`));
}

/* @__NO_SIDE_EFFECTS__ */
export function wordOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, `is unknown. Send one of ${words.join(', ')}.`);
}

/** The message for a currency that the service does not know: not an invalid request, but `currency_not_offered`. */
export const NOT_OFFERED = 'is not offered';

export const requestedCurrency = v.picklist(CURRENCY_CODES, ({ input }) =>
  typeof input === 'string' ? NOT_OFFERED : 'is missing. Send a currency code.',
);

/* @__NO_SIDE_EFFECTS__ */
export function numberOf(thing: string) {
  const message = `is not a number. Send the number of the ${thing}.`;
  return v.pipe(v.number(message), v.integer(message));
}

/* @__NO_SIDE_EFFECTS__ */
export function requestedAmount(remedy: string) {
  const message = `is invalid. ${remedy}`;
  return v.pipe(
    v.string(message),
    v.regex(/^\d+(\.\d+)?$/, message),
    v.check((value) => isAmount(value), message),
  );
}

export const MAX_NOTE_LENGTH = 1000;
const NOTE = `is invalid. Send 1 to ${MAX_NOTE_LENGTH} characters.`;
/** Text that a person has written. */
export const writtenText = v.pipe(
  v.string(NOTE),
  v.trim(),
  v.nonEmpty(NOTE),
  v.maxLength(MAX_NOTE_LENGTH, NOTE),
);

const MAX_TOKEN_LENGTH = 4000;
const TOKEN = "is missing. Send the token that the shop's server signs.";
export const signedToken = v.pipe(
  v.string(TOKEN),
  v.regex(/^[\w.-]+$/, TOKEN),
  v.maxLength(MAX_TOKEN_LENGTH, TOKEN),
);
