import { serviceClientOver } from './client.js';
import { createFileLimiter } from './file-limiter.js';
import { transportOf } from './node-http.js';
import type { ServiceClientOptions } from './options.js';
import type { ServiceClient } from './types.js';
import { type WithdrawalClient, type WithdrawalClientOptions, withdrawalClientOver } from './withdrawal.js';

export * from './file-limiter.js';
export * from './index.js';

/** Without `limiter`, the client limits itself among the processes of this machine. */
export type NodeWithdrawalClientOptions = Omit<WithdrawalClientOptions, 'limiter'> &
  Partial<Pick<WithdrawalClientOptions, 'limiter'>>;

/**
 * Creates the client for all calls of the payment service's API v2 except withdrawals, which have a key and a client of
 * their own. Every call throws `ServiceError`, which never contains the key. Uses Node's HTTP client unless `fetch` is set.
 * @throws {TypeError} if an option is invalid; the message names the remedy
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  return serviceClientOver(transportOf(options), options);
}

/**
 * Creates the client for withdrawals (service doc, "Create withdrawal request"). Requests are at least 12 s apart among all
 * processes of this machine with the same service and key; `limiter` replaces that limit.
 * @throws {TypeError} if an option is invalid; the message names the remedy
 */
export function createWithdrawalClient(options: NodeWithdrawalClientOptions): WithdrawalClient {
  return withdrawalClientOver(transportOf(options), {
    ...options,
    limiter: options.limiter ?? createFileLimiter(options),
  });
}
