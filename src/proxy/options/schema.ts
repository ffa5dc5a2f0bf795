import * as v from 'valibot';
import { CURRENCY_CODES } from '../../payment/index.js';
import type { OnEvent } from '../delivery/callback.js';
import type { Clock } from '../base/clock.js';
import { trustedProxiesSchema } from './networks.js';
import { rateLimitsSchema } from './rate-limit-options.js';
import type { Logger } from '../base/log.js';
import { formatValue } from '../base/format-value.js';
import type { CustomerResolver, OrderResolver } from './options.js';
import { lifetimeSchema, offersSchema } from '../domain/order.js';

interface Issue {
  readonly input: unknown;
}

/** Not for what may be a secret. */
const invalid =
  (name: string, is: string, remedy: string) =>
  ({ input }: Issue): string =>
    `${name} ${formatValue(input)} ${is}: ${remedy}`;

/** A text in the place of a function, or of an object, may be anything: also an address with a secret in it. */
const invalidType =
  (name: string, is: string, remedy: string) =>
  ({ input }: Issue): string =>
    `${name} ${is} but of type ${typeof input}: ${remedy}`;

/** May be a secret. */
const required = (name: string, remedy: string) =>
  v.optional(
    v.pipe(v.string(`${name} is not a text: ${remedy}`), v.nonEmpty(`${name} is missing: ${remedy}`)),
    '',
  );

const callable = <T>(name: string, remedy: string) =>
  v.optional(
    v.custom<T>((value) => typeof value === 'function', invalidType(name, 'is no function', remedy)),
  );

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

const wholeNumber = (name: string, unit: string, most: number, unlessSet: number) => {
  const message = invalid(name, 'is not right', `give whole ${unit}, from 1 to ${most}`);
  return v.optional(
    v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(most, message)),
    unlessSet,
  );
};

const STORE =
  'give the path of the SQLite file, the address of a PostgreSQL database, or ":memory:" to try things out';
const PATH = 'give one such as "/crypto-checkout"';
const LINK = 'give one that begins with https:// or mailto:';

const originSchema = v.custom<string>(
  (origin) => typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin,
  invalid('origins has', 'in it', 'give origins without a path, such as "https://shop.example"'),
);

/** @internal */
export const optionsSchema = v.strictObject(
  {
    service: v.strictObject(
      {
        url: required('service.url', 'give the base address of the payment service'),
        apiKey: required('service.apiKey', 'give the API key of the project, from the environment'),
        shopId: required('service.shopId', 'give the store identifier from the account'),
        testMode: v.optional(
          v.boolean(invalid('service.testMode', 'is not right', 'give true or false')),
          false,
        ),
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
    maxOrderTokenDays: wholeNumber('maxOrderTokenDays', 'days', 3650, 31),
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
    store: v.optional(
      v.pipe(v.string(invalid('store', 'is not a text', STORE)), v.nonEmpty(`store is missing: ${STORE}`)),
      '',
    ),
    origins: v.optional(
      v.array(originSchema, invalid('origins', 'is not a list', 'give ["https://shop.example"]')),
    ),
    basePath: v.optional(
      v.pipe(
        v.string(invalid('basePath', 'is not a text', PATH)),
        v.regex(/^(\/[A-Za-z0-9_~.-]+)*\/?$/, invalid('basePath', 'is not a path', PATH)),
      ),
      '/crypto-checkout',
    ),
    offers: v.optional(offersSchema('offers'), [...CURRENCY_CODES]),
    lifetime: v.optional(lifetimeSchema('lifetime'), { minutes: 30 }),
    watchHours: wholeNumber('watchHours', 'hours', 720, 24),
    retentionDays: wholeNumber('retentionDays', 'days', 3650, 90),
    support: v.optional(
      v.pipe(
        v.string(invalid('support', 'is not a text', LINK)),
        v.check(
          (text) => /^(https:\/\/|mailto:)/i.test(text) && URL.canParse(text),
          invalid('support', 'is not a link', LINK),
        ),
      ),
    ),
    trustedProxies: v.optional(trustedProxiesSchema, []),
    rateLimits: v.optional(rateLimitsSchema, {}),
    metrics: v.optional(v.boolean(invalid('metrics', 'is not right', 'give true or false')), false),
    clock: v.optional(
      v.custom<Clock>(
        (value) => hasMethods(value, ['nowMs']),
        invalidType('clock', 'is no clock', 'give { nowMs() }'),
      ),
    ),
    logger: v.optional(
      v.custom<Logger>(
        (value) => hasMethods(value, ['info', 'warn', 'error']),
        invalidType('logger', 'is no logger', 'give { info, warn, error }, as pino has'),
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
