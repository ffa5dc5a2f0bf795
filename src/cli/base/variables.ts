import {
  apiKey,
  currencyCodes,
  databaseUrl,
  lifetime,
  list,
  oneOrZero,
  payoutLimits,
  payoutSecret,
  portNumber,
  refundSetting,
  serviceUrl,
  testModeSwitch,
  text,
  tolerance,
  wholeNumber,
  withdrawalKey,
} from './arguments.js';

interface Variable<T> {
  /** @throws {InvalidValue} @throws {OptionError} without the value, if it may be secret */
  readonly parse: (text: string) => T;
  /** Path of the option of the proxy that `serve` sets by it. */
  readonly option: string | null;
  /** What it holds, for `--help`, the documentation and the error if it is missing. */
  readonly holds: string;
  readonly byDefault?: string | undefined;
  /** Whether no output may contain its value. */
  readonly isSecret: boolean;
}

function variable<T>(
  parse: (text: string) => T,
  option: string | null,
  holds: string,
  byDefault?: string,
): Variable<T> {
  return { parse, option, holds, byDefault, isSecret: false };
}

function secret<T>(parse: (text: string) => T, option: string | null, holds: string): Variable<T> {
  return { ...variable(parse, option, holds), isSecret: true };
}

const TABLE = {
  CRYPTO_CHECKOUT_SERVICE_URL: secret(serviceUrl, 'service.url', 'the base URL of the payment service'),
  CRYPTO_CHECKOUT_API_KEY: secret(apiKey, 'service.apiKey', 'the API key of the project'),
  CRYPTO_CHECKOUT_SHOP_ID: secret(text, 'service.shopId', 'the store identifier of the account'),
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: secret(
    withdrawalKey,
    null,
    'the withdrawal key, from the Security section of the account',
  ),
  CRYPTO_CHECKOUT_ORDER_SECRET: secret(
    list,
    'orderSecrets',
    'the secret that signs order tokens; create one with "openssl rand -base64 32"',
  ),
  CRYPTO_CHECKOUT_STORE: variable(text, 'store', 'the SQLite file of the proxy', 'crypto-checkout.sqlite'),
  DATABASE_URL: secret(
    databaseUrl,
    null,
    'a PostgreSQL database instead of the SQLite file, such as postgres://user:password@host:5432/name',
  ),
  CRYPTO_CHECKOUT_ORIGINS: variable(
    list,
    'origins',
    'origins of your pages, such as https://shop.example; default: that of the payment page',
  ),
  CRYPTO_CHECKOUT_WEBHOOK_URL: secret(text, 'webhook.url', 'the webhook endpoint URL'),
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: secret(
    list,
    'webhook.secrets',
    `the webhook signing secret; create one with "echo whsec_$(openssl rand -base64 32)"`,
  ),
  CRYPTO_CHECKOUT_POSTBACK_SECRET: secret(
    list,
    'postbackSecrets',
    'the secret that verifies postbacks of the service, if it signs them',
  ),
  CRYPTO_CHECKOUT_BASE_PATH: variable(text, 'basePath', 'the base path of the proxy', '/crypto-checkout'),
  CRYPTO_CHECKOUT_PUBLIC_URL: variable(
    text,
    'publicUrl',
    'the URL of the base path in browsers, for payment links; default: this machine, if HOST is loopback',
  ),
  CRYPTO_CHECKOUT_SOLANA_RPC: secret(
    text,
    'solanaRpc.url',
    'the URL of a node of Solana, for wallets on Solana; default: none',
  ),
  CRYPTO_CHECKOUT_SHOP_NAME: variable(
    text,
    'shop.name',
    'the name of the shop, for payers; default: that of the project',
  ),
  CRYPTO_CHECKOUT_SHOP_LOGO: variable(
    text,
    'shop.logo',
    'the logo of the shop, a square image: its URL (https:), or the path of a file; default: none',
  ),
  CRYPTO_CHECKOUT_SHOP_ACCENT: variable(
    text,
    'shop.accent',
    'the color of the payment page, such as #0b7247; default: blue',
  ),
  CRYPTO_CHECKOUT_SHOP_URL: variable(
    text,
    'shop.url',
    'the URL of the shop, linked from the payment page; default: none',
  ),
  CRYPTO_CHECKOUT_SHOP_IMPRINT: variable(
    text,
    'shop.imprint',
    'the URL of the legal notice, linked from the payment page; default: none',
  ),
  CRYPTO_CHECKOUT_TRUSTED_PROXIES: variable(
    list,
    'trustedProxies',
    'load balancers in front of the proxy: addresses or networks, such as 10.0.0.0/8',
  ),
  CRYPTO_CHECKOUT_MERCHANT_SECRET: secret(
    list,
    'merchant.secrets',
    `the secret that signs sessions of the shop's staff; create one with "openssl rand -base64 32"; default: none, and they have no access`,
  ),
  CRYPTO_CHECKOUT_MERCHANT_PORT: variable(
    portNumber,
    null,
    'a separate port for the staff, which PORT then does not serve; default: none',
  ),
  CRYPTO_CHECKOUT_MERCHANT_HOST: variable(text, null, 'the listen address of that port', '127.0.0.1'),
  CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS: variable(
    oneOrZero,
    'merchant.onePersonPayouts',
    '1 to let one person propose and approve a payout',
    '0',
  ),
  CRYPTO_CHECKOUT_REFUNDS: variable(
    refundSetting,
    'merchant.refunds',
    'whether payers can ask for owed money: on, off, or email to ask for an address too',
    'on',
  ),
  CRYPTO_CHECKOUT_PAYOUT_SECRET: secret(
    payoutSecret,
    null,
    `the secret that signs payouts, known to the shop's server and payouts run alone; create one with "openssl rand -base64 32"`,
  ),
  CRYPTO_CHECKOUT_PAYOUT_LIMITS: variable(
    payoutLimits,
    null,
    'the highest sum of a day by currency, such as USDT_TRC20:5000,BTC:0.2; default: no limits',
  ),
  CRYPTO_CHECKOUT_PAYOUT_JOURNAL: variable(
    text,
    null,
    'the file in which payouts run records what it sends',
    'crypto-checkout-payouts.jsonl',
  ),
  CRYPTO_CHECKOUT_METRICS_PORT: variable(
    portNumber,
    null,
    'a separate port for the metrics of the proxy, at /metrics; default: none',
  ),
  CRYPTO_CHECKOUT_METRICS_HOST: variable(text, null, 'the listen address of that port', '127.0.0.1'),
  CRYPTO_CHECKOUT_PUBLIC_METRICS: variable(
    oneOrZero,
    'metrics',
    '1 to serve the metrics to everyone who reaches the proxy',
    '0',
  ),
  CRYPTO_CHECKOUT_TEST_MODE: variable(
    testModeSwitch,
    'service.testMode',
    '1 to accept test payments, such as those of the sandbox; 0 for real money only',
    '0',
  ),
  PORT: variable(portNumber, null, 'the port of the proxy', '4000'),
  HOST: variable(text, null, 'the listen address of the proxy', '127.0.0.1'),
  CRYPTO_CHECKOUT_OFFERS: variable(
    currencyCodes,
    'offers',
    'currencies to offer, such as BTC,USDT_TRC20; default: all',
  ),
  CRYPTO_CHECKOUT_LIFETIME_MINUTES: variable(lifetime, 'lifetime', 'minutes until an invoice expires', '30'),
  CRYPTO_CHECKOUT_LONGEST_LIFETIME_MINUTES: variable(
    lifetime,
    'longestLifetime',
    'minutes for payers who ask for more time, more than the lifetime; default: none',
  ),
  CRYPTO_CHECKOUT_TOLERANCE: variable(
    tolerance,
    'tolerance',
    'what may be missing for withinTolerance, such as 1%,EUR:1.00,USD:1.10; default: none',
  ),
  CRYPTO_CHECKOUT_MONITORING_HOURS: variable(
    wholeNumber,
    'monitoringHours',
    'hours for which an invoice is polled after its deadline',
    '24',
  ),
  CRYPTO_CHECKOUT_RETENTION_DAYS: variable(
    wholeNumber,
    'retentionDays',
    'days after which a finished checkout is deleted',
    '90',
  ),
  CRYPTO_CHECKOUT_AUDIT_RETENTION_DAYS: variable(
    wholeNumber,
    'auditRetentionDays',
    'days after which entries of the audit log and finished payouts are deleted',
    '3650',
  ),
  CRYPTO_CHECKOUT_MAX_ORDER_TOKEN_DAYS: variable(
    wholeNumber,
    'maxOrderTokenDays',
    'maximum age of an order token in days, from its iat',
    '31',
  ),
  CRYPTO_CHECKOUT_SUPPORT_URL: variable(
    text,
    'supportUrl',
    'link for payers who need help, https:// or mailto:; default: none',
  ),
  CRYPTO_CHECKOUT_RATE_LIMITS: variable(
    oneOrZero,
    'rateLimits',
    '0 to turn off all of the following limits',
    '1',
  ),
  CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE: variable(
    wholeNumber,
    'rateLimits.requestsPerMinute',
    'requests of one client, each kind with its share',
    '6000',
  ),
  CRYPTO_CHECKOUT_CHANGES_PER_ORDER_PER_MINUTE: variable(
    wholeNumber,
    'rateLimits.changesPerOrderPerMinute',
    'changes of one order, by any client, each kind for itself',
    '60',
  ),
  CRYPTO_CHECKOUT_INVOICES_PER_CHECKOUT_PER_HOUR: variable(
    wholeNumber,
    'rateLimits.invoicesPerCheckoutPerHour',
    'new invoices of one checkout, across all processes',
    '20',
  ),
  CRYPTO_CHECKOUT_STREAMS_PER_CLIENT: variable(
    wholeNumber,
    'rateLimits.streamsPerClient',
    'open event streams of one client',
    '1000',
  ),
  CRYPTO_CHECKOUT_SERVICE_CALLS_PER_MINUTE: variable(
    wholeNumber,
    'rateLimits.serviceCallsPerMinute',
    'requests of this process to the payment service, except for your staff',
    '3000',
  ),
} as const;

