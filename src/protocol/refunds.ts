// Refunds of money that pays no order, or that paid it late. Times are ISO 8601 in UTC, amounts exact decimal text in the coin of
// the invoice.
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

/** Why money can be refunded: an `OwedReason`, it paid the order `late`, or the `shop` refunds part of a payment. */
export const REFUND_REASONS = [...OWED_REASONS, 'late', 'shop'] as const;

export type RefundReason = (typeof REFUND_REASONS)[number];

/**
 * - `requested`: the shop has not decided · `proposed`: a payout waits for a second person · `approved`: the payout is about to
 *   be sent
 * - `sent`: the payment service has accepted the payout · `declined`: by the shop, with a reply
 * - `accepted`: the shop delivers instead
 */
export const REFUND_STATES = ['requested', 'proposed', 'approved', 'sent', 'declined', 'accepted'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

/**
 * The states that the payer sees. They do not reveal whether the shop has proposed a payout. `possible`: no refund was requested
 * yet.
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

/** A refund that the payer can request or has requested. At most one per invoice. */
export const checkoutRefundSchema = object({
  /** The number of the invoice within the checkout. */
  invoice: count,
  reason: oneOf('a reason of a refund', REFUND_REASONS),
  currency: currencyCode,
  /** The amount owed, or the amount of the payout after it is approved. */
  amount,
  state: oneOf('a state of a refund', PAYER_REFUND_STATES),
  /**
   * Whether the request came from the only browser that received the address while the checkout requested a payment. If not,
   * anyone with the link may have sent it, and the shop must verify the payer. Even `true` does not prove who sent the money.
   * `false` while `possible`.
   */
  proven: flag,
  /**
   * The address that receives the refund, shortened to `TQCt…7En8`: the link alone must not reveal it. `null` while `possible`.
   */
  address: orNull(name),
  requestedAt: orNull(time),
  /** The shop's reply, if it has declined. */
  reply: orNull(text),
  /** The transaction of the payout; `null` until the payment service reports it. */
  transaction: orNull(name),
});
export interface CheckoutRefund extends v.InferOutput<typeof checkoutRefundSchema> {}

/** The refunds that the payer can request or has requested. */
export const checkoutRefundsSchema = object({
  /** Whether the form has an optional field for an email address. */
  asksEmail: flag,
  items: list(checkoutRefundSchema),
});
export interface CheckoutRefunds extends v.InferOutput<typeof checkoutRefundsSchema> {}

/** How one of the shop's staff verified that the payer sent the request. */
export const refundCheckSchema = object({ person: text, note: text, at: time });
export interface RefundCheck extends v.InferOutput<typeof refundCheckSchema> {}

/**
 * - `payer`: the request came from the only browser that received the address of the invoice while the checkout requested a
 *   payment
 * - `link_holder`: anyone with the link may have sent it; one of the shop's staff must verify that the payer did
 * - `staff`: one of the shop's staff has started the refund
 */
export const REFUND_REQUESTERS = ['payer', 'link_holder', 'staff'] as const;

export type RefundRequester = (typeof REFUND_REQUESTERS)[number];

/** A refund for the shop's staff. */
export const merchantRefundSchema = object({
  id: name,
  invoice: count,
  requestedBy: oneOf('the name of a requester', REFUND_REQUESTERS),
  currency: currencyCode,
  address: name,
  /** The requested amount, or the amount of the payout after one is proposed. */
  amount,
  email: orNull(text),
  state: oneOf('a state of a refund', REFUND_STATES),
  /** Whether a payout may be proposed now: the refund awaits a decision, and the requester is verified if required. */
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
