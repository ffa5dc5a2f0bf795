import { InvalidArgumentError } from 'commander';
import { closestName, formatValue, isDatabaseUrl } from '../../proxy/settings.js';
import { createServiceClient, type ServiceClient } from '../../service/node.js';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OptionError, validateUrl } from '../../service/options.js';
import { escapeControlCharacters } from './output.js';
import type { Terminal } from './terminal.js';
import { type VariableName, VARIABLES, VARIABLE_NAMES } from './variables.js';

/** Returns a variable; an empty one counts as not set. */
export function optional(terminal: Terminal, name: VariableName): string | undefined {
  return terminal.env[name] || undefined;
}

/** Keys come from the environment only: arguments appear in the process list and in the shell's history. */
export function required(terminal: Terminal, name: VariableName): string {
  const value = optional(terminal, name);
  if (value !== undefined) return value;
  const [misspelled] = misspelledVariables(terminal);
  throw misspelled?.error ?? new OptionError(`${name} is not set`, remedyForMissing(name));
}

/**
 * Returns an error for each variable that is set under a name close to a known one. Other names are left alone: for a
 * service called crypto-checkout, Kubernetes sets CRYPTO_CHECKOUT_SERVICE_HOST and others.
 */
export function misspelledVariables(terminal: Terminal) {
  const known: readonly string[] = VARIABLE_NAMES;
  return Object.keys(terminal.env).flatMap((name) => {
    const isOurs = name.startsWith('CRYPTO_CHECKOUT_') && terminal.env[name];
    const meant = isOurs && !known.includes(name) ? closestName(name, known) : undefined;
    if (meant === undefined) return [];
    const remedy = `Did you mean ${meant}? Rename it, or unset it`;
    return [{ name, error: new OptionError(`${name} is not a known variable`, remedy) }];
  });
}

export function remedyForMissing(name: VariableName): string {
  const remedy = `Set it to ${VARIABLES[name].holds}`;
  return isInUnreadFile(name) ? `${remedy}. ${UNREAD_FILE}` : remedy;
}

/** Returns whether a file .env that was not loaded would set the variable. */
function isInUnreadFile(name: VariableName): boolean {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))[name] !== undefined;
  } catch {
    return false;
  }
}

const UNREAD_FILE =
  'The file .env here sets it, but is not loaded automatically: use --env-file .env, or run "set -a; . ./.env; set +a"';

/** Returns the parts of a comma-separated variable, such as secrets during a rotation. */
export function listVariable(terminal: Terminal, name: VariableName): readonly string[] {
  const parts = (optional(terminal, name) ?? '').split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** @throws {OptionError} if it is neither 1 nor 0 */
export function testMode(terminal: Terminal): boolean {
  return switchVariable(terminal, 'CRYPTO_CHECKOUT_TEST_MODE', false, 'Use 1, or 0 for real money');
}

/** Returns `null` if it is neither 1 nor 0. */
export function parseTestMode(terminal: Terminal): boolean | null {
  return parseSwitch(terminal, 'CRYPTO_CHECKOUT_TEST_MODE', false);
}

/** @throws {OptionError} if it is neither 1 nor 0 */
export function switchVariable(
  terminal: Terminal,
  name: VariableName,
  byDefault: boolean,
  remedy = 'Use 1 or 0',
): boolean {
  const value = parseSwitch(terminal, name, byDefault);
  if (value !== null) return value;
  throw new OptionError(`${name} is ${formatValue(optional(terminal, name))}`, remedy);
}

function parseSwitch(terminal: Terminal, name: VariableName, byDefault: boolean): boolean | null {
  const text = optional(terminal, name);
  if (text === undefined) return byDefault;
  return text === '1' || text === '0' ? text === '1' : null;
}

/**
 * Reads a variable like the value of an option of a command.
 * @param parse throws an `InvalidArgumentError` with the remedy
 * @throws {OptionError} that names the variable and its value
 */
export function parsedVariable<T>(
  terminal: Terminal,
  name: VariableName,
  parse: (text: string) => T,
): T | undefined {
  const text = optional(terminal, name);
  try {
    return text === undefined ? undefined : parse(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new OptionError(`${name} is ${formatValue(text)}`, error.message.replace(/\.$/, ''));
  }
}

/** Returns the store's URL or path, unless an option names it. A database takes precedence over the file. */
export function storePath(terminal: Terminal): string {
  const path = optional(terminal, 'CRYPTO_CHECKOUT_STORE') ?? 'crypto-checkout.sqlite';
  const url = optional(terminal, 'DATABASE_URL');
  if (url === undefined) return path;
  if (isDatabaseUrl(url)) return url;
  const remedy = 'Use a PostgreSQL URL, postgres://user:password@host:5432/name';
  throw new OptionError('DATABASE_URL is invalid', remedy);
}

/** The journal of payouts, unless a variable names another file. */
export const DEFAULT_JOURNAL = 'crypto-checkout-payouts.jsonl';

export function journalPath(terminal: Terminal): string {
  return optional(terminal, 'CRYPTO_CHECKOUT_PAYOUT_JOURNAL') ?? DEFAULT_JOURNAL;
}

/** Creates the client for the account in the environment. @throws {OptionError} if a variable is missing */
export function serviceClient(terminal: Terminal, send: typeof fetch = fetch): ServiceClient {
  return createServiceClient({
    url: validateServiceUrl(required(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL')),
    apiKey: required(terminal, 'CRYPTO_CHECKOUT_API_KEY'),
    shopId: required(terminal, 'CRYPTO_CHECKOUT_SHOP_ID'),
    signal: terminal.signal,
    fetch: send,
  });
}

/** Returns whether the variables for reading the account are set. */
export function hasAccount(terminal: Terminal): boolean {
  return (['CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_SHOP_ID'] as const).every(
    (name) => optional(terminal, name) !== undefined,
  );
}

const SERVICE_URL = 'CRYPTO_CHECKOUT_SERVICE_URL';

/**
 * Returns the normalized base URL of the service.
 * @throws {OptionError} that names the variable, its value and the remedy
 */
export function validateServiceUrl(text: string): string {
  if (!/^https?:\/\//i.test(text)) {
    throw new OptionError(
      `${SERVICE_URL} is "${withoutSecrets(text)}", without https://`,
      'Use the full URL, such as https://pay.example, or http://localhost:4010 for a service on this machine',
    );
  }
  try {
    return validateUrl(text);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const subject =
      error.problem === 'url is not a URL' ? `${SERVICE_URL} "${withoutSecrets(text)}"` : SERVICE_URL;
    throw new OptionError(error.problem.replace(/^url/, subject), error.remedy);
  }
}

/** Returns the configured service URL for messages, or `null`. */
export function redactedServiceUrl(env: Terminal['env']): string | null {
  const text = env[SERVICE_URL];
  return text ? withoutSecrets(text) : null;
}

/** Removes the parts before an @ and after a ?, which may hold secrets. */
function withoutSecrets(text: string): string {
  const [base = ''] = text.split(/[?#]/);
  return escapeControlCharacters(base.replace(/(^|:\/\/).*@/s, '$1').slice(0, 200));
}
