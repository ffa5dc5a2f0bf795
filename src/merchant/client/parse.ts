import {
  amount,
  count,
  currencyCode,
  fieldsOf,
  flag,
  isText,
  listOf,
  matching,
  name,
  oneOf,
  orNull,
  signedAmount,
  text,
  time,
} from '../../protocol/fields.js';
import {
  MERCHANT_SCOPES,
  OPEN_PAYOUT_STATES,
  type Attention,
  type AttentionItem,
  type MerchantBalances,
  type MerchantScope,
  type MerchantSession,
  type MerchantStatistics,
  type UndeliveredEvent,
  PAYOUT_REFUSALS,
  PAYOUT_STATES,
  type Payout,
  type PayoutCandidate,
  type PayoutResolution,
  type Payouts,
  type RefundLink,
} from '../../protocol/index.js';
import { order, reviewReason, owedReason } from './parse-payments.js';
import { parseRefund } from './parse-refund.js';

/** Parses a session. Drops scopes of a newer proxy, which this release does not know. @throws {ProtocolError} */
export function parseSession(value: unknown): MerchantSession {
  const field = fieldsOf(value, 'session');
  const isScope = (scope: string): scope is MerchantScope => MERCHANT_SCOPES.some((one) => one === scope);
  return {
    person: field('person', text),
    scopes: field('scopes', listOf(text)).filter(isScope),
    expiresAt: field('expiresAt', time),
    now: field('now', time),
  };
}

/** @throws {ProtocolError} if the response violates the protocol */
export function parseAttention(value: unknown): Attention {
  const field = fieldsOf(value, 'attention');
  return {
    items: field('items', listOf(attentionItem)),
    count: field('count', count),
    next: field('next', orNull(text)),
    now: field('now', time),
  };
}

const attentionKind = oneOf('a kind', ['owed', 'late', 'review', 'refund', 'events', 'payout', 'journal']);
const openPayoutState = oneOf('a state', OPEN_PAYOUT_STATES);

function attentionItem(value: unknown, path: string): AttentionItem {
  const field = fieldsOf(value, path);
  const kind = field('kind', attentionKind);
  const base = { id: field('id', name), since: field('since', time) };
  if (kind === 'events')
    return {
      ...base,
      kind,
      waiting: field('waiting', count),
      dead: field('dead', count),
      paid: field('paid', count),
      failure: field('failure', orNull(text)),
      nextAttemptAt: field('nextAttemptAt', orNull(time)),
      events: field('events', listOf(undeliveredEvent)),
    };
  if (kind === 'journal') return { ...base, kind };
  if (kind === 'payout')
    return {
      ...base,
      kind,
      payout: field('payout', name),
      state: field('state', openPayoutState),
      currency: field('currency', currencyCode),
      amount: field('amount', amount),
      proposedBy: field('proposedBy', text),
    };
  const about = {
    ...base,
    payment: field('payment', name),
    order: field('order', order),
    invoice: field('invoice', count),
    currency: field('currency', currencyCode),
    testMode: field('testMode', flag),
  };
  if (kind === 'review') return { ...about, kind, reason: field('reason', reviewReason) };
  if (kind === 'refund') return { ...about, kind, refund: field('refund', parseRefund) };
  const refunds = field('refunds', listOf(parseRefund));
  if (kind === 'late') return { ...about, kind, refundable: field('refundable', amount), refunds };
  const reason = field('reason', owedReason);
  const [owed, received] = [field('owed', amount), field('received', amount)];
  return { ...about, kind, reason, owed, received, amount: field('amount', orNull(amount)), refunds };
}

const undeliveredStatus = oneOf('a status', ['waiting', 'dead']);

function undeliveredEvent(value: unknown, path: string): UndeliveredEvent {
  const field = fieldsOf(value, path);
  return {
    id: field('id', name),
    type: field('type', text),
    status: field('status', undeliveredStatus),
    payment: field('payment', orNull(paymentOfEvent)),
    since: field('since', time),
  };
}

