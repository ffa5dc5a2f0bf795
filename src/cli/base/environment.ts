import { closestName, isDatabaseUrl } from '../../proxy/settings.js';
import { createServiceClient, type ServiceClient } from '../../service/node.js';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OptionError, validateUrl } from '../../service/options.js';
import { escapeControlCharacters } from './output.js';
import type { Terminal } from './terminal.js';

/** Description of each variable, for `--help` and for the error if it is missing. */
export const VARIABLES = {
  CRYPTO_CHECKOUT_SERVICE_URL: 'the base URL of the payment service',
  CRYPTO_CHECKOUT_API_KEY: 'the API key of the project',
  CRYPTO_CHECKOUT_SHOP_ID: 'the store identifier of the account',
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'the withdrawal key, from the Security section of the account',
  CRYPTO_CHECKOUT_ORDER_SECRET:
    'the secret that signs order tokens; create one with "openssl rand -base64 32"',
  CRYPTO_CHECKOUT_STORE: 'the SQLite file of the proxy; default: crypto-checkout.sqlite',
  DATABASE_URL: 'a PostgreSQL database instead of that file, such as postgres://user:password@host:5432/name',
  CRYPTO_CHECKOUT_ORIGINS:
    'origins of your pages, such as https://shop.example; required unless HOST is a loopback address',
  CRYPTO_CHECKOUT_WEBHOOK_URL: 'the webhook endpoint URL',
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: 'the webhook signing secret',
  CRYPTO_CHECKOUT_POSTBACK_SECRET: 'the secret that verifies postbacks of the service, if it signs them',
  CRYPTO_CHECKOUT_BASE_PATH: 'the base path of the proxy; default: /crypto-checkout',
  CRYPTO_CHECKOUT_TRUSTED_PROXIES:
    'load balancers in front of the proxy: addresses or networks, such as 10.0.0.0/8',
  CRYPTO_CHECKOUT_METRICS_PORT: 'a separate port for the metrics of the proxy, at /metrics; default: none',
  CRYPTO_CHECKOUT_METRICS_HOST: 'the listen address of that port; default: 127.0.0.1',
  CRYPTO_CHECKOUT_TEST_MODE: '1 to accept test payments, as of the sandbox; default: 0, real money only',
  PORT: 'the port of the proxy; default: 4000',
  HOST: 'the listen address of the proxy; default: 127.0.0.1',
} as const;
export type VariableName = keyof typeof VARIABLES;

export const VARIABLE_NAMES: readonly VariableName[] = Object.keys(VARIABLES).filter(
  (name): name is VariableName => Object.hasOwn(VARIABLES, name),
);

/** Formats one line per variable, for `--help`. */
export function variableLines(names: readonly VariableName[]): string {
  const width = Math.max(...names.map(({ length }) => length));
  return names.map((name) => `  ${name.padEnd(width)}  ${VARIABLES[name]}`).join('\n');
}

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
  const remedy = `Set it to ${VARIABLES[name]}`;
  return isInUnreadFile(name) ? `${remedy}. ${UNREAD_FILE}` : remedy;
}

/** Tells whether a file .env that was not loaded would set the variable. */
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
  const isTest = parseTestMode(terminal);
  if (isTest !== null) return isTest;
  const text = optional(terminal, 'CRYPTO_CHECKOUT_TEST_MODE');
  throw new OptionError(`CRYPTO_CHECKOUT_TEST_MODE is "${text}"`, 'Use 1, or 0 for real money');
}

/** Returns `null` if it is neither 1 nor 0. */
export function parseTestMode(terminal: Terminal): boolean | null {
  const text = optional(terminal, 'CRYPTO_CHECKOUT_TEST_MODE') ?? '0';
  return text === '1' || text === '0' ? text === '1' : null;
}

/** Returns the store's URL or path, unless an option names it. A database wins over the file. */
export function storePath(terminal: Terminal): string {
  const path = optional(terminal, 'CRYPTO_CHECKOUT_STORE') ?? 'crypto-checkout.sqlite';
  const url = optional(terminal, 'DATABASE_URL');
  if (url === undefined) return path;
  if (isDatabaseUrl(url)) return url;
  const remedy = 'Use a PostgreSQL URL, postgres://user:password@host:5432/name';
  throw new OptionError('DATABASE_URL is invalid', remedy);
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

/** Tells whether the variables for reading the account are set. */
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
export function shownServiceUrl(env: Terminal['env']): string | null {
  const text = env[SERVICE_URL];
  return text ? withoutSecrets(text) : null;
}

/** Removes the parts before an @ and after a ?, which may hold secrets. */
function withoutSecrets(text: string): string {
  const [place = ''] = text.split(/[?#]/);
  return escapeControlCharacters(place.replace(/(^|:\/\/).*@/s, '$1').slice(0, 200));
}
