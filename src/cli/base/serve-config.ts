import type { CheckoutProxy, CheckoutProxyOptions, RateLimits } from '../../proxy/index.js';
import { createCheckoutProxy } from '../../proxy/index.js';
import { createLineLogger, type Logger } from '../../proxy/settings.js';
import { isLoopback, OptionError } from '../../service/options.js';
import type { ListenAddress } from './http-server.js';
import { currencyCodes, lifetimeMinutes, refundSetting, tolerance, wholeNumber } from './arguments.js';
import {
  listVariable,
  optional,
  parsedVariable,
  required,
  storePath,
  switchVariable,
  testMode,
  validateServiceUrl,
} from './environment.js';
import type { Terminal } from './terminal.js';
import { type VariableName, VARIABLES, VARIABLE_NAMES } from './variables.js';

/** Reads all settings before anything starts, so that `doctor` finds what `serve` rejects. @throws {OptionError} */
export function readServeConfig(terminal: Terminal) {
  const options = proxyOptions(terminal);
  return {
    options,
    proxy: createProxy(options),
    listenAddress: listenAddress(terminal),
    metricsAddress: metricsAddress(terminal),
    merchantAddress: merchantAddress(terminal),
  };
}

function createProxy(options: CheckoutProxyOptions): CheckoutProxy {
  try {
    return createCheckoutProxy(options);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new OptionError(toVariableNames(error.problem), toVariableNames(error.remedy));
  }
}

