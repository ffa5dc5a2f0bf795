// Refunds: the payer asks for money back that paid no order, or paid it late. Times are ISO 8601 in UTC, amounts exact decimal
// text in the coin of the invoice.
import type * as v from 'valibot';
import {
  amount,
  count,
  currencyCode,
  flag,
  list,
  name,
  object,
  oneOf,
  orNull,
  text,
  time,
} from './schema.js';
import { OWED_REASONS } from './states.js';

/**
 * Why money can be refunded: an `OwedReason`, it paid the order `late`, or the `shop` gives back a part of a payment.
 */
export const REFUND_REASONS = [...OWED_REASONS, 'late', 'shop'] as const;

export type RefundReason = (typeof REFUND_REASONS)[number];

/**
 * - `requested`: the shop has not decided · `proposed`: a payout waits for a second person · `approved`: it is about to be sent
 * - `sent`: the payment service has accepted the payout · `declined`: by the shop, with a reply
 * - `accepted`: the shop delivers instead
 */
export const REFUND_STATES = ['requested', 'proposed', 'approved', 'sent', 'declined', 'accepted'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

/**
 * The states that the payer sees. They do not reveal whether the shop has proposed a payout. `possible`: no one has asked yet.
 */
export const PAYER_REFUND_STATES = [
  'possible',
  'requested',
  'approved',
  'sent',
  'declined',
  'accepted',
] as const;

export type PayerRefundState = (typeof PAYER_REFUND_STATES)[number];

/** Money of one invoice that the payer can ask for, or has asked for. At most one per invoice. */
export const checkoutRefundSchema = object({
  /** The number of the invoice within the checkout. */
  invoice: count,
  reason: oneOf('a reason of a refund', REFUND_REASONS),
  currency: currencyCode,
  /** The amount owed; once a payout is approved, the amount that it sends. */
  amount,
  state: oneOf('a state of a refund', PAYER_REFUND_STATES),
  /**
   * Whether the request came from the only browser that was shown the address while the checkout requested a payment. If not,
   * anyone with the link may have sent it, and the shop checks who paid. It does not prove who sent the money. `false` while
   * `possible`.
   */
  proven: flag,
  /** Where it goes, shortened to `TQCt…7En8`: the link alone must not reveal it. `null` while `possible`. */
  address: orNull(name),
  requestedAt: orNull(time),
  /** The shop's reply, if it has declined. */
  reply: orNull(text),
  /** The transaction of the payout; `null` until the payment service reports it. */
  transaction: orNull(name),
});
export interface CheckoutRefund extends v.InferOutput<typeof checkoutRefundSchema> {}

/** What the payer can ask back. */
export const checkoutRefundsSchema = object({
  /** Whether the form asks for an email address, which the payer may leave empty. */
  asksEmail: flag,
  items: list(checkoutRefundSchema),
});
export interface CheckoutRefunds extends v.InferOutput<typeof checkoutRefundsSchema> {}

/** How a person of the shop made sure that the request is the payer's. */
export const refundCheckSchema = object({ person: text, note: text, at: time });
export interface RefundCheck extends v.InferOutput<typeof refundCheckSchema> {}

/**
 * - `payer`: the request came from the only browser that was shown the address of the invoice while the checkout requested a payment
 * - `link_holder`: anyone with the link may have sent it; one of the shop's staff must verify that the payer did
 * - `staff`: one of the shop's staff has started the refund
 */
export const REFUND_REQUESTERS = ['payer', 'link_holder', 'staff'] as const;

export type RefundRequester = (typeof REFUND_REQUESTERS)[number];

/** A refund, as the shop's staff see it. */
export const merchantRefundSchema = object({
  id: name,
  invoice: count,
  requestedBy: oneOf('the name of a requester', REFUND_REQUESTERS),
  currency: currencyCode,
  address: name,
  /** What was requested; once a payout is proposed, what it sends. */
  amount,
  email: orNull(text),
  state: oneOf('a state of a refund', REFUND_STATES),
  /** Whether a payout may be proposed now: the refund waits for the shop, and any check that it needs is done. */
  payable: flag,
  check: orNull(refundCheckSchema),
  /** The id of the payout that pays it. */
  payout: orNull(name),
  reply: orNull(text),
  transaction: orNull(name),
  requestedAt: time,
  decidedAt: orNull(time),
});
export interface MerchantRefund extends v.InferOutput<typeof merchantRefundSchema> {}
