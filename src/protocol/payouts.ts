// Withdrawals of the shop, as its staff see and change them. Times are ISO 8601 in UTC, amounts exact decimal text in the coin.
import type { CurrencyCode } from '../payment/index.js';

/**
 * - `proposed`: waits for a second person · `approved`: waits for the payouts process · `sending`: the request is on its way
 * - `sent`: the service has accepted it · `refused`: nothing was sent, see `refusal`
 * - `unknown`: the answer was lost, so it may have been sent. The payouts process never retries it: two people decide
 * - `not_sent`: two people decided that an unknown payout was not sent
 * - `declined`: the second person declined · `withdrawn`: the proposer took it back, its refund was corrected, or another
 *   payout has paid the same money
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
 * - `same_person`: one person proposed and approved · `approval_used`: the approval, this payout, or another
 *   one for its refund, was sent before
 * - `limit_exceeded`: more than the limit of the day for this currency
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
export interface PayoutCandidate {
  /** The service's id. */
  readonly id: string;
  readonly status: string;
  /** `null`: the service states none. */
  readonly amount: string | null;
  /**
   * Whether it is the approved amount. This only ranks candidates: the service may report another amount for the same payout.
   */
  readonly isSameAmount: boolean;
  /** @format date-time */
  readonly createdAt: string | null;
}

/** What a person decides about an unknown payout: that it is this withdrawal, or that it was not sent. */
export interface CandidateChoice {
  readonly outcome: 'sent' | 'not_sent';
  /** The service's id of the withdrawal; `null` for `not_sent`. */
  readonly candidate: string | null;
}

/** The decision of the first of two people. */
export interface PayoutResolution extends CandidateChoice {
  readonly person: string;
}

/** A refund of a payment. */
export interface RefundLink {
  /** The id of the payment, see `MerchantPayment`. */
  readonly payment: string;
  readonly id: string;
}

export interface Payout {
  readonly id: string;
  readonly state: PayoutState;
  readonly currency: CurrencyCode;
  readonly address: string;
  readonly amount: string;
  /** The purpose, as the proposer stated it. */
  readonly purpose: string | null;
  /** The refund that it pays. */
  readonly refund: RefundLink | null;
  /** SHA-256 of id, currency, address and amount, in hexadecimal digits: what the second person approves. */
  readonly digest: string;
  readonly proposedBy: string;
  /** @format date-time */
  readonly proposedAt: string;
  readonly approvedBy: string | null;
  /** @format date-time */
  readonly approvedAt: string | null;
  /** Time of the request. @format date-time */
  readonly attemptedAt: string | null;
  /** @format date-time */
  readonly finishedAt: string | null;
  /** The reason for the refusal. */
  readonly refusal: PayoutRefusal | null;
  /** The reason of the person who declined. */
  readonly declined: string | null;
  /** The service's id. */
  readonly serviceId: string | null;
  /** The amount in the service's answer, which may differ. */
  readonly sentAmount: string | null;
  /** `null` until the service reports it. */
  readonly transaction: string | null;
  readonly candidates: readonly PayoutCandidate[];
  /** The decision of the first person about an unknown payout. */
  readonly resolution: PayoutResolution | null;
}

/** `GET /merchant/payouts` */
export interface Payouts {
  /** Newest first; those that are not finished, at most 500, are on the first page. */
  readonly payouts: readonly Payout[];
  readonly next: string | null;
  /** Whether a person may approve their own proposal. */
  readonly onePerson: boolean;
}

/** `POST /merchant/payouts` */
export interface ProposeRequest {
  /** Signed by the shop's server with `createPayoutProposal`. */
  readonly proposal: string;
}

/** `POST /merchant/payouts/:id/approve` */
export interface ApproveRequest {
  /** Signed by the shop's server with `createPayoutApproval`. */
  readonly approval: string;
}

/** `POST /merchant/payouts/:id/decline` */
export interface DeclineRequest {
  readonly reason: string;
}

/** `POST /merchant/payouts/:id/resolve` */
export type ResolveRequest = CandidateChoice;
