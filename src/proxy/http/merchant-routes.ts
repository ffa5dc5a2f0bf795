import { MERCHANT_PATHS, type ProblemCode } from '../../protocol/index.js';
import {
  handleAttention,
  handleAudit,
  handleBalances,
  handleMerchantSession,
  handleNote,
  handlePayment,
  handlePayments,
  handleResend,
  handleSettle,
  handleStaffCancel,
  handleStaffStream,
  handleStatistics,
} from './merchant-handlers.js';
import {
  handleApprove,
  handleDecline,
  handlePayouts,
  handlePropose,
  handleResolve,
  handleTakeBack,
} from './payout-handlers.js';
import { handleCreateRefund, handleDecideRefund } from './refund-handlers.js';
import { INVOICES } from './rate-limiter.js';
import { POST_PROBLEMS, SERVICE_PROBLEMS, type Route } from './route.js';

type Described = Pick<Route, 'id' | 'summary' | 'responses'> &
  Partial<Pick<Route, 'description' | 'query' | 'request'>> & { readonly problems?: readonly ProblemCode[] };

const ANY_SESSION = ['not_found', 'session_required'] as const;
const STAFF_PROBLEMS = [...ANY_SESSION, 'scope_missing'] as const;

const read = (
  path: string,
  handler: Route['handler'],
  described: Described,
  sessionProblems: readonly ProblemCode[] = STAFF_PROBLEMS,
): Route => ({
  ...{ method: 'GET', path, handler, caller: 'staff', limit: 'reads', ...described },
  problems: [
    ...sessionProblems,
    ...(described.query ? (['invalid_request'] as const) : []),
    'rate_limited',
    'store_unavailable',
    ...(described.problems ?? []),
  ],
});

const act = (path: string, handler: Route['handler'], described: Described): Route => ({
  ...{ method: 'POST', path, handler, caller: 'staff', limit: INVOICES, ...described },
  problems: [...STAFF_PROBLEMS, ...POST_PROBLEMS, ...(described.problems ?? [])],
});

const CHANGE_PROBLEMS = ['record_not_found', 'record_changed'] as const;

const PAGE = {
  cursor: '`next` of the previous page.',
  limit: 'Rows of the page, 1 to 100. Default: 25.',
};

/**
 * The requests of the shop's staff. Without `merchant.secrets` these paths do not exist. `forStaff` around each handler checks the
 * scope that the description names.
 */
