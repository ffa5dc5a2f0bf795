// Messages for the shop's staff below `/merchant`. Times are ISO 8601 in UTC, amounts exact decimal text.
import * as v from 'valibot';
import { OPEN_PAYOUT_STATES } from './payouts.js';
import { merchantRefundSchema } from './refunds.js';
import { REVIEW_REASONS } from './review-reasons.js';
import {
  amount,
  count,
  currencyCode,
  day,
  flag,
  list,
  name,
  object,
  oneOf,
  orderPriceSchema,
  orNull,
  signedAmount,
  text,
  time,
} from './schema.js';
import { OWED_REASONS } from './states.js';

/**
 * The scopes of a merchant session.
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
export const merchantSessionSchema = object({
  /** The person's name, which the shop's server has signed. */
  person: text,
  scopes: list(v.picklist(MERCHANT_SCOPES, 'a scope')),
  expiresAt: time,
  /** The system time of the proxy, to compare `expiresAt` with. */
  now: time,
});
export interface MerchantSession extends v.InferOutput<typeof merchantSessionSchema> {}

/** The subject of a decision about an invoice: owed money, a late payment, or a review. */
export const DECISION_SUBJECTS = ['owed', 'late', ...REVIEW_REASONS] as const;
export type DecisionSubject = (typeof DECISION_SUBJECTS)[number];

/**
 * - `accepted`: the shop delivers, as if the money had paid the order before the deadline
 * - `dismissed`: nothing is left to do, for the reason in the note
 */
export const DECISIONS = ['accepted', 'dismissed'] as const;
export type Decision = (typeof DECISIONS)[number];

const attention = {
  /** Identifies the item for as long as it needs a person. */
  id: name,
  since: time,
};

const checkoutAttention = {
  ...attention,
  /** The id of the payment, see `MerchantPayment`. */
  payment: name,
  order: orderPriceSchema,
  /** The invoice by its number within the checkout. */
  invoice: count,
  currency: currencyCode,
  testMode: flag,
};

/** Money that pays no order and is owed to the payer. */
export const owedAttentionSchema = object({
  ...checkoutAttention,
  kind: v.literal('owed'),
  reason: oneOf('a reason', OWED_REASONS),
  /** The owed amount. Excludes money that payouts have reserved. */
  owed: amount,
  received: amount,
  /** The amount of the invoice; `null` if the service has not reported it. */
  amount: orNull(amount),
  /** The payer's refund requests, oldest first. */
  refunds: list(merchantRefundSchema),
});
export interface OwedAttention extends v.InferOutput<typeof owedAttentionSchema> {}

/** An order that was paid late: the shop decides whether to deliver. */
export const lateAttentionSchema = object({
  ...checkoutAttention,
  kind: v.literal('late'),
  /** The money of the invoice that was neither refunded nor reserved for a refund. */
  refundable: amount,
  /** The payer's refund requests, oldest first. */
  refunds: list(merchantRefundSchema),
});
export interface LateAttention extends v.InferOutput<typeof lateAttentionSchema> {}

/** A refund that staff have started, and for which a person must propose a payout. */
export const refundAttentionSchema = object({
  ...checkoutAttention,
  kind: v.literal('refund'),
  refund: merchantRefundSchema,
});
export interface RefundAttention extends v.InferOutput<typeof refundAttentionSchema> {}

/** An invoice that a person must review. */
export const reviewAttentionSchema = object({
  ...checkoutAttention,
  kind: v.literal('review'),
  reason: oneOf('a reason for a review', REVIEW_REASONS),
});
export interface ReviewAttention extends v.InferOutput<typeof reviewAttentionSchema> {}

/** An event that the shop's server has not received. */
export const undeliveredEventSchema = object({
  id: name,
  type: text,
  /** `dead`: the proxy no longer retries it. */
  status: v.picklist(['waiting', 'dead'], 'a status'),
  /** The payment of the event; `null`: the event is about a deposit or a payout. */
  payment: orNull(object({ id: name, orderId: text })),
  /** The time of the first attempt. */
  since: time,
});
export interface UndeliveredEvent extends v.InferOutput<typeof undeliveredEventSchema> {}

