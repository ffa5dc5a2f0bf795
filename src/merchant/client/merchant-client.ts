import {
  attentionSchema,
  auditLogSchema,
  bookRowsSchema,
  bookSummarySchema,
  MERCHANT_PATHS,
  MERCHANT_SCOPES,
  merchantBalancesSchema,
  merchantEventSchema,
  merchantPaymentDetailsSchema,
  merchantPaymentsSchema,
  merchantSessionSchema,
  merchantStatisticsSchema,
  parseProblem,
  pathSegment,
  payoutSchema,
  payoutsSchema,
  ProtocolError,
  reconciliationSchema,
  resentEventsSchema,
  type Attention,
  type AuditLog,
  type BookRows,
  type BookSummary,
  type CandidateChoice,
  type CreateRefundRequest,
  type DecideRefundRequest,
  type MerchantBalances,
  type MerchantEvent,
  type MerchantPaymentDetails,
  type MerchantPayments,
  type MerchantSession,
  type MerchantStatistics,
  type PaymentSort,
  type Payout,
  type Payouts,
  type ProblemCode,
  type Reconciliation,
  type ResentEvents,
  type SettleRequest,
} from '../../protocol/index.js';
import { isRecord, parseMessage, type Schema } from '../../protocol/schema.js';
import { ChangeStream, type ChangeListener } from './change-stream.js';
import { sessionFrom, SessionToken, SignedOutError, type SessionSource } from './session-token.js';

/**
 * Why a request has no result.
 *
 * - `unreachable`: no valid response has arrived, or the proxy cannot respond now. A retry may succeed
 * - `session_ended`: the person must sign in to the shop again
 * - `scope_missing`: the session does not allow the request
 * - `refused`: the proxy has refused the request, for the reason in `code`
 */
export interface MerchantProblem {
  readonly kind: 'unreachable' | 'session_ended' | 'scope_missing' | 'refused';
  readonly code?: ProblemCode;
  readonly requestId?: string;
}

export type MerchantResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: MerchantProblem };

