interface Variable {
  /** What it holds, for `--help`, the documentation and the error if it is missing. */
  readonly holds: string;
  /** Path of the option of the proxy that `serve` sets by it. */
  readonly option?: string;
}

const TABLE = {
  CRYPTO_CHECKOUT_SERVICE_URL: { option: 'service.url', holds: 'the base URL of the payment service' },
  CRYPTO_CHECKOUT_API_KEY: { option: 'service.apiKey', holds: 'the API key of the project' },
  CRYPTO_CHECKOUT_SHOP_ID: { option: 'service.shopId', holds: 'the store identifier of the account' },
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: {
    holds: 'the withdrawal key, from the Security section of the account',
  },
  CRYPTO_CHECKOUT_ORDER_SECRET: {
    option: 'orderSecrets',
    holds: 'the secret that signs order tokens; create one with "openssl rand -base64 32"',
  },
  CRYPTO_CHECKOUT_STORE: {
    option: 'store',
    holds: 'the SQLite file of the proxy; default: crypto-checkout.sqlite',
  },
  DATABASE_URL: {
    holds: 'a PostgreSQL database instead of that file, such as postgres://user:password@host:5432/name',
  },
  CRYPTO_CHECKOUT_ORIGINS: {
    option: 'origins',
    holds: 'origins of your pages, such as https://shop.example; default: that of the payment page',
  },
  CRYPTO_CHECKOUT_WEBHOOK_URL: { option: 'webhook.url', holds: 'the webhook endpoint URL' },
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: { option: 'webhook.secrets', holds: 'the webhook signing secret' },
  CRYPTO_CHECKOUT_POSTBACK_SECRET: {
    option: 'postbackSecrets',
    holds: 'the secret that verifies postbacks of the service, if it signs them',
  },
  CRYPTO_CHECKOUT_BASE_PATH: {
    option: 'basePath',
    holds: 'the base path of the proxy; default: /crypto-checkout',
  },
  CRYPTO_CHECKOUT_PUBLIC_URL: {
    option: 'publicUrl',
    holds:
      'the URL of the base path in browsers, for payment links; default: this machine, if HOST is loopback',
  },
  CRYPTO_CHECKOUT_SOLANA_RPC: {
    option: 'solanaRpc.url',
    holds: 'the URL of a node of Solana, for wallets on Solana; default: none',
  },
  CRYPTO_CHECKOUT_SHOP_NAME: {
    option: 'shop.name',
    holds: 'the name of the shop, for payers; default: that of the project',
  },
  CRYPTO_CHECKOUT_SHOP_LOGO: {
    option: 'shop.logo',
    holds: 'the logo of the shop, a square image: its URL (https:), or the path of a file; default: none',
  },
  CRYPTO_CHECKOUT_SHOP_ACCENT: {
    option: 'shop.accent',
    holds: 'the color of the payment page, such as #0b7247; default: blue',
  },
  CRYPTO_CHECKOUT_SHOP_URL: {
    option: 'shop.url',
    holds: 'the URL of the shop, linked from the payment page; default: none',
  },
  CRYPTO_CHECKOUT_SHOP_IMPRINT: {
    option: 'shop.imprint',
    holds: 'the URL of the legal notice, linked from the payment page; default: none',
  },
  CRYPTO_CHECKOUT_TRUSTED_PROXIES: {
    option: 'trustedProxies',
    holds: 'load balancers in front of the proxy: addresses or networks, such as 10.0.0.0/8',
  },
  CRYPTO_CHECKOUT_MERCHANT_SECRET: {
    option: 'merchant.secrets',
    holds: "the secret that signs sessions of the shop's staff; default: none, and they have no access",
  },
  CRYPTO_CHECKOUT_MERCHANT_PORT: {
    holds: 'a separate port for the staff, which PORT then does not serve; default: none',
  },
  CRYPTO_CHECKOUT_MERCHANT_HOST: { holds: 'the listen address of that port; default: 127.0.0.1' },
  CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS: {
    option: 'merchant.onePersonPayouts',
    holds: '1 to let one person propose and approve a payout; default: 0',
  },
  CRYPTO_CHECKOUT_REFUNDS: {
    option: 'merchant.refunds',
    holds: 'whether payers can ask for owed money: on, off, or email to ask for an address too; default: on',
  },
  CRYPTO_CHECKOUT_PAYOUT_SECRET: {
    holds: "the secret that signs payouts, known to the shop's server and payouts run alone",
  },
  CRYPTO_CHECKOUT_PAYOUT_LIMITS: {
    holds: 'the highest sum of a day by currency, such as USDT_TRC20:5000,BTC:0.2; default: no limits',
  },
  CRYPTO_CHECKOUT_PAYOUT_JOURNAL: {
    holds: 'the file in which payouts run records what it sends; default: crypto-checkout-payouts.jsonl',
  },
  CRYPTO_CHECKOUT_METRICS_PORT: {
    holds: 'a separate port for the metrics of the proxy, at /metrics; default: none',
  },
  CRYPTO_CHECKOUT_METRICS_HOST: { holds: 'the listen address of that port; default: 127.0.0.1' },
  CRYPTO_CHECKOUT_PUBLIC_METRICS: {
    option: 'metrics',
    holds: '1 to serve the metrics to everyone who reaches the proxy; default: 0',
  },
  CRYPTO_CHECKOUT_TEST_MODE: {
    option: 'service.testMode',
    holds: '1 to accept test payments, such as those of the sandbox; default: 0, real money only',
  },
  PORT: { holds: 'the port of the proxy; default: 4000' },
  HOST: { holds: 'the listen address of the proxy; default: 127.0.0.1' },
  CRYPTO_CHECKOUT_OFFERS: {
    option: 'offers',
    holds: 'currencies to offer, such as BTC,USDT_TRC20; default: all',
  },
  CRYPTO_CHECKOUT_LIFETIME_MINUTES: {
    option: 'lifetime',
    holds: 'minutes until an invoice expires; default: 30',
  },
  CRYPTO_CHECKOUT_LONGEST_LIFETIME_MINUTES: {
    option: 'longestLifetime',
    holds: 'minutes for payers who ask for more time, more than the lifetime; default: none',
  },
  CRYPTO_CHECKOUT_TOLERANCE: {
    option: 'tolerance',
    holds: 'what may be missing for withinTolerance, such as 1%,EUR:1.00,USD:1.10; default: none',
  },
  CRYPTO_CHECKOUT_MONITORING_HOURS: {
    option: 'monitoringHours',
    holds: 'hours for which an invoice is polled after its deadline; default: 24',
  },
  CRYPTO_CHECKOUT_RETENTION_DAYS: {
    option: 'retentionDays',
    holds: 'days after which a finished checkout is deleted; default: 90',
  },
  CRYPTO_CHECKOUT_AUDIT_RETENTION_DAYS: {
    option: 'auditRetentionDays',
    holds: 'days after which entries of the audit log and finished payouts are deleted; default: 3650',
  },
  CRYPTO_CHECKOUT_MAX_ORDER_TOKEN_DAYS: {
    option: 'maxOrderTokenDays',
    holds: 'maximum age of an order token in days, from its iat; default: 31',
  },
  CRYPTO_CHECKOUT_SUPPORT_URL: {
    option: 'supportUrl',
    holds: 'link for payers who need help, https:// or mailto:; default: none',
  },
  CRYPTO_CHECKOUT_RATE_LIMITS: {
    option: 'rateLimits',
    holds: '0 to turn off all of the following limits; default: 1',
  },
  CRYPTO_CHECKOUT_REQUESTS_PER_MINUTE: {
    option: 'rateLimits.requestsPerMinute',
    holds: 'requests of one client, each kind with its share; default: 6000',
  },
  CRYPTO_CHECKOUT_CHANGES_PER_ORDER_PER_MINUTE: {
    option: 'rateLimits.changesPerOrderPerMinute',
    holds: 'changes of one order, by any client, each kind for itself; default: 60',
  },
  CRYPTO_CHECKOUT_INVOICES_PER_CHECKOUT_PER_HOUR: {
    option: 'rateLimits.invoicesPerCheckoutPerHour',
    holds: 'new invoices of one checkout, across all processes; default: 20',
  },
  CRYPTO_CHECKOUT_STREAMS_PER_CLIENT: {
    option: 'rateLimits.streamsPerClient',
    holds: 'open event streams of one client; default: 1000',
  },
  CRYPTO_CHECKOUT_SERVICE_CALLS_PER_MINUTE: {
    option: 'rateLimits.serviceCallsPerMinute',
    holds: 'requests of this process to the payment service, except for your staff; default: 3000',
  },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof TABLE;

/** Every variable. The help, `doctor`, the names in errors and the documentation follow this table. */
export const VARIABLES: Readonly<Record<VariableName, Variable>> = TABLE;

export const VARIABLE_NAMES: readonly VariableName[] = Object.keys(TABLE).filter(
  (name): name is VariableName => Object.hasOwn(TABLE, name),
);

/** Variables of payouts, which `serve` does not read. */
const PAYOUT_VARIABLES = VARIABLE_NAMES.filter(
  (name) => name === 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY' || name.startsWith('CRYPTO_CHECKOUT_PAYOUT_'),
);

/** Formats the variables for `help variables`. */
export function describeVariables(): string {
  const ofServe = VARIABLE_NAMES.filter((name) => !PAYOUT_VARIABLES.includes(name));
  return `Variables of the proxy, which serve reads:\n\n${linesOf(ofServe)}

Variables of payouts, which no process has that payers can reach:\n\n${linesOf(PAYOUT_VARIABLES)}
`;
}

function linesOf(names: readonly VariableName[]): string {
  return names.map((name) => `  ${name}\n      ${VARIABLES[name].holds}`).join('\n');
}
