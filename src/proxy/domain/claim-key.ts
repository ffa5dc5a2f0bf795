import { createHash } from 'node:crypto';
import { ProblemError } from '../base/problem-error.js';

const CLAIM_KEY = /^[\w-]{22,64}$/;

/**
 * Returns the SHA-256 of a claim key in hexadecimal, `null` without a key. The store must not contain the key itself, which
 * proves that a browser requested the invoice.
 * @throws {ProblemError} `invalid_request` if the key is malformed
 */
export function claimHashOf(claimKey: unknown): string | null {
  if (claimKey === undefined || claimKey === null) return null;
  if (typeof claimKey !== 'string' || !CLAIM_KEY.test(claimKey))
    throw new ProblemError(
      'invalid_request',
      'claimKey is invalid. Send 22 to 64 random characters of Base64url, or leave it out.',
    );
  return createHash('sha256').update(claimKey).digest('hex');
}
