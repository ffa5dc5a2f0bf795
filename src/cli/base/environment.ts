import { isDatabaseUrl } from '../../proxy/store/engine/postgres.js';
import { createServiceClient } from '../../service/node.js';
import type { ServiceClient } from '../../service/node.js';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandError, EXIT } from './exit.js';
import { validateServiceUrl } from './service-url.js';
import type { Terminal } from './terminal.js';

/** What each variable holds, for `--help` and for the error that misses it. */
export const VARIABLES = {
  CRYPTO_CHECKOUT_SERVICE_URL: 'the base address of the payment service',
  CRYPTO_CHECKOUT_API_KEY: 'the API key of the project',
  CRYPTO_CHECKOUT_SHOP_ID: 'the store identifier of the account',
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'the withdrawal key, from the Security section of the account',
  CRYPTO_CHECKOUT_ORDER_SECRET: 'the secret that signs order tokens, such as "openssl rand -base64 32" makes',
  CRYPTO_CHECKOUT_STORE: 'the SQLite file of the proxy, crypto-checkout.sqlite unless set',
  DATABASE_URL:
    'a PostgreSQL database in the place of that file, such as postgres://user:password@host:5432/name',
  CRYPTO_CHECKOUT_ORIGINS:
    'origins of your pages, such as https://shop.example; needed unless HOST is of this machine alone',
  CRYPTO_CHECKOUT_WEBHOOK_URL: 'the address of the shop that is told of payments',
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: 'the secret that signs what the shop is told',
  CRYPTO_CHECKOUT_POSTBACK_SECRET: 'the secret with which the service signs its postbacks, if it does',
  CRYPTO_CHECKOUT_BASE_PATH: 'the path below which the proxy answers, /crypto-checkout unless set',
  CRYPTO_CHECKOUT_TRUSTED_PROXIES:
    'the balancers before the proxy: addresses or networks, such as 10.0.0.0/8',
  CRYPTO_CHECKOUT_METRICS_PORT:
    'a port of its own for the figures of the proxy, at /metrics; none unless set',
  CRYPTO_CHECKOUT_METRICS_HOST: 'the address for that port, 127.0.0.1 unless set',
  CRYPTO_CHECKOUT_TEST_MODE: '1 to take payments in test mode as if they were money',
  PORT: 'the port of the proxy, 4000 unless set',
  HOST: 'the address on which the proxy listens, 127.0.0.1 unless set',
} as const;
export type VariableName = keyof typeof VARIABLES;

export const VARIABLE_NAMES: readonly VariableName[] = Object.keys(VARIABLES).filter(
  (name): name is VariableName => Object.hasOwn(VARIABLES, name),
);

/** For `--help`: a line each, with what it holds. */
export function variableLines(names: readonly VariableName[]): string {
  const width = Math.max(...names.map(({ length }) => length));
  return names.map((name) => `  ${name.padEnd(width)}  ${VARIABLES[name]}`).join('\n');
}

/** An empty variable counts as one that is not set. */
export function optional(terminal: Terminal, name: VariableName): string | undefined {
  return terminal.env[name] || undefined;
}

/** Keys come by the environment alone: an argument would stand in the list of processes and in the shell's history. */
export function required(terminal: Terminal, name: VariableName): string {
  const value = optional(terminal, name);
  if (value !== undefined) return value;
  throw new CommandError(`${name} is not set: ${remedyForMissing(name)}`, EXIT.usage);
}

/** The remedy for a variable that is missing. */
export function remedyForMissing(name: VariableName): string {
  const remedy = `set it to ${VARIABLES[name]}`;
  return isInUnreadFile(name) ? `${remedy}. ${UNREAD_FILE}` : remedy;
}

/** A file that was asked for has set it already, if it holds it. */
function isInUnreadFile(name: VariableName): boolean {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))[name] !== undefined;
  } catch {
    return false;
  }
}

const UNREAD_FILE =
  'It is in the file .env here, which is not read unasked: give --env-file .env, or type "set -a; . ./.env; set +a"';

/** The parts of a variable that holds several, separated by commas: secrets while one replaces another. */
export function listVariable(terminal: Terminal, name: VariableName): readonly string[] {
  const parts = (optional(terminal, name) ?? '').split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** @throws {CommandError} when it is neither 1 nor 0 */
export function testMode(terminal: Terminal): boolean {
  const isTest = parseTestMode(terminal);
  if (isTest !== null) return isTest;
  const text = optional(terminal, 'CRYPTO_CHECKOUT_TEST_MODE');
  throw new CommandError(`CRYPTO_CHECKOUT_TEST_MODE is "${text}": give 1, or 0 for real money`, EXIT.usage);
}

/** `null` when it is neither 1 nor 0. */
export function parseTestMode(terminal: Terminal): boolean | null {
  const text = optional(terminal, 'CRYPTO_CHECKOUT_TEST_MODE') ?? '0';
  return text === '1' || text === '0' ? text === '1' : null;
}

/** The store's address or path, unless an option names it: with a database, the file is not asked for. */
export function storePath(terminal: Terminal): string {
  const path = optional(terminal, 'CRYPTO_CHECKOUT_STORE') ?? 'crypto-checkout.sqlite';
  const url = optional(terminal, 'DATABASE_URL');
  if (url === undefined) return path;
  if (!isDatabaseUrl(url)) {
    const remedy = 'give the address of a PostgreSQL database, postgres://user:password@host:5432/name';
    throw new CommandError(`DATABASE_URL is not right: ${remedy}`, EXIT.usage);
  }
  return url;
}

/** The client of the account that the environment names. @throws {CommandError} when something is missing */
export function serviceClient(terminal: Terminal, send: typeof fetch = fetch): ServiceClient {
  return createServiceClient({
    url: validateServiceUrl(required(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL')),
    apiKey: required(terminal, 'CRYPTO_CHECKOUT_API_KEY'),
    shopId: required(terminal, 'CRYPTO_CHECKOUT_SHOP_ID'),
    signal: terminal.signal,
    fetch: send,
  });
}

/** Can the account be read without asking for more than is there? */
export function hasAccount(terminal: Terminal): boolean {
  return (['CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_SHOP_ID'] as const).every(
    (name) => optional(terminal, name) !== undefined,
  );
}
