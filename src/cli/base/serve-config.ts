import { createCheckoutProxy } from '../../proxy/index.js';
import { assertOptions, createLineLogger, type Logger } from '../../proxy/settings.js';
import { isLoopback, OptionError } from '../../service/options.js';
import { assertKnownVariables, checkAll, optional, read, required, storePath } from './environment.js';
import type { ListenAddress } from './http-server.js';
import type { Terminal } from './terminal.js';
import { type VariableName, variableOf, VARIABLES, VARIABLE_NAMES } from './variables.js';

/** Reads and checks all settings before anything starts. @throws {OptionError} with all faults */
export function readServeConfig(terminal: Terminal) {
  const options = proxyOptions(terminal);
  checkAll([
    () => assertKnownVariables(terminal),
    ...neededVariables(terminal).map((name) => () => required(terminal, name)),
    ...VARIABLE_NAMES.map((name) => () => VARIABLES[name].option !== null && read(terminal, name)),
    () => storePath(terminal),
    () => knownOrigins(terminal),
    () => listenAddress(terminal),
    () => metricsAddress(terminal),
    () => merchantAddress(terminal),
    () => assertOptions(options),
  ]);
  assertOptions(options);
  return {
    proxy: createCheckoutProxy(options),
    basePath: required(terminal, 'CRYPTO_CHECKOUT_BASE_PATH'),
    logger: createServeLogger(terminal.writeError),
    listenAddress: listenAddress(terminal),
    metricsAddress: metricsAddress(terminal),
    merchantAddress: merchantAddress(terminal),
  };
}

const ALWAYS_NEEDED = [
  ...(['CRYPTO_CHECKOUT_SERVICE_URL', 'CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_SHOP_ID'] as const),
  'CRYPTO_CHECKOUT_ORDER_SECRET',
] as const;
const WEBHOOK = ['CRYPTO_CHECKOUT_WEBHOOK_URL', 'CRYPTO_CHECKOUT_WEBHOOK_SECRET'] as const;

function neededVariables(terminal: Terminal): readonly VariableName[] {
  const isSet = (name: VariableName) => optional(terminal, name) !== undefined;
  return [
    ...ALWAYS_NEEDED,
    ...(WEBHOOK.some(isSet) ? WEBHOOK : []),
    ...(isSet('CRYPTO_CHECKOUT_MERCHANT_PORT') ? (['CRYPTO_CHECKOUT_MERCHANT_SECRET'] as const) : []),
  ];
}

/** Returns the proxy options from the environment. An invalid variable sets its option to the text, which is invalid too. */
export function proxyOptions(terminal: Terminal): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const name of VARIABLE_NAMES) {
    const [group, key] = VARIABLES[name].option?.split('.') ?? [];
    const text = group === undefined ? undefined : optional(terminal, name);
    if (group === undefined || text === undefined) continue;
    const value = valueOr(text, () => read(terminal, name));
    options[group] = key === undefined ? value : { ...fieldsOf(options[group]), [key]: value };
  }
  const { service, rateLimits, merchant } = options;
  const separate = optional(terminal, 'CRYPTO_CHECKOUT_MERCHANT_PORT') !== undefined;
  const hasStaff = separate || optional(terminal, 'CRYPTO_CHECKOUT_MERCHANT_SECRET') !== undefined;
  const origins = valueOr([], () => knownOrigins(terminal));
  return {
    ...options,
    service: fieldsOf(service),
    // The file stands in for an invalid DATABASE_URL.
    store: valueOr(required(terminal, 'CRYPTO_CHECKOUT_STORE'), () => storePath(terminal)),
    origins: origins.length > 0 ? origins : undefined,
    publicUrl: valueOr(undefined, () => publicUrl(terminal)),
    rateLimits:
      valueOr(true, () => required(terminal, 'CRYPTO_CHECKOUT_RATE_LIMITS')) && fieldsOf(rateLimits),
    merchant: hasStaff ? { ...fieldsOf(merchant), separate } : undefined,
    logger: createServeLogger(terminal.writeError),
  };
}

function fieldsOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Returns the fallback for a value that is invalid: another check reports it. */
function valueOr<T, U>(fallback: U, work: () => T): T | U {
  try {
    return work();
  } catch (error) {
    if (error instanceof OptionError) return fallback;
    throw error;
  }
}

/**
 * Returns the allowed origins; by default, that of the payment page. On a loopback address the list may be empty: the proxy then
 * allows its own host.
 * @throws {OptionError} if other machines can reach the proxy, since they could send any `Host`
 */
export function knownOrigins(terminal: Terminal): readonly string[] {
  const name = 'CRYPTO_CHECKOUT_ORIGINS';
  const origins = read(terminal, name) ?? [];
  if (origins.length > 0 || isOnLoopback(terminal)) return origins;
  const url = optional(terminal, 'CRYPTO_CHECKOUT_PUBLIC_URL');
  if (url !== undefined && URL.canParse(url)) return [new URL(url).origin];
  throw new OptionError({
    option: name,
    problem: `is not set, and HOST "${required(terminal, 'HOST')}" is reachable from other machines`,
    remedy: 'Set it to the origins of your pages, such as https://shop.example',
  });
}

function isOnLoopback(terminal: Terminal): boolean {
  const host = required(terminal, 'HOST');
  return isLoopback(host.includes(':') ? `[${host}]` : host);
}

/** Returns the URL of the base path in browsers. Default: the proxy's own address, if only this machine can reach it. */
export function publicUrl(terminal: Terminal): string | undefined {
  const url = optional(terminal, 'CRYPTO_CHECKOUT_PUBLIC_URL');
  const { port } = listenAddress(terminal);
  if (url !== undefined || !isOnLoopback(terminal) || port === 0) return url;
  return `http://localhost:${port}${required(terminal, 'CRYPTO_CHECKOUT_BASE_PATH')}`;
}

/** @throws {OptionError} */
export function listenAddress(terminal: Terminal): ListenAddress {
  const setBy = { host: 'HOST', port: 'PORT' } as const;
  return { host: required(terminal, setBy.host), port: required(terminal, setBy.port), setBy };
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

type Side = 'METRICS' | 'MERCHANT';

function separateAddress(
  terminal: Terminal,
  setBy: { readonly host: `CRYPTO_CHECKOUT_${Side}_HOST`; readonly port: `CRYPTO_CHECKOUT_${Side}_PORT` },
): ListenAddress | null {
  const host = required(terminal, setBy.host);
  const port = read(terminal, setBy.port);
  if (port === undefined) return null;
  // Port 0 selects a free port for each server.
  if (port === 0 || port !== listenAddress(terminal).port) return { host, port, setBy };
  throw new OptionError({
    option: setBy.port,
    other: 'PORT',
    problem: `are both ${port}`,
    remedy: 'Use separate ports',
  });
}

/** Logs one JSON line per message. A field `option` becomes `variable`. */
function createServeLogger(write: (line: string) => void): Logger {
  const { info, warn, error } = createLineLogger(write);
  const named = (fields: object): object => {
    if (!('option' in fields && typeof fields.option === 'string')) return fields;
    const { option, ...others } = fields;
    return { variable: variableOf(option).name, ...others };
  };
  return {
    info: (fields, message) => info(named(fields), message),
    warn: (fields, message) => warn(named(fields), message),
    error: (fields, message) => error(named(fields), message),
  };
}
