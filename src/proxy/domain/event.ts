import type { CaipIds, CurrencyCode } from '../../payment/index.js';
import type {
  CheckoutState,
  Decision,
  DecisionSubject,
  RefundRequester,
  Payout,
  ReviewReason,
} from '../../protocol/index.js';
import type { InvoiceEventType, PayoutEventType, RefundEventType } from './event-types.js';

export type { Decision, DecisionSubject, InvoiceEventType, ReviewReason };

/**
 * The invoice of an event, with its money after the change. Take the amounts over as they stand: the next event about the invoice states
 * all of them anew. Amounts are exact decimal text in its coin, times ISO 8601 in UTC.
 */
export interface CheckoutEventInvoice extends CaipIds {
  readonly id: string;
  /** The `order_id` at the service. */
  readonly orderId: string;
  readonly currency: CurrencyCode;
  /** `null` after the review reasons `address_invalid`, `address_reused` and `details_missing`, and for a payer on the hosted page. */
  readonly address: string | null;
  /** Price of the order when this invoice was created, in the shop's currency. */
  readonly price: { readonly amount: string; readonly currency: string };
  /** The total amount of this invoice; `null` if the service has not stated it. */
  readonly amount: string | null;
  /** All that was received: `applied` + `owed` + `reserved` + `refunded` + `dismissed`. */
  readonly received: string;
  /**
   * Money that is here and pays the order, counts toward it while the invoice can still be paid in full, or waits for the staff because
   * it pays the order late. Includes what is below the unit of the coin.
   */
  readonly applied: string;
  /** Money that is here and pays no order: owed to the payer, in whole units of the coin. */
  readonly owed: string;
  /** Taken by a refund whose payout is not finished. */
  readonly reserved: string;
  /** Sent back to the payer. */
  readonly refunded: string;
  /** Needs no refund, as the shop's staff have decided. */
  readonly dismissed: string;
  /** `null` if the service has not stated the amount of the invoice. */
  readonly due: string | null;
  /** Amount above the price: of the order if this invoice pays it, else of the invoice. */
  readonly surplus: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly finishedAt: string | null;
  readonly transactions: readonly string[];
  /** The transactions that wait for confirmation: `received` may not contain them. `[]` if none. */
  readonly unconfirmed: readonly string[];
}

/** An invoice that a person must review. The payer may never have seen it. */
export interface CheckoutReviewInvoice extends CaipIds {
  readonly id: string;
  readonly orderId: string;
  readonly currency: CurrencyCode;
  /** Price of the order when the invoice was requested. */
  readonly price: { readonly amount: string; readonly currency: string };
  /** The first address from the service; `null` if unknown, invalid for the coin, or used by another open order. */
  readonly address: string | null;
}

interface EventBase {
  /** Constant across deliveries, and for the same deposit or deposit address. Store it to handle each event once. */
  readonly id: string;
  readonly createdAt: string;
  /** In test mode no real money moves. */
  readonly testMode: boolean;
}

interface OrderEventBase extends EventBase {
  readonly checkout: {
    /** The payer's capability: anyone who has it may see, pay and cancel the checkout. */
    readonly id: string;
    /** The staff's id, for links to `<crypto-merchant-payments payment="…">`. It opens nothing for payers. */
    readonly paymentId: string;
    /**
     * Never falls from one event of a checkout to the next. It fits into 64 bits, not into 32. Ignore an event with a lower
     * version than a handled one.
     * @asType integer
     * @format int64
     */
    readonly version: number;
    readonly state: CheckoutState;
    readonly late: boolean;
  };
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
}

interface CustomerEventBase extends EventBase, CaipIds {
  /** The shop's customer id. */
  readonly customer: string;
  readonly currency: CurrencyCode;
}

interface Fulfillment {
  /**
   * Whether to fulfill the order now. At most one event of an order has `true`: the one with which it is paid in time, or accepted by the
   * shop's staff. Redeliveries repeat it, so fulfill each order once.
   */
  readonly fulfill: boolean;
}

/**
 * Event about a decision of the shop's staff → act on it. `accepted`: the money pays the order, as if it had been paid in time.
 * `dismissed`: nothing is left to do. The decision never changes the state of the checkout.
 */
export interface CheckoutSettledEvent extends OrderEventBase, Fulfillment {
  readonly type: 'checkout.settled';
  /** The invoice that the decision is about; `null` if it was never displayed. */
  readonly invoice: CheckoutEventInvoice | null;
  readonly decision: {
    readonly kind: Decision;
    /** Owed money (`owed`), a late payment (`late`), or the reason of a review. */
    readonly about: DecisionSubject;
    /** The service's id of the invoice. */
    readonly invoiceId: string;
    readonly currency: CurrencyCode;
    /** The amount that is no longer owed, exact decimal text in the coin. */
    readonly amount: string;
    /** The name of the person who decided, from the merchant session. */
    readonly person: string;
    readonly note: string | null;
  };
}

/**
 * Event about a refund.
 *
 * - `refund.requested`: a payer requested a refund, or the shop's staff started one; sent again after a correction → decide
 * - `refund.reserved`: a payout was proposed, which takes the amount → nothing
 * - `refund.released`: the payout was declined, withdrawn or refused, or the payer has corrected the request → nothing
 * - `refund.sent`: the payment service accepted the payout → book it
 * - `refund.declined`: the shop's staff declined the refund → nothing
 */
