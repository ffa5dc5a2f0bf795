import { serviceClientOver } from './client.js';
import { createFileLimiter } from './file-limiter.js';
import { transportOf } from './node-http.js';
import type { ServiceClientOptions } from './options.js';
import type { ServiceClient } from './types.js';
import { type WithdrawalClient, type WithdrawalClientOptions, withdrawalClientOver } from './withdrawal.js';

export * from './file-limiter.js';
export * from './index.js';

/** Options of `createWithdrawalClient`. `limiter` defaults to one among the processes of this machine. */
export type NodeWithdrawalClientOptions = Omit<WithdrawalClientOptions, 'limiter'> &
  Partial<Pick<WithdrawalClientOptions, 'limiter'>>;

/**
 * Creates a client for the payment service's API v2, without withdrawals: see `createWithdrawalClient`. A failed call throws
 * `ServiceError`, which never contains the key.
 * @throws {TypeError} if an option is invalid; the message states the remedy
 * @example
 * ```ts
 * import { createServiceClient } from 'crypto-checkout/service';
 *
 * const client = createServiceClient({
 *   url: 'https://pay.example',
 *   apiKey: process.env['CRYPTO_CHECKOUT_API_KEY'] ?? '',
 *   shopId: process.env['CRYPTO_CHECKOUT_SHOP_ID'] ?? '',
 * });
 * for (const { balance, currency } of await client.balances()) console.log(balance, currency?.code);
 * ```
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('options is missing. Pass { url, apiKey, shopId }.');
  return serviceClientOver(transportOf(options), options);
}

/**
 * Creates a client for withdrawals (service doc, "Create withdrawal request"). All processes of this machine with the same service
 * and key send at most one request every 12 s. To share the limit between machines, set `limiter`.
 * @throws {TypeError} if an option is invalid; the message states the remedy
 * @example
 * ```ts
 * import { createWithdrawalClient, ServiceError } from 'crypto-checkout/service';
 *
 * const client = createWithdrawalClient({
 *   url: 'https://pay.example',
 *   withdrawalKey: process.env['CRYPTO_CHECKOUT_WITHDRAWAL_KEY'] ?? '',
 * });
 * try {
 *   const { id } = await client.withdraw({
 *     currency: 'USDT_TRC20',
 *     address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
 *     amount: '12.5',
 *   });
 *   console.log(`withdrawal ${id} accepted`);
 * } catch (error) {
 *   if (!(error instanceof ServiceError) || error.code !== 'outcome_unknown') throw error;
 *   // Do not send it again: the message explains how to find it.
 *   console.error(error.message);
 * }
 * ```
 */
export function createWithdrawalClient(options: NodeWithdrawalClientOptions): WithdrawalClient {
  return withdrawalClientOver(transportOf(options), {
    ...options,
    limiter: options.limiter ?? createFileLimiter(options),
  });
}
