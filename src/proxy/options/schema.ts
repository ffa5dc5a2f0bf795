import * as v from 'valibot';
import { CURRENCY_CODES } from '../../payment/index.js';
import { isLine } from '../../payment/plain-text.js';
import { hostWithoutScheme, isLoopback, validateKey, validateUrl } from '../../service/options.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/log.js';
import { optionMessage } from '../base/option-message.js';
import { webhookKeys } from '../delivery/webhook-signature.js';
import { webhookUrl, type OnEvent } from '../delivery/transport.js';
import { signingKey } from '../domain/jwt.js';
import { lifetimeSchema, offersSchema } from '../domain/order.js';
import { REFUND_SETTINGS } from '../domain/serialize-checkout.js';
import { MAX_ORDER_TOKEN_DAYS } from '../domain/shop-tokens.js';
import { trustedProxiesSchema } from './networks.js';
import {
  callable,
  flag,
  hasMethods,
  invalid,
  invalidType,
  link,
  required,
  secret,
  secretList,
  strictOptions,
  wholeNumber,
  isOrigin,
  validated,
} from './option-schemas.js';
import type { CustomerResolver, OrderResolver } from './options.js';
import { rateLimitsSchema } from './rate-limit-options.js';
import { logoSchema } from './shop-logo.js';
import { solanaRpcEntries } from './solana-rpc-options.js';
import { toleranceEntries } from './tolerance-options.js';

const STORE = 'Pass the path of the SQLite file, the URL of a PostgreSQL database, or ":memory:" for tests';
const ORDER_SECRET = 'Set CRYPTO_CHECKOUT_ORDER_SECRET, or pass secrets without empty strings';
const SECRETS = 'Pass secrets from the environment, and set each of them';
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
  v.string(invalid('is not a string', PUBLIC_URL)),
  v.check(
    (text) => hostWithoutScheme(text) === null,
    ({ input }) => optionMessage(`is "${hostWithoutScheme(input) ?? ''}…", without https://`, PUBLIC_URL),
  ),
  v.check(
    (text) => {
      if (hostWithoutScheme(text) !== null) return true;
      if (!URL.canParse(text)) return false;
      const { origin, pathname, href, protocol } = new URL(text);
      return /^https?:$/.test(protocol) && href === `${origin}${pathname}`;
    },
    optionMessage('is not the URL of a path', PUBLIC_URL),
  ),
  v.check(
    (text) => {
      if (!URL.canParse(text)) return true;
      const { protocol, hostname } = new URL(text);
      return protocol !== 'http:' || isLoopback(hostname);
    },
    ({ input }) =>
      optionMessage(
        `uses http:// ("${new URL(input).origin}")`,
        'Use https://; http:// is accepted for localhost only',
      ),
  ),
  v.transform((text) => new URL(text).href.replace(/\/+$/, '')),
);

const originSchema = v.pipe(
  v.custom<string>(
    (origin) => typeof origin !== 'string' || !origin.includes('*'),
    invalid(
      'contains a wildcard',
      'List each origin, such as "https://shop.example" and "capacitor://localhost"',
    ),
  ),
  v.custom<string>(
    isOrigin,
    invalid('is not an origin', 'Pass origins without a path, such as "https://shop.example"'),
  ),
);

const OTHER_STORE =
  'Use the path of an SQLite file, or a URL that starts with postgres://: no other database is supported';

/** Returns the scheme of a store URL that is neither a file nor a PostgreSQL database, such as `mysql://`; otherwise `null`. */
function foreignScheme(store: string): string | null {
  const scheme = /^[a-z][a-z\d+.-]+:\/\//i.exec(store)?.[0] ?? null;
  return scheme === null || /^(postgres(ql)?|file):/i.test(scheme) ? null : scheme;
}

/** Accepts a secret that is long enough to sign tokens. */
const isSigningSecret = validated((text) => signingKey(text, 'secret'));

const webhookSecretSchema = v.pipe(
  v.string(optionMessage('is not a string', 'Pass "whsec_…" from the environment')),
  validated((text) => webhookKeys([text], 'secrets')),
);

/**
 * The schema of each option, with its default and its error messages. `parse.ts` checks the options that depend on each other.
 * @internal
 */