/** Events that the shop's server has not received. */
export const eventsAttentionSchema = object({
  ...attention,
  kind: v.literal('events'),
  waiting: count,
  /** Dead letters, which the proxy no longer retries. */
  dead: count,
  /** The number of these events that report a paid order. */
  paid: count,
  /** Why the last attempt failed, such as "webhook answered 502". */
  failure: orNull(text),
  /** `null`: none is scheduled. */
  nextAttemptAt: orNull(time),
  /** At most 25: dead letters, then the others, both oldest first. */
  events: list(undeliveredEventSchema),
});
export interface EventsAttention extends v.InferOutput<typeof eventsAttentionSchema> {}

/** A payout that waits for a second person or for a running payouts process, or whose outcome is unknown. */
export const payoutAttentionSchema = object({
  ...attention,
  kind: v.literal('payout'),
  /** The id of the payout. */
  payout: name,
  /** `approved`, `sending`: for more than five minutes. */
  state: oneOf('a state', OPEN_PAYOUT_STATES),
  currency: currencyCode,
  amount,
  proposedBy: text,
});
export interface PayoutAttention extends v.InferOutput<typeof payoutAttentionSchema> {}

/**
 * A payouts process that refuses to send. Either its journal is damaged or not the newest, and does not show what was sent, or
 * the store lacks payouts of the journal.
 */
export const journalAttentionSchema = object({ ...attention, kind: v.literal('journal') });
export interface JournalAttention extends v.InferOutput<typeof journalAttentionSchema> {}

const attentionItemSchema = v.variant(
  'kind',
  [
    owedAttentionSchema,
    lateAttentionSchema,
    reviewAttentionSchema,
    refundAttentionSchema,
    eventsAttentionSchema,
    payoutAttentionSchema,
    journalAttentionSchema,
  ],
  ({ path }) => (path ? 'a kind' : 'an object'),
);
export type AttentionItem = v.InferOutput<typeof attentionItemSchema>;

/** Returns whether an item is about a payer's money, not about the system. */
export function isAboutMoney({ kind }: AttentionItem): boolean {
  return kind === 'owed' || kind === 'late' || kind === 'refund';
}

/** `GET /merchant/attention` */
export const attentionSchema = object({
  /** Items about the whole system first, then the oldest. */
  items: list(attentionItemSchema),
  /** The number of items on all pages. */
  count,
  /** How many of them are about payers' money: `owed`, `late` and `refund`. */
  money: count,
  /** `cursor` of the next page; `null`: this is the last. */
  next: orNull(text),
  now: time,
});
export interface Attention extends v.InferOutput<typeof attentionSchema> {}

/** An event `change` of `GET /merchant/events`: the lists have changed. Read them again. */
export const staffChangeSchema = object({
  /** The number of items in the attention list. */
  attention: count,
});
export interface StaffChange extends v.InferOutput<typeof staffChangeSchema> {}

/** `GET /merchant/balances`: as the payment service reports them. */
export const merchantBalancesSchema = object({
  balances: list(
    object({
      /** The service's code, including coins that this release does not know; `null`: unreadable. */
      currency: orNull(name),
      /** Below zero with a minus sign; `null`: unreadable. */
      balance: orNull(signedAmount),
      /** Nothing can be paid out of a balance that is below zero or unreadable. */
      availableBalance: orNull(signedAmount),
      balanceUsd: orNull(signedAmount),
      availableBalanceUsd: orNull(signedAmount),
    }),
  ),
  now: time,
});
export interface MerchantBalances extends v.InferOutput<typeof merchantBalancesSchema> {}

export const merchantStatusSchema = object({
  status: text,
  /** `null`: unreadable. */
  count: orNull(count),
  /** Below zero with a minus sign; `null`: unreadable. */
  amountUsd: orNull(signedAmount),
});
export interface MerchantStatus extends v.InferOutput<typeof merchantStatusSchema> {}

/** `GET /merchant/statistics?from=&to=`: as the payment service reports them, for whole days in UTC. */
export const merchantStatisticsSchema = object({
  from: day,
  to: day,
  /** By the service's status, such as `paid`; and `all`. Amounts are in USD. */
  statuses: list(merchantStatusSchema),
});
export interface MerchantStatistics extends v.InferOutput<typeof merchantStatisticsSchema> {}
