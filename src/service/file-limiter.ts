import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { TurnFiles } from './turn-files.js';
import { validateKey, validateUrl } from './options.js';
import { createQueue, type RequestLimiter } from './request-limiter.js';

export interface FileLimiterOptions {
  /** Base URL of the service, as in the client. */
  readonly url: string;
  readonly withdrawalKey: string;
  /** Existing folder on a local disk. Default: the system's temporary folder. */
  readonly folder?: string;
}

/**
 * Limits withdrawals among the processes of one machine (service doc, "Limits").
 * @throws {TypeError} if `url` or `withdrawalKey` is invalid
 */
export function createFileLimiter({
  url,
  withdrawalKey,
  folder = tmpdir(),
}: FileLimiterOptions): RequestLimiter {
  const account = JSON.stringify([validateUrl(url), validateKey(withdrawalKey, 'withdrawalKey')]);
  const hash = createHash('sha256').update(account).digest('hex').slice(0, 32);
  const files = new TurnFiles({ folder, prefix: `crypto-checkout-withdrawal-${hash}-` });
  const inOrder = createQueue();
  return { take: (minIntervalMs, send) => inOrder(() => files.take(minIntervalMs, send)) };
}
