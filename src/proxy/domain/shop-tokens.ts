import type { JWTPayload } from 'jose';
import {
  MAX_ID_LENGTH,
  OrderError,
  parseOrder,
  parseStrictOrder,
  type Order,
  type OrderTerms,
} from './order.js';
import { assertFields } from './assert-fields.js';
import { DAY_MS } from '../base/time.js';
import { isLine } from '../../payment/plain-text.js';
import { isOfType, signToken, TokenClaimError, TokenError, verifyToken } from './jwt.js';
import { PATHS } from '../../protocol/index.js';

export interface OrderTokenOptions {
  /** At least 32 bytes; one of the proxy's `orderSecrets`. */
  readonly secret: string;
  /** Validity in seconds, above 0. Default: one day. */
  readonly expiresInSeconds?: number;
  /** Clock of the `iat` claim, for tests that share a moved clock with the proxy. Default: the system clock. */
  readonly clock?: { nowMs(): number };
}

const TOKEN_FIELDS = [
  'secret',
  'expiresInSeconds',
  'clock',
] as const satisfies readonly (keyof OrderTokenOptions)[];
const TOKEN_SHAPE = {
  name: 'options',
  fields: TOKEN_FIELDS,
  remedy: 'Pass { secret }, or { secret, expiresInSeconds }',
};

/** `typ` of each kind of token (RFC 8725 §3.11), so that a customer token is never accepted as an order token. */
export const ORDER_TYPE = 'order+jwt';
export const CUSTOMER_TYPE = 'customer+jwt';

const DEFAULT_EXPIRY_SECONDS = DAY_MS / 1000;

/** Default of the option `maxOrderTokenDays`: the maximum validity of an order token. */
export const MAX_ORDER_TOKEN_DAYS = 31;

/** The secret in the README's example. Rejected in live mode, because anyone who knows the secret can set prices. */
export const PLACEHOLDER_SECRET = 'put-32-random-bytes-or-more-here-please';

/**
 * Creates an order token for the shop's page: a JWT (RFC 7519) with HS256 and `typ` `order+jwt`. Anyone with the token can pay
 * the order. Only a holder of the secret can change the price.
 *
 * @throws {TypeError} if the secret is too short, `expiresInSeconds` is invalid, or an option is unknown
 * @throws {OrderError} if the order is invalid, or has an unknown field
 */
export async function createOrderToken(order: Order, options: OrderTokenOptions): Promise<string> {
  assertFields(options, TOKEN_SHAPE);
  return signToken(ORDER_TYPE, () => toClaims(parseStrictOrder(order)), withDefaults(options));
}

/**
 * Creates a customer token for the shop's page: a JWT with HS256, the shop's customer id as `sub`, and `typ` `customer+jwt`.
 * Anyone with the token can see the customer's deposit addresses.
 *
 * @throws {TypeError} if the secret is too short, the customer or `expiresInSeconds` is invalid, or an option is unknown
 */
export async function createCustomerToken(customer: string, options: OrderTokenOptions): Promise<string> {
  assertFields(options, TOKEN_SHAPE);
  return signToken(CUSTOMER_TYPE, () => ({ sub: validateCustomer(customer) }), withDefaults(options));
}

function withDefaults({ expiresInSeconds = DEFAULT_EXPIRY_SECONDS, ...options }: OrderTokenOptions) {
  return { ...options, expiresInSeconds };
}

