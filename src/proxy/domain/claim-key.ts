import { createHash } from 'node:crypto';
import { ProblemError } from '../base/problem-error.js';

const CLAIM_KEY = /^[\w-]{22,64}$/;

/**
 * Returns the SHA-256 of a claim key, in hexadecimal digits: the store must not contain what proves who paid.
 * @throws {ProblemError} `invalid_request`
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
