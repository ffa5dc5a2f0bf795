// Payments for the shop's staff. Times are ISO 8601 in UTC, amounts exact decimal text.
import * as v from 'valibot';
import { DECISION_SUBJECTS, DECISIONS } from './merchant.js';
import { merchantRefundSchema } from './refunds.js';
import { REVIEW_REASONS } from './review-reasons.js';
import {
  amount,
  count,
  currencyCode,
  fiatCode,
  flag,
  list,
  name,
  object,
  oneOf,
  orderPriceSchema,
  orNull,
  text,
  time,
} from './schema.js';
import { CHECKOUT_STATES, OWED_REASONS } from './states.js';

const checkoutState = oneOf('a state of a checkout', CHECKOUT_STATES);
const subject = oneOf('a subject of a decision', DECISION_SUBJECTS);

/** A row in the list of payments. */
export const merchantPaymentSchema = object({
  /** The staff's id of the checkout. Not a capability: payers' requests use the checkout id, which no staff response contains. */
  id: name,
  order: orderPriceSchema,
  state: checkoutState,
  late: flag,
  /** The coin of the invoice that determines the state; `null` until the payer has chosen one. */
  currency: orNull(currencyCode),
  amount: orNull(amount),
  received: orNull(amount),
  /** Whether money is owed to the payer, or a person must decide. */
  needsAttention: flag,
  testMode: flag,
  createdAt: time,
});
export interface MerchantPayment extends v.InferOutput<typeof merchantPaymentSchema> {}

/** How a list of payments is sorted, by the time of opening. */
export const PAYMENT_SORTS = ['newest', 'oldest'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** `GET /merchant/payments` */
export const merchantPaymentsSchema = object({
  /** Newest first. */
  payments: list(merchantPaymentSchema),
  /** Number of payments that match the filters, at most 10,000. */
  count,
  next: orNull(text),
});
export interface MerchantPayments extends v.InferOutput<typeof merchantPaymentsSchema> {}

export const merchantInvoiceSchema = object({
  /** The number within the checkout. */
  number: count,
  /** The service's id; `null` while the outcome of its creation is unknown. */
  id: orNull(text),
  state: oneOf('a state of an invoice', [...CHECKOUT_STATES, 'created', 'rejected']),
  currency: currencyCode,
  price: object({ amount, currency: fiatCode }),
  address: orNull(text),
  amount: orNull(amount),
  /** The sum of `applied`, `owed`, `reserved`, `refunded` and `dismissed`. */
  received: amount,
  /** Money that the shop still holds and that pays the order, or counts toward it. */
  applied: amount,
  /** Money that the shop still holds and that pays no order. */
  owed: amount,
  /** Reserved for unfinished payouts. */
  reserved: amount,
  /** Sent back by payouts. */
  refunded: amount,
  /** Staff have decided that this amount needs no refund. */
  dismissed: amount,
  /** The maximum of a refund by the shop: `applied` and `owed`, in whole units of the coin. */
  refundable: amount,
  /** Why money is owed; `null` if nothing was received, or if all of it counts toward the order. */
  reason: orNull(oneOf('a reason', OWED_REASONS)),
  late: flag,
  hasPaidOrder: flag,
  transactions: list(text),
  reviewReasons: list(oneOf('a reason for a review', REVIEW_REASONS)),
  testMode: flag,
  createdAt: orNull(time),
  expiresAt: orNull(time),
  finishedAt: orNull(time),
});
export interface MerchantInvoice extends v.InferOutput<typeof merchantInvoiceSchema> {}

/** A pending decision. */
export const merchantPendingDecisionSchema = object({
  invoice: count,
  about: subject,
  /** The owed amount, which the decision must repeat; `"0"` if the decision is about something else. */
  amount,
});
export interface MerchantPendingDecision extends v.InferOutput<typeof merchantPendingDecisionSchema> {}

export const merchantDecisionSchema = object({
  invoice: count,
  about: subject,
  decision: oneOf('a decision', DECISIONS),
  /** The owed amount that was decided about; `"0"` if the decision is about something else. */
  amount,
  person: text,
  note: orNull(text),
  at: time,
});
export interface MerchantDecision extends v.InferOutput<typeof merchantDecisionSchema> {}

export const merchantEventSchema = object({
  id: name,
  type: text,
  status: v.picklist(['waiting', 'dead', 'delivered'], 'a status of an event'),
  attempts: count,
  failure: orNull(text),
  createdAt: time,
  deliveredAt: orNull(time),
  nextAttemptAt: orNull(time),
});
/** The number of events that wait for delivery again. */
export const resentEventsSchema = object({ resent: count });
export interface ResentEvents extends v.InferOutput<typeof resentEventsSchema> {}
export interface MerchantEvent extends v.InferOutput<typeof merchantEventSchema> {}

export const AUDIT_ACTIONS = [
  ...['payment.settle', 'payment.note', 'payment.cancel', 'event.resend'],
  ...['payout.propose', 'payout.approve', 'payout.decline', 'payout.take_back', 'payout.resolve'],
  ...['refund.create', 'refund.decline', 'refund.check'],
  // By the payouts process.
  ...['payout.attempt', 'payout.outcome'],
  // A payer has corrected the refund that the payout pays.
  ...['payout.outdate'],
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One entry of the audit log. `before` and `after` are JSON. */
export const auditEntrySchema = object({
  /** 1, 2, 3 … */
  number: count,
  at: time,
  person: text,
  action: oneOf('an action', AUDIT_ACTIONS),
  /** The id of the payment or payout; the queue of an event that is about neither. */
  subject: text,
  before: orNull(text),
  after: orNull(text),
  /** SHA-256 over the entry and the hash of the one before, in hexadecimal digits. */
  hash: text,
});
export interface AuditEntry extends v.InferOutput<typeof auditEntrySchema> {}

/**
 * `GET /merchant/payments/:id`, and the response to each action on a payment. For a session without `payments:read`,
 * `description` is `null`, and `invoices`, `decisions`, `events` and `audit` are empty. Without `refunds:decide`, `refunds` is
 * empty, too.
 */
export const merchantPaymentDetailsSchema = object({
  ...merchantPaymentSchema.entries,
  /** @format int64 */
  version: count,
  description: orNull(text),
  invoices: list(merchantInvoiceSchema),
  decisions: list(merchantDecisionSchema),
  /** The pending decisions. */
  pending: list(merchantPendingDecisionSchema),
  /** Oldest first. */
  refunds: list(merchantRefundSchema),
  /** Newest first, at most 100. */
  events: list(merchantEventSchema),
  /** Actions of the shop's staff, newest first, at most 100. */
  audit: list(auditEntrySchema),
  /** Whether `cancel` can succeed. */
  cancelable: flag,
});
export interface MerchantPaymentDetails extends v.InferOutput<typeof merchantPaymentDetailsSchema> {}

/** `GET /merchant/audit` */
export const auditLogSchema = object({
  /** Newest first. */
  entries: list(auditEntrySchema),
  next: orNull(text),
});
export interface AuditLog extends v.InferOutput<typeof auditLogSchema> {}
