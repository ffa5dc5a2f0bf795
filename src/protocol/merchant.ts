// What the shop's staff read and send below `/merchant`. Times are ISO 8601 in UTC, amounts exact decimal text.
import type { CurrencyCode } from '../payment/index.js';
import type { OPEN_PAYOUT_STATES } from './payouts.js';
import type { MerchantRefund } from './refunds.js';
import type { OwedReason } from './states.js';
import { REVIEW_REASONS, type ReviewReason } from './review-reasons.js';

/**
 * What a merchant session allows.
 *
 * - `payments:read`: attention, payments and the audit log · `payments:cancel`: cancel a checkout
 * - `payments:settle`: accept, dismiss, note, and resend an event
 * - `balances:read`, `statistics:read`: as the payment service reports them
 * - `payouts:propose`, `payouts:approve`: payouts by two people · `refunds:decide`: refunds to payers
 */
export const MERCHANT_SCOPES = [
  'payments:read',
  'payments:cancel',
  'payments:settle',
  'balances:read',
  'statistics:read',
  'payouts:propose',
  'payouts:approve',
  'refunds:decide',
] as const;

export type MerchantScope = (typeof MERCHANT_SCOPES)[number];

/** `GET /merchant/session` */
export interface MerchantSession {
  /** The name that the shop's server has signed. */
  readonly person: string;
  readonly scopes: readonly MerchantScope[];
  /** @format date-time */
  readonly expiresAt: string;
  /** The system time of the proxy, to compare `expiresAt` with. @format date-time */
  readonly now: string;
}

/** What a person must decide about an invoice: money that is owed, an order that was paid late, or a review. */
export const DECISION_SUBJECTS = ['owed', 'late', ...REVIEW_REASONS] as const;
export type DecisionSubject = (typeof DECISION_SUBJECTS)[number];

/**
 * - `accepted`: the shop delivers, as if the money had paid the order in time
 * - `dismissed`: nothing is left to do, for the reason that the note gives
 */
export const DECISIONS = ['accepted', 'dismissed'] as const;
export type Decision = (typeof DECISIONS)[number];

interface AttentionBase {
  /** Identifies the item for as long as it needs a person. */
  readonly id: string;
  /** @format date-time */
  readonly since: string;
}

interface CheckoutAttention extends AttentionBase {
  /** The id of the payment, see `MerchantPayment`. */
  readonly payment: string;
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
  /** The invoice by its number within the checkout. @asType integer */
  readonly invoice: number;
  readonly currency: CurrencyCode;
  readonly testMode: boolean;
}

/** Money that pays no order and is owed to the payer. */
export interface OwedAttention extends CheckoutAttention {
  readonly kind: 'owed';
  readonly reason: OwedReason;
  /** The owed amount that no payout reserves. */
  readonly owed: string;
  readonly received: string;
  /** The amount of the invoice; `null` if the service has not stated it. */
  readonly amount: string | null;
  /** The payer's requests for it, oldest first. */
  readonly refunds: readonly MerchantRefund[];
}

/** An order that was paid late: the shop decides whether to deliver. */
export interface LateAttention extends CheckoutAttention {
  readonly kind: 'late';
  /** The money of the invoice that is still here: without what was refunded or is reserved for a refund. */
  readonly refundable: string;
  /** The payer's requests to get it back, oldest first. */
  readonly refunds: readonly MerchantRefund[];
}

/** A refund that the shop makes by itself, and for which a person has to propose a payout. */
export interface RefundAttention extends CheckoutAttention {
  readonly kind: 'refund';
  readonly refund: MerchantRefund;
}

/** An invoice that a person must review. */
export interface ReviewAttention extends CheckoutAttention {
  readonly kind: 'review';
  readonly reason: ReviewReason;
}

/** An event that the shop's server has not received. */
export interface UndeliveredEvent {
  readonly id: string;
  readonly type: string;
  /** `dead`: the proxy no longer retries it. */
  readonly status: 'waiting' | 'dead';
  /** The payment that it is about; `null`: a deposit or a payout. */
  readonly payment: { readonly id: string; readonly orderId: string } | null;
  /** The time of the first attempt. @format date-time */
  readonly since: string;
}

/** Events that the shop's server has not received. */
export interface EventsAttention extends AttentionBase {
  readonly kind: 'events';
  /** @asType integer */
  readonly waiting: number;
  /** Dead letters, which the proxy no longer retries. @asType integer */
  readonly dead: number;
  /** The number of these events that report a paid order. @asType integer */
  readonly paid: number;
  /** The reason the last attempt failed, such as "webhook answered 502". */
  readonly failure: string | null;
  /** `null`: none is scheduled. @format date-time */
  readonly nextAttemptAt: string | null;
  /** The first 25: dead letters before the others, the oldest first. */
  readonly events: readonly UndeliveredEvent[];
}

/** A payout that waits for a second person or for a payouts process that runs, or whose outcome is unknown. */
export interface PayoutAttention extends AttentionBase {
  readonly kind: 'payout';
  /** The id of the payout. */
  readonly payout: string;
  /** `approved`, `sending`: for more than five minutes. */
  readonly state: (typeof OPEN_PAYOUT_STATES)[number];
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly proposedBy: string;
}

/**
 * A payouts process that refuses to send: its journal is damaged or not the newest, so it cannot know what was sent, or the store has
 * forgotten payouts of the journal.
 */
export interface JournalAttention extends AttentionBase {
  readonly kind: 'journal';
}

export type AttentionItem =
  | OwedAttention
  | LateAttention
  | ReviewAttention
  | RefundAttention
  | EventsAttention
  | PayoutAttention
  | JournalAttention;

/** `GET /merchant/attention` */
export interface Attention {
  /** Items about the whole system first, then the oldest. */
  readonly items: readonly AttentionItem[];
  /** The number of items on all pages. @asType integer */
  readonly count: number;
  /** `cursor` of the next page; `null`: this is the last. */
  readonly next: string | null;
  /** @format date-time */
  readonly now: string;
}

/** An event `change` of `GET /merchant/events`: the lists have changed. Read them again. */
export interface StaffChange {
  /** The number of items in the attention list. @asType integer */
  readonly attention: number;
}

/** `GET /merchant/balances`: as the payment service reports them. */
export interface MerchantBalances {
  readonly balances: readonly {
    /** The service's code, also of coins that this release does not know; `null`: unreadable. */
    readonly currency: string | null;
    /** Below zero with a minus sign; `null`: unreadable. */
    readonly balance: string | null;
    /** Nothing can be paid out of a balance that is below zero or unreadable. */
    readonly availableBalance: string | null;
    readonly balanceUsd: string | null;
    readonly availableBalanceUsd: string | null;
  }[];
  /** @format date-time */
  readonly now: string;
}

export interface MerchantStatus {
  readonly status: string;
  /** `null`: unreadable. @asType integer */
  readonly count: number | null;
  /** Below zero with a minus sign; `null`: unreadable. */
  readonly amountUsd: string | null;
}

/** `GET /merchant/statistics?from=&to=`: as the payment service reports them, for whole days in UTC. */
export interface MerchantStatistics {
  readonly from: string;
  readonly to: string;
  /** By the service's status, such as `paid`; and `all`. Amounts are in USD. */
  readonly statuses: readonly MerchantStatus[];
}