export const optionsSchema = strictOptions(
  {
    service: strictOptions(
      {
        url: required(
          'Set CRYPTO_CHECKOUT_SERVICE_URL, for example with node --env-file=.env, or pass the base URL of the payment service',
          validated(validateUrl),
        ),
        apiKey: required(
          'Set CRYPTO_CHECKOUT_API_KEY, or pass the API key of the project',
          validated((key) => validateKey(key, 'apiKey')),
        ),
        shopId: required(
          'Set CRYPTO_CHECKOUT_SHOP_ID, or pass the store identifier from the account',
          v.regex(/^\S*$/, optionMessage('contains a space', 'Copy it again from the account')),
        ),
        testMode: flag,
        fetch: callable<typeof fetch>('Pass a function like fetch, or omit it'),
      },
      'Pass { url, apiKey, shopId }',
    ),
    orders: callable<OrderResolver>('Pass a function (reference, request) => order or null'),
    customers: callable<CustomerResolver>('Pass a function (reference, request) => customer id or null'),
    postbackSecrets: v.optional(
      v.array(secret(SECRETS), optionMessage('is not a list', 'Pass [secret]')),
      [],
    ),
    orderSecrets: v.optional(secretList(v.pipe(secret(ORDER_SECRET), isSigningSecret))),
    maxOrderTokenDays: wholeNumber('whole days', 3650, MAX_ORDER_TOKEN_DAYS),
    onEvent: callable<OnEvent>('Pass an async function that accepts an event'),
    webhook: v.optional(
      strictOptions(
        {
          url: required('Pass the URL of the shop that receives events', validated(webhookUrl)),
          secrets: secretList(webhookSecretSchema),
        },
        'Pass { url, secrets }',
      ),
    ),
    store: v.optional(
      v.pipe(
        v.string(invalid('is not a string', STORE)),
        v.nonEmpty(optionMessage('is missing', STORE)),
        v.check(
          (text) => foreignScheme(text) === null,
          // The rest of the URL may contain a password.
          ({ input }) => optionMessage(`is a URL with ${foreignScheme(input) ?? ''}`, OTHER_STORE),
        ),
      ),
      '',
    ),
    origins: v.optional(v.array(originSchema, invalid('is not a list', 'Pass ["https://shop.example"]'))),
    basePath: v.optional(
      v.pipe(
        v.string(invalid('is not a string', PATH)),
        v.regex(/^(\/[A-Za-z0-9_~.-]+)*\/?$/, invalid('is not a path', PATH)),
      ),
      '/crypto-checkout',
    ),
    publicUrl: v.optional(publicUrlSchema),
    solanaRpc: v.optional(
      strictOptions(solanaRpcEntries, 'Pass { url } of a node, and { headers } if it requires them'),
    ),
    offers: v.optional(offersSchema, [...CURRENCY_CODES]),
    lifetime: v.optional(lifetimeSchema, { minutes: 30 }),
    longestLifetime: v.optional(lifetimeSchema),
    tolerance: v.optional(
      v.pipe(strictOptions(toleranceEntries, "Pass { percent: 1, atMost: { EUR: '1.00' } }"), v.readonly()),
    ),
    monitoringHours: wholeNumber('whole hours', 720, 24),
    retentionDays: wholeNumber('whole days', 3650, 90),
    auditRetentionDays: wholeNumber('whole days', 36_500, 3650),
    shop: v.optional(
      strictOptions(
        {
          name: v.optional(
            v.pipe(
              v.string(invalid('is not a string', NAME)),
              v.check((name) => name !== '' && isLine(name, 100), invalid('is not a name', NAME)),
            ),
          ),
          logo: v.optional(logoSchema),
          accent: v.optional(
            v.pipe(
              v.string(invalid('is not a string', ACCENT)),
              v.regex(/^#[0-9a-f]{6}$/i, invalid('is not a color', ACCENT)),
            ),
          ),
          url: link(HTTPS_LINK),
          imprint: link(HTTPS_LINK),
        },
        'Pass { name, logo, accent, url, imprint }',
      ),
      {},
    ),
    merchant: v.optional(
      strictOptions(
        {
          secrets: secretList(v.pipe(secret(SECRETS), isSigningSecret)),
          separate: flag,
          onePersonPayouts: flag,
          refunds: v.optional(
            v.picklist(REFUND_SETTINGS, invalid('is unknown', 'Pass "on", "off" or "email"')),
            'on',
          ),
        },
        'Pass { secrets }',
      ),
    ),
    supportUrl: link(SUPPORT_LINK),
    trustedProxies: v.optional(trustedProxiesSchema, []),
    rateLimits: v.optional(rateLimitsSchema, {}),
    metrics: flag,
    clock: v.optional(
      v.custom<Clock>(
        (value) => hasMethods(value, ['nowMs']),
        invalidType('is not a clock', 'Pass { nowMs() }'),
      ),
    ),
    logger: v.optional(
      v.custom<Logger>(
        (value) => hasMethods(value, ['info', 'warn', 'error']),
        invalidType('is not a logger', 'Pass { info, warn, error }, such as a pino logger'),
      ),
    ),
  },
  'See CheckoutProxyOptions',
);
