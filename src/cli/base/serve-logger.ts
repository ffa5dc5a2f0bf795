import { createLineLogger } from '../../proxy/base/log.js';
import type { Logger } from '../../proxy/base/log.js';

/** Messages of the proxy about its options, and their form with the variables of `serve`. */
const REPLACEMENTS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /^onEvent is not set, nor webhook: .*$/,
    'CRYPTO_CHECKOUT_WEBHOOK_URL is not set: events stay in the store until it is',
  ],
  [/\bset service\.testMode(?: to true)?(?= to )/, 'set CRYPTO_CHECKOUT_TEST_MODE=1'],
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

/** The field `detail` holds the reason of a rejection. */
function translated(fields: object): object {
  return 'detail' in fields && typeof fields.detail === 'string'
    ? { ...fields, detail: toVariableNames(fields.detail) }
    : fields;
}