function paymentOfEvent(value: unknown, path: string): UndeliveredEvent['payment'] {
  const field = fieldsOf(value, path);
  return { id: field('id', name), orderId: field('orderId', text) };
}

/** @throws {ProtocolError} if the response violates the protocol */
export function parseBalances(value: unknown): MerchantBalances {
  const field = fieldsOf(value, 'balances');
  return { balances: field('balances', listOf(balance)), now: field('now', time) };
}

function balance(value: unknown, path: string): MerchantBalances['balances'][number] {
  const field = fieldsOf(value, path);
  return {
    currency: field('currency', orNull(name)),
    balance: field('balance', orNull(signedAmount)),
    availableBalance: field('availableBalance', orNull(signedAmount)),
    balanceUsd: field('balanceUsd', orNull(signedAmount)),
    availableBalanceUsd: field('availableBalanceUsd', orNull(signedAmount)),
  };
}

const day = matching('a day', (value): value is string => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value));

/** @throws {ProtocolError} if the response violates the protocol */
export function parseStatistics(value: unknown): MerchantStatistics {
  const field = fieldsOf(value, 'statistics');
  return { from: field('from', day), to: field('to', day), statuses: field('statuses', listOf(status)) };
}

function status(value: unknown, path: string): MerchantStatistics['statuses'][number] {
  const field = fieldsOf(value, path);
  return {
    status: field('status', text),
    count: field('count', orNull(count)),
    amountUsd: field('amountUsd', orNull(signedAmount)),
  };
}

/** @throws {ProtocolError} if the response violates the protocol */
export function parsePayouts(value: unknown): Payouts {
  const field = fieldsOf(value, 'payouts');
  return {
    payouts: field('payouts', listOf(parsePayout)),
    next: field('next', orNull(text)),
    onePerson: field('onePerson', flag),
  };
}

const payoutState = oneOf('a state of a payout', PAYOUT_STATES);
const payoutRefusal = oneOf('a refusal', PAYOUT_REFUSALS);
const payoutOutcome = oneOf('an outcome', ['sent', 'not_sent']);

/** @throws {ProtocolError} if the response violates the protocol */
export function parsePayout(value: unknown, path = 'payout'): Payout {
  const field = fieldsOf(value, path);
  return {
    id: field('id', name),
    state: field('state', payoutState),
    currency: field('currency', currencyCode),
    address: field('address', name),
    amount: field('amount', amount),
    purpose: field('purpose', orNull(text)),
    digest: field('digest', name),
    proposedBy: field('proposedBy', text),
    proposedAt: field('proposedAt', time),
    approvedBy: field('approvedBy', orNull(text)),
    approvedAt: field('approvedAt', orNull(time)),
    attemptedAt: field('attemptedAt', orNull(time)),
    finishedAt: field('finishedAt', orNull(time)),
    refusal: field('refusal', orNull(payoutRefusal)),
    declined: field('declined', orNull(text)),
    serviceId: field('serviceId', orNull(text)),
    sentAmount: field('sentAmount', orNull(amount)),
    candidates: field('candidates', listOf(candidate)),
    resolution: field('resolution', orNull(resolution)),
    refund: field('refund', orNull(refundLink)),
    transaction: field('transaction', orNull(name)),
  };
}

function refundLink(value: unknown, path: string): RefundLink {
  const field = fieldsOf(value, path);
  return { payment: field('payment', name), id: field('id', name) };
}

function candidate(value: unknown, path: string): PayoutCandidate {
  const field = fieldsOf(value, path);
  return {
    id: field('id', name),
    status: field('status', text),
    amount: field('amount', orNull(amount)),
    isSameAmount: field('isSameAmount', flag),
    createdAt: field('createdAt', orNull(time)),
  };
}

function resolution(value: unknown, path: string): PayoutResolution {
  const field = fieldsOf(value, path);
  return {
    outcome: field('outcome', payoutOutcome),
    candidate: field('candidate', orNull(name)),
    person: field('person', text),
  };
}
