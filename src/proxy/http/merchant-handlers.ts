import { isAmount, isCurrencyCode } from '../../payment/index.js';
import {
  approveRequestSchema,
  CHECKOUT_STATES,
  createRefundRequestSchema,
  decideRefundRequestSchema,
  declineRequestSchema,
  emptyRequestSchema,
  noteRequestSchema,
  PAYMENT_SORTS,
  proposeRequestSchema,
  resolveRequestSchema,
  settleRequestSchema,
  type BookSummary,
  type MerchantBalances,
  type MerchantSession,
  type MerchantStatistics,
  type PaymentSort,
  type Reconciliation,
  type ResentEvents,
} from '../../protocol/index.js';
import { ServiceError } from '../../service/index.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import { DAY_MS, iso } from '../base/time.js';
import { dayOf } from '../domain/books.js';
import { cancelCheckout } from '../invoices/cancel-checkout.js';
import { parseBookCursor, type BookDays } from '../staff/books.js';
import { merchantEvent } from '../staff/serialize.js';
import type { PaymentFilter } from '../store/payment-list.js';
import { throwServiceProblem } from '../upstream/service-connection.js';
import { readRequest } from './request-body.js';
import { eventStream, json } from './responses.js';
import { parseLimit, parsePage, queryOf, readablePayment, requireScopes } from './staff-session.js';

export const handleMerchantSession = requireScopes([], (_, session) => {
  const { person, scopes, expiresAtMs } = session;
  const now = iso(Date.now());
  const body: MerchantSession = { person, scopes: [...scopes], expiresAt: iso(expiresAtMs), now };
  return Promise.resolve(json(200, body));
});

/** Streams a signal whenever a list changes. The stream ends with its session. The page then opens another with a new session. */
export const handleStaffStream = requireScopes(
  ['payments:read', 'payouts:propose', 'payouts:approve'],
  async ({ proxy }, { person, expiresAtMs }) => {
    const { staffStreams } = await proxy.runtime();
    // Counted for the person only: payers behind the same address have their own limit.
    const slot = proxy.limiter.acquireStream(null, `staff ${person}`);
    try {
      return eventStream(await staffStreams.openStream(slot, expiresAtMs - Date.now()));
    } catch (error) {
      slot.release();
      throw error;
    }
  },
);

export const handleAttention = requireScopes(['payments:read'], async (request) => {
  const { staff } = await request.proxy.runtime();
  return json(200, await staff.listAttention(parsePage(queryOf(request))));
});

export const handlePayments = requireScopes(['payments:read'], async (request) => {
  const query = queryOf(request);
  const { staff } = await request.proxy.runtime();
  const page = { ...parsePage(query), sort: parseSort(query) };
  return json(200, await staff.listPayments(parseFilter(query), page));
});

export const handlePayment = requireScopes(['payments:read'], async ({ proxy, parameter }) => {
  const { staff } = await proxy.runtime();
  return json(200, await staff.findPayment(parameter));
});

export const handleSettle = requireScopes(['payments:settle'], async (request, session) => {
  const { note = null, ...decision } = await readRequest(request, settleRequestSchema);
  const { staff } = await request.proxy.runtime();
  const settled = await staff.settlePayment(request.parameter, { ...decision, note }, session.person);
  return json(200, readablePayment(settled, session));
});

export const handleNote = requireScopes(['payments:settle'], async (request, session) => {
  const { note } = await readRequest(request, noteRequestSchema);
  const { staff } = await request.proxy.runtime();
  const noted = await staff.addNote(request.parameter, note, session.person);
  return json(200, readablePayment(noted, session));
});

export const handleCreateRefund = requireScopes(['refunds:decide'], async (request, session) => {
  const { includesPayment = false, ...target } = await readRequest(request, createRefundRequestSchema);
  const refund = { ...target, includesPayment };
  const { staff } = await request.proxy.runtime();
  const created = await staff.createRefund(request.parameter, refund, session.person);
  return json(201, readablePayment(created, session));
});

export const handleDecideRefund = requireScopes(['refunds:decide'], async (request, session) => {
  const decision = await readRequest(request, decideRefundRequestSchema);
  const { staff } = await request.proxy.runtime();
  const decided = await staff.decideRefund(request.parameter, decision, session.person);
  return json(200, readablePayment(decided, session));
});

