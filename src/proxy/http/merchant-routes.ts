import { MERCHANT_PATHS, type ProblemCode } from '../../protocol/index.js';
import {
  handleApprove,
  handleAttention,
  handleAudit,
  handleBalances,
  handleBooks,
  handleBookSummary,
  handleCreateRefund,
  handleDecideRefund,
  handleDecline,
  handleMerchantSession,
  handleNote,
  handlePayment,
  handlePayments,
  handlePayouts,
  handlePropose,
  handleReconciliation,
  handleResend,
  handleResendAll,
  handleResolve,
  handleSettle,
  handleStaffCancel,
  handleStaffStream,
  handleStatistics,
  handleTakeBack,
  MAX_RECONCILED_DAYS,
} from './merchant-handlers.js';
import { POST_PROBLEMS, SERVICE_PROBLEMS, type Route } from './route.js';

type RouteDescription = Pick<Route, 'id' | 'summary' | 'responses'> &
  Partial<Pick<Route, 'description' | 'query' | 'request'>> & { readonly problems?: readonly ProblemCode[] };

const ANY_SESSION = ['not_found', 'session_required'] as const;
const STAFF_PROBLEMS = [...ANY_SESSION, 'scope_missing'] as const;

const get = (
  path: string,
  handler: Route['handler'],
  description: RouteDescription,
  sessionProblems: readonly ProblemCode[] = STAFF_PROBLEMS,
): Route => ({
  ...{ method: 'GET', path, handler, caller: 'staff', limit: null, ...description },
  problems: [
    ...sessionProblems,
    ...(description.query ? (['invalid_request'] as const) : []),
    'rate_limited',
    'store_unavailable',
    ...(description.problems ?? []),
  ],
});

const post = (path: string, handler: Route['handler'], description: RouteDescription): Route => ({
  ...{ method: 'POST', path, handler, caller: 'staff', limit: null, ...description },
  problems: [...STAFF_PROBLEMS, ...POST_PROBLEMS, ...(description.problems ?? [])],
});

const CHANGE_PROBLEMS = ['record_not_found', 'record_changed'] as const;

const PAGE = {
  cursor: '`next` of the previous page.',
  limit: 'Rows of the page, 1 to 100. Default: 25.',
};

const DAYS = { from: 'Required. The first day in UTC, such as 2026-11-01.', to: 'Required. The last day.' };

/**
 * The routes for the shop's staff. Without `merchant.secrets` these paths do not exist. `requireScopes` around each handler
 * checks the scope that the description names, and counts the request for its person, separately from payers.
 */
