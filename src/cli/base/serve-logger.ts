import { createLineLogger } from '../../proxy/settings.js';
import type { Logger } from '../../proxy/settings.js';

/** Messages of the proxy about its options, and their form with the variables of `serve`. */
const REPLACEMENTS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^neither onEvent nor webhook is set/, 'CRYPTO_CHECKOUT_WEBHOOK_URL is not set'],
  [/\bSet service\.testMode to true\b/, 'Set CRYPTO_CHECKOUT_TEST_MODE=1'],
  [/\bservice\.testMode\b/, 'CRYPTO_CHECKOUT_TEST_MODE'],
  [/\bthe option "origins" of the proxy\b/, 'CRYPTO_CHECKOUT_ORIGINS'],
];

/** Logs one JSON line per message, with variable names instead of option names. */
export function createServeLogger(write: (line: string) => void): Logger {
  const { info, warn, error } = createLineLogger(write);
  return {
    info: (fields, message) => info(translated(fields), toVariableNames(message)),
    warn: (fields, message) => warn(translated(fields), toVariableNames(message)),
    error: (fields, message) => error(translated(fields), toVariableNames(message)),
  };
}

function toVariableNames(text: string): string {
  return REPLACEMENTS.reduce((rest, [pattern, words]) => rest.replace(pattern, words), text);
}

/** The fields `detail` and `reason` hold messages too. */
function translated(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      (name === 'detail' || name === 'reason') && typeof value === 'string' ? toVariableNames(value) : value,
    ]),
  );
}
