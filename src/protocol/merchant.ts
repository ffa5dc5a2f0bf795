// What the shop's staff read and send below `/merchant`. Times are ISO 8601 in UTC, amounts exact decimal text.
import type { CurrencyCode } from '../payment/index.js';
import type { ReviewReason } from './review-reasons.js';
import type { CheckoutState } from './states.js';

/**
 * What a merchant session allows.
 *
 * - `payments:read`: attention, payments and the audit log · `payments:cancel`: cancel a checkout
 * - `payments:settle`: accept, dismiss, note, and resend an event
 * - `balances:read`, `statistics:read`: as the payment service reports them
 * - `payouts:propose`, `payouts:approve`: withdrawals with four eyes · `refunds:decide`: refunds to payers
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
  /** The time of the proxy. @format date-time */
  readonly now: string;
}

/**
 * Why received money is not applied to the order.
 *
 * - `surplus`: the invoice that pays the order received more than the order's current price
 * - `underpaid`: the invoice closed, or its deadline passed, with only a part paid
 * - `price_changed`: the invoice is for another price than the order has now, and has not paid it
 * - `duplicate`: another invoice has paid the order
 */
export type UnappliedReason = 'surplus' | 'underpaid' | 'price_changed' | 'duplicate';

/** What a person must decide about an invoice: money that is owed, an order that was paid late, or a review. */
export type DecisionSubject = 'unapplied' | 'late' | ReviewReason;

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
  /** The id of the checkout: a capability, see `Checkout`. */
  readonly checkout: string;
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
  /** The invoice by its number within the checkout. @asType integer */
  readonly invoice: number;
  readonly currency: CurrencyCode;
  readonly testMode: boolean;
}

/** Money that pays no order and is owed to the payer. */
export interface UnappliedAttention extends CheckoutAttention {
  readonly kind: 'unapplied';
  readonly reason: UnappliedReason;
  /** What is still owed. */
  readonly owed: string;
  readonly received: string;
  /** The amount of the invoice. */
  readonly amount: string;
}

/** An order that was paid after the deadline: the shop decides whether to deliver. */
export interface LateAttention extends CheckoutAttention {
  readonly kind: 'late';
  readonly received: string;
}

/** An invoice that a person must review. */
export interface ReviewAttention extends CheckoutAttention {
  readonly kind: 'review';
  readonly reason: ReviewReason;
}

/** Events that the shop's server has not received. */
export interface EventsAttention extends AttentionBase {
  readonly kind: 'events';
  /** @asType integer */
  readonly waiting: number;
  /** Dead letters, which no longer are delivered by themselves. @asType integer */
  readonly dead: number;
  /** How many of them say that an order is paid. @asType integer */
  readonly paid: number;
  /** Why the last attempt failed, such as "webhook answered 502". */
  readonly failure: string | null;
  /** `null`: none is scheduled. @format date-time */
  readonly nextAttemptAt: string | null;
}

/** A payout that waits for a second person, or whose outcome is unknown. */
export interface PayoutAttention extends AttentionBase {
  readonly kind: 'payout';
  /** The id of the payout. */
  readonly payout: string;
  readonly state: 'proposed' | 'unknown';
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly proposedBy: string;
}

export type AttentionItem =
  | UnappliedAttention
  | LateAttention
  | ReviewAttention
  | EventsAttention
  | PayoutAttention;

/** `GET /merchant/attention` */
export interface Attention {
  /** What concerns the whole system first, then the oldest. */
  readonly items: readonly AttentionItem[];
  /** All items, on all pages. @asType integer */
  readonly count: number;
  /** `cursor` of the next page; `null`: this is the last. */
  readonly next: string | null;
  /** @format date-time */
  readonly now: string;
}

/** One row of the payments. */
export interface MerchantPayment {
  readonly id: string;
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
  readonly state: CheckoutState;
  readonly late: boolean;
  /** The coin of the invoice that its state is about; `null` before the payer has chosen. */
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
  readonly state: CheckoutState | 'intended' | 'made' | 'rejected';
  readonly currency: CurrencyCode;
  readonly price: { readonly amount: string; readonly currency: string };
  readonly address: string | null;
  readonly amount: string | null;
  readonly received: string;
  readonly unapplied: string | null;
  /** What of `unapplied` is still owed after the shop's decisions. */
  readonly owed: string | null;
  readonly reason: UnappliedReason | null;
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

export interface MerchantDecision {
  /** @asType integer */
  readonly invoice: number;
  readonly about: DecisionSubject;
  readonly decision: Decision;
  /** What of the unapplied money it settles, `"0"` if it is about something else. */
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
  /** The id of the checkout, event or payout. */
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  /** SHA-256 over the entry and the hash of the one before, in hexadecimal digits. */
  readonly hash: string;
}

export const AUDIT_ACTIONS = [
  ...['payment.settle', 'payment.note', 'payment.cancel', 'event.resend'],
  ...['payout.propose', 'payout.approve', 'payout.decline', 'payout.take_back', 'payout.resolve'],
  // Of the payouts process.
  ...['payout.attempt', 'payout.outcome'],
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `GET /merchant/payments/:id` */
export interface MerchantPaymentDetails extends MerchantPayment {
  /** @asType integer */
  readonly version: number;
  readonly description: string | null;
  readonly invoices: readonly MerchantInvoice[];
  readonly decisions: readonly MerchantDecision[];
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
  /** What the person saw as owed: refused if it has changed since. `"0"` if it is about something else. */
  readonly amount: string;
  /** Required to dismiss. */
  readonly note?: string | null;
}

/** `POST /merchant/payments/:id/note` */
export interface NoteRequest {
  readonly note: string;
}

/** `GET /merchant/balances`: as the payment service reports them. */
export interface MerchantBalances {
  readonly balances: readonly {
    /** The service's code, also of coins that this release does not know. */
    readonly currency: string;
    readonly balance: string;
    readonly availableBalance: string;
    readonly balanceUsd: string | null;
    readonly availableBalanceUsd: string | null;
  }[];
  /** @format date-time */
  readonly now: string;
}

export interface MerchantStatus {
  readonly status: string;
  /** @asType integer */
  readonly count: number;
  readonly amountUsd: string;
}

/** `GET /merchant/statistics?from=&to=`: as the payment service reports them, for whole days in UTC. */
export interface MerchantStatistics {
  readonly from: string;
  readonly to: string;
  /** By the service's status, such as `paid`; and `all`. Amounts are in USD. */
  readonly statuses: readonly MerchantStatus[];
}
