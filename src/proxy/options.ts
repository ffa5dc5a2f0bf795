import * as v from 'valibot';
import { CURRENCY_CODES } from '../payment/index.js';
import type { CurrencyCode } from '../payment/index.js';
import type { OnEvent } from './events/callback.js';
import { callbackTransport } from './events/callback.js';
import type { Clock } from './clock.js';
import type { CheckoutEvent } from './events/event.js';
import { trustedProxiesSchema } from './http/client-address.js';
import type { RateLimits, RateLimitSettings } from './http/limit-options.js';
import { rateLimitsSchema } from './http/limit-options.js';
import type { Logger } from './log.js';
import { createLineLogger } from './log.js';
import { orderKey } from './order-token.js';
import type { Lifetime, Order } from './checkouts/orders.js';
import { lifetimeSchema, offersSchema } from './checkouts/orders.js';
import type { Transport } from './events/transport.js';
import type { WebhookOptions } from './events/webhook.js';
import { webhookTransport } from './events/webhook.js';

/**
 * Says which order a plain reference means, for this request: it sees cookies and headers. `null` when there is none,
 * or when this visitor has no business with it.
 */
export type OrderResolver = (reference: string, request: Request) => Order | null | Promise<Order | null>;

/**
 * Says which customer a plain reference means, for this request: the shop's own name of the customer, or `null` when
 * there is none, or when this visitor has no business with it.
 */
export type CustomerResolver = (
  reference: string,
  request: Request,
) => string | null | Promise<string | null>;

export interface CheckoutProxyOptions {
  /** The account at the payment service. It never leaves the proxy. */
  readonly service: {
    readonly url: string;
    readonly apiKey: string;
    readonly shopId: string;
    /** Accept records in test mode as if they were money. */
    readonly testMode?: boolean | undefined;
    readonly fetch?: typeof fetch | undefined;
  };
  readonly orders?: OrderResolver | undefined;
  /** Whose permanent addresses may be asked for; customer tokens are taken with `orderSecrets`, too. */
  readonly customers?: CustomerResolver | undefined;
  /** Secrets of `createOrderToken` and `createCustomerToken`, each at least 32 bytes: several while one replaces another. */
  readonly orderSecrets?: readonly string[] | undefined;
  /** Told of everything that happens to an order, at least once and in order; what it throws is told again. */
  readonly onEvent?: ((event: CheckoutEvent) => Promise<void> | void) | undefined;
  /** The same for a shop in another process or language, by signed requests; one of `onEvent` and `webhook`. */
  readonly webhook?: WebhookOptions | undefined;
  /** What the service signs its postbacks with, if it does: several while one replaces another. */
  readonly postbackSecrets?: readonly string[] | undefined;
  /** Path of the SQLite file, or `:memory:`. */
  readonly store: string;
  /** The pages that may use the proxy, such as `https://shop.example`; those of its own host unless set. */
  readonly origins?: readonly string[] | undefined;
  /** `/crypto-checkout` unless set. */
  readonly basePath?: string | undefined;
  /** The currencies that may be chosen; all 40 unless set. */
  readonly offers?: readonly CurrencyCode[] | undefined;
  /** How long an invoice can be paid; 30 minutes unless set. */
  readonly lifetime?: Lifetime | undefined;
  /** For how long an address is watched after its deadline; 24 hours unless set. */
  readonly watchHours?: number | undefined;
  /** Finished checkouts are removed when nothing has happened to them for so long; 90 days unless set. */
  readonly retentionDays?: number | undefined;
  /** A link (`https:` or `mailto:`) for payers who need help. */
  readonly support?: string | undefined;
  /** Addresses or networks of the balancers before the proxy, whose word on the client's address is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** `false` leaves them to somebody else, such as the balancer. */
  readonly rateLimits?: RateLimits | false | undefined;
  /** Show the figures to everybody at `/metrics` below the base path; not unless set. */
  readonly metrics?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Of pino's shape; lines of JSON on stderr unless set. */
  readonly logger?: Logger | undefined;
}