export interface RefundEvent extends OrderEventBase {
  readonly type: RefundEventType;
  readonly invoice: CheckoutEventInvoice;
  readonly refund: {
    readonly id: string;
    /** Who started it: see `REFUND_REQUESTERS`. */
    readonly requestedBy: RefundRequester;
    /** The service's id of the invoice. */
    readonly invoiceId: string;
    readonly currency: CurrencyCode;
    /** The requested amount; once a payout is proposed, the amount that it sends. Exact decimal text in the coin. */
    readonly amount: string;
    readonly address: string;
    readonly email: string | null;
    /** The id of the payout in `refund.reserved` and `refund.sent`, else `null`. */
    readonly payout: string | null;
    /** The shop's message to the payer in `refund.declined`, else `null`. */
    readonly reply: string | null;
  };
}

/**
 * Event about the payment of one invoice.
 *
 * - `checkout.paid`: the full amount is confirmed; sent again if the service then reports a higher amount → fulfill the order if
 *   `fulfill`
 * - `checkout.overpaid`: more than the full amount is confirmed, possibly after `checkout.paid`; sent again for each
 *   further payment → fulfill the order if `fulfill`; refund `invoice.owed`
 * - `checkout.partial`: a part is confirmed before the deadline; sent again for each further part → wait
 * - `checkout.paid_late`: the transaction that completed the amount was first seen after the deadline → decide: accept or refund
 * - `checkout.expired`: the deadline passed without a payment on this invoice → nothing
 * - `checkout.underpaid`: the deadline passed with a part of the amount, the payment was for an older, lower price, or money arrived
 *   that does not pay the order, since a part was given back before → accept or refund `invoice.owed`
 * - `checkout.canceled`: the payer canceled before any payment → nothing
 * - `checkout.duplicate_payment`: a payment arrived that the order does not need: on another address of a paid order, or after all
 *   that paid it was given back; sent again for each further payment there → refund `invoice.owed`
 *
 * Only money that is still here pays an order. If a part is given back while its invoice is open, `checkout.state` is `expired` then, also
 * before the deadline. Only the full amount, paid anew, still pays the order: then `checkout.overpaid` is sent, since the refunded
 * part is in `invoice.surplus`, or `checkout.paid_late` after the deadline.
 *
 * Never cancel an order on an event: the payer may still pay it, or pay it in another way.
 */
export interface CheckoutInvoiceEvent extends OrderEventBase, Fulfillment {
  readonly type: InvoiceEventType;
  /**
   * Set only in `checkout.underpaid`, if the missing amount is within the proxy's option `tolerance`. The order stays unpaid and
   * `invoice.owed` stays owed to the payer until the shop's staff decide.
   */
  readonly withinTolerance?: true;
  readonly invoice: CheckoutEventInvoice;
}

/** Event about an invoice that a person must review, see `reason`; sent once per invoice and reason → review it. */
export interface CheckoutReviewEvent extends OrderEventBase {
  readonly type: 'checkout.review_required';
  readonly reason: ReviewReason;
  readonly invoice: CheckoutReviewInvoice;
}

/**
 * Event about a deposit to a customer's deposit address → credit it, once per event id, if it is `verified` and not
 * `testMode`; review an unverified one.
 *
 * The service announces a deposit only by a postback, whose form is not documented. The proxy then fetches the service's
 * record of the deposit. Customer and amount of a verified event come from that record. An unverified event repeats the
 * postback's claims, with `null` for missing ones; if the service has a paid record that omits or contradicts something, it
 * contains what the record states. If neither names the coin, `currency` and `wallet` are those of the customer's oldest
 * deposit address, and `amount` is `null`. It is sent again with the same id if the service confirms the deposit
 * within a day and a half: store the ids of all credited deposits, including manual credits.
 */
export interface DepositReceivedEvent extends CustomerEventBase {
  readonly type: 'deposit.received';
  /** The deposit address, with the service's id. */
  readonly wallet: { readonly id: string; readonly address: string | null };
  /** Exact decimal text in the coin; do not credit it unless `verified`. */
  readonly amount: string | null;
  readonly transaction: string | null;
  /** The id of the service's record of the deposit. */
  readonly invoiceId: string | null;
  /**
   * Whether customer and amount come from the service's record. Never true for a postback's claims, even if the postback
   * is signed.
   */
  readonly verified: boolean;
}

/**
 * Event about a deposit address to which the coin must not be sent (`reason`), once per address → review it. The address
 * was never displayed, and the customer has no deposit address in this currency.
 */
export interface DepositAddressReviewEvent extends CustomerEventBase {
  readonly type: 'deposit_address.review_required';
  readonly reason: Extract<ReviewReason, 'address_invalid'>;
  /** The deposit address, by the service's id. */
  readonly wallet: { readonly id: string };
}

/**
 * Event about a payout → nothing, or notify the staff. After `payout.unknown`, never send the money again before two people
 * have determined the outcome.
 */
export interface PayoutEvent extends EventBase {
  readonly type: PayoutEventType;
  readonly payout: Pick<
    Payout,
    | 'id'
    | 'currency'
    | 'address'
    | 'amount'
    | 'purpose'
    | 'refund'
    | 'proposedBy'
    | 'approvedBy'
    | 'refusal'
    | 'serviceId'
    | 'sentAmount'
  >;
}

/**
 * An event for the shop. The description of each type reads: when the proxy sends it → what the shop should do.
 *
 * The proxy delivers every event at least once, and in order per checkout, deposit address and payout. An event whose
 * delivery fails for 3 days becomes a dead letter, and later events are delivered. After a manual redelivery, compare its
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

/** Test of a webhook endpoint → nothing. Only the command line sends it. It concerns no order. */
export interface WebhookTestEvent extends EventBase {
  readonly type: 'webhook.test';
  readonly testMode: true;
}

/** What a webhook endpoint receives: the events of the proxy, and tests of the endpoint. */
export type WebhookEvent = CheckoutEvent | WebhookTestEvent;
