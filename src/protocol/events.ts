// The events for the shop's server. Amounts are exact decimal text, times ISO 8601 in UTC.
import * as v from 'valibot';
import {
  INVOICE_EVENT_TYPES,
  PAYOUT_EVENT_TYPES,
  REFUND_EVENT_TYPES,
  type InvoiceEventType,
} from './event-types.js';
import { DECISION_SUBJECTS, DECISIONS, type Decision, type DecisionSubject } from './merchant.js';
import { payoutSummary } from './payouts.js';
import { REFUND_REQUESTERS } from './refunds.js';
import { REVIEW_REASONS, type ReviewReason } from './review-reasons.js';
import {
  amount,
  caipEntries,
  count,
  currencyCode,
  fiatCode,
  flag,
  list,
  object,
  oneOf,
  optional,
  orderPriceSchema,
  orNull,
  text,
  time,
} from './schema.js';
import { CHECKOUT_STATES } from './states.js';

export type { Decision, DecisionSubject, InvoiceEventType, ReviewReason };

const invoice = {
  id: text,
  /** The `order_id` at the service. */
  orderId: text,
  currency: currencyCode,
  ...caipEntries,
  price: object({ amount, currency: fiatCode }),
};

/**
 * The invoice of an event, with its money after the change. Each event about the invoice contains all amounts: replace the stored
 * ones. Amounts are exact decimal text in its coin, times ISO 8601 in UTC.
 */
export const checkoutEventInvoiceSchema = object({
  ...invoice,
  /** `null` after the review reasons `address_invalid`, `address_reused` and `details_missing`, and for a payer on the hosted page. */
  address: orNull(text),
  /** Price of the order when this invoice was created, in the shop's currency. */
  price: invoice.price,
  /** The total amount of this invoice; `null` if the service has not reported it. */
  amount: orNull(amount),
  /** All that was received: `applied` + `owed` + `reserved` + `refunded` + `dismissed`. */
  received: amount,
  /**
   * Money that the shop still holds and that pays the order, counts toward it while the invoice can still be paid in full, or
   * awaits a decision because it pays the order late. Includes a fraction below the smallest unit of the coin.
   */
  applied: amount,
  /** Money that the shop still holds and that pays no order: owed to the payer, in whole units of the coin. */
  owed: amount,
  /** Reserved for a refund whose payout is unfinished. */
  reserved: amount,
  /** Sent back to the payer. */
  refunded: amount,
  /** The shop's staff have decided that this amount needs no refund. */
  dismissed: amount,
  /** `null` if the service has not reported the amount of the invoice. */
  due: orNull(amount),
  /** Amount above the order's price if this invoice pays the order, otherwise above the invoice's price. */
  surplus: amount,
  createdAt: time,
  expiresAt: orNull(time),
  finishedAt: orNull(time),
  transactions: list(text),
  /** The transactions that wait for confirmation: `received` may not include them. `[]` if none. */
  unconfirmed: list(text),
});
export interface CheckoutEventInvoice extends v.InferOutput<typeof checkoutEventInvoiceSchema> {}

/** An invoice that a person must review. The payer may never have seen it. */
export const checkoutReviewInvoiceSchema = object({
  ...invoice,
  /** Price of the order when the invoice was requested. */
  price: invoice.price,
  /** The first address from the service; `null` if unknown, invalid for the coin, or used by another open order. */
  address: orNull(text),
});
export interface CheckoutReviewInvoice extends v.InferOutput<typeof checkoutReviewInvoiceSchema> {}

const base = {
  /**
   * The same for all deliveries of the event, and for the same deposit or deposit address. Store it to handle each event once.
   */
  id: text,
  createdAt: time,
  /** In test mode no real money moves. */
  testMode: flag,
};

const ofOrder = {
  ...base,
  checkout: object({
    /** The payer's capability: anyone who has it can see, pay and cancel the checkout. */
    id: text,
    /** The staff's id, for links to `<crypto-merchant-payments payment="…">`. It grants payers no access. */
    paymentId: text,
    /**
     * Never decreases from one event of a checkout to the next. It needs 64 bits. Ignore an event with a lower version than a
     * handled one.
     */
    version: count,
    state: oneOf('a state of a checkout', CHECKOUT_STATES),
    late: flag,
  }),
  order: orderPriceSchema,
};

const ofCustomer = {
  ...base,
  ...caipEntries,
  /** The shop's customer id. */
  customer: text,
  currency: currencyCode,
};

