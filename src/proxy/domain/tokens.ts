import { errors, jwtVerify, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import type { Order, OrderTerms } from './order.js';
import { OrderError, parseOrder } from './order.js';
import { CUSTOMER_TYPE, isOfType, ORDER_TYPE } from './token-type.js';
import { isCustomer } from './deposit-address.js';

export type { Lifetime, Order } from './order.js';
export { OrderError } from './order.js';

export interface OrderTokenOptions {
  /** At least 32 bytes; one of the proxy's `orderSecrets`. */
  readonly secret: string;
  /** A day unless set. */
  readonly expiresInSeconds?: number;
  /** For a shop that shares a moved clock with the proxy. */
  readonly clock?: { nowMs(): number };
}

/** HS256 wants a key as long as its hash (RFC 7518, section 3.2). */
export const MIN_SECRET_BYTES = 32;
const DAY_SECONDS = 24 * 3600;

/** Stands in the readme's example: whoever knows the order secret sets the prices. */
export const PLACEHOLDER_SECRET = 'put-32-random-bytes-or-more-here-please';

/** @throws {TypeError} when it is too short; the secret itself is not in the message */
export function orderKey(secret: string, name: string): Uint8Array {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length >= MIN_SECRET_BYTES) return bytes;
  throw new TypeError(
    `${name} has ${bytes.length} bytes: give at least ${MIN_SECRET_BYTES} random ones, e.g. from "openssl rand -base64 32"`,
  );
}

/**
 * The order as a signed text that the shop's page hands to the checkout: a JWT (RFC 7519) with HS256, and `order+jwt` for
 * its `typ`. Who has the token may pay the order, and nobody but the holder of the secret can change the price.
 *
 * @throws {TypeError} when the secret is too short or the time is not right
 * @throws {OrderError} when the order cannot be right
 */
export async function createOrderToken(order: Order, options: OrderTokenOptions): Promise<string> {
  return signToken(ORDER_TYPE, () => toClaims(parseOrder(order)), options);
}

/**
 * A customer as a signed text that the shop's page hands to the checkout: a JWT with HS256, `sub` the shop's own name of
 * the customer, and `customer+jwt` for its `typ`. Who has the token may see the customer's permanent addresses.
 *
 * @throws {TypeError} when the secret is too short, or the customer or the time is not right
 */
export function createCustomerToken(customer: string, options: OrderTokenOptions): Promise<string> {
  return signToken(CUSTOMER_TYPE, () => ({ sub: validateCustomer(customer) }), options);
}

function validateCustomer(customer: string): string {
  if (isCustomer(customer)) return customer;
  throw new TypeError(
    `customer is ${JSON.stringify(customer)}: give a text of 1 to 200 characters on one line, not "None", no blanks around them`,
  );
}

async function signToken(
  typ: string,
  content: () => JWTPayload,
  { secret, expiresInSeconds = DAY_SECONDS, clock }: OrderTokenOptions,
): Promise<string> {
  const key = orderKey(secret, 'secret');
  if (!(Number.isFinite(expiresInSeconds) && expiresInSeconds > 0)) {
    throw new TypeError(`expiresInSeconds is ${expiresInSeconds}: give seconds above 0`);
  }
  // To the millisecond, as RFC 7519 allows: a shop may set two prices within a second, and the later one counts.
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

/** Why a token is not taken: `invalid` also when it is signed with another secret. */
export class OrderTokenError extends Error {
  override readonly name = 'OrderTokenError';
  constructor(
    readonly code: 'invalid' | 'expired',
    message = code === 'expired'
      ? 'the token is too old'
      : 'the token is damaged, or signed with another secret',
  ) {
    super(message);
  }
}

/** An order with the time at which the shop set its price. */
export interface IssuedOrder {
  readonly terms: OrderTerms;
  readonly issuedAtMs: number;
  /** Until when the token opens a checkout or allows a new quote. */
  readonly expiresAtMs: number;
}

const DAY_MS = DAY_SECONDS * 1000;
/** A token that is valid for longer counts as this. */
const USUAL_MAX_AGE_MS = 31 * DAY_MS;

/**
 * @param keys the secrets that may have signed it: several while one replaces another
 * @param maxAgeMs how long after `iat` a token is valid at most, whatever its `exp`
 * @throws {OrderTokenError} when the token is forged, damaged, too old, or a token for another purpose
 * @throws {OrderError} when it is genuine, and the shop has put something into it that cannot be right
 */
export async function verifyOrderToken(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
  maxAgeMs = USUAL_MAX_AGE_MS,
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
  const expiresAtMs = Math.min(claims.exp * 1000, issued + maxAgeMs);
  if (nowMs >= expiresAtMs) throw new OrderTokenError('expired');
  return { terms, issuedAtMs: issued, expiresAtMs };
}

const WRONG_TYPE = "the token's typ is that of another purpose: write order+jwt or JWT, or no typ";

/** A shop that signs without `createOrderToken` writes `JWT`, or no type at all. */
function isOrderType(typ: unknown): boolean {
  return typ === undefined || isOfType(typ, 'jwt') || isOfType(typ, ORDER_TYPE);
}

/** With years of four digits: milliseconds in the place of seconds would be later than every price to come. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** @throws {OrderError} */
function issuedAtMs(iat: number): number {
  const ms = Math.round(iat * 1000);
  if (ms >= 0 && ms <= LAST_MS) return ms;
  throw new OrderError(`order: iat is ${iat}: give the seconds since 1970, such as Date.now() / 1000`);
}

/** Why a customer token is not taken: it is forged, damaged, too old, or a token of another kind. */
export class CustomerTokenError extends Error {
  override readonly name = 'CustomerTokenError';
}

/** The customer in a token. @throws {CustomerTokenError} when it must not be taken */
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
  if (isOfType(verified.typ, CUSTOMER_TYPE) && isCustomer(sub)) return sub;
  throw new CustomerTokenError('customer token: invalid');
}

function invalidClaim({ claim, reason }: errors.JWTClaimValidationFailed): OrderTokenError {
  const remedy = 'sign it with sub, the id of the order, and with iat and exp in seconds';
  return new OrderTokenError('invalid', `the token's ${claim} is ${reason.replaceAll('_', ' ')}: ${remedy}`);
}

async function verifiedClaims(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<{ readonly claims: JWTPayload; readonly typ: unknown }> {
  for (const key of keys) {
    try {
      const { payload: claims, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(nowMs),
      });
      return { claims, typ: protectedHeader.typ };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new OrderTokenError('expired');
      // Only who has the secret comes so far.
      if (error instanceof errors.JWTClaimValidationFailed) throw invalidClaim(error);
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw new OrderTokenError('invalid');
}
