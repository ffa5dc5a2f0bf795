import { App } from './http/app.js';
import type { CheckoutProxy } from './http/checkout-proxy.js';
import { toFetch } from './http/web.js';
import { secretsInUrl, redactSecrets } from './base/log.js';
import type { CheckoutProxyOptions } from './options/options.js';
import { parseOptions } from './options/parse.js';
import { secretsOfSolanaRpc } from './options/solana-rpc-options.js';
import { withRequestId } from './base/request-scope.js';

export type { CheckoutProxy, RequestSource } from './http/checkout-proxy.js';
export type * from '../protocol/events.js';
export type { Logger } from './base/log.js';
export type { RateLimits } from './options/rate-limit-options.js';
export type { SolanaRpcOptions } from './options/solana-rpc-options.js';
export type { CheckoutProxyOptions, CustomerResolver, OrderResolver } from './options/options.js';
export type { Tolerance } from './domain/settlement.js';
export type { Lifetime, Order } from './domain/order.js';
export type { WebhookOptions } from './delivery/transport.js';

/**
 * Creates the proxy, the server component of the checkout. It holds the API key, accepts prices only from the shop, creates and polls
 * invoices, updates pages, and delivers events to the shop.
 * @throws {TypeError} if an option is invalid; the message states the option and the remedy
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createCheckoutProxy } from 'crypto-checkout/proxy';
 * import { toNodeListener } from 'crypto-checkout/proxy/node';
 *
 * const proxy = createCheckoutProxy({
 *   service: {
 *     url: 'https://pay.example',
 *     apiKey: process.env['CRYPTO_CHECKOUT_API_KEY'] ?? '',
 *     shopId: process.env['CRYPTO_CHECKOUT_SHOP_ID'] ?? '',
 *   },
 *   store: 'checkouts.sqlite',
 *   orderSecrets: [process.env['CRYPTO_CHECKOUT_ORDER_SECRET'] ?? ''],
 *   origins: ['https://shop.example'],
 *   onEvent: (event) => console.log(event.type, event.id),
 * });
 * createServer(toNodeListener(proxy)).listen(4000);
 * await proxy.start();
 * ```
 */
export function createCheckoutProxy(options: CheckoutProxyOptions): CheckoutProxy {
  const settings = parseOptions(options);
  const { apiKey, shopId } = settings.service;
  const secrets = [
    ...[apiKey, shopId, ...settings.orderSecrets, ...settings.postbackSecrets],
    ...settings.merchantSecrets,
    // The log may contain a secret without its prefix.
    ...settings.webhookSecrets.map((secret) => secret.replace(/^whsec_/, '')),
    ...secretsInUrl(settings.store),
    ...secretsOfSolanaRpc(settings.solanaRpc),
  ];
  const logger = withRequestId(redactSecrets(settings.logger, secrets));
  const proxy = new App({ ...settings, logger });
  // A plain object, so that a printed proxy contains no key.
  return {
    fetch: toFetch((incoming) => proxy.handle(incoming)),
    merchant: { fetch: toFetch((incoming) => proxy.handle(incoming, true)) },
    start: () => proxy.start(),
    metrics: () => proxy.metrics(),
    stop: () => proxy.stop(),
  };
}
