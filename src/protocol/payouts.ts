// Payouts: withdrawals of the shop, for its staff. Times are ISO 8601 in UTC, amounts exact decimal text in the coin.
import * as v from 'valibot';
import { amount, currencyCode, flag, list, name, object, oneOf, orNull, text, time } from './schema.js';

/**
 * - `proposed`: waits for a second person · `approved`: waits for the payouts process · `sending`: the request is in flight
 * - `sent`: the service has accepted it · `refused`: nothing was sent, see `refusal`
 * - `unknown`: the response was lost, and the payout may have been sent. The payouts process never retries it: two people decide
 * - `not_sent`: two people decided that an unknown payout was not sent
 * - `declined`: the second person declined · `withdrawn`: the proposer took it back, the payer corrected its refund, or another
 *   payout paid the same money
 */
export const PAYOUT_STATES = [
  'proposed',
  'approved',
  'sending',
  'sent',
  'refused',
  'unknown',
  'not_sent',
  'declined',
  'withdrawn',
] as const;

export type PayoutState = (typeof PAYOUT_STATES)[number];

/** States that are not final: a person or the payouts process must act. */
export const OPEN_PAYOUT_STATES = [
  'proposed',
  'approved',
  'sending',
  'unknown',
] as const satisfies readonly PayoutState[];

/**
 * Why nothing was sent.
 *
 * - `service_refused`: the payment service refused it · `key_rejected`: the service does not accept the withdrawal key
 * - `approval_invalid`: proposal or approval is not signed by the shop's server, or is about another payout
 * - `same_person`: one person proposed and approved · `approval_used`: the approval was used before, or this payout or another
 *   one for its refund was already sent
 * - `limit_exceeded`: more than the daily limit for this currency
 */
export const PAYOUT_REFUSALS = [
  'service_refused',
  'key_rejected',
  'approval_invalid',
  'same_person',
  'approval_used',
  'limit_exceeded',
] as const;

export type PayoutRefusal = (typeof PAYOUT_REFUSALS)[number];

/** A withdrawal in the service's list that may be an unknown payout. */
export const payoutCandidateSchema = object({
  /** The service's id. */
  id: name,
  status: text,
  /** `null`: the service reports none. */
  amount: orNull(amount),
  /**
   * Whether the amount is the approved one. Only for ranking candidates: the service may report another amount for the same
   * payout.
   */
  isSameAmount: flag,
  createdAt: orNull(time),
});
export interface PayoutCandidate extends v.InferOutput<typeof payoutCandidateSchema> {}

/** A person's decision about an unknown payout: it is this withdrawal, or it was not sent. */
export const candidateChoiceSchema = object({
  outcome: v.picklist(['sent', 'not_sent'], 'an outcome'),
  /** The service's id of the withdrawal; `null` for `not_sent`. */
  candidate: orNull(name),
});
export interface CandidateChoice extends v.InferOutput<typeof candidateChoiceSchema> {}

/** The decision of the first of two people. */
export const payoutResolutionSchema = object({ ...candidateChoiceSchema.entries, person: text });
export interface PayoutResolution extends v.InferOutput<typeof payoutResolutionSchema> {}

/** A refund of a payment. */
export const refundLinkSchema = object({
  /** The id of the payment, see `MerchantPayment`. */
  payment: name,
  id: name,
});
export interface RefundLink extends v.InferOutput<typeof refundLinkSchema> {}

/** The fields that events about a payout contain, too. */
export const payoutSummary = {
  id: name,
  currency: currencyCode,
  address: name,
  amount,
  /** The purpose that the proposer entered. */
  purpose: orNull(text),
  /** The refund that it pays. */
  refund: orNull(refundLinkSchema),
  proposedBy: text,
  approvedBy: orNull(text),
  /** The reason for the refusal. */
  refusal: orNull(oneOf('a refusal', PAYOUT_REFUSALS)),
  /** The service's id. */
  serviceId: orNull(text),
  /** The amount in the service's response, which may differ. */
  sentAmount: orNull(amount),
};

export const payoutSchema = object({
  ...payoutSummary,
  state: oneOf('a state of a payout', PAYOUT_STATES),
  /** SHA-256 of id, currency, address and amount, in hexadecimal digits: what the second person approves. */
  digest: name,
  proposedAt: time,
  approvedAt: orNull(time),
  /** Time of the request. */
  attemptedAt: orNull(time),
  finishedAt: orNull(time),
  /** The reason of the person who declined. */
  declined: orNull(text),
  /** `null` until the service reports it. */
  transaction: orNull(name),
  candidates: list(payoutCandidateSchema),
  /** The decision of the first person about an unknown payout. */
  resolution: orNull(payoutResolutionSchema),
});
export interface Payout extends v.InferOutput<typeof payoutSchema> {}

/** `GET /merchant/payouts` */
export const payoutsSchema = object({
  /** Newest first; those that are not finished, at most 500, are on the first page. */
  payouts: list(payoutSchema),
  next: orNull(text),
  /** Whether a person may approve their own proposal. */
  onePerson: flag,
});
export interface Payouts extends v.InferOutput<typeof payoutsSchema> {}
