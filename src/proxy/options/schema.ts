import * as v from 'valibot';
import { CURRENCY_CODES } from '../../payment/index.js';
import { isLine } from '../../payment/plain-text.js';
import { isLoopback } from '../../service/options.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/log.js';
import { optionMessage } from '../base/option-message.js';
import type { OnEvent } from '../delivery/transport.js';
import { lifetimeSchema, offersSchema } from '../domain/order.js';
import { REFUND_SETTINGS } from '../domain/serialize-checkout.js';
import { MAX_ORDER_TOKEN_DAYS } from '../domain/shop-tokens.js';
import { toleranceEntries } from '../domain/ledger.js';
import { trustedProxiesSchema } from './networks.js';
import {
  callable,
  flag,
  hasMethods,
  invalid,
  invalidType,
  link,
  required,
  secretList,
  strictOptions,
  wholeNumber,
  isOrigin,
} from './option-schemas.js';
import type { CustomerResolver, OrderResolver } from './options.js';
import { rateLimitsSchema } from './rate-limit-options.js';
import { logoSchema } from './shop-logo.js';
import { solanaRpcEntries } from './solana-rpc-options.js';

const STORE = 'Pass the path of the SQLite file, the URL of a PostgreSQL database, or ":memory:" for tests';
const ORDER_SECRET = 'Set CRYPTO_CHECKOUT_ORDER_SECRET, or pass secrets without empty strings';
const PATH = 'Pass a path such as "/crypto-checkout"';
const NAME = 'Pass a text of at most 100 characters';
const ACCENT = 'Pass a color such as "#0b7247"';
const HTTPS_LINK = { schemes: /^https:\/\//i, remedy: 'Pass a URL that starts with https://' };
const SUPPORT_LINK = {
  schemes: /^(https:\/\/|mailto:)/i,
  remedy: 'Pass a URL that starts with https:// or mailto:',
};

const PUBLIC_URL =
  'Pass the URL of the base path in browsers, such as "https://shop.example/crypto-checkout"';

/** Origin and path only. Credentials or a query would reach every payer, so errors do not quote them. */
const publicUrlSchema = v.pipe(
  v.string(invalid('publicUrl', 'is not a string', PUBLIC_URL)),
  v.check(
    (text) => {
      if (!URL.canParse(text)) return false;
      const { origin, pathname, href, protocol } = new URL(text);
      return /^https?:$/.test(protocol) && href === `${origin}${pathname}`;
    },
    optionMessage('publicUrl is not the URL of a path', PUBLIC_URL),
  ),
  v.check(
    (text) => {
      if (!URL.canParse(text)) return true;
      const { protocol, hostname } = new URL(text);
      return protocol !== 'http:' || isLoopback(hostname);
    },
    optionMessage('publicUrl uses http://', 'Use https://; http:// is accepted for localhost only'),
  ),
  v.transform((text) => new URL(text).href.replace(/\/+$/, '')),
);

const originSchema = v.pipe(
  v.custom<string>(
    (origin) => typeof origin !== 'string' || !origin.includes('*'),
    invalid(
      'origins',
      'contains a wildcard',
      'List each origin, such as "https://shop.example" and "capacitor://localhost"',
    ),
  ),
  v.custom<string>(
    isOrigin,
    invalid(
      'origins',
      'contains an invalid origin',
      'Pass origins without a path, such as "https://shop.example"',
    ),
  ),
);

/**
 * The schema of each option, with its default and its error messages. `parse.ts` checks the options that depend on each other.
 * @internal
 */
export const optionsSchema = strictOptions(
  'options',
  {
    service: strictOptions(
      'service',
      {
        url: required(
          'service.url',
          'Set CRYPTO_CHECKOUT_SERVICE_URL, for example with node --env-file=.env, or pass the base URL of the payment service',
        ),
        apiKey: required('service.apiKey', 'Set CRYPTO_CHECKOUT_API_KEY, or pass the API key of the project'),
        shopId: required(
          'service.shopId',
          'Set CRYPTO_CHECKOUT_SHOP_ID, or pass the store identifier from the account',
        ),
        testMode: flag('service.testMode'),
        fetch: callable<typeof fetch>('service.fetch', 'Pass a function like fetch, or omit it'),
      },
      'Pass { url, apiKey, shopId }',
    ),
    orders: callable<OrderResolver>('orders', 'Pass a function (reference, request) => order or null'),
    customers: callable<CustomerResolver>(
      'customers',
      'Pass a function (reference, request) => customer id or null',
    ),
    postbackSecrets: v.optional(
      v.array(
        v.pipe(
          v.string(
            optionMessage(
              'postbackSecrets contains a value that is not a string',
              'Pass secrets from the environment',
            ),
          ),
          v.nonEmpty(
            optionMessage(
              'postbackSecrets contains an empty string',
              'Pass secrets from the environment, and set each of them',
            ),
          ),
        ),
        optionMessage('postbackSecrets is not a list', 'Pass [secret]'),
      ),
      [],
    ),
    orderSecrets: v.optional(
      v.pipe(
        secretList('orderSecrets', ORDER_SECRET),
        v.everyItem(
          (secret) => secret !== '',
          optionMessage('orderSecrets contains an empty string', ORDER_SECRET),
        ),
      ),
    ),
    maxOrderTokenDays: wholeNumber('maxOrderTokenDays', 'whole days', 3650, MAX_ORDER_TOKEN_DAYS),
    onEvent: callable<OnEvent>('onEvent', 'Pass an async function that accepts an event'),
    webhook: v.optional(
      strictOptions(
        'webhook',
        {
          url: required('webhook.url', 'Pass the URL of the shop that receives events'),
          secrets: secretList('webhook.secrets', 'Pass "whsec_…" from the environment'),
        },
        'Pass { url, secrets }',
      ),
    ),
    store: v.optional(
      v.pipe(
        v.string(invalid('store', 'is not a string', STORE)),
        v.nonEmpty(optionMessage('store is missing', STORE)),
      ),
      '',
    ),
    origins: v.optional(
      v.array(originSchema, invalid('origins', 'is not a list', 'Pass ["https://shop.example"]')),
    ),
    basePath: v.optional(
      v.pipe(
        v.string(invalid('basePath', 'is not a string', PATH)),
        v.regex(/^(\/[A-Za-z0-9_~.-]+)*\/?$/, invalid('basePath', 'is not a path', PATH)),
      ),
      '/crypto-checkout',
    ),
    publicUrl: v.optional(publicUrlSchema),
    solanaRpc: v.optional(
      strictOptions(
        'solanaRpc',
        solanaRpcEntries,
        'Pass { url } of a node, and { headers } if it requires them',
      ),
    ),
    offers: v.optional(offersSchema('offers'), [...CURRENCY_CODES]),
    lifetime: v.optional(lifetimeSchema('lifetime'), { minutes: 30 }),
    longestLifetime: v.optional(lifetimeSchema('longestLifetime')),
    tolerance: v.optional(
      v.pipe(
        strictOptions('tolerance', toleranceEntries, "Pass { percent: 1, atMost: { EUR: '1.00' } }"),
        v.readonly(),
      ),
    ),
    monitoringHours: wholeNumber('monitoringHours', 'whole hours', 720, 24),
    retentionDays: wholeNumber('retentionDays', 'whole days', 3650, 90),
    auditRetentionDays: wholeNumber('auditRetentionDays', 'whole days', 36_500, 3650),
    shop: v.optional(
      strictOptions(
        'shop',
        {
          name: v.optional(
            v.pipe(
              v.string(invalid('shop.name', 'is not a string', NAME)),
              v.check(
                (name) => name !== '' && isLine(name, 100),
                invalid('shop.name', 'is not a name', NAME),
              ),
            ),
          ),
          logo: v.optional(logoSchema),
          accent: v.optional(
            v.pipe(
              v.string(invalid('shop.accent', 'is not a string', ACCENT)),
              v.regex(/^#[0-9a-f]{6}$/i, invalid('shop.accent', 'is not a color', ACCENT)),
            ),
          ),
          url: link('shop.url', HTTPS_LINK),
          imprint: link('shop.imprint', HTTPS_LINK),
        },
        'Pass { name, logo, accent, url, imprint }',
      ),
      {},
    ),
    merchant: v.optional(
      strictOptions(
        'merchant',
        {
          secrets: secretList('merchant.secrets', 'Pass secrets from the environment, and set each of them'),
          separate: flag('merchant.separate'),
          onePersonPayouts: flag('merchant.onePersonPayouts'),
          refunds: v.optional(
            v.picklist(
              REFUND_SETTINGS,
              invalid('merchant.refunds', 'is unknown', `Pass ${REFUND_SETTINGS.join(', ')}`),
            ),
            'on',
          ),
        },
        'Pass { secrets }',
      ),
    ),
    supportUrl: link('supportUrl', SUPPORT_LINK),
    trustedProxies: v.optional(trustedProxiesSchema, []),
    rateLimits: v.optional(rateLimitsSchema, {}),
    metrics: flag('metrics'),
    clock: v.optional(
      v.custom<Clock>(
        (value) => hasMethods(value, ['nowMs']),
        invalidType('clock', 'is not a clock', 'Pass { nowMs() }'),
      ),
    ),
    logger: v.optional(
      v.custom<Logger>(
        (value) => hasMethods(value, ['info', 'warn', 'error']),
        invalidType('logger', 'is not a logger', 'Pass { info, warn, error }, such as a pino logger'),
      ),
    ),
  },
  'See CheckoutProxyOptions',
);