const fulfillment = {
  /**
   * Whether to fulfill the order now. At most one event of an order has `true`: the one that reports the payment before the
   * deadline, or its acceptance by the shop's staff. Redeliveries repeat it: fulfill each order once.
   */
  fulfill: flag,
};

/** Lets a receiver read `fulfill` of every event. */
interface NoFulfillment {
  readonly fulfill?: undefined;
}

/**
 * Event about a decision of the shop's staff → act on it. `accepted`: the money pays the order, as if it had arrived before the
 * deadline. `dismissed`: nothing is left to do. The decision never changes the state of the checkout.
 */
export const checkoutSettledEventSchema = object({
  ...ofOrder,
  ...fulfillment,
  type: v.literal('checkout.settled'),
  /** The invoice that the decision is about; `null` if it was never displayed. */
  invoice: orNull(checkoutEventInvoiceSchema),
  decision: object({
    kind: oneOf('a decision', DECISIONS),
    /** Owed money (`owed`), a late payment (`late`), or the reason of a review. */
    about: oneOf('a subject of a decision', DECISION_SUBJECTS),
    /** The service's id of the invoice. */
    invoiceId: text,
    currency: currencyCode,
    /** The amount that is no longer owed, exact decimal text in the coin. */
    amount,
    /** The name of the person who decided, from the merchant session. */
    person: text,
    note: orNull(text),
  }),
});
export interface CheckoutSettledEvent extends v.InferOutput<typeof checkoutSettledEventSchema> {}

/**
 * Event about a refund.
 *
 * - `refund.requested`: a payer requested a refund, or the shop's staff started one; sent again after a correction → decide
 * - `refund.reserved`: a proposed payout reserves the amount → nothing
 * - `refund.released`: the payout was declined, withdrawn or refused, or the payer has corrected the request → nothing
 * - `refund.sent`: the payment service accepted the payout → book it
 * - `refund.declined`: the shop's staff declined the refund → nothing
 */
export const refundEventSchema = object({
  ...ofOrder,
  type: v.picklist(REFUND_EVENT_TYPES),
  invoice: checkoutEventInvoiceSchema,
  refund: object({
    id: text,
    /** Who started it: see `REFUND_REQUESTERS`. */
    requestedBy: oneOf('the name of a requester', REFUND_REQUESTERS),
    /** The service's id of the invoice. */
    invoiceId: text,
    currency: currencyCode,
    /** The requested amount, or the amount of the payout after one is proposed. Exact decimal text in the coin. */
    amount,
    address: text,
    email: orNull(text),
    /** The id of the payout in `refund.reserved` and `refund.sent`, otherwise `null`. */
    payout: orNull(text),
    /** The shop's message to the payer in `refund.declined`, otherwise `null`. */
    reply: orNull(text),
  }),
});
export interface RefundEvent extends v.InferOutput<typeof refundEventSchema>, NoFulfillment {}

/**
 * Event about the payment of one invoice.
 *
 * - `checkout.paid`: the full amount is confirmed; sent again if the service then reports a higher amount → fulfill the order if
 *   `fulfill`
 * - `checkout.overpaid`: more than the full amount is confirmed, possibly after `checkout.paid`; sent again for each further
 *   payment → fulfill the order if `fulfill`; refund `invoice.owed`
 * - `checkout.partial`: a part is confirmed before the deadline; sent again for each further part → wait
 * - `checkout.paid_late`: the transaction that completed the amount was first seen after the deadline → decide: accept or refund
 * - `checkout.expired`: the deadline passed without a payment on this invoice → nothing
 * - `checkout.underpaid`: the deadline passed with a part of the amount, the payment was for an older, lower price, or money
 *   arrived that does not pay the order because a part was refunded before → accept or refund `invoice.owed`
 * - `checkout.canceled`: the payer canceled before any payment → nothing
 * - `checkout.duplicate_payment`: a payment arrived that the order does not need: on another address of a paid order, or after
 *   all money that paid it was refunded; sent again for each further payment there → refund `invoice.owed`
 *
 * Refunded money no longer pays an order. If a part is refunded while its invoice is open, `checkout.state` becomes `expired`,
 * even before the deadline. Only a new payment of the full amount then pays the order. The proxy sends `checkout.overpaid`,
 * because the refunded part is in `invoice.surplus`, or `checkout.paid_late` after the deadline.
 *
 * Never cancel an order on an event: the payer may still pay it, or pay it in another way.
 */
