import {
  amount,
  currencyCode,
  fieldsOf,
  flag,
  listOf,
  name,
  oneOf,
  orNull,
  text,
  time,
} from '../../protocol/fields.js';
import {
  PAYOUT_REFUSALS,
  PAYOUT_STATES,
  type Payout,
  type PayoutCandidate,
  type PayoutResolution,
  type Payouts,
  type RefundLink,
} from '../../protocol/index.js';

/** @throws {ProtocolError} if the response violates the protocol */
export function parsePayouts(value: unknown): Payouts {
  const field = fieldsOf(value, 'payouts');
  return {
    payouts: field('payouts', listOf(parsePayout)),
    next: field('next', orNull(text)),
    onePerson: field('onePerson', flag),
  };
}

const stateOf = oneOf('a state of a payout', PAYOUT_STATES);
const refusalOf = oneOf('a refusal', PAYOUT_REFUSALS);
const outcomeOf = oneOf('an outcome', ['sent', 'not_sent']);

/** @throws {ProtocolError} if the response violates the protocol */
export function parsePayout(value: unknown, path = 'payout'): Payout {
  const field = fieldsOf(value, path);
  return {
    id: field('id', name),
    state: field('state', stateOf),
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
    refusal: field('refusal', orNull(refusalOf)),
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
  return { checkout: field('checkout', name), id: field('id', name) };
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
    outcome: field('outcome', outcomeOf),
    candidate: field('candidate', orNull(name)),
    person: field('person', text),
  };
}
