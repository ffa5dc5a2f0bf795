import type { MerchantPaymentDetails, MerchantScope } from '../../protocol/index.js';
import { takeTurn } from '../base/async.js';
import { ProblemError } from '../base/problem-error.js';
import { MerchantSessionError, verifyMerchantSession, type VerifiedSession } from '../domain/staff-tokens.js';
import { DEFAULT_LIMIT, parseCursor } from '../staff/attention-list.js';
import { assertPlainTexts } from './request-body.js';
import type { ProxyRequest, ProxyResponse, RouteHandler } from './request.js';

export type StaffHandler = (request: ProxyRequest, session: VerifiedSession) => Promise<ProxyResponse>;

/** Returns a handler that requires a merchant session with at least one of the scopes. If `scopes` is empty, any session is accepted. */
export function requireScopes(scopes: readonly MerchantScope[], handler: StaffHandler): RouteHandler {
  return async (request) => {
    const session = await sessionOf(request);
    await request.proxy.limiter.countStaffRequest('request', session.person);
    if (scopes.length > 0 && !scopes.some((scope) => session.scopes.has(scope)))
      throw new ProblemError('scope_missing', `The session lacks the scope ${scopes.join(' or ')}.`);
    // A search or a long list must not delay payers.
    await takeTurn();
    return handler(request, session);
  };
}

/**
 * Returns the fields of a changed payment that the session may read. Without `payments:read`, these are the outcome without
 * addresses and notes of colleagues. `refunds:decide` adds the refunds.
 */
export function readablePayment(
  payment: MerchantPaymentDetails,
  { scopes }: VerifiedSession,
): MerchantPaymentDetails {
  if (scopes.has('payments:read')) return payment;
  const refunds = scopes.has('refunds:decide') ? payment.refunds : [];
  return { ...payment, description: null, invoices: [], decisions: [], refunds, events: [], audit: [] };
}

/** @throws {ProblemError} `session_required`, `rate_limited` */
async function sessionOf(request: ProxyRequest): Promise<VerifiedSession> {
  try {
    return await readSession(request);
  } catch (error) {
    // Only requests without a valid session count here: a stranger behind the same address must not use up a person's own count.
    await request.proxy.limiter.countRequest('sessions', request.client);
    throw error;
  }
}

/** @throws {ProblemError} `session_required` */
async function readSession(request: ProxyRequest): Promise<VerifiedSession> {
  const { merchantKeys } = request.proxy.settings;
  const token = /^Bearer ([\w.-]+)$/i.exec(request.header('authorization') ?? '')?.[1];
  if (token === undefined)
    throw new ProblemError('session_required', 'Send the session as "Authorization: Bearer <session>".');
  try {
    // Uses the system time: tests may move the proxy's clock, but another process signs the session.
    return await verifyMerchantSession(token, merchantKeys, Date.now());
  } catch (cause) {
    if (!(cause instanceof MerchantSessionError)) throw cause;
    // The cause is only logged: an attacker must not learn it.
    throw new ProblemError('session_required', "Get a new session from the shop's server.", { cause });
  }
}

/** @throws {ProblemError} `invalid_request` if a text is not plain */
export function queryOf({ url }: ProxyRequest): URLSearchParams {
  const query = new URL(url).searchParams;
  assertPlainTexts(query);
  return query;
}

const MAX_LIMIT = 100;

/** @throws {ProblemError} `invalid_request` */
export function parsePage(query: URLSearchParams) {
  return { cursor: parseCursor(query.get('cursor')), limit: parseLimit(query) };
}

/** @throws {ProblemError} `invalid_request` */
export function parseLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new ProblemError('invalid_request', `limit is invalid. Pass a whole number from 1 to ${MAX_LIMIT}.`);
}
