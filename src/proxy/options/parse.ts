import * as v from 'valibot';
import { systemClock } from '../base/clock.js';
import { createLineLogger } from '../base/log.js';
import type { CheckoutProxyOptions } from './options.js';
import { optionsSchema } from './schema.js';
import { minutesOf } from '../domain/order.js';
import { MIN_SECRET_BYTES, signingKey } from '../domain/jwt.js';
import { PLACEHOLDER_SECRET } from '../domain/shop-tokens.js';
import { findReusedSecrets } from './reused-secrets.js';
import {
  callbackTransport,
  type OnEvent,
  type Transport,
  webhookTransport,
  type WebhookOptions,
} from '../delivery/transport.js';
import { toProblemAndRemedy, type ProblemAndRemedy } from '../base/option-message.js';
import { OptionError } from '../../service/options.js';

const PLACEHOLDER: ProblemAndRemedy = {
  problem: 'orderSecrets contains the public placeholder of the example',
  remedy: 'Use a random secret, e.g. from "openssl rand -base64 32"',
};

/** Validated options with defaults. */
export type ResolvedOptions = ReturnType<typeof parseOptions>;

/**
 * Validates the options and fills in the defaults: first each by `schema.ts`, then those that depend on each other.
 * @throws {OptionError} with all invalid options and their remedies, without secrets
 */
export function parseOptions(options: CheckoutProxyOptions) {
  const result = v.safeParse(optionsSchema, options);
  if (!result.success) throw invalidOptions(result.issues.map(({ message }) => toProblemAndRemedy(message)));
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
  } = result.output;
  const { publicUrl } = rest;
  const { logo } = shop;
  if (logo?.is === 'file' && publicUrl === undefined) {
    const remedy = 'Set publicUrl, from which browsers load it';
    throw invalidOptions([{ problem: 'shop.logo is a file, and publicUrl is missing', remedy }]);
  }
  if (!rest.orders && orderSecrets.length === 0) {
    const remedy = 'Pass one of them, so that the shop sets the price';
    throw invalidOptions([{ problem: 'orders and orderSecrets are missing', remedy }]);
  }
  const { lifetime, longestLifetime } = rest;
  if (longestLifetime && minutesOf(longestLifetime) <= minutesOf(lifetime)) {
    const problem = `longestLifetime is not longer than lifetime (${minutesOf(lifetime)} minutes)`;
    throw invalidOptions([{ problem, remedy: 'Pass a longer one, or omit it' }]);
  }
  const logger = rest.logger ?? createLineLogger((line) => process.stderr.write(line));
  if (orderSecrets.includes(PLACEHOLDER_SECRET)) {
    if (!service.testMode) throw invalidOptions([PLACEHOLDER]);
    logger.warn({ option: 'orderSecrets' }, 'public placeholder used as order secret');
  }
  const merchantSecrets = merchant?.secrets ?? [];
  const { orderKeys, merchantKeys, transport } = checked(() => ({
    orderKeys: orderSecrets.map((secret, index) => signingKey(secret, `orderSecrets[${index}]`)),
    merchantKeys: merchantSecrets.map((secret, index) => signingKey(secret, `merchant.secrets[${index}]`)),
    transport: transportOf(onEvent, webhook),
  }));
  const same = findReusedSecrets(
    {
      'service.apiKey': [service.apiKey],
      orderSecrets,
      'webhook.secrets': webhook?.secrets ?? [],
      'postbackSecrets': rest.postbackSecrets,
      'merchant.secrets': merchantSecrets,
    },
    (purpose, index) => (purpose === 'service.apiKey' ? purpose : `${purpose}[${index}]`),
  );
  if (same.length > 0) throw invalidOptions(same);
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
    transport,
    webhookSecrets: (webhook?.secrets ?? []).map((secret) => secret.trim()),
    orderSecrets,
    orderKeys,
    merchantSecrets,
    /** Empty: `/merchant` does not exist. */
    merchantKeys,
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

function transportOf(
  onEvent: OnEvent | undefined,
  webhook: WebhookOptions | undefined,
): Transport | undefined {
  if (onEvent && webhook) {
    throw new OptionError(
      'onEvent and webhook are both set',
      'Pass one of them, so that each event is delivered once',
    );
  }
  return webhook ? webhookTransport(webhook) : onEvent && callbackTransport(onEvent);
}

/** Runs `work`, and names `createCheckoutProxy` in its errors. */
function checked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof OptionError ? invalidOptions([error]) : error;
  }
}

/** Returns one error for all problems. The remedy contains those after the first one. */
function invalidOptions([first, ...others]: readonly ProblemAndRemedy[]): OptionError {
  const rest = others.map(({ problem, remedy }) => `${problem}. ${remedy}`);
  const remedies = [first?.remedy ?? '', ...rest].join('.\n');
  return new OptionError(`createCheckoutProxy: ${first?.problem ?? ''}`, remedies);
}