export const checkoutInvoiceEventSchema = object({
  ...ofOrder,
  ...fulfillment,
  type: v.picklist(INVOICE_EVENT_TYPES),
  /**
   * Set only in `checkout.underpaid`, if the missing amount is within the proxy's option `tolerance`. The order stays unpaid and
   * `invoice.owed` stays owed to the payer until the shop's staff decide.
   */
  withinTolerance: optional(v.literal(true)),
  invoice: checkoutEventInvoiceSchema,
});
export interface CheckoutInvoiceEvent extends v.InferOutput<typeof checkoutInvoiceEventSchema> {}

/** Event about an invoice that a person must review, see `reason`; sent once per invoice and reason → review it. */
export const checkoutReviewEventSchema = object({
  ...ofOrder,
  type: v.literal('checkout.review_required'),
  reason: oneOf('a reason for a review', REVIEW_REASONS),
  invoice: checkoutReviewInvoiceSchema,
});
export interface CheckoutReviewEvent extends v.InferOutput<typeof checkoutReviewEventSchema>, NoFulfillment {}

/**
 * Event about a deposit to a customer's deposit address → credit it once per event id, if it is `verified` and not `testMode`;
 * review an unverified one.
 *
 * The service announces a deposit only by a postback, whose format is not documented. The proxy then fetches the service's record
 * of the deposit. Customer and amount of a verified event come from that record. An unverified event repeats the postback's
 * claims, with `null` for missing ones. If the service has a paid record with missing or contradictory fields, the event contains
 * the fields of the record. If neither contains the coin, `currency` and `wallet` are those of the customer's oldest deposit
 * address, and `amount` is `null`. If the service confirms the deposit within a day and a half, the proxy sends the event again
 * with the same id. Therefore store the ids of all credited deposits, including manual credits.
 */
export const depositReceivedEventSchema = object({
  ...ofCustomer,
  type: v.literal('deposit.received'),
  /** The deposit address, with the service's id. */
  wallet: object({ id: text, address: orNull(text) }),
  /** Exact decimal text in the coin; do not credit it unless `verified`. */
  amount: orNull(amount),
  transaction: orNull(text),
  /** The id of the service's record of the deposit. */
  invoiceId: orNull(text),
  /**
   * Whether customer and amount come from the service's record. Never true for a postback's claims, even if the postback
   * is signed.
   */
  verified: flag,
});
export interface DepositReceivedEvent
  extends v.InferOutput<typeof depositReceivedEventSchema>, NoFulfillment {}

/**
 * Event about a deposit address to which the coin must not be sent (`reason`), once per address → review it. The address
 * was never displayed, and the customer has no deposit address in this currency.
 */
export const depositAddressReviewEventSchema = object({
  ...ofCustomer,
  type: v.literal('deposit_address.review_required'),
  reason: v.literal('address_invalid'),
  /** The deposit address, by the service's id. */
  wallet: object({ id: text }),
});
export interface DepositAddressReviewEvent
  extends v.InferOutput<typeof depositAddressReviewEventSchema>, NoFulfillment {}

/**
 * Event about a payout → nothing, or notify staff. After `payout.unknown`, do not send the money again until two people have
 * determined the outcome.
 */
export const payoutEventSchema = object({
  ...base,
  type: v.picklist(PAYOUT_EVENT_TYPES),
  payout: object(payoutSummary),
});
export interface PayoutEvent extends v.InferOutput<typeof payoutEventSchema>, NoFulfillment {}

/**
 * An event for the shop. Each description has the form: when the proxy sends the event → what the shop should do.
 *
 * The proxy delivers every event at least once, and in order per checkout, deposit address and payout. An event whose delivery
 * fails for 3 days becomes a dead letter, and later events are delivered. After a manual redelivery, compare its
 * `checkout.version`.
 */
export type CheckoutEvent =
  | OrderEvent
  | CheckoutSettledEvent
  | RefundEvent
  | DepositReceivedEvent
  | DepositAddressReviewEvent
  | PayoutEvent;

/** The events about an invoice of an order. */
export type OrderEvent = CheckoutInvoiceEvent | CheckoutReviewEvent;

/** Test of a webhook endpoint → nothing. Only the command line sends it. It is not about an order. */
export const webhookTestEventSchema = object({
  ...base,
  type: v.literal('webhook.test'),
  testMode: v.literal(true),
});
export interface WebhookTestEvent extends v.InferOutput<typeof webhookTestEventSchema>, NoFulfillment {}

/** What a webhook endpoint receives: the events of the proxy, and tests of the endpoint. */
export type WebhookEvent = CheckoutEvent | WebhookTestEvent;
