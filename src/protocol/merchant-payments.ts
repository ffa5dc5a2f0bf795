// Payments, as the shop's staff read and change them. Times are ISO 8601 in UTC, amounts exact decimal text.
import type { CurrencyCode } from '../payment/index.js';
import type { Decision, DecisionSubject } from './merchant.js';
import type { MerchantRefund } from './refunds.js';
import type { ReviewReason } from './review-reasons.js';
import type { CheckoutState, OwedReason } from './states.js';

/** A row in the list of payments. */
export interface MerchantPayment {
  /** The staff's id of the checkout. It is no capability: a payer's requests take the checkout id, which no staff response contains. */
  readonly id: string;
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
  readonly state: CheckoutState;
  readonly late: boolean;
  /** The coin of the invoice that determines the state; `null` until the payer has chosen one. */
  readonly currency: CurrencyCode | null;
  readonly amount: string | null;
  readonly received: string | null;
  /** Whether money is owed to the payer, or a person must decide. */
  readonly needsAttention: boolean;
  readonly testMode: boolean;
  /** @format date-time */
  readonly createdAt: string;
}

/** `GET /merchant/payments` */
export interface MerchantPayments {
  /** Newest first. */
  readonly payments: readonly MerchantPayment[];
  /** Payments that the filters match, at most 10,000. @asType integer */
  readonly count: number;
  readonly next: string | null;
}

export interface MerchantInvoice {
  /** The number within the checkout. @asType integer */
  readonly number: number;
  /** The service's id; `null` while the outcome of its creation is unknown. */
  readonly id: string | null;
  readonly state: CheckoutState | 'creating' | 'created' | 'rejected';
  readonly currency: CurrencyCode;
  readonly price: { readonly amount: string; readonly currency: string };
  readonly address: string | null;
  readonly amount: string | null;
  /** The sum of `applied`, `owed`, `reserved`, `refunded` and `dismissed`. */
  readonly received: string;
  /** Money that is here and pays the order, or counts toward it. */
  readonly applied: string;
  /** Money that is here and pays no order. */
  readonly owed: string;
  /** Taken by payouts that are not finished. */
  readonly reserved: string;
  /** Sent back by payouts. */
  readonly refunded: string;
  /** Needs no refund, as staff have decided. */
  readonly dismissed: string;
  /** The most that a refund by the shop can send back: `applied` and `owed`, in whole units of the coin. */
  readonly refundable: string;
  /** Why money is owed; `null` if nothing was received, or if all of it counts toward the order. */
  readonly reason: OwedReason | null;
  readonly late: boolean;
  readonly hasPaidOrder: boolean;
  readonly transactions: readonly string[];
  readonly reviewReasons: readonly ReviewReason[];
  readonly testMode: boolean;
  /** @format date-time */
  readonly createdAt: string | null;
  /** @format date-time */
  readonly expiresAt: string | null;
  /** @format date-time */
  readonly finishedAt: string | null;
}

/** A decision that a person still has to make. */
export interface MerchantPendingDecision {
  /** @asType integer */
  readonly invoice: number;
  readonly about: DecisionSubject;
  /** The owed amount to send with the decision; `"0"` if it is about something else. */
  readonly amount: string;
}

export interface MerchantDecision {
  /** @asType integer */
  readonly invoice: number;
  readonly about: DecisionSubject;
  readonly decision: Decision;
  /** The owed amount that it is about; `"0"` if it is about something else. */
  readonly amount: string;
  readonly person: string;
  readonly note: string | null;
  /** @format date-time */
  readonly at: string;
}

export interface MerchantEvent {
  readonly id: string;
  readonly type: string;
  readonly status: 'waiting' | 'dead' | 'delivered';
  /** @asType integer */
  readonly attempts: number;
  readonly failure: string | null;
  /** @format date-time */
  readonly createdAt: string;
  /** @format date-time */
  readonly deliveredAt: string | null;
  /** @format date-time */
  readonly nextAttemptAt: string | null;
}

/** One entry of the audit log. `before` and `after` are JSON. */
export interface AuditEntry {
  /** 1, 2, 3 … @asType integer */
  readonly number: number;
  /** @format date-time */
  readonly at: string;
  readonly person: string;
  readonly action: AuditAction;
  /** The id of the payment or payout; the queue of an event that is about neither. */
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  /** SHA-256 over the entry and the hash of the one before, in hexadecimal digits. */
  readonly hash: string;
}

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

/**
 * `GET /merchant/payments/:id`, and the response to each action on a payment. To a session without `payments:read`, `description` is
 * `null` there, and `invoices`, `decisions`, `events` and `audit` are empty. `refunds` is empty without `refunds:decide`, too.
 */
export interface MerchantPaymentDetails extends MerchantPayment {
  /** @asType integer @format int64 */
  readonly version: number;
  readonly description: string | null;
  readonly invoices: readonly MerchantInvoice[];
  readonly decisions: readonly MerchantDecision[];
  /** What a person still has to decide. */
  readonly pending: readonly MerchantPendingDecision[];
  /** Oldest first. */
  readonly refunds: readonly MerchantRefund[];
  /** Newest first, at most 100. */
  readonly events: readonly MerchantEvent[];
  /** What the shop's staff did, newest first, at most 100. */
  readonly audit: readonly AuditEntry[];
  /** Whether `cancel` can succeed. */
  readonly cancelable: boolean;
}

/** `GET /merchant/audit` */
export interface AuditLog {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  readonly next: string | null;
}

/** `POST /merchant/payments/:id/settle` */
export interface SettleRequest {
  /** @asType integer */
  readonly invoice: number;
  readonly about: DecisionSubject;
  readonly decision: Decision;
  /**
   * The owed amount that the person saw. The proxy refuses the request if it has changed since. `"0"` if it is about something
   * else.
   */
  readonly amount: string;
  /** Required to dismiss. */
  readonly note?: string | null;
}

/** `POST /merchant/payments/:id/note` */
export interface NoteRequest {
  readonly note: string;
}
