import { isAmount, isCurrencyCode } from '../../payment/index.js';
import {
  CHECKOUT_STATES,
  DECISIONS,
  REVIEW_REASONS,
  type MerchantBalances,
  type MerchantScope,
  type MerchantSession,
  type MerchantStatistics,
  type NoteRequest,
  type SettleRequest,
} from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { DAY_MS } from '../base/time.js';
import {
  MerchantSessionError,
  verifyMerchantSession,
  type VerifiedSession,
} from '../domain/merchant-session.js';
import { iso } from '../domain/serialize-checkout.js';
import { cancelCheckout } from '../invoices/cancel-checkout.js';
import { parseCursor } from '../merchant/attention-list.js';
import type { PaymentFilter } from '../store/payment-list.js';
import { throwServiceProblem } from '../upstream/service-problems.js';
import type { ProxyResponse } from './proxy-request.js';
import { readJsonObject, type Unchecked } from './request-body.js';
import type { RequestContext, RouteHandler } from './request-context.js';
import { json } from './responses.js';

type StaffHandler = (context: RequestContext, session: VerifiedSession) => Promise<ProxyResponse>;

/** Answers only a request with a merchant session that has the scope (`null`: any session). */
function forStaff(scope: MerchantScope | null, handler: StaffHandler): RouteHandler {
  return async (context) => {
    const session = await sessionOf(context);
    if (scope !== null && !session.scopes.has(scope))
      throw new ProblemError('scope_missing', `The session lacks the scope ${scope}.`);
    return handler(context, session);
  };
}

/** @throws {ProblemError} `session_required` */
async function sessionOf({ proxy, request }: RequestContext): Promise<VerifiedSession> {
  const { merchantKeys, clock } = proxy.settings;
  const token = /^Bearer ([\w.-]+)$/i.exec(request.header('authorization') ?? '')?.[1];
  if (token === undefined)
    throw new ProblemError('session_required', 'Send the session as "Authorization: Bearer <session>".');
  try {
    return await verifyMerchantSession(token, merchantKeys, clock.nowMs());
  } catch (cause) {
    if (!(cause instanceof MerchantSessionError)) throw cause;
    // The cause is only logged: a forger must not learn it.
    throw new ProblemError('session_required', 'Get a new session from the server of the shop.', { cause });
  }
}

export const handleMerchantSession = forStaff(null, ({ proxy }, session) => {
  const { person, scopes, expiresAtMs } = session;
  const now = iso(proxy.settings.clock.nowMs());
  const body: MerchantSession = { person, scopes: [...scopes], expiresAt: iso(expiresAtMs), now };
  return Promise.resolve(json(200, body));
});

export const handleAttention = forStaff('payments:read', async (context) => {
  const { desk } = await context.proxy.runtime();
  return json(200, await desk.attention(parsePage(queryOf(context))));
});

export const handlePayments = forStaff('payments:read', async (context) => {
  const query = queryOf(context);
  const { desk } = await context.proxy.runtime();
  return json(200, await desk.payments(parseFilter(query), parsePage(query)));
});

export const handlePayment = forStaff('payments:read', async ({ proxy, parameter }) => {
  const { desk } = await proxy.runtime();
  return json(200, await desk.payment(parameter));
});

export const handleSettle = forStaff('payments:settle', async (context, { person }) => {
  const request = parseSettle(await readJsonObject<SettleRequest>(context.request));
  const { desk } = await context.proxy.runtime();
  return json(200, await desk.settle(context.parameter, request, person));
});

export const handleNote = forStaff('payments:settle', async (context, { person }) => {
  const { note } = await readJsonObject<NoteRequest>(context.request);
  const { desk } = await context.proxy.runtime();
  return json(200, await desk.note(context.parameter, parseNote(note), person));
});

export const handleStaffCancel = forStaff('payments:cancel', async (context, { person }) => {
  await readJsonObject(context.request);
  const runtime = await context.proxy.runtime();
  const { desk } = runtime;
  const describe = desk.describe('payment.cancel', person, () => ({}));
  await cancelCheckout(context.parameter, runtime, describe);
  return json(200, await desk.payment(context.parameter));
});

export const handleResend = forStaff('payments:settle', async (context, { person }) => {
  await readJsonObject(context.request);
  const { desk } = await context.proxy.runtime();
  return json(200, await desk.resend(context.parameter, person));
});

export const handleAudit = forStaff('payments:read', async (context) => {
  const query = queryOf(context);
  const before = query.get('cursor') ?? undefined;
  if (before !== undefined && !/^\d{1,15}$/.test(before))
    throw new ProblemError('invalid_request', 'cursor is invalid. Pass "next" of the page before.');
  const { desk } = await context.proxy.runtime();
  return json(200, await desk.audit(before === undefined ? undefined : Number(before), parseLimit(query)));
});