export interface MerchantClientOptions {
  /** The proxy's base path or address. Default: `/crypto-checkout`. */
  readonly endpoint?: string;
  /** Returns a session, or the URL that answers a POST with one as text. */
  readonly session: SessionSource | string;
  /** Default: that of the browser. */
  readonly fetch?: typeof globalThis.fetch;
  /** Returns milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly nowMs?: () => number;
}

/** Selects the payments to list. An empty text does not filter. */
export interface PaymentQuery {
  readonly search?: string;
  readonly state?: string;
  readonly currency?: string;
  /** ISO 8601 */
  readonly from?: string;
  readonly to?: string;
  /** Lowest price in the currency of the order, exact decimal text. */
  readonly minAmount?: string;
  readonly maxAmount?: string;
  /** Default: `newest`. */
  readonly sort?: PaymentSort;
  readonly cursor?: string;
  /** 1 to 100. */
  readonly limit?: number;
}

/** The requests of the shop's staff. They never reject. */
export interface MerchantClient {
  readonly session: () => Promise<MerchantResult<MerchantSession>>;
  readonly attention: (page: PageQuery) => Promise<MerchantResult<Attention>>;
  readonly payments: (query: PaymentQuery, signal?: AbortSignal) => Promise<MerchantResult<MerchantPayments>>;
  readonly payment: (id: string) => Promise<MerchantResult<MerchantPaymentDetails>>;
  readonly settle: (id: string, request: SettleRequest) => Promise<MerchantResult<MerchantPaymentDetails>>;
  readonly note: (id: string, note: string) => Promise<MerchantResult<MerchantPaymentDetails>>;
  readonly cancel: (id: string) => Promise<MerchantResult<MerchantPaymentDetails>>;
  readonly createRefund: (
    id: string,
    request: CreateRefundRequest,
  ) => Promise<MerchantResult<MerchantPaymentDetails>>;
  readonly decideRefund: (
    id: string,
    request: DecideRefundRequest,
  ) => Promise<MerchantResult<MerchantPaymentDetails>>;
  readonly resend: (eventId: string) => Promise<MerchantResult<MerchantEvent>>;
  /** Sends all events again that have not reached the shop's server, at most 1,000. */
  readonly resendAll: () => Promise<MerchantResult<ResentEvents>>;
  /** Returns the actions of the staff, newest first. */
  readonly audit: (page: PageQuery) => Promise<MerchantResult<AuditLog>>;
  readonly balances: () => Promise<MerchantResult<MerchantBalances>>;
  readonly statistics: (from: string, to: string) => Promise<MerchantResult<MerchantStatistics>>;
  /** Lists the movements of money of whole days in UTC, such as `2026-11-30`, oldest first. */
  readonly books: (from: string, to: string, page: PageQuery) => Promise<MerchantResult<BookRows>>;
  readonly bookSummary: (from: string, to: string) => Promise<MerchantResult<BookSummary>>;
  /** Compares the books with the payment service's list. At most 92 days. */
  readonly reconciliation: (from: string, to: string) => Promise<MerchantResult<Reconciliation>>;
  readonly payouts: (page: PageQuery) => Promise<MerchantResult<Payouts>>;
  /** @param proposal signed by the shop's server with `createPayoutProposal` */
  readonly propose: (proposal: string) => Promise<MerchantResult<Payout>>;
  /** @param approval signed by the shop's server with `createPayoutApproval` */
  readonly approve: (id: string, approval: string) => Promise<MerchantResult<Payout>>;
  readonly decline: (id: string, reason: string) => Promise<MerchantResult<Payout>>;
  readonly takeBack: (id: string) => Promise<MerchantResult<Payout>>;
  readonly resolve: (id: string, choice: CandidateChoice) => Promise<MerchantResult<Payout>>;
  /**
   * Calls the listener when something has changed. All listeners share one stream. While it cannot be opened, polling replaces it.
   * @returns a function that ends the subscription
   */
  readonly subscribe: (listener: ChangeListener) => () => void;
}

type PageQuery = Pick<PaymentQuery, 'cursor' | 'limit'>;

interface Call<T> {
  readonly path: string;
  /** Replaces `:id` in the path. */
  readonly id?: string;
  readonly query?: object;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  /** @throws {ProtocolError} */
  readonly read: (json: unknown) => T;
}

const READ_TIMEOUT_MS = 15_000;
/** Longer, because the proxy may call the payment service before it responds. */
const ACTION_TIMEOUT_MS = 60_000;

/**
 * Creates a client of the proxy's merchant API. It keeps the session in memory and sends it in the header `Authorization` only, never
 * in a URL or a cookie.
 */
export function createMerchantClient({
  endpoint = '/crypto-checkout',
  session,
  fetch: send = (...request) => fetch(...request),
  nowMs,
}: MerchantClientOptions): MerchantClient {
  const token = new SessionToken(typeof session === 'string' ? sessionFrom(session) : session, nowMs);
  const base = endpoint.replace(/\/+$/, '');

  async function call<T>(request: Call<T>): Promise<MerchantResult<T>> {
    try {
      return await exchange(request);
    } catch (error) {
      return failed({ kind: error instanceof SignedOutError ? 'session_ended' : 'unreachable' });
    }
  }

  async function exchange<T>(request: Call<T>, isRetry = false): Promise<MerchantResult<T>> {
    const current = token.read();
    const response = await send(base + urlOf(request), optionsOf(request, await current));
    const json: unknown = await response.json().catch(() => undefined);
    if (response.status === 401 && !isRetry) {
      // The session has ended early, or its secret was replaced. The proxy did nothing, so the request may be sent again.
      token.drop(current);
      return exchange(request, true);
    }
    return response.ok ? toResult(request, json) : failed(problemOf(response.status, json));
  }

  async function openStream(signal: AbortSignal, isRetry = false): Promise<Response> {
    const current = token.read();
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${await current}` };
    const response = await send(base + MERCHANT_PATHS.events, {
      ...{ headers, signal, cache: 'no-store', redirect: 'error' },
    });
    if (response.status !== 401 || isRetry) return response;
    token.drop(current);
    return openStream(signal, true);
  }

  const stream = new ChangeStream({ open: (signal) => openStream(signal) });
  const act = <T>(path: string, id: string, read: Call<T>['read'], body: object = {}) =>
    call({ path, id, read, body });
  return {
    session: () => call({ path: MERCHANT_PATHS.session, read: readSession }),
    attention: (query) => call({ path: MERCHANT_PATHS.attention, query, read: reads(attentionSchema) }),
    payments: (query, signal) =>
      call({ path: MERCHANT_PATHS.payments, query, signal, read: reads(merchantPaymentsSchema) }),
    payment: (id) => call({ path: MERCHANT_PATHS.payment, id, read: reads(merchantPaymentDetailsSchema) }),
    settle: (id, request) => act(MERCHANT_PATHS.settle, id, reads(merchantPaymentDetailsSchema), request),
    note: (id, note) => act(MERCHANT_PATHS.note, id, reads(merchantPaymentDetailsSchema), { note }),
    cancel: (id) => act(MERCHANT_PATHS.cancel, id, reads(merchantPaymentDetailsSchema)),
    createRefund: (id, request) =>
      act(MERCHANT_PATHS.refunds, id, reads(merchantPaymentDetailsSchema), request),
    decideRefund: (id, request) =>
      act(MERCHANT_PATHS.decideRefund, id, reads(merchantPaymentDetailsSchema), request),
    resend: (id) => act(MERCHANT_PATHS.resend, id, reads(merchantEventSchema)),
    resendAll: () => call({ path: MERCHANT_PATHS.resendAll, read: reads(resentEventsSchema), body: {} }),
    audit: (query) => call({ path: MERCHANT_PATHS.audit, query, read: reads(auditLogSchema) }),
    balances: () => call({ path: MERCHANT_PATHS.balances, read: reads(merchantBalancesSchema) }),
    statistics: (from, to) =>
      call({ path: MERCHANT_PATHS.statistics, query: { from, to }, read: reads(merchantStatisticsSchema) }),
    books: (from, to, page) =>
      call({ path: MERCHANT_PATHS.books, query: { from, to, ...page }, read: reads(bookRowsSchema) }),
    bookSummary: (from, to) =>
      call({ path: MERCHANT_PATHS.bookSummary, query: { from, to }, read: reads(bookSummarySchema) }),
    reconciliation: (from, to) =>
      call({ path: MERCHANT_PATHS.reconciliation, query: { from, to }, read: reads(reconciliationSchema) }),
    payouts: (query) => call({ path: MERCHANT_PATHS.payouts, query, read: reads(payoutsSchema) }),
    propose: (proposal) =>
      call({ path: MERCHANT_PATHS.payouts, read: reads(payoutSchema), body: { proposal } }),
    approve: (id, approval) => act(MERCHANT_PATHS.approvePayout, id, reads(payoutSchema), { approval }),
    decline: (id, reason) => act(MERCHANT_PATHS.declinePayout, id, reads(payoutSchema), { reason }),
    takeBack: (id) => act(MERCHANT_PATHS.takeBackPayout, id, reads(payoutSchema)),
    resolve: (id, choice) => act(MERCHANT_PATHS.resolvePayout, id, reads(payoutSchema), choice),
    subscribe: (listener) => stream.subscribe(listener),
  };
}

function urlOf({ path, id, query = {} }: Pick<Call<unknown>, 'path' | 'id' | 'query'>): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const parameters = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  const filled = id === undefined ? path : path.replace(':id', pathSegment(id));
  return set.length > 0 ? `${filled}?${parameters}` : filled;
}

function optionsOf({ body, signal }: Call<unknown>, token: string): RequestInit {
  const timeout = AbortSignal.timeout(body ? ACTION_TIMEOUT_MS : READ_TIMEOUT_MS);
  return {
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    cache: 'no-store',
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

function reads<T>(schema: Schema<T>): Call<T>['read'] {
  return (json) => parseMessage(schema, json, 'response');
}

function readSession(json: unknown): MerchantSession {
  return parseMessage(merchantSessionSchema, withKnownScopes(json), 'session');
}

/** A newer proxy may have scopes that this release does not know. */
function withKnownScopes(session: unknown): unknown {
  if (!isRecord(session) || !Array.isArray(session['scopes'])) return session;
  const scopes: readonly unknown[] = session['scopes'];
  const isUnknown = (scope: unknown) =>
    typeof scope === 'string' && !MERCHANT_SCOPES.some((known) => known === scope);
  return { ...session, scopes: scopes.filter((scope) => !isUnknown(scope)) };
}

function toResult<T>({ read }: Call<T>, json: unknown): MerchantResult<T> {
  try {
    return { ok: true, value: read(json) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return failed({ kind: 'unreachable' });
  }
}

function failed(problem: MerchantProblem): MerchantResult<never> {
  return { ok: false, problem };
}

/** An error response without a problem of the protocol comes from an intermediary, or from a wrong endpoint: it is `unreachable`. */
function problemOf(status: number, json: unknown): MerchantProblem {
  const { code, retryable = true, requestId } = parseProblem(json) ?? {};
  const known = { ...(code && { code }), ...(requestId && { requestId }) };
  if (status === 401) return { kind: 'session_ended', ...known };
  if (code === 'scope_missing') return { kind: 'scope_missing', ...known };
  return { kind: code && !retryable ? 'refused' : 'unreachable', ...known };
}