/** The options after the check. */
export interface Settings {
  readonly service: {
    url: string;
    apiKey: string;
    shopId: string;
    testMode: boolean;
    fetch: typeof fetch | undefined;
  };
  readonly orders: OrderResolver | undefined;
  readonly customers: CustomerResolver | undefined;
  readonly orderSecrets: readonly string[];
  readonly orderKeys: readonly Uint8Array[];
  readonly postbackSecrets: readonly string[];
  readonly postbackKeys: readonly Uint8Array[];
  /** How the shop is told, if there is a way. */
  readonly transport: Transport | undefined;
  readonly webhookSecrets: readonly string[];
  readonly store: string;
  readonly origins: readonly string[] | undefined;
  readonly basePath: string;
  readonly offers: readonly CurrencyCode[];
  readonly lifetime: { readonly hours: number; readonly minutes: number };
  readonly watchHours: number;
  readonly retentionDays: number;
  readonly support: string | null;
  readonly trustedProxies: readonly string[];
  readonly rateLimits: RateLimitSettings | false;
  readonly metrics: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

const required = (name: string, remedy: string) =>
  v.optional(
    v.pipe(v.string(`${name} is not a text: ${remedy}`), v.nonEmpty(`${name} is missing: ${remedy}`)),
    '',
  );

const callable = <T>(name: string, remedy: string) =>
  v.optional(v.custom<T>((value) => typeof value === 'function', `${name} is no function: ${remedy}`));

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

const wholeNumber = (name: string, unit: string, most: number, unlessSet: number) => {
  const wrong = (issue: { readonly received: string }) =>
    `${name} ${issue.received} is not right: give whole ${unit}, from 1 to ${most}`;
  return v.optional(
    v.pipe(v.number(wrong), v.integer(wrong), v.minValue(1, wrong), v.maxValue(most, wrong)),
    unlessSet,
  );
};

const originSchema = v.custom<string>(
  (origin) => typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin,
  (issue) => `origins has ${issue.received}: give origins without a path, such as "https://shop.example"`,
);

const optionsSchema = v.strictObject(
  {
    service: v.strictObject(
      {
        url: required('service.url', 'give the base address of the payment service'),
        apiKey: required('service.apiKey', 'give the API key of the project, from the environment'),
        shopId: required('service.shopId', 'give the store identifier from the account'),
        testMode: v.optional(v.boolean('service.testMode is not right: give true or false'), false),
        fetch: callable<typeof fetch>('service.fetch', 'give a function like fetch, or leave it out'),
      },
      unknownOption('service', 'give { url, apiKey, shopId }'),
    ),
    orders: callable<OrderResolver>('orders', 'give a function (reference, request) => order or null'),
    customers: callable<CustomerResolver>(
      'customers',
      'give a function (reference, request) => customer id or null',
    ),
    postbackSecrets: v.optional(
      v.array(
        v.pipe(
          v.string('postbackSecrets holds something that is no text: give secrets from the environment'),
          v.nonEmpty(
            'postbackSecrets holds an empty text: give secrets from the environment, each set there',
          ),
        ),
        'postbackSecrets is not a list: give [secret]',
      ),
      [],
    ),
    orderSecrets: v.optional(
      v.pipe(
        v.array(
          v.string(
            'orderSecrets holds something that is no text: give secrets from the environment, each set there',
          ),
          'orderSecrets is not a list: give [secret]',
        ),
        v.minLength(1, 'orderSecrets is empty: give at least one secret'),
      ),
    ),
    onEvent: callable<OnEvent>('onEvent', 'give an async function that takes an event'),
    webhook: v.optional(
      v.strictObject(
        {
          url: required('webhook.url', 'give the address of the shop that takes events'),
          secrets: v.pipe(
            v.array(
              v.string(
                'webhook.secrets holds something that is no text: give "whsec_…" from the environment',
              ),
              'webhook.secrets is not a list: give [secret]',
            ),
            v.minLength(1, 'webhook.secrets is empty: give at least one secret'),
          ),
        },
        unknownOption('webhook', 'give { url, secrets }'),
      ),
    ),
    store: required('store', 'give the path of the SQLite file, or ":memory:" to try things out'),
    origins: v.optional(v.array(originSchema, 'origins is not a list: give ["https://shop.example"]')),
    basePath: v.optional(
      v.pipe(
        v.string('basePath is not a text: give a path such as "/crypto-checkout"'),
        v.regex(/^(\/[A-Za-z0-9_~.-]+)*\/?$/, 'basePath is not a path: give one such as "/crypto-checkout"'),
      ),
      '/crypto-checkout',
    ),
    offers: v.optional(offersSchema('offers'), [...CURRENCY_CODES]),
    lifetime: v.optional(lifetimeSchema('lifetime'), { minutes: 30 }),
    watchHours: wholeNumber('watchHours', 'hours', 720, 24),
    retentionDays: wholeNumber('retentionDays', 'days', 3650, 90),
    support: v.optional(
      v.pipe(
        v.string('support is not a text: give a link'),
        v.check(
          (text) => /^(https:\/\/|mailto:)/i.test(text) && URL.canParse(text),
          'support is not a link: give one that begins with https:// or mailto:',
        ),
      ),
    ),
    trustedProxies: v.optional(trustedProxiesSchema, []),
    rateLimits: v.optional(rateLimitsSchema, {}),
    metrics: v.optional(v.boolean('metrics is not right: give true or false'), false),
    clock: v.optional(
      v.custom<Clock>((value) => hasMethods(value, ['nowMs']), 'clock is not right: give { nowMs() }'),
    ),
    logger: v.optional(
      v.custom<Logger>(
        (value) => hasMethods(value, ['info', 'warn', 'error']),
        'logger is not right: give { info, warn, error }, as pino has',
      ),
    ),
  },
  unknownOption('options', 'see CheckoutProxyOptions'),
);

function unknownOption(owner: string, remedy: string) {
  return (issue: v.StrictObjectIssue): string => {
    const key = issue.path?.[0]?.key;
    return typeof key === 'string' && issue.expected === 'never'
      ? `${owner} has "${key}", which is no option: ${remedy}`
      : `${owner} is missing: ${remedy}`;
  };
}

/**
 * Checks the options, once and for all.
 * @throws {TypeError} that names every option that is wrong and the remedy; never a secret
 */
export function parseOptions(options: CheckoutProxyOptions): Settings {
  const result = v.safeParse(optionsSchema, options);
  if (!result.success) throw wrongOptions(result.issues.map(({ message }) => message));
  const { basePath, service, orderSecrets = [], support = null, onEvent, webhook, ...rest } = result.output;
  if (!rest.orders && orderSecrets.length === 0) {
    throw wrongOptions([
      'orders and orderSecrets are missing: give one of them, so that the shop sets the price',
    ]);
  }
  return {
    ...rest,
    orders: rest.orders,
    customers: rest.customers,
    postbackKeys: rest.postbackSecrets.map((secret) => new TextEncoder().encode(secret)),
    transport: transportOf(onEvent, webhook),
    webhookSecrets: webhook?.secrets ?? [],
    origins: rest.origins,
    service: { ...service, fetch: service.fetch },
    orderSecrets,
    orderKeys: orderSecrets.map((secret, index) =>
      orderKey(secret, `createCheckoutProxy: orderSecrets[${index}]`),
    ),
    basePath: basePath.replace(/\/$/, ''),
    support,
    clock: rest.clock ?? { nowMs: () => Date.now() },
    logger: rest.logger ?? createLineLogger((line) => process.stderr.write(line)),
  };
}

function transportOf(
  onEvent: OnEvent | undefined,
  webhook: WebhookOptions | undefined,
): Transport | undefined {
  if (onEvent && webhook) {
    throw wrongOptions(['onEvent and webhook are both set: give one of them, so that events go one way']);
  }
  if (!webhook) return onEvent && callbackTransport(onEvent);
  try {
    return webhookTransport(webhook);
  } catch (error) {
    throw error instanceof TypeError ? wrongOptions([error.message]) : error;
  }
}

function wrongOptions(messages: readonly string[]): TypeError {
  return new TypeError(`createCheckoutProxy: ${messages.join('; ')}`);
}
