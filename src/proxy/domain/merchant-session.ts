import { isLine } from '../../payment/plain-text.js';
import { isSamePerson, MERCHANT_SCOPES, type MerchantScope } from '../../protocol/index.js';
import { MINUTE_MS } from '../base/time.js';
import { isOfType, signToken, TokenError, verifyToken } from './jwt.js';

export interface MerchantSessionRequest {
  /**
   * Name of the person in the audit log, 1 to 100 characters on one line. It must identify one person: two spellings of a name are one
   * person, see `isSamePerson`.
   */
  readonly person: string;
  readonly scopes: readonly MerchantScope[];
  /** Validity in seconds, from 1 to 900. Default: 900. */
  readonly expiresIn?: number;
}

export interface MerchantSecretOptions {
  /** At least 32 bytes; one of the proxy's `merchant.secrets`. */
  readonly secret: string;
}

/** A verified session. Which scope a request needs: `http/staff.ts`. */
export interface VerifiedSession {
  readonly person: string;
  readonly scopes: ReadonlySet<MerchantScope>;
  readonly expiresAtMs: number;
}

const SESSION_TYPE = 'merchant-session+jwt';
const MAX_SECONDS = 15 * 60;
/** Maximum lead of the shop server's clock, which signs, over the clock of the process that verifies. */
export const MAX_AHEAD_MS = MINUTE_MS;

/**
 * Signs a session for the merchant elements by the system time, which the proxy compares it with: a JWT with HS256 and `typ` `merchant-session+jwt`. Sign it on the shop's server, for
 * the person who is signed in there.
 *
 * @throws {TypeError} if the secret is too short, or the person, a scope or `expiresIn` is invalid
 */
export function createMerchantSession(
  { person, scopes, expiresIn = MAX_SECONDS }: MerchantSessionRequest,
  { secret }: MerchantSecretOptions,
): Promise<string> {
  if (!(Number.isInteger(expiresIn) && expiresIn > 0 && expiresIn <= MAX_SECONDS))
    throw new TypeError(`expiresIn is invalid (${expiresIn}). Pass 1 to ${MAX_SECONDS} seconds.`);
  const unknown = scopes.find((scope) => !MERCHANT_SCOPES.includes(scope));
  if (unknown !== undefined)
    throw new TypeError(`scopes contains "${String(unknown)}". Use ${MERCHANT_SCOPES.join(', ')}.`);
  const content = () => ({ sub: validatePerson(person), scope: scopes.join(' ') });
  return signToken(SESSION_TYPE, content, { secret, expiresInSeconds: expiresIn });
}

/** Returns the name of a person. @throws {TypeError} if it is invalid */
export function validatePerson(person: unknown): string {
  if (isPerson(person)) return person;
  throw new TypeError(`person is invalid (${JSON.stringify(person)}). Pass 1 to 100 characters on one line.`);
}

/** Whether a text names a person: 1 to 100 characters on one line. */
export function isPerson(person: unknown): person is string {
  if (typeof person !== 'string' || !isLine(person, 100) || person !== person.trim()) return false;
  // Names without a visible character are all one name.
  return !isSamePerson(person, '');
}

/** A merchant session that is forged, damaged, expired, of another type, or valid for too long. */
export class MerchantSessionError extends Error {
  override readonly name = 'MerchantSessionError';
}

/** Verifies a session. @param nowMs the system time @throws {MerchantSessionError} if it is rejected */
export async function verifyMerchantSession(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<VerifiedSession> {
  const { claims, typ, isExpired } = await verifyToken(token, keys, nowMs).catch((error: unknown) => {
    throw error instanceof TokenError
      ? new MerchantSessionError(`merchant session: ${error.message}`)
      : error;
  });
  const { sub, iat, exp } = claims;
  if (!isOfType(typ, SESSION_TYPE) || !isPerson(sub) || iat === undefined || exp === undefined)
    throw new MerchantSessionError('merchant session: invalid');
  if (isExpired) throw new MerchantSessionError('merchant session: expired');
  if (exp - iat > MAX_SECONDS + 1) throw new MerchantSessionError('merchant session: valid for too long');
  if (iat * 1000 > nowMs + MAX_AHEAD_MS) throw new MerchantSessionError('merchant session: not valid yet');
  const claimed = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
  return {
    person: sub,
    scopes: new Set(MERCHANT_SCOPES.filter((scope) => claimed.includes(scope))),
    expiresAtMs: exp * 1000,
  };
}