export const MERCHANT_ROUTES: readonly Route[] = [
  get(
    MERCHANT_PATHS.session,
    handleMerchantSession,
    {
      id: 'getMerchantSession',
      summary: 'Read the merchant session',
      responses: { 200: ['MerchantSession', 'The person who signed in, and their scopes.'] },
    },
    ANY_SESSION,
  ),
  get(MERCHANT_PATHS.events, handleStaffStream, {
    id: 'streamChanges',
    summary: 'Stream changes of the lists',
    description:
      'Scope `payments:read`, `payouts:propose` or `payouts:approve`. Server-sent events (HTML standard). An event `change` is sent immediately and after each change: its data is a StaffChange. An event `heartbeat` without data is sent every 7 s. The stream ends with the session. Read it with `fetch`: the session is in a header.',
    responses: {
      200: ['changes', 'Open until the client disconnects, the session ends or the proxy stops.'],
    },
  }),
  get(MERCHANT_PATHS.attention, handleAttention, {
    id: 'listAttention',
    summary: 'List cases that a person must resolve',
    description: 'Scope `payments:read`.',
    query: PAGE,
    responses: { 200: ['Attention', 'System faults first, then cases, the longest waiting first.'] },
  }),
  get(MERCHANT_PATHS.payments, handlePayments, {
    id: 'listPayments',
    summary: 'List payments',
    description: 'Scope `payments:read`.',
    query: {
      ...PAGE,
      search: 'The id of an order, a payment or an invoice, an address, or a transaction.',
      state: 'A state of checkouts, such as `paid`.',
      currency: 'The code of the selected currency, such as `USDT_TRC20`.',
      from: 'Opened at this time or later (ISO 8601).',
      to: 'Opened before this time.',
      minAmount: 'Lowest price, exact decimal text.',
      maxAmount: 'Highest price.',
      sort: '`newest` (default) or `oldest` first.',
    },
    responses: { 200: ['MerchantPayments', 'A page of the list.'] },
  }),
  get(MERCHANT_PATHS.payment, handlePayment, {
    id: 'getPayment',
    summary: 'Read a payment',
    description: 'Scope `payments:read`. Includes its invoices, decisions, events and audit log.',
    responses: { 200: ['MerchantPaymentDetails', 'The payment.'] },
    problems: ['checkout_not_found'],
  }),
  post(MERCHANT_PATHS.settle, handleSettle, {
    id: 'settlePayment',
    summary: 'Decide on owed money, a late payment or a review',
    description:
      'Scope `payments:settle`. Records the decision and emits the event `checkout.settled`. The state of the checkout does not change.',
    request: 'SettleRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment with the decision.'] },
    problems: ['checkout_not_found', 'record_changed'],
  }),
  post(MERCHANT_PATHS.note, handleNote, {
    id: 'notePayment',
    summary: 'Add a note to a payment',
    description: 'Scope `payments:settle`. The note is an entry of the audit log.',
    request: 'NoteRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment with the note.'] },
    problems: ['checkout_not_found'],
  }),
  post(MERCHANT_PATHS.refunds, handleCreateRefund, {
    id: 'createRefund',
    summary: 'Refund owed money, or part of a payment',
    description:
      'Scope `refunds:decide`. No money is sent until a payout that names the refund is proposed and approved. An amount above the owed amount requires `includesPayment`. Repeating the request while its refund is open changes nothing.',
    request: 'CreateRefundRequest',
    responses: { 201: ['MerchantPaymentDetails', 'The payment with the refund.'] },
    problems: ['checkout_not_found', 'refund_unavailable', 'confirmation_required'],
  }),
  post(MERCHANT_PATHS.decideRefund, handleDecideRefund, {
    id: 'decideRefund',
    summary: 'Decline a refund, or record how you identified the payer',
    description:
      'Scope `refunds:decide`. `declined`: the payer sees the note. `checked`: the note says how you verified that the payer sent the request.',
    request: 'DecideRefundRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment with the decision.'] },
    problems: ['checkout_not_found', ...CHANGE_PROBLEMS],
  }),
  post(MERCHANT_PATHS.cancel, handleStaffCancel, {
    id: 'cancelPayment',
    summary: 'Cancel a checkout for the payer',
    description: 'Scope `payments:cancel`. Like `POST /checkouts/:id/cancel`.',
    request: 'EmptyRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment after the cancellation.'] },
    problems: ['checkout_not_found', 'payment_in_progress', 'checkout_closed', ...SERVICE_PROBLEMS],
  }),
  post(MERCHANT_PATHS.resend, handleResend, {
    id: 'resendEvent',
    summary: 'Redeliver an event',
    description: 'Scope `payments:settle`. With the same id, after earlier events of its checkout.',
    request: 'EmptyRequest',
    responses: { 200: ['MerchantEvent', 'The event, which waits for delivery.'] },
    problems: ['record_not_found'],
  }),
  post(MERCHANT_PATHS.resendAll, handleResendAll, {
    id: 'resendEvents',
    summary: 'Redeliver all events that have failed',
    description:
      'Scope `payments:settle`. At most 1,000 at once, oldest first: those whose delivery was given up, then those that wait.',
    request: 'EmptyRequest',
    responses: { 200: ['ResentEvents', 'How many wait for delivery again.'] },
  }),
  get(MERCHANT_PATHS.audit, handleAudit, {
    id: 'listAudit',
    summary: "List the actions of the shop's staff",
    description: 'Scope `payments:read`.',
    query: PAGE,
    responses: { 200: ['AuditLog', 'Newest first.'] },
  }),
  get(MERCHANT_PATHS.balances, handleBalances, {
    id: 'getBalances',
    summary: 'Read the balances of the account',
    description: 'Scope `balances:read`. As the payment service reports them.',
    responses: { 200: ['MerchantBalances', 'By currency.'] },
    problems: SERVICE_PROBLEMS,
  }),
  get(MERCHANT_PATHS.statistics, handleStatistics, {
    id: 'getStatistics',
    summary: 'Read counts and sums of invoices',
    description: 'Scope `statistics:read`. As the payment service reports them.',
    query: DAYS,
    responses: { 200: ['MerchantStatistics', 'By status at the service.'] },
    problems: SERVICE_PROBLEMS,
  }),
  get(MERCHANT_PATHS.books, handleBooks, {
    id: 'listBooks',
    summary: 'List all movements of money of a period',
    description:
      'Scope `payments:read`. One row per movement: payments, deposits, refunds, other payouts and their fees, as the payment service states them, and decisions of your staff.',
    query: { ...DAYS, ...PAGE },
    responses: { 200: ['BookRows', 'Oldest first.'] },
  }),
  get(MERCHANT_PATHS.bookSummary, handleBookSummary, {
    id: 'getBookSummary',
    summary: 'Add up the books by month and coin',
    description:
      'Scope `payments:read`. Opening, received, fees, refunded, paid out and closing. Counts as a call of the payment service for the rate limit, because it reads all movements.',
    query: DAYS,
    responses: { 200: ['BookSummary', 'By month, then by currency.'] },
  }),
  get(MERCHANT_PATHS.reconciliation, handleReconciliation, {
    id: 'reconcileBooks',
    summary: "Compare the books with the payment service's list",
    description: `Scope \`payments:read\`. At most ${MAX_RECONCILED_DAYS} days. Compares all money of each record that the service lists for the period, or that moved in it.`,
    query: DAYS,
    responses: { 200: ['Reconciliation', 'What both have, and where they differ.'] },
    problems: SERVICE_PROBLEMS,
  }),
  get(MERCHANT_PATHS.payouts, handlePayouts, {
    id: 'listPayouts',
    summary: 'List payouts',
    description: 'Scope `payouts:propose` or `payouts:approve`.',
    query: PAGE,
    responses: {
      200: ['Payouts', 'Newest first; those that are not finished, at most 500, are on the first page.'],
    },
  }),
  post(MERCHANT_PATHS.payouts, handlePropose, {
    id: 'proposePayout',
    summary: 'Propose a payout',
    description:
      "Scope `payouts:propose`. The shop's server signs the proposal. Each person can have at most 50 pending proposals.",
    request: 'ProposeRequest',
    responses: { 201: ['Payout', 'The payout, which waits for a second person.'] },
    problems: ['check_required', 'refund_unavailable', 'too_many_proposals', ...CHANGE_PROBLEMS],
  }),
  post(MERCHANT_PATHS.approvePayout, handleApprove, {
    id: 'approvePayout',
    summary: 'Approve a payout',
    description:
      "Scope `payouts:approve`, by a person other than the proposer. The approval contains the digest of the payout. The shop's server signs it.",
    request: 'ApproveRequest',
    responses: { 200: ['Payout', 'The payout, which waits for the payouts process.'] },
    problems: ['second_person_required', ...CHANGE_PROBLEMS],
  }),
  post(MERCHANT_PATHS.declinePayout, handleDecline, {
    id: 'declinePayout',
    summary: 'Decline a payout',
    description: 'Scope `payouts:approve`, by a person other than the proposer.',
    request: 'DeclineRequest',
    responses: { 200: ['Payout', 'The payout, which is finished.'] },
    problems: ['second_person_required', ...CHANGE_PROBLEMS],
  }),
  post(MERCHANT_PATHS.takeBackPayout, handleTakeBack, {
    id: 'takeBackPayout',
    summary: 'Take back a proposal',
    description: 'Scope `payouts:propose`, by the proposer, before it is approved.',
    request: 'EmptyRequest',
    responses: { 200: ['Payout', 'The payout, which is finished.'] },
    problems: CHANGE_PROBLEMS,
  }),
  post(MERCHANT_PATHS.resolvePayout, handleResolve, {
    id: 'resolvePayout',
    summary: 'Resolve a payout whose outcome is unknown',
    description:
      'Scope `payouts:approve`. The payout is finished once a second person makes the same decision.',
    request: 'ResolveRequest',
    responses: { 200: ['Payout', 'The payout with the decision.'] },
    problems: CHANGE_PROBLEMS,
  }),
];