export type VariableName = keyof typeof TABLE;

/** The values of the variables, parsed. */
export type Values = { readonly [Name in VariableName]: ReturnType<(typeof TABLE)[Name]['parse']> };

/** Every variable. The options of `serve`, the help, `doctor`, the names in errors and the documentation follow this table. */
export const VARIABLES: { readonly [Name in VariableName]: Variable<Values[Name]> } = TABLE;

export const VARIABLE_NAMES: readonly VariableName[] = Object.keys(TABLE).filter(
  (name): name is VariableName => Object.hasOwn(TABLE, name),
);

/** Variables of payouts, which `serve` does not read. */
const PAYOUT_VARIABLES = VARIABLE_NAMES.filter(
  (name) => name === 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY' || name.startsWith('CRYPTO_CHECKOUT_PAYOUT_'),
);

/**
 * Returns the variable that sets an option.
 * @param option its path as in code; that of a part, such as `orderSecrets[0]`, has the name of the whole and a suffix
 */
export function variableOf(option: string): { readonly variable: string; readonly name: string } {
  const find = (matches: (whole: string) => boolean) =>
    VARIABLE_NAMES.find((name) => matches(VARIABLES[name].option ?? name));
  const variable =
    find((whole) => option === whole) ??
    find((whole) => option.startsWith(`${whole}.`) || option.startsWith(`${whole}[`));
  if (variable === undefined) return { variable: option, name: option };
  return { variable, name: `${variable}${option.slice((VARIABLES[variable].option ?? variable).length)}` };
}

/** Returns the description of a variable, with its default. */
function describeVariable(name: VariableName): string {
  const { holds, byDefault } = VARIABLES[name];
  return byDefault === undefined ? holds : `${holds}; default: ${byDefault}`;
}

/** Formats the variables for `help variables`. */
export function describeVariables(): string {
  const ofServe = VARIABLE_NAMES.filter((name) => !PAYOUT_VARIABLES.includes(name));
  return `Variables of the proxy, which serve reads:\n\n${linesOf(ofServe)}

Variables of payouts, which no process has that payers can reach:\n\n${linesOf(PAYOUT_VARIABLES)}
`;
}

function linesOf(names: readonly VariableName[]): string {
  return names.map((name) => `  ${name}\n      ${describeVariable(name)}`).join('\n');
}
