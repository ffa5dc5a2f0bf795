import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { OrderError, parseOrder, type Order, type OrderTerms } from './order.js';
import { DAY_MS } from '../base/time.js';
import { isCustomer } from './deposit-address.js';
import { OptionError } from '../../service/options.js';

export interface OrderTokenOptions {
  /** At least 32 bytes; one of the proxy's `orderSecrets`. */
  readonly secret: string;
  /** Default: one day. */
  readonly expiresInSeconds?: number;
  /** Clock of the `iat` claim, for tests that share a moved clock with the proxy. Default: the system clock. */
  readonly clock?: { nowMs(): number };
}

/** `typ` of the proxy's tokens (RFC 8725 §3.11), so that a customer token is never accepted as an order token. */
export const ORDER_TYPE = 'order+jwt';
export const CUSTOMER_TYPE = 'customer+jwt';

/** Whether a `typ` names this type, in any letter case, with or without `application/` (RFC 7515 §4.1.9). */
export function isOfType(typ: unknown, type: string): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === type;
}

/** HS256 requires a key at least as long as its hash (RFC 7518 §3.2). */
export const MIN_SECRET_BYTES = 32;
const DAY_SECONDS = 24 * 3600;

/** The secret in the README's example. Rejected in live mode, since anyone who knows the secret sets the prices. */
export const PLACEHOLDER_SECRET = 'put-32-random-bytes-or-more-here-please';

/** @throws {TypeError} if the secret is too short; the message does not contain it */
export function orderKey(secret: string, name: string): Uint8Array {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length >= MIN_SECRET_BYTES) return bytes;
  throw new OptionError(
    `${name} has ${bytes.length} bytes`,
    `Use at least ${MIN_SECRET_BYTES} random bytes, e.g. from "openssl rand -base64 32"`,
  );
}

/**
 * Creates an order token for the shop's page: a JWT (RFC 7519) with HS256 and `typ` `order+jwt`. Anyone with the token may
 * pay the order; only the holder of the secret can change the price.
 *
 * @throws {TypeError} if the secret is too short or `expiresInSeconds` is invalid
 * @throws {OrderError} if the order is invalid
 */
export async function createOrderToken(order: Order, options: OrderTokenOptions): Promise<string> {
  return signToken(ORDER_TYPE, () => toClaims(parseOrder(order)), options);
}

/**
 * Creates a customer token for the shop's page: a JWT with HS256, the shop's customer id as `sub`, and `typ`
 * `customer+jwt`. Anyone with the token may see the customer's deposit addresses.
 *
 * @throws {TypeError} if the secret is too short, or the customer or `expiresInSeconds` is invalid
 */
export function createCustomerToken(customer: string, options: OrderTokenOptions): Promise<string> {
  return signToken(CUSTOMER_TYPE, () => ({ sub: validateCustomer(customer) }), options);
}

function validateCustomer(customer: string): string {
  if (isCustomer(customer)) return customer;
  throw new TypeError(
    `customer is invalid (${JSON.stringify(customer)}). Pass 1 to 200 characters on one line, without surrounding spaces, other than "None".`,
  );
}

/** Signs claims as a JWT of a type. @throws {TypeError} if the secret is too short or `expiresInSeconds` is invalid */
export async function signToken(
  typ: string,
  content: () => JWTPayload,
  { secret, expiresInSeconds = DAY_SECONDS, clock }: OrderTokenOptions,
): Promise<string> {
  const key = orderKey(secret, 'secret');
  if (!(Number.isFinite(expiresInSeconds) && expiresInSeconds > 0)) {
    throw new TypeError(`expiresInSeconds is invalid (${expiresInSeconds}). Pass a number above 0.`);
  }
  // With milliseconds, as RFC 7519 allows: a shop may set two prices within a second, and the newer one counts.
  const issuedAt = (clock?.nowMs() ?? Date.now()) / 1000;
  const claims = { ...content(), iat: issuedAt, exp: Math.ceil(issuedAt + expiresInSeconds) };
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(key);
}

function toClaims(terms: OrderTerms): JWTPayload {
  return {
    sub: terms.id,
    amount: terms.amount,
    currency: terms.currency,
    description: terms.description ?? undefined,
    email: terms.email ?? undefined,
    email_required: terms.emailRequired || undefined,
    offers: terms.offers ?? undefined,
    lifetime: terms.lifetime ?? undefined,
    return_url: terms.returnUrl ?? undefined,
    fail_url: terms.failUrl ?? undefined,
  };
}