export const handleStaffCancel = requireScopes(['payments:cancel'], async (request, session) => {
  const { person } = session;
  await readRequest(request, emptyRequestSchema);
  const { limiter, staffService: service } = request.proxy;
  await limiter.countStaffRequest('service call', person);
  const runtime = await request.proxy.runtime();
  const canceled = await runtime.staff.cancelPayment(request.parameter, person, (id, describe) =>
    cancelCheckout(id, { ...runtime, service }, describe),
  );
  return json(200, readablePayment(canceled, session));
});

export const handleResend = requireScopes(['payments:settle'], async (request, { person }) => {
  await readRequest(request, emptyRequestSchema);
  const { staff } = await request.proxy.runtime();
  return json(200, merchantEvent(await staff.resendEvent(request.parameter, person)));
});

export const handleResendAll = requireScopes(['payments:settle'], async (request, { person }) => {
  await readRequest(request, emptyRequestSchema);
  const { staff } = await request.proxy.runtime();
  const body: ResentEvents = { resent: await staff.resendFailures(person) };
  return json(200, body);
});

export const handleAudit = requireScopes(['payments:read'], async (request) => {
  const query = queryOf(request);
  const before = query.get('cursor') ?? undefined;
  if (before !== undefined && !/^\d{1,15}$/.test(before))
    throw new ProblemError('invalid_request', 'cursor is invalid. Pass "next" of the previous page.');
  const { staff } = await request.proxy.runtime();
  return json(
    200,
    await staff.listAudit(before === undefined ? undefined : Number(before), parseLimit(query)),
  );
});

export const handleBalances = requireScopes(['balances:read'], async ({ proxy }) => {
  // Not counted: all requests within a few seconds share the response of one call.
  const balances = await proxy.staffService.balances().catch(throwServiceProblem);
  const body: MerchantBalances = {
    balances: balances.map(({ currency, balance, balanceUsd, available, availableUsd }) => ({
      currency: currency?.code ?? null,
      ...{ balance, balanceUsd },
      ...{ availableBalance: available, availableBalanceUsd: availableUsd },
    })),
    now: iso(proxy.settings.clock.nowMs()),
  };
  return json(200, body);
});

const STATUSES = ['created', 'paid', 'overpaid', 'partial', 'canceled', 'all'] as const;

export const handleStatistics = requireScopes(['statistics:read'], async (request, { person }) => {
  const { from, to } = parseDays(queryOf(request));
  const { limiter, staffService } = request.proxy;
  await limiter.countStaffRequest('service call', person);
  const { count, amountUsd } = await staffService
    .statistics({ start: from, end: to })
    .catch(throwServiceProblem);
  const statuses = STATUSES.map((status) => ({ status, count: count[status], amountUsd: amountUsd[status] }));
  const body: MerchantStatistics = { ...dayTexts({ from, to }), statuses };
  return json(200, body);
});

export const handleBooks = requireScopes(['payments:read'], async (request) => {
  const query = queryOf(request);
  const text = query.get('cursor');
  const cursor = text === null ? null : parseBookCursor(text);
  if (text !== null && cursor === null)
    throw new ProblemError('invalid_request', 'cursor is invalid. Pass "next" of the previous page.');
  const { staff } = await request.proxy.runtime();
  return json(200, await staff.listBooks(parseDays(query), { cursor, limit: parseLimit(query) }));
});

export const handleBookSummary = requireScopes(['payments:read'], async (request, { person }) => {
  const days = parseDays(queryOf(request));
  await request.proxy.limiter.countStaffRequest('service call', person);
  const { staff } = await request.proxy.runtime();
  const months = await staff.summarizeBooks(days).catch(throwStoreProblem);
  const body: BookSummary = { ...dayTexts(days), months };
  return json(200, body);
});

/** A longer period could take longer than a client waits. The command line has no limit. */
export const MAX_RECONCILED_DAYS = 92;
/** A page shows no more, and the account has the rest. */
const MAX_MISMATCHES = 1000;

export const handleReconciliation = requireScopes(['payments:read'], async (request, { person }) => {
  const days = parseDays(queryOf(request));
  if (days.to.getTime() - days.from.getTime() >= MAX_RECONCILED_DAYS * DAY_MS)
    throw new ProblemError('invalid_request', `to is too late. Pass at most ${MAX_RECONCILED_DAYS} days.`);
  const { limiter, staffService } = request.proxy;
  await limiter.countStaffRequest('service call', person);
  const { staff } = await request.proxy.runtime();
  const { mismatches, ...result } = await staff
    .reconcile(days, staffService)
    .catch(throwServiceOrStoreProblem);
  const body: Reconciliation = { ...result, mismatches: mismatches.slice(0, MAX_MISMATCHES) };
  return json(200, body);
});

