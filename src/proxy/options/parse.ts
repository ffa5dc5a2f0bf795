import * as v from 'valibot';
import { systemClock } from '../base/clock.js';
import { createLineLogger } from '../base/log.js';
import type { CheckoutProxyOptions } from './options.js';
import { optionsSchema } from './schema.js';
import { minutesOf } from '../domain/order.js';
import { MIN_SECRET_BYTES, signingKey } from '../domain/jwt.js';
import { PLACEHOLDER_SECRET } from '../domain/shop-tokens.js';
import { findReusedSecrets } from './reused-secrets.js';
import { callbackTransport, webhookTransport } from '../delivery/transport.js';
import { faultsOf } from '../base/option-message.js';
import { OptionError, type OptionFault } from '../../service/options.js';

/** Checks each option separately. @throws {OptionError} */
export function assertOptions(options: unknown): asserts options is CheckoutProxyOptions {
  parseEachOption(options);
}

function parseEachOption(options: unknown) {
  const result = v.safeParse(optionsSchema, options);
  if (result.success) return result.output;
  throw new OptionError(faultsOf(result.issues, null), CALLER);
}

const CALLER = 'createCheckoutProxy: ';

/** Validated options with defaults. */
export type ResolvedOptions = ReturnType<typeof parseOptions>;

/**
 * Validates the options and adds the defaults: first each option by `schema.ts`, then those that depend on each other.
 * @throws {OptionError} with all invalid options and their remedies, without secrets
 */
export function parseOptions(options: unknown) {
  const valid = parseEachOption(options);
  const faults = findConflicts(valid);
  if (faults.length > 0) throw new OptionError(faults, CALLER);
  const {
    basePath,
    service,
    orderSecrets = [],
    supportUrl = null,
    onEvent,
    webhook,
    shop,
    merchant,
    ...rest
  } = valid;
  const { publicUrl } = rest;
  const { logo } = shop;
  const logger = rest.logger ?? createLineLogger((line) => process.stderr.write(line));
  if (orderSecrets.includes(PLACEHOLDER_SECRET))
    logger.warn({ option: 'orderSecrets' }, 'public placeholder used as order secret');
  const merchantSecrets = merchant?.secrets ?? [];
  const postbackKeys = rest.postbackSecrets.map((secret) => new TextEncoder().encode(secret));
  postbackKeys.forEach(({ length: bytes }, index) => {
    if (bytes >= MIN_SECRET_BYTES) return;
    const fields = { option: `postbackSecrets[${index}]`, bytes };
    logger.warn({ ...fields, minBytes: MIN_SECRET_BYTES }, 'postback secret is too short to be safe');
  });
  return {
    ...rest,
    service,
    postbackKeys,
    /** Transport of the events; `undefined`: neither `onEvent` nor `webhook` is set. */
    transport: webhook ? webhookTransport(webhook) : onEvent && callbackTransport(onEvent),
    webhookSecrets: (webhook?.secrets ?? []).map((secret) => secret.trim()),
    orderSecrets,
    orderKeys: orderSecrets.map((secret) => signingKey(secret, 'orderSecrets')),
    merchantSecrets,
    /** Empty: `/merchant` does not exist. */
    merchantKeys: merchantSecrets.map((secret) => signingKey(secret, 'merchant.secrets')),
    hasSeparateMerchant: merchant?.separate ?? false,
    hasOnePersonPayouts: merchant?.onePersonPayouts ?? false,
    refunds: merchant?.refunds ?? ('off' as const),
    basePath: basePath.replace(/\/$/, ''),
    shop: { ...shop, logo: logo?.is === 'file' ? `${publicUrl}/logo${logo.extension}` : logo?.url },
    logoFile: logo?.is === 'file' ? logo : null,
    supportUrl,
    clock: rest.clock ?? systemClock,
    logger,
  };
}

/** Returns the faults of options that are valid separately. */
function findConflicts(options: v.InferOutput<typeof optionsSchema>): readonly OptionFault[] {
  const { service, orders, orderSecrets = [], lifetime, longestLifetime, webhook, merchant } = options;
  const faults: readonly (OptionFault | false)[] = [
    options.shop.logo?.is === 'file' &&
      options.publicUrl === undefined && {
        option: 'publicUrl',
        problem: 'is missing, and the logo of the shop is a file',
        remedy: 'Set it: browsers load the logo from there',
      },
    !orders &&
      orderSecrets.length === 0 && {
        option: 'orders',
        other: 'orderSecrets',
        problem: 'are missing',
        remedy: 'Pass one of them, so that the shop sets the price',
      },
    longestLifetime !== undefined &&
      minutesOf(longestLifetime) <= minutesOf(lifetime) && {
        option: 'longestLifetime',
        problem: `is not longer than the lifetime (${minutesOf(lifetime)} minutes)`,
        remedy: 'Pass a longer one, or omit it',
      },
    orderSecrets.includes(PLACEHOLDER_SECRET) &&
      !service.testMode && {
        option: 'orderSecrets',
        problem: 'contains the public placeholder of the example',
        remedy: 'Use a random secret, e.g. from "openssl rand -base64 32"',
      },
    options.onEvent !== undefined &&
      webhook !== undefined && {
        option: 'onEvent',
        other: 'webhook',
        problem: 'are both set',
        remedy: 'Pass one of them, so that each event is delivered once',
      },
    webhook !== undefined &&
      webhook.secrets.every((secret) => secret.trim() === '') && {
        option: 'webhook.secrets',
        problem: 'is empty',
        remedy: 'Pass at least one secret',
      },
    ...findReusedSecrets(
      {
        'service.apiKey': [service.apiKey],
        orderSecrets,
        'webhook.secrets': webhook?.secrets ?? [],
        'postbackSecrets': options.postbackSecrets,
        'merchant.secrets': merchant?.secrets ?? [],
      },
      (purpose, index) => (purpose === 'service.apiKey' ? purpose : `${purpose}[${index}]`),
    ),
  ];
  return faults.filter((fault) => fault !== false);
}