export const handleBalances = forStaff('balances:read', async ({ proxy }) => {
  const { service } = await proxy.runtime();
  const balances = await service.balances().catch(throwServiceProblem);
  const body: MerchantBalances = {
    balances: balances.map(({ currency, balance, balanceUsd, available, availableUsd }) => ({
      currency: currency.code,
      ...{ balance, balanceUsd },
      ...{ availableBalance: available, availableBalanceUsd: availableUsd },
    })),
    now: iso(proxy.settings.clock.nowMs()),
  };
  return json(200, body);
});

export const handleStatistics = forStaff('statistics:read', async (context) => {
  const query = queryOf(context);
  const [from, to] = [parseDay(query, 'from'), parseDay(query, 'to')];
  if (to < from) throw new ProblemError('invalid_request', 'to is before from. Pass the later day as "to".');
  const { service } = await context.proxy.runtime();
  const period = { start: new Date(from), end: new Date(to) };
  const { count, amountUsd } = await service.statistics(period).catch(throwServiceProblem);
  const statuses = STATUSES.map((status) => ({ status, count: count[status], amountUsd: amountUsd[status] }));
  const body: MerchantStatistics = { from: iso(from).slice(0, 10), to: iso(to).slice(0, 10), statuses };
  return json(200, body);
});

const STATUSES = ['created', 'paid', 'overpaid', 'partial', 'canceled', 'all'] as const;

function queryOf({ request }: RequestContext): URLSearchParams {
  return new URL(request.url).searchParams;
}

const MAX_PAGE = 100;

function parsePage(query: URLSearchParams) {
  return { cursor: parseCursor(query.get('cursor')), limit: parseLimit(query) };
}

function parseLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 25);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE) return limit;
  throw new ProblemError('invalid_request', `limit is invalid. Pass a whole number from 1 to ${MAX_PAGE}.`);
}

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
  const [minAmount, maxAmount] = [text('minAmount'), text('maxAmount')];
  for (const amount of [minAmount, maxAmount])
    if (amount !== undefined && !isAmount(amount))
      throw invalid('amount', 'Pass decimal text such as 49.00.');
  if (search !== undefined && search.length > MAX_SEARCH_LENGTH)
    throw invalid('search', `Pass at most ${MAX_SEARCH_LENGTH} characters.`);
  const time = (name: string) => {
    const value = text(name);
    const ms = value === undefined ? undefined : Date.parse(value);
    if (Number.isNaN(ms)) throw invalid(name, 'Pass a time in ISO 8601.');
    return ms;
  };
  return { state: known, currency, fromMs: time('from'), toMs: time('to'), minAmount, maxAmount, search };
}

/** @returns the beginning of the day in UTC */
function parseDay(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  if (ms % DAY_MS === 0) return ms;
  throw new ProblemError('invalid_request', `${name} is invalid. Pass a day such as 2026-11-30.`);
}

const SUBJECTS = ['unapplied', 'late', ...REVIEW_REASONS] as const;

/** @throws {ProblemError} `invalid_request` */
function parseSettle(fields: Unchecked<SettleRequest>): Required<SettleRequest> {
  const { invoice, amount, note = null } = fields;
  const about = SUBJECTS.find((one) => one === fields.about);
  const decision = DECISIONS.find((one) => one === fields.decision);
  if (typeof invoice !== 'number')
    throw new ProblemError('invalid_request', 'invoice is not a number. Send the number of the invoice.');
  if (about === undefined)
    throw new ProblemError('invalid_request', `about is unknown. Send one of ${SUBJECTS.join(', ')}.`);
  if (decision === undefined)
    throw new ProblemError('invalid_request', `decision is unknown. Send one of ${DECISIONS.join(', ')}.`);
  if (typeof amount !== 'string' || !isAmount(amount))
    throw new ProblemError(
      'invalid_request',
      'amount is not an amount. Send the owed amount that was shown.',
    );
  if (note === null && decision === 'dismissed')
    throw new ProblemError('invalid_request', 'note is missing. Say why nothing is left to do.');
  return { invoice, about, decision, amount, note: note === null ? null : parseNote(note) };
}

const MAX_NOTE_LENGTH = 1000;

/** @throws {ProblemError} `invalid_request` */
function parseNote(note: unknown): string {
  const text = typeof note === 'string' ? note.trim() : '';
  if (text !== '' && text.length <= MAX_NOTE_LENGTH) return text;
  throw new ProblemError('invalid_request', `note is invalid. Send 1 to ${MAX_NOTE_LENGTH} characters.`);
}