function validateCustomer(customer: string): string {
  if (isCustomer(customer)) return customer;
  throw new TypeError(
    `customer is invalid (${JSON.stringify(customer)}). Pass 1 to 200 characters on one line, without surrounding spaces, other than "None".`,
  );
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

/** A rejected order token. `invalid` includes a signature with another secret. `http/resolve-order.ts` maps it to a problem. */
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

/** Maximum length of an order token and of a reference. */
export const MAX_ORDER_TOKEN_LENGTH = 8000;

/**
 * Verifies an order token.
 * @param keys the accepted keys: several during a rotation
 * @param maxAgeMs maximum validity after `iat`, even if `exp` is later
 * @throws {OrderTokenError} if the token is forged, damaged, expired, or of another type
 * @throws {OrderError} if the token is genuine but contains an invalid order
 */
export async function verifyOrderToken(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
  maxAgeMs = MAX_ORDER_TOKEN_DAYS * DAY_MS,
): Promise<IssuedOrder> {
  const issued = await readOrderToken(token, keys, nowMs, maxAgeMs);
  if (nowMs >= issued.expiresAtMs) throw new OrderTokenError('expired');
  return issued;
}

/** Verifies an order token as `verifyOrderToken` does, but accepts an expired one. */
export async function readOrderToken(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
  maxAgeMs: number,
): Promise<IssuedOrder> {
  const { claims, typ } = await verifyToken(token, keys, nowMs).catch(throwOrderError);
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

/** Accepts `JWT` and a missing type, because JWT libraries of shops set them. */
function isOrderType(typ: unknown): boolean {
  return typ === undefined || isOfType(typ, 'jwt') || isOfType(typ, ORDER_TYPE);
}

/** An `iat` in milliseconds instead of seconds exceeds this limit. Otherwise its price would stay the newest forever. */
const MAX_ISSUED_AT_MS = Date.UTC(9999, 11, 31);

/** Returns the time of an `iat` claim. @throws {OrderError} if it is out of range */
function issuedAtMs(iat: number): number {
  const ms = Math.round(iat * 1000);
  if (ms >= 0 && ms <= MAX_ISSUED_AT_MS) return ms;
  throw new OrderError(
    `order token iat is invalid (${iat}). Use the seconds since 1970, such as Date.now() / 1000.`,
  );
}

/** Whether the service would return this customer id unchanged: it writes `None` for absent text, and may trim spaces. */
export function isCustomer(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    isLine(value, MAX_ID_LENGTH) &&
    value === value.trim() &&
    value !== 'None'
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
  const verified = await verifyToken(token, keys, nowMs).catch((error: unknown) => {
    throw error instanceof TokenError ? new CustomerTokenError(`customer token: ${error.message}`) : error;
  });
  const { sub } = verified.claims;
  if (verified.isExpired) throw new CustomerTokenError('customer token: expired');
  if (isOfType(verified.typ, CUSTOMER_TYPE) && isCustomer(sub)) return sub;
  throw new CustomerTokenError('customer token: invalid');
}

function throwOrderError(error: unknown): never {
  if (error instanceof TokenClaimError)
    throw new OrderTokenError(
      'invalid',
      `order token ${error.claim} is invalid (${error.reason}). Set sub to the order id, and iat and exp in seconds.`,
    );
  throw error instanceof TokenError ? new OrderTokenError('invalid') : error;
}

export interface PaymentLinkOptions extends OrderTokenOptions {
  /** `publicUrl` of the proxy, such as `https://shop.example/crypto-checkout`. */
  readonly baseUrl: string;
}

const LINK_SHAPE = {
  name: 'options',
  fields: [...TOKEN_FIELDS, 'baseUrl'],
  remedy: 'Pass { secret, baseUrl }, or { secret, baseUrl, expiresInSeconds }',
};

/** In characters. A QR code with error correction M holds at most 2331. */
const MAX_LINK_LENGTH = 2300;

/**
 * Creates a link to the payment page of an order: `publicUrl`, `/pay/` and an order token. Anyone with the link can see and pay
 * the order.
 *
 * @throws {TypeError} if the order has an email address, which everyone with the link could read; if `baseUrl` is not a URL; if
 *   the link exceeds 2300 characters, which no QR code can hold; or as `createOrderToken`
 * @throws {OrderError} if the order is invalid, or has an unknown field
 */
export async function createPaymentLink(order: Order, options: PaymentLinkOptions): Promise<string> {
  assertFields(options, LINK_SHAPE);
  const { baseUrl, ...signing } = options;
  if (parseStrictOrder(order).email !== null)
    throw new TypeError(
      'order.email would be readable in the link. Omit it, or set emailRequired to request it from the payer.',
    );
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError(
      `baseUrl is invalid (${JSON.stringify(baseUrl)}). Pass publicUrl of the proxy, such as https://shop.example/crypto-checkout.`,
    );
  const token = await createOrderToken(order, signing);
  const link = baseUrl.replace(/\/+$/, '') + PATHS.pay.replace(':token', token);
  if (link.length > MAX_LINK_LENGTH)
    throw new TypeError(
      `The payment link would have ${link.length} characters. Use at most ${MAX_LINK_LENGTH}, which a QR code can hold: shorten order.description, order.returnUrl or order.failUrl.`,
    );
  return link;
}