function throwServiceOrStoreProblem(error: unknown): never {
  return error instanceof ServiceError ? throwServiceProblem(error) : throwStoreProblem(error);
}

export const handlePayouts = requireScopes(['payouts:propose', 'payouts:approve'], async (request) => {
  const { staff } = await request.proxy.runtime();
  return json(200, await staff.listPayouts(parsePage(queryOf(request))));
});

export const handlePropose = requireScopes(['payouts:propose'], async (request, { person }) => {
  const { proposal } = await readRequest(request, proposeRequestSchema);
  const { staff } = await request.proxy.runtime();
  return json(201, await staff.proposePayout(proposal, person));
});

export const handleApprove = requireScopes(['payouts:approve'], async (request, { person }) => {
  const { approval } = await readRequest(request, approveRequestSchema);
  const { staff } = await request.proxy.runtime();
  return json(200, await staff.approvePayout(request.parameter, approval, person));
});

export const handleDecline = requireScopes(['payouts:approve'], async (request, { person }) => {
  const { reason } = await readRequest(request, declineRequestSchema);
  const { staff } = await request.proxy.runtime();
  return json(200, await staff.declinePayout(request.parameter, reason, person));
});

export const handleTakeBack = requireScopes(['payouts:propose'], async (request, { person }) => {
  await readRequest(request, emptyRequestSchema);
  const { staff } = await request.proxy.runtime();
  return json(200, await staff.takeBackPayout(request.parameter, person));
});

export const handleResolve = requireScopes(['payouts:approve'], async (request, { person }) => {
  const choice = await readRequest(request, resolveRequestSchema);
  const { staff } = await request.proxy.runtime();
  return json(200, await staff.resolvePayout(request.parameter, choice, person));
});

const MAX_SEARCH_LENGTH = 200;

/** @throws {ProblemError} `invalid_request` */
function parseFilter(query: URLSearchParams): PaymentFilter {
  const text = (name: string) => query.get(name) || undefined;
  const invalid = (name: string, remedy: string) =>
    new ProblemError('invalid_request', `${name} is invalid. ${remedy}`);
  const [state, currency, search] = [text('state'), text('currency'), text('search')];
  const known = CHECKOUT_STATES.find((one) => one === state);
  if (state !== undefined && !known) throw invalid('state', `Pass one of ${CHECKOUT_STATES.join(', ')}.`);
  if (currency !== undefined && !isCurrencyCode(currency)) throw invalid('currency', 'Pass a currency code.');
  const amounts = { minAmount: text('minAmount'), maxAmount: text('maxAmount') };
  for (const [name, amount] of Object.entries(amounts))
    if (amount !== undefined && !isAmount(amount)) throw invalid(name, 'Pass decimal text such as 49.00.');
  if (search !== undefined && search.length > MAX_SEARCH_LENGTH)
    throw invalid('search', `Pass at most ${MAX_SEARCH_LENGTH} characters.`);
  const time = (name: string) => {
    const value = text(name);
    const ms = value === undefined ? undefined : Date.parse(value);
    if (Number.isNaN(ms)) throw invalid(name, 'Pass a time in ISO 8601.');
    return ms;
  };
  return { state: known, currency, fromMs: time('from'), toMs: time('to'), ...amounts, search };
}

/** @throws {ProblemError} `invalid_request` */
function parseSort(query: URLSearchParams): PaymentSort {
  const text = query.get('sort') || 'newest';
  const sort = PAYMENT_SORTS.find((one) => one === text);
  if (sort) return sort;
  throw new ProblemError('invalid_request', `sort is invalid. Pass one of ${PAYMENT_SORTS.join(', ')}.`);
}

/** @throws {ProblemError} `invalid_request` */
function parseDays(query: URLSearchParams): BookDays {
  const [from, to] = [parseDay(query, 'from'), parseDay(query, 'to')];
  if (to < from) throw new ProblemError('invalid_request', 'to is before from. Pass the later day as "to".');
  return { from: new Date(from), to: new Date(to) };
}

function dayTexts({ from, to }: BookDays) {
  return { from: dayOf(from.getTime()), to: dayOf(to.getTime()) };
}

/** Returns the start of the day in UTC. @throws {ProblemError} `invalid_request` */
function parseDay(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  // `Date.parse` reads November 31 as December 1.
  if (!Number.isNaN(ms) && dayOf(ms) === text) return ms;
  throw new ProblemError('invalid_request', `${name} is invalid. Pass a day such as 2026-11-30.`);
}
