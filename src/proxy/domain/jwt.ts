import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { OptionError } from '../../service/options.js';
import { formatValue } from '../base/format-value.js';

/** HS256 requires a key at least as long as its hash (RFC 7518 §3.2). */
export const MIN_SECRET_BYTES = 32;

/**
 * Returns the key of a secret.
 * @param name name of the secret in errors
 * @throws {TypeError} if the secret is too short; the message does not contain it
 */
export function signingKey(secret: string, name: string): Uint8Array {
  // JavaScript callers may pass anything, and `encode` would accept it.
  if (typeof secret !== 'string' && secret !== undefined)
    throw new OptionError({
      option: name,
      problem: `is not a string (type ${typeof secret})`,
      remedy: 'Pass the value of the variable that holds it',
    });
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length >= MIN_SECRET_BYTES) return bytes;
  if (bytes.length === 0)
    throw new OptionError({
      option: name,
      problem: 'is empty',
      remedy: 'Set the variable that holds it, for example with node --env-file=.env',
    });
  throw new OptionError({
    option: name,
    problem: `has ${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}`,
    remedy: `Use at least ${MIN_SECRET_BYTES} random bytes, e.g. from "openssl rand -base64 32"`,
  });
}

/** Whether a `typ` names this type, in any letter case, with or without `application/` (RFC 7515 §4.1.9). */
export function isOfType(typ: unknown, type: string): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === type;
}

interface SigningOptions {
  readonly secret: string;
  readonly expiresInSeconds: number;
  readonly clock?: { nowMs(): number } | undefined;
}

/**
 * Signs claims as a JWT of a type.
 * @param content returns the claims; called after the options are validated
 * @throws {TypeError} if the secret is too short or `expiresInSeconds` is invalid
 */
export async function signToken(
  typ: string,
  content: () => JWTPayload,
  { secret, expiresInSeconds, clock }: SigningOptions,
): Promise<string> {
  const key = signingKey(secret, 'secret');
  if (!(Number.isFinite(expiresInSeconds) && expiresInSeconds > 0)) {
    throw new TypeError(
      `expiresInSeconds is invalid (${formatValue(expiresInSeconds)}). Pass a number above 0.`,
    );
  }
  // RFC 7519 §2 allows fractions of a second. A shop may set two prices within a second, and the newer one counts.
  const issuedAt = (clock?.nowMs() ?? Date.now()) / 1000;
  const claims = { ...content(), iat: issuedAt, exp: Math.ceil(issuedAt + expiresInSeconds) };
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(key);
}

/** A token that is damaged, or signed with another secret. */
export class TokenError extends Error {
  override readonly name: string = 'TokenError';
}

/** A token with a valid signature that lacks a claim, or has an invalid one. */
export class TokenClaimError extends TokenError {
  override readonly name = 'TokenClaimError';
  constructor(
    readonly claim: string,
    readonly reason: string,
  ) {
    super(`${claim} is invalid (${reason})`);
  }
}

export interface VerifiedToken {
  readonly claims: JWTPayload;
  readonly typ: unknown;
  readonly isExpired: boolean;
}

/**
 * Verifies a token of any type. Accepts an expired one.
 * @param keys the accepted keys: several during a rotation
 * @throws {TokenError} if it is forged or damaged, or a claim is missing or invalid
 */
export async function verifyToken(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<VerifiedToken> {
  for (const key of keys) {
    try {
      const { payload: claims, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(nowMs),
      });
      return { claims, typ: protectedHeader.typ, isExpired: false };
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        const { typ } = decodeProtectedHeader(token);
        return { claims: error.payload, typ, isExpired: true };
      }
      // The signature is valid: only a holder of the secret can cause this message.
      if (error instanceof errors.JWTClaimValidationFailed)
        throw new TokenClaimError(error.claim, error.reason.replaceAll('_', ' '));
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw new TokenError('damaged, or signed with another secret');
}
