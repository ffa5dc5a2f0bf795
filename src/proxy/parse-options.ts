import * as v from 'valibot';
import type { OnEvent } from './events/callback.js';
import { callbackTransport } from './events/callback.js';
import { createLineLogger } from './log.js';
import type { CheckoutProxyOptions, Settings } from './options.js';
import { optionsSchema } from './options-schema.js';
import { orderKey, PLACEHOLDER_SECRET } from './order-token.js';
import type { Transport } from './events/transport.js';
import type { WebhookOptions } from './events/webhook.js';
import { webhookTransport } from './events/webhook.js';

const PLACEHOLDER =
  'is the placeholder of the example, which everybody knows: take what "openssl rand -base64 32" makes';

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
  const logger = rest.logger ?? createLineLogger((line) => process.stderr.write(line));
  if (orderSecrets.includes(PLACEHOLDER_SECRET)) {
    if (!service.testMode) throw wrongOptions([`orderSecrets ${PLACEHOLDER}`]);
    logger.warn({}, `the order secret ${PLACEHOLDER}`);
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
    logger,
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
