import {
  amount,
  count,
  currencyCode,
  fieldsOf,
  flag,
  name,
  oneOf,
  orNull,
  text,
  time,
} from '../../protocol/fields.js';
import {
  REFUND_REQUESTERS,
  REFUND_STATES,
  type MerchantRefund,
  type RefundCheck,
} from '../../protocol/index.js';

const refundState = oneOf('a state of a refund', REFUND_STATES);
const requester = oneOf('the name of a requester', REFUND_REQUESTERS);

/** @throws {ProtocolError} if the value violates the protocol */
export function parseRefund(value: unknown, path: string): MerchantRefund {
  const field = fieldsOf(value, path);
  return {
    id: field('id', name),
    invoice: field('invoice', count),
    requestedBy: field('requestedBy', requester),
    currency: field('currency', currencyCode),
    address: field('address', name),
    amount: field('amount', amount),
    email: field('email', orNull(text)),
    state: field('state', refundState),
    payable: field('payable', flag),
    check: field('check', orNull(check)),
    payout: field('payout', orNull(name)),
    reply: field('reply', orNull(text)),
    transaction: field('transaction', orNull(name)),
    requestedAt: field('requestedAt', time),
    decidedAt: field('decidedAt', orNull(time)),
  };
}

function check(value: unknown, path: string): RefundCheck {
  const field = fieldsOf(value, path);
  return { person: field('person', text), note: field('note', text), at: field('at', time) };
}
