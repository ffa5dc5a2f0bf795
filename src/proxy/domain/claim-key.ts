import { createHash } from 'node:crypto';
import { ProblemError } from '../base/problem-error.js';

const CLAIM_KEY = /^[\w-]{43}$/;

/**
 * Returns the id of the browser that has a claim key: the SHA-256 of the key in Base64url. It is no secret, because only the key
 * proves a claim, and the store contains no key.
 * @returns `null` without a key
 * @throws {ProblemError} `invalid_request` if the key is malformed
 */
export function browserOfKey(claimKey: string | null): string | null {
  if (claimKey === null) return null;
  if (!CLAIM_KEY.test(claimKey))
    throw new ProblemError(
      'invalid_request',
      'claimKey is invalid. Send 43 random characters of Base64url, or leave it out.',
    );
  return createHash('sha256').update(claimKey).digest('base64url');
}