export const MERCHANT_ROUTES: readonly Route[] = [
  read(
    MERCHANT_PATHS.session,
    handleMerchantSession,
    {
      id: 'getMerchantSession',
      summary: 'Read the merchant session',
      responses: { 200: ['MerchantSession', 'Who has signed in, and what they may do.'] },
    },
    ANY_SESSION,
  ),
  read(MERCHANT_PATHS.events, handleStaffStream, {
    id: 'streamChanges',
    summary: 'Stream changes of the lists',
    description:
      'Scope `payments:read`. Server-sent events (HTML standard): an event `change` immediately and after each change, its data is a StaffChange. An event `heartbeat` without data is sent every 15 s, followed by an event `alive`, its deprecated name. Ends with the session. Read it with `fetch`: the session is in a header.',
    responses: {
      200: ['changes', 'Open until the client disconnects, the session ends or the proxy stops.'],
    },
  }),
  read(MERCHANT_PATHS.attention, handleAttention, {
    id: 'listAttention',
    summary: 'List what needs a person',
    description: 'Scope `payments:read`.',
    query: PAGE,
    responses: { 200: ['Attention', 'System faults first, then what has waited longest.'] },
  }),
  read(MERCHANT_PATHS.payments, handlePayments, {
    id: 'listPayments',
    summary: 'List payments',
    description: 'Scope `payments:read`.',
    query: {
      ...PAGE,
      search: 'The id of an order, a checkout or an invoice, an address, or a transaction.',
      state: 'A state of checkouts, such as `paid`.',
      currency: 'The code of the coin that was chosen, such as `USDT_TRC20`.',
      from: 'Opened at this time or later (ISO 8601).',
      to: 'Opened before this time.',
      minAmount: 'Lowest price, exact decimal text.',
      maxAmount: 'Highest price.',
    },
    responses: { 200: ['MerchantPayments', 'Newest first.'] },
  }),
  read(MERCHANT_PATHS.payment, handlePayment, {
    id: 'getPayment',
    summary: 'Read a payment',
    description: 'Scope `payments:read`. With its invoices, decisions, events and audit log.',
    responses: { 200: ['MerchantPaymentDetails', 'The payment.'] },
    problems: ['checkout_not_found'],
  }),
  act(MERCHANT_PATHS.settle, handleSettle, {
    id: 'settlePayment',
    summary: 'Decide about owed money, a late payment or a review',
    description:
      'Scope `payments:settle`. Records the decision and sends the event `checkout.settled`. The state of the checkout stays.',
    request: 'SettleRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment with the decision.'] },
    problems: ['checkout_not_found', 'record_changed'],
  }),
  act(MERCHANT_PATHS.note, handleNote, {
    id: 'notePayment',
    summary: 'Add a note to a payment',
    description: 'Scope `payments:settle`. The note is an entry of the audit log.',
    request: 'NoteRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment with the note.'] },
    problems: ['checkout_not_found'],
  }),
  act(MERCHANT_PATHS.refunds, handleCreateRefund, {
    id: 'createRefund',
    summary: 'Give back owed money, or a part of a payment',
    description:
      'Scope `refunds:decide`. Nothing is sent before a payout that names the refund is proposed and approved.',
    request: 'CreateRefundRequest',
    responses: { 201: ['MerchantPaymentDetails', 'The payment with the refund.'] },
    problems: ['checkout_not_found', 'refund_unavailable'],
  }),
  act(MERCHANT_PATHS.decideRefund, handleDecideRefund, {
    id: 'decideRefund',
    summary: 'Decline a refund, or record who asks',
    description:
      'Scope `refunds:decide`. `declined`: the payer reads the note. `checked`: the note says how the person made sure that the one who asks is the one who paid.',
    request: 'DecideRefundRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment with the decision.'] },
    problems: ['checkout_not_found', ...CHANGE_PROBLEMS],
  }),
  act(MERCHANT_PATHS.cancel, handleStaffCancel, {
    id: 'cancelPayment',
    summary: 'Cancel a checkout for the payer',
    description: 'Scope `payments:cancel`. As `POST /checkouts/:id/cancel`.',
    request: 'EmptyRequest',
    responses: { 200: ['MerchantPaymentDetails', 'The payment after that.'] },
    problems: ['checkout_not_found', 'payment_in_progress', 'checkout_closed', ...SERVICE_PROBLEMS],
  }),
  act(MERCHANT_PATHS.resend, handleResend, {
    id: 'resendEvent',
    summary: 'Deliver an event again',
    description: 'Scope `payments:settle`. Under the same id, after earlier events of its checkout.',
    request: 'EmptyRequest',
    responses: { 200: ['MerchantEvent', 'The event, which waits for delivery.'] },
    problems: ['record_not_found'],
  }),
  read(MERCHANT_PATHS.audit, handleAudit, {
    id: 'listAudit',
    summary: "List what the shop's staff did",
    description: 'Scope `payments:read`.',
    query: PAGE,
    responses: { 200: ['AuditLog', 'Newest first.'] },
  }),
  read(MERCHANT_PATHS.balances, handleBalances, {
    id: 'getBalances',
    summary: 'Read the balances of the account',
    description: 'Scope `balances:read`. As the payment service reports them.',
    responses: { 200: ['MerchantBalances', 'By currency.'] },
    problems: SERVICE_PROBLEMS,
  }),
  read(MERCHANT_PATHS.statistics, handleStatistics, {
    id: 'getStatistics',
    summary: 'Read counts and sums of invoices',
    description: 'Scope `statistics:read`. As the payment service reports them.',
    query: { from: 'Required. The first day in UTC, such as 2026-11-01.', to: 'Required. The last day.' },
    responses: { 200: ['MerchantStatistics', 'By status of the service.'] },
    problems: SERVICE_PROBLEMS,
  }),
  read(MERCHANT_PATHS.payouts, handlePayouts, {
    id: 'listPayouts',
    summary: 'List payouts',
    description: 'Scope `payouts:propose` or `payouts:approve`.',
    query: PAGE,
    responses: { 200: ['Payouts', 'Newest first; those that are not finished are on the first page.'] },
  }),
  act(MERCHANT_PATHS.payouts, handlePropose, {
    id: 'proposePayout',
    summary: 'Propose a payout',
    description: 'Scope `payouts:propose`. The proposal is signed by the server of the shop.',
    request: 'ProposeRequest',
    responses: { 201: ['Payout', 'It waits for a second person.'] },
    problems: ['check_required', 'refund_unavailable', ...CHANGE_PROBLEMS],
  }),
  act(MERCHANT_PATHS.approvePayout, handleApprove, {
    id: 'approvePayout',
    summary: 'Approve a payout',
    description:
      'Scope `payouts:approve`, by another person than the proposer. The approval names the digest of the payout, and is signed by the server of the shop.',
    request: 'ApproveRequest',
    responses: { 200: ['Payout', 'It waits for the payouts process.'] },
    problems: ['second_person_required', ...CHANGE_PROBLEMS],
  }),
  act(MERCHANT_PATHS.declinePayout, handleDecline, {
    id: 'declinePayout',
    summary: 'Decline a payout',
    description: 'Scope `payouts:approve`, by another person than the proposer.',
    request: 'DeclineRequest',
    responses: { 200: ['Payout', 'It is finished.'] },
    problems: ['second_person_required', ...CHANGE_PROBLEMS],
  }),
  act(MERCHANT_PATHS.takeBackPayout, handleTakeBack, {
    id: 'takeBackPayout',
    summary: 'Take back a proposal',
    description: 'Scope `payouts:propose`, by the proposer, before it is approved.',
    request: 'EmptyRequest',
    responses: { 200: ['Payout', 'It is finished.'] },
    problems: CHANGE_PROBLEMS,
  }),
  act(MERCHANT_PATHS.resolvePayout, handleResolve, {
    id: 'resolvePayout',
    summary: 'Resolve an unknown payout',
    description: 'Scope `payouts:approve`. It is finished once a second person says the same.',
    request: 'ResolveRequest',
    responses: { 200: ['Payout', 'With the decision.'] },
    problems: CHANGE_PROBLEMS,
  }),
];
