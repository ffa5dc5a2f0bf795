import {
  amount,
  count,
  currencyCode,
  fiatCode,
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
  AUDIT_ACTIONS,
  CHECKOUT_STATES,
  DECISION_SUBJECTS,
  DECISIONS,
  OWED_REASONS,
  REVIEW_REASONS,
  type AuditEntry,
  type AuditLog,
  type MerchantDecision,
  type MerchantEvent,
  type MerchantInvoice,
  type MerchantPayment,
  type MerchantPaymentDetails,
  type MerchantPayments,
  type MerchantPendingDecision,
} from '../../protocol/index.js';
import { parseRefund } from './parse-refund.js';

const checkoutState = oneOf('a state of a checkout', CHECKOUT_STATES);
const invoiceState = oneOf('a state of an invoice', [
  ...CHECKOUT_STATES,
  ...(['creating', 'created', 'rejected'] as const),
]);
export const owedReason = oneOf('a reason', OWED_REASONS);
export const reviewReason = oneOf('a reason for a review', REVIEW_REASONS);
const subject = oneOf('a subject of a decision', DECISION_SUBJECTS);
const eventStatus = oneOf('a status of an event', ['waiting', 'dead', 'delivered']);

/** Parses an order: its id and its price. */
export function order(value: unknown, path: string): MerchantPayment['order'] {
  const field = fieldsOf(value, path);
  return { id: field('id', text), ...price(value, path) };
}

function price(value: unknown, path: string): MerchantInvoice['price'] {
  const field = fieldsOf(value, path);
  return { amount: field('amount', amount), currency: field('currency', fiatCode) };
}

/** @throws {ProtocolError} if the response violates the protocol */
export function parsePayments(value: unknown): MerchantPayments {
  const field = fieldsOf(value, 'payments');
  return {
    payments: field('payments', listOf(payment)),
    count: field('count', count),
    next: field('next', orNull(text)),
  };
}

function payment(value: unknown, path: string): MerchantPayment {
  const field = fieldsOf(value, path);
  return {
    id: field('id', name),
    order: field('order', order),
    state: field('state', checkoutState),
    late: field('late', flag),
    currency: field('currency', orNull(currencyCode)),
    amount: field('amount', orNull(amount)),
    received: field('received', orNull(amount)),
    needsAttention: field('needsAttention', flag),
    testMode: field('testMode', flag),
    createdAt: field('createdAt', time),
  };
}

/** @throws {ProtocolError} if the response violates the protocol */
export function parsePayment(value: unknown): MerchantPaymentDetails {
  const field = fieldsOf(value, 'payment');
  return {
    ...payment(value, 'payment'),
    version: field('version', count),
    description: field('description', orNull(text)),
    invoices: field('invoices', listOf(invoice)),
    decisions: field('decisions', listOf(decision)),
    pending: field('pending', listOf(pendingDecision)),
    refunds: field('refunds', listOf(parseRefund)),
    events: field('events', listOf(event)),
    audit: field('audit', listOf(auditEntry)),
    cancelable: field('cancelable', flag),
  };
}

function invoice(value: unknown, path: string): MerchantInvoice {
  const field = fieldsOf(value, path);
  return {
    number: field('number', count),
    id: field('id', orNull(text)),
    state: field('state', invoiceState),
    currency: field('currency', currencyCode),
    price: field('price', price),
    address: field('address', orNull(text)),
    amount: field('amount', orNull(amount)),
    received: field('received', amount),
    applied: field('applied', amount),
    owed: field('owed', amount),
    reserved: field('reserved', amount),
    refunded: field('refunded', amount),
    dismissed: field('dismissed', amount),
    refundable: field('refundable', amount),
    reason: field('reason', orNull(owedReason)),
    late: field('late', flag),
    hasPaidOrder: field('hasPaidOrder', flag),
    transactions: field('transactions', listOf(text)),
    reviewReasons: field('reviewReasons', listOf(reviewReason)),
    testMode: field('testMode', flag),
    createdAt: field('createdAt', orNull(time)),
    expiresAt: field('expiresAt', orNull(time)),
    finishedAt: field('finishedAt', orNull(time)),
  };
}

function pendingDecision(value: unknown, path: string): MerchantPendingDecision {
  const field = fieldsOf(value, path);
  return {
    invoice: field('invoice', count),
    about: field('about', subject),
    amount: field('amount', amount),
  };
}

function decision(value: unknown, path: string): MerchantDecision {
  const field = fieldsOf(value, path);
  return {
    invoice: field('invoice', count),
    about: field('about', subject),
    decision: field('decision', oneOf('a decision', DECISIONS)),
    amount: field('amount', amount),
    person: field('person', text),
    note: field('note', orNull(text)),
    at: field('at', time),
  };
}

/** @throws {ProtocolError} if the response violates the protocol */
export function parseEvent(value: unknown): MerchantEvent {
  return event(value, 'event');
}

function event(value: unknown, path: string): MerchantEvent {
  const field = fieldsOf(value, path);
  return {
    id: field('id', name),
    type: field('type', text),
    status: field('status', eventStatus),
    attempts: field('attempts', count),
    failure: field('failure', orNull(text)),
    createdAt: field('createdAt', time),
    deliveredAt: field('deliveredAt', orNull(time)),
    nextAttemptAt: field('nextAttemptAt', orNull(time)),
  };
}

/** @throws {ProtocolError} if the response violates the protocol */
export function parseAuditLog(value: unknown): AuditLog {
  const field = fieldsOf(value, 'audit');
  return { entries: field('entries', listOf(auditEntry)), next: field('next', orNull(text)) };
}

function auditEntry(value: unknown, path: string): AuditEntry {
  const field = fieldsOf(value, path);
  return {
    number: field('number', count),
    at: field('at', time),
    person: field('person', text),
    action: field('action', oneOf('an action', AUDIT_ACTIONS)),
    subject: field('subject', text),
    before: field('before', orNull(text)),
    after: field('after', orNull(text)),
    hash: field('hash', text),
  };
}
