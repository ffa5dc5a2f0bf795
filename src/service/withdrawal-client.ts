import { createCalls } from './calls.js';
import type { ConnectionOptions } from './options.js';
import { validateKey } from './options.js';
import type { HttpTransport } from './transport.js';
import type { RequestLimiter } from './request-limiter.js';
import type { Withdrawal, WithdrawalRequest } from './withdrawal.js';
import { parseWithdrawal, withdrawalBody } from './withdrawal.js';

/** Service doc, "Limits": the minimum interval between two withdrawal requests. */
const MIN_INTERVAL_MS = 12_000;

export interface WithdrawalClientOptions extends ConnectionOptions {
  /** The key for withdrawals (service doc, "Authentication"), not the API key. */
  readonly withdrawalKey: string;
  /** Limits the requests of all clients with this key. */
  readonly limiter: RequestLimiter;
}

export interface WithdrawalClient {
  /**
   * Waits until 12 s after the end of the previous request, then sends "Create withdrawal request" once. The deadline does
   * not include the wait.
   * @throws {TypeError} before sending, if currency, address or amount is invalid
   * @throws {ServiceError} certainly nothing was withdrawn only after `unreachable`, `refused` and `unauthorized`;
   * `outcome_unknown` also if the response belongs to another request
   */
  withdraw(request: WithdrawalRequest): Promise<Withdrawal>;
}

/** @throws {TypeError} if an option is invalid; the message names the remedy */
export function withdrawalClientOver(
  send: HttpTransport,
  options: WithdrawalClientOptions,
): WithdrawalClient {
  const key = validateKey(options.withdrawalKey, 'withdrawalKey');
  const calls = createCalls(options, { send, key, attempts: 1 });
  return {
    async withdraw(request) {
      const call = {
        operation: 'create withdrawal',
        path: '/v2/invoice/api/out/create',
        body: withdrawalBody(request),
        parse: (result: unknown) => parseWithdrawal(result, request),
      };
      return options.limiter.take(MIN_INTERVAL_MS, () =>
        calls.createOnce(
          call,
          'Look in the list of invoices for one of type dw with this currency and address, created since then,' +
            ' before you send it again. Its amount may differ.',
        ),
      );
    },
  };
}
