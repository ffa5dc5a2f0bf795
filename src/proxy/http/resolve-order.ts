import type { ProblemCode } from '../../protocol/index.js';
import { errorFields, type Logger } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import { DAY_MS } from '../base/time.js';
import type { ResolvedOrder } from '../domain/reprice.js';
import { misspelledFields, OrderError, parseOrder } from '../domain/order.js';
import {
  CustomerTokenError,
  isCustomer,
  MAX_ORDER_TOKEN_LENGTH,
  OrderTokenError,
  verifyCustomerToken,
  verifyOrderToken,
} from '../domain/shop-tokens.js';
import type { ProxyRequest } from './request.js';

/** Three parts in base64url (RFC 7515 §3.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

interface ResolverCall<T> {
  readonly name: 'orders' | 'customers';
  readonly resolver: ((reference: string, request: Request) => unknown) | undefined;
  readonly notFound: ProblemCode;
  /** @throws {Error} if the resolver returned an invalid value */
  readonly parse: (value: unknown) => T;
}

/**
 * Returns whether the text from a page must be verified as a signed token. Otherwise it is a reference for a resolver.
 * @throws {ProblemError} `notFound` if it is neither
 */
export function isToken(text: string, { proxy }: ProxyRequest, notFound: ProblemCode): boolean {
  if (text === '[object Promise]') {
    const signer = notFound === 'customer_not_found' ? 'createCustomerToken' : 'createOrderToken';
    const cause = new Error(`the page sent a Promise instead of a token. Write await ${signer}(…).`);
    throw new ProblemError(notFound, undefined, { cause });
  }
  if (text.length > MAX_ORDER_TOKEN_LENGTH) throw new ProblemError(notFound);
  return proxy.settings.orderKeys.length > 0 && TOKEN.test(text);
}

/** Calls a resolver of the shop. @throws {ProblemError} */
async function callResolver<T>(
  reference: string,
  { name, resolver, notFound, parse }: ResolverCall<T>,
  request: ProxyRequest,
): Promise<T> {
  // The causes are only logged: an attacker must not learn them.
  if (!resolver) {
    const cause = new Error(
      `${name} is not set, and the text is not a token (three parts separated by dots), or orderSecrets is not set`,
    );
    throw new ProblemError(notFound, undefined, { cause });
  }
  const webRequest = request.toWebRequest();
  try {
    const value = await resolver(reference, webRequest);
    if (value !== null && value !== undefined) return parse(value);
  } catch (cause) {
    const { logger } = request.proxy.settings;
    logger.error({ resolver: name, ...errorFields(cause) }, 'resolver failed');
    throw new ProblemError('internal_error', undefined, { cause });
  }
  throw new ProblemError(notFound, undefined, { cause: new Error(`${name} returned no match`) });
}

/**
 * Returns the order of the request, from a signed token, or from a reference that the shop's resolver accepts.
 * @throws {ProblemError}
 */
export function resolveOrder(text: string, request: ProxyRequest): Promise<ResolvedOrder> {
  return isToken(text, request, 'order_not_found')
    ? verifyToken(text, request)
    : resolveReference(text, request);
}

/**
 * Calls the shop's resolver for the order, even if its checkout exists: the price may have changed, or the order may have been
 * paid elsewhere.
 * @throws {ProblemError}
 */
export async function resolveReference(reference: string, request: ProxyRequest): Promise<ResolvedOrder> {
  const { orders: resolver, clock, logger } = request.proxy.settings;
  const parse = (value: unknown) => {
    warnOfMisspelled(value, logger);
    return parseOrder(value);
  };
  const call = { name: 'orders', resolver, notFound: 'order_not_found', parse } as const;
  return { terms: await callResolver(reference, call, request), issuedAtMs: clock.nowMs(), reference };
}

const warnedFields = new WeakMap<Logger, Set<string>>();

/** Warns once for each field. Must not fail a payment: a resolver may return a row of the shop, with its own columns. */
function warnOfMisspelled(value: unknown, logger: Logger): void {
  const warned = warnedFields.get(logger) ?? new Set();
  warnedFields.set(logger, warned);
  for (const { field, meant } of misspelledFields(value)) {
    if (warned.has(field)) continue;
    warned.add(field);
    logger.warn({ resolver: 'orders', field, meant }, 'resolver returned an unknown field');
  }
}

async function verifyToken(token: string, request: ProxyRequest): Promise<ResolvedOrder> {
  const { orderKeys, maxOrderTokenDays, clock, logger } = request.proxy.settings;
  try {
    return await verifyOrderToken(token, orderKeys, clock.nowMs(), maxOrderTokenDays * DAY_MS);
  } catch (error) {
    if (error instanceof OrderTokenError) {
      const code = error.code === 'expired' ? 'order_expired' : 'order_not_found';
      throw new ProblemError(code, undefined, { cause: error });
    }
    if (!(error instanceof OrderError)) throw error;
    logger.error(errorFields(error), 'order token contains an invalid order');
    throw new ProblemError(
      'invalid_request',
      `The order token contains an invalid order. Check the proxy log for request ${request.requestId}.`,
    );
  }
}

/**
 * Returns the customer of the request, from a signed token, or from a reference that the shop's resolver accepts.
 * @throws {ProblemError}
 */
export async function resolveCustomer(text: string, request: ProxyRequest): Promise<string> {
  const { customers: resolver, orderKeys, clock } = request.proxy.settings;
  const notFound = 'customer_not_found';
  if (!isToken(text, request, notFound))
    return callResolver(text, { name: 'customers', resolver, notFound, parse: parseCustomer }, request);
  try {
    return await verifyCustomerToken(text, orderKeys, clock.nowMs());
  } catch (cause) {
    throw cause instanceof CustomerTokenError ? new ProblemError(notFound, undefined, { cause }) : cause;
  }
}

function parseCustomer(value: unknown): string {
  if (isCustomer(value)) return value;
  throw new TypeError('The customer id is invalid. Return 1 to 200 characters on one line, not "None".');
}