/** A rejected order token. `invalid` includes a signature with another secret. Problem codes: `http/resolve-order.ts`. */
export class OrderTokenError extends Error {
  override readonly name = 'OrderTokenError';
  constructor(
    readonly code: 'invalid' | 'expired',
    message = code === 'expired'
      ? 'The order token has expired. Issue a new one.'
      : 'The order token is damaged or signed with another secret. Sign it with one of orderSecrets.',
  ) {
    super(message);
  }
}

/** An order with the time when the shop set its price. */
export interface IssuedOrder {
  readonly terms: OrderTerms;
  readonly issuedAtMs: number;
  /** Until when the token opens a checkout or allows a new quote. */
  readonly expiresAtMs: number;
}

/** A longer text is neither a token nor a reference. */
export const MAX_ORDER_TOKEN_LENGTH = 8000;

/** Upper limit of the validity of an order token. */
const DEFAULT_MAX_AGE_MS = 31 * DAY_MS;

/**
 * Verifies an order token.
 * @param keys the accepted keys: several during a rotation
 * @param maxAgeMs maximum time after `iat`, even if `exp` is later
 * @throws {OrderTokenError} if the token is forged, damaged, expired, or of another type
 * @throws {OrderError} if the token is genuine but contains an invalid order
 */
export async function verifyOrderToken(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
  maxAgeMs = DEFAULT_MAX_AGE_MS,
): Promise<IssuedOrder> {
  const issued = await readOrderToken(token, keys, nowMs, maxAgeMs);
  if (nowMs >= issued.expiresAtMs) throw new OrderTokenError('expired');
  return issued;
}

/** Reads an order token that may have expired. Otherwise as `verifyOrderToken`. */
export async function readOrderToken(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
  maxAgeMs: number,
): Promise<IssuedOrder> {
  const { claims, typ } = await verifiedClaims(token, keys, nowMs);
  if (!isOrderType(typ)) throw new OrderTokenError('invalid', WRONG_TYPE);
  const terms = parseOrder({
    id: claims.sub,
    amount: claims['amount'],
    currency: claims['currency'],
    description: claims['description'],
    email: claims['email'],
    emailRequired: claims['email_required'],
    offers: claims['offers'],
    lifetime: claims['lifetime'],
    returnUrl: claims['return_url'],
    failUrl: claims['fail_url'],
  });
  if (claims.iat === undefined || claims.exp === undefined) throw new OrderTokenError('invalid');
  const issued = issuedAtMs(claims.iat);
  return { terms, issuedAtMs: issued, expiresAtMs: Math.min(claims.exp * 1000, issued + maxAgeMs) };
}

const WRONG_TYPE = 'The order token has the typ of another token. Set typ to order+jwt or JWT, or omit it.';

/** A JWT library of another language sets `JWT` or no type. */
function isOrderType(typ: unknown): boolean {
  return typ === undefined || isOfType(typ, 'jwt') || isOfType(typ, ORDER_TYPE);
}

/** Rejects milliseconds instead of seconds: such a price would stay the newest forever. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** @throws {OrderError} */
function issuedAtMs(iat: number): number {
  const ms = Math.round(iat * 1000);
  if (ms >= 0 && ms <= LAST_MS) return ms;
  throw new OrderError(
    `order token iat is invalid (${iat}). Use the seconds since 1970, such as Date.now() / 1000.`,
  );
}

/** A customer token that is forged, damaged, expired, or of another type. */
export class CustomerTokenError extends Error {
  override readonly name = 'CustomerTokenError';
}

/** Verifies a customer token. @returns the customer id @throws {CustomerTokenError} if the token is rejected */
export async function verifyCustomerToken(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<string> {
  const verified = await verifiedClaims(token, keys, nowMs).catch((error: unknown) => {
    if (error instanceof OrderTokenError) throw new CustomerTokenError(`customer token: ${error.code}`);
    throw error;
  });
  const { sub } = verified.claims;
  if (verified.isExpired) throw new CustomerTokenError('customer token: expired');
  if (isOfType(verified.typ, CUSTOMER_TYPE) && isCustomer(sub)) return sub;
  throw new CustomerTokenError('customer token: invalid');
}

function invalidClaim({ claim, reason }: errors.JWTClaimValidationFailed): OrderTokenError {
  return new OrderTokenError(
    'invalid',
    `order token ${claim} is invalid (${reason.replaceAll('_', ' ')}). Set sub to the order id, and iat and exp in seconds.`,
  );
}

/**
 * Verifies the signature of a token of any type.
 * @throws {OrderTokenError} if it is forged or damaged, or a claim is missing
 */
export async function verifiedClaims(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<{ readonly claims: JWTPayload; readonly typ: unknown; readonly isExpired: boolean }> {
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
      // The signature is valid: the message reaches only a holder of the secret.
      if (error instanceof errors.JWTClaimValidationFailed) throw invalidClaim(error);
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw new OrderTokenError('invalid');
}