/** Reads the proxy options from the environment. @throws {OptionError} if a variable is missing or invalid */
export function proxyOptions(terminal: Terminal): CheckoutProxyOptions {
  const origins = knownOrigins(terminal);
  const number = (name: VariableName) => parsedVariable(terminal, name, wholeNumber);
  const minutes = parsedVariable(terminal, 'CRYPTO_CHECKOUT_LIFETIME_MINUTES', lifetimeMinutes);
  const longestMinutes = parsedVariable(
    terminal,
    'CRYPTO_CHECKOUT_LONGEST_LIFETIME_MINUTES',
    lifetimeMinutes,
  );
  return {
    service: {
      url: validateServiceUrl(required(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL')),
      apiKey: required(terminal, 'CRYPTO_CHECKOUT_API_KEY'),
      shopId: required(terminal, 'CRYPTO_CHECKOUT_SHOP_ID'),
      testMode: testMode(terminal),
    },
    orderSecrets: requiredList(terminal, 'CRYPTO_CHECKOUT_ORDER_SECRET'),
    maxOrderTokenDays: number('CRYPTO_CHECKOUT_MAX_ORDER_TOKEN_DAYS'),
    postbackSecrets: listVariable(terminal, 'CRYPTO_CHECKOUT_POSTBACK_SECRET'),
    webhook: webhookOption(terminal),
    store: storePath(terminal),
    origins: origins.length > 0 ? origins : undefined,
    basePath: optional(terminal, 'CRYPTO_CHECKOUT_BASE_PATH'),
    publicUrl: publicUrl(terminal),
    solanaRpc: solanaRpcOption(terminal),
    offers: parsedVariable(terminal, 'CRYPTO_CHECKOUT_OFFERS', (text) => currencyCodes(text)),
    lifetime: minutes === undefined ? undefined : { minutes },
    longestLifetime: longestMinutes === undefined ? undefined : { minutes: longestMinutes },
    tolerance: parsedVariable(terminal, 'CRYPTO_CHECKOUT_TOLERANCE', tolerance),
    monitoringHours: number('CRYPTO_CHECKOUT_MONITORING_HOURS'),
    retentionDays: number('CRYPTO_CHECKOUT_RETENTION_DAYS'),
    auditRetentionDays: number('CRYPTO_CHECKOUT_AUDIT_RETENTION_DAYS'),
    shop: {
      name: optional(terminal, 'CRYPTO_CHECKOUT_SHOP_NAME'),
      logo: optional(terminal, 'CRYPTO_CHECKOUT_SHOP_LOGO'),
      accent: optional(terminal, 'CRYPTO_CHECKOUT_SHOP_ACCENT'),
      url: optional(terminal, 'CRYPTO_CHECKOUT_SHOP_URL'),
      imprint: optional(terminal, 'CRYPTO_CHECKOUT_SHOP_IMPRINT'),
    },
    supportUrl: optional(terminal, 'CRYPTO_CHECKOUT_SUPPORT_URL'),
    trustedProxies: listVariable(terminal, 'CRYPTO_CHECKOUT_TRUSTED_PROXIES'),
    rateLimits: switchVariable(terminal, 'CRYPTO_CHECKOUT_RATE_LIMITS', true) && rateLimits(number),
    merchant: merchantOption(terminal),
    metrics: switchVariable(terminal, 'CRYPTO_CHECKOUT_PUBLIC_METRICS', false),
    logger: createServeLogger(terminal.writeError),
  };
}

function rateLimits(number: (name: VariableName) => number | undefined): RateLimits {
  const limits = VARIABLE_NAMES.flatMap((name) => {
    const limit = /^rateLimits\.(.+)/.exec(VARIABLES[name].option ?? '')?.[1];
    return limit === undefined ? [] : [[limit, number(name)] as const];
  });
  return Object.fromEntries(limits);
}

/**
 * Returns the allowed origins; by default, that of the payment page. On a loopback address the list may be empty: the proxy then
 * allows its own host.
 * @throws {OptionError} if other machines can reach the proxy, since they could send any `Host`
 */
export function knownOrigins(terminal: Terminal): readonly string[] {
  const name = 'CRYPTO_CHECKOUT_ORIGINS';
  const origins = listVariable(terminal, name);
  if (origins.length > 0 || isOnLoopback(terminal)) return origins;
  const url = optional(terminal, 'CRYPTO_CHECKOUT_PUBLIC_URL');
  if (url !== undefined && URL.canParse(url)) return [new URL(url).origin];
  const host = hostOf(terminal);
  const remedy = 'Set it to the origins of your pages, such as https://shop.example';
  throw new OptionError(`${name} is not set, and HOST "${host}" is reachable from other machines`, remedy);
}

function hostOf(terminal: Terminal): string {
  return optional(terminal, 'HOST') ?? LOOPBACK;
}

function isOnLoopback(terminal: Terminal): boolean {
  const host = hostOf(terminal);
  return isLoopback(host.includes(':') ? `[${host}]` : host);
}

/** Returns the URL of the base path in browsers. Default: the proxy's own address, if only this machine can reach it. */
export function publicUrl(terminal: Terminal): string | undefined {
  const url = optional(terminal, 'CRYPTO_CHECKOUT_PUBLIC_URL');
  const listen = listenAddress(terminal);
  if (url !== undefined || !isOnLoopback(terminal) || listen.port === 0) return url;
  const base = optional(terminal, 'CRYPTO_CHECKOUT_BASE_PATH') ?? DEFAULT_BASE_PATH;
  return `http://localhost:${listen.port}${base}`;
}

export const DEFAULT_BASE_PATH = '/crypto-checkout';
const LOOPBACK = '127.0.0.1';

/** @throws {OptionError} */
export function listenAddress(terminal: Terminal): ListenAddress {
  return {
    host: hostOf(terminal),
    port: port('PORT', optional(terminal, 'PORT') ?? '4000'),
    setBy: { host: 'HOST', port: 'PORT' },
  };
}

/** Returns where metrics are served, or null. @throws {OptionError} */
export function metricsAddress(terminal: Terminal): ListenAddress | null {
  return separateAddress(terminal, {
    host: 'CRYPTO_CHECKOUT_METRICS_HOST',
    port: 'CRYPTO_CHECKOUT_METRICS_PORT',
  });
}

/** Returns the separate address for the shop's staff; null if there is none. @throws {OptionError} */
export function merchantAddress(terminal: Terminal): ListenAddress | null {
  return separateAddress(terminal, {
    host: 'CRYPTO_CHECKOUT_MERCHANT_HOST',
    port: 'CRYPTO_CHECKOUT_MERCHANT_PORT',
  });
}

function separateAddress(
  terminal: Terminal,
  variables: Readonly<Record<'host' | 'port', VariableName>>,
): ListenAddress | null {
  const host = optional(terminal, variables.host) ?? LOOPBACK;
  const text = optional(terminal, variables.port);
  if (text === undefined) return null;
  const address = { host, port: port(variables.port, text), setBy: variables };
  // Port 0 selects a free port for each server.
  if (address.port === 0 || address.port !== listenAddress(terminal).port) return address;
  throw new OptionError(`${variables.port} and PORT are both ${address.port}`, 'Use separate ports');
}

function port(name: VariableName, text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new OptionError(`${name} is "${text}"`, 'Use a whole number from 0 to 65535');
}

export function requiredList(terminal: Terminal, name: VariableName): readonly string[] {
  required(terminal, name);
  return listVariable(terminal, name);
}

/** Requires both variables, or none. */
function webhookOption(terminal: Terminal): CheckoutProxyOptions['webhook'] {
  const names = ['CRYPTO_CHECKOUT_WEBHOOK_URL', 'CRYPTO_CHECKOUT_WEBHOOK_SECRET'] as const;
  if (names.every((name) => optional(terminal, name) === undefined)) return undefined;
  return { url: required(terminal, names[0]), secrets: requiredList(terminal, names[1]) };
}

function merchantOption(terminal: Terminal): CheckoutProxyOptions['merchant'] {
  const secrets = listVariable(terminal, 'CRYPTO_CHECKOUT_MERCHANT_SECRET');
  const separate = merchantAddress(terminal) !== null;
  const onePersonPayouts = switchVariable(terminal, 'CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS', false);
  const refunds = parsedVariable(terminal, 'CRYPTO_CHECKOUT_REFUNDS', refundSetting);
  if (secrets.length > 0) return { secrets, separate, onePersonPayouts, refunds };
  if (!separate) return undefined;
  required(terminal, 'CRYPTO_CHECKOUT_MERCHANT_SECRET');
  return undefined;
}

function solanaRpcOption(terminal: Terminal): CheckoutProxyOptions['solanaRpc'] {
  const url = optional(terminal, 'CRYPTO_CHECKOUT_SOLANA_RPC');
  return url === undefined ? undefined : { url };
}

const VARIABLE_OF: ReadonlyMap<string | undefined, string> = new Map(
  VARIABLE_NAMES.map((name) => [VARIABLES[name].option, name]),
);

/** Replaces the proxy's option names in a message by the variables that the user has set. */
export function toVariableNames(message: string): string {
  return message
    .replace(/^createCheckoutProxy: /, '')
    .replace(
      /(?<=^|[.;] | and )(?:(?:service|webhook|solanaRpc|tolerance|shop|merchant|rateLimits)\.)?\w+/g,
      (name) => VARIABLE_OF.get(name) ?? name,
    );
}

/** Messages of the proxy about its options, and their form with the variables of `serve`. */
const REPLACEMENTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^neither onEvent nor webhook is set/, 'CRYPTO_CHECKOUT_WEBHOOK_URL is not set'],
  [/\bSet service\.testMode to true\b/, 'Set CRYPTO_CHECKOUT_TEST_MODE=1'],
  [/\bservice\.testMode\b/, 'CRYPTO_CHECKOUT_TEST_MODE'],
  [/\bthe option "origins" of the proxy\b/, 'CRYPTO_CHECKOUT_ORIGINS'],
];

/** Logs one JSON line per message, with variable names instead of option names. */
function createServeLogger(write: (line: string) => void): Logger {
  const { info, warn, error } = createLineLogger(write);
  return {
    info: (fields, message) => info(translated(fields), withVariableNames(message)),
    warn: (fields, message) => warn(translated(fields), withVariableNames(message)),
    error: (fields, message) => error(translated(fields), withVariableNames(message)),
  };
}

function withVariableNames(text: string): string {
  return REPLACEMENTS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** The fields `detail` and `reason` hold messages too. */
function translated(fields: object): object {
  const result: Record<string, unknown> = { ...fields };
  for (const name of ['detail', 'reason']) {
    const value = result[name];
    if (typeof value === 'string') result[name] = withVariableNames(value);
  }
  return result;
}
