// Refunds: the payer asks for money back that paid no order, or paid it late. Times are ISO 8601 in UTC, amounts exact decimal
// text in the coin of the invoice.
import type { CurrencyCode } from '../payment/index.js';
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
export interface CheckoutRefund {
  /** The number of the invoice within the checkout. @asType integer */
  readonly invoice: number;
  readonly reason: RefundReason;
  readonly currency: CurrencyCode;
  /** The amount owed; once a payout is approved, the amount that it sends. @pattern ^\d+(\.\d+)?$ */
  readonly amount: string;
  readonly state: PayerRefundState;
  /**
   * Whether the request came from the only browser that was shown the address while the checkout requested a payment. If not,
   * anyone with the link may have sent it, and the shop checks who paid. It does not prove who sent the money. `false` while
   * `possible`.
   */
  readonly proven: boolean;
  /** Where it goes, shortened to `TQCt…7En8`: the link alone must not reveal it. `null` while `possible`. */
  readonly address: string | null;
  /** @format date-time */
  readonly requestedAt: string | null;
  /** The shop's reply, if it has declined. */
  readonly reply: string | null;
  /** The transaction of the payout; `null` until the payment service reports it. */
  readonly transaction: string | null;
}

/** What the payer can ask back. */
export interface CheckoutRefunds {
  /** Whether the form asks for an email address, which the payer may leave empty. */
  readonly asksEmail: boolean;
  readonly items: readonly CheckoutRefund[];
}

/** `POST /checkouts/:id/refund` */
export interface RefundRequest {
  /** The number of the invoice. @asType integer */
  readonly invoice: number;
  /** Receives the money, on the network that it came from. */
  readonly address: string;
  /** The amount that the payer saw. The proxy refuses the request if another amount is owed by now. @pattern ^\d+(\.\d+)?$ */
  readonly amount: string;
  readonly email?: string | null;
  /**
   * Random text that the browser created and keeps: 43 characters of Base64url (RFC 4648 §5). Its SHA-256 in Base64url is the
   * parameter `browser` of the requests that show an address. Without it, the shop has to check who asks.
   */
  readonly claimKey?: string | null;
}

/** How a person of the shop made sure that the request is the payer's. */
export interface RefundCheck {
  readonly person: string;
  readonly note: string;
  /** @format date-time */
  readonly at: string;
}

/**
 * - `payer`: the request came from the only browser that was shown the address of the invoice while the checkout requested a payment
 * - `link_holder`: anyone with the link may have sent it; one of the shop's staff must verify that the payer did
 * - `staff`: one of the shop's staff has started the refund
 */
export const REFUND_REQUESTERS = ['payer', 'link_holder', 'staff'] as const;

export type RefundRequester = (typeof REFUND_REQUESTERS)[number];

/** A refund, as the shop's staff see it. */
export interface MerchantRefund {
  readonly id: string;
  /** @asType integer */
  readonly invoice: number;
  readonly requestedBy: RefundRequester;
  readonly currency: CurrencyCode;
  readonly address: string;
  /** What was requested; once a payout is proposed, what it sends. */
  readonly amount: string;
  readonly email: string | null;
  readonly state: RefundState;
  /** Whether a payout may be proposed now: the refund waits for the shop, and any check that it needs is done. */
  readonly payable: boolean;
  readonly check: RefundCheck | null;
  /** The id of the payout that pays it. */
  readonly payout: string | null;
  readonly reply: string | null;
  readonly transaction: string | null;
  /** @format date-time */
  readonly requestedAt: string;
  /** @format date-time */
  readonly decidedAt: string | null;
}

export const REFUND_DECISIONS = ['declined', 'checked'] as const;

/** - `declined`: the payer reads the note · `checked`: the note says how the person made sure who asks. */
export type RefundDecision = (typeof REFUND_DECISIONS)[number];

/** `POST /merchant/payments/:id/decide-refund` */
export interface DecideRefundRequest {
  readonly refund: string;
  readonly decision: RefundDecision;
  readonly note: string;
}

/**
 * `POST /merchant/payments/:id/refunds`: a refund that the shop makes by itself. A request with the same invoice, address and
 * amount changes nothing while the first refund is neither sent nor declined.
 */
export interface CreateRefundRequest {
  /** @asType integer */
  readonly invoice: number;
  readonly address: string;
  /** At least the smallest unit of the coin, and a multiple of it. @pattern ^\d+(\.\d+)?$ */
  readonly amount: string;
  /**
   * Whether the refund may send back money that counts toward the order, not only what is owed. Without it, the proxy refuses
   * more than the owed money that no payout has reserved, now and when the payout is proposed. Default: `false`.
   */
  readonly includesPayment?: boolean;
}
