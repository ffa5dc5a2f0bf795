import { createCalls } from './calls.js';
import type { ConnectionOptions } from './options.js';
import { validateKey } from './options.js';
import type { HttpTransport } from './transport.js';
import type { RequestLimiter } from './request-limiter.js';
import type { Withdrawal, WithdrawalRequest } from './withdrawal.js';
import { parseWithdrawal, withdrawalBody } from './withdrawal.js';

/** "Limits": the minimum interval between two withdrawal requests. */
const MIN_INTERVAL_MS = 12_000;

export interface WithdrawalClientOptions extends ConnectionOptions {
  /** The separate key of withdrawals ("Authentication"): not the project's API key. */
  readonly withdrawalKey: string;
  /** Keeps the requests of all clients with this key apart. */
  readonly limiter: RequestLimiter;
}

/** The one call that moves money out, apart from all others since its key is. */
export interface WithdrawalClient {
  /**
   * "Create withdrawal request": waits for its turn, 12 s after the end of the request before it, then is
   * sent once and never repeated. The waiting is not under the deadline.
   * @throws {TypeError} before anything is sent, when currency, address or amount cannot be right
   * @throws {ServiceError} only after `unreachable`, `refused` and `unauthorized` is it sure that nothing was
   * withdrawn; `outcome_unknown` also when the answer is to another request than was sent
   */
  withdraw(request: WithdrawalRequest): Promise<Withdrawal>;
}

/**
 * The withdrawals of the payment service's API v2. Nothing of the key gets into an error.
 * @throws {TypeError} when an option cannot be right; the message names the remedy
 */
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
