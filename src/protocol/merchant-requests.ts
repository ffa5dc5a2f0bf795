// Requests of the shop's staff below `/merchant`.
import * as v from 'valibot';
import { DECISION_SUBJECTS, DECISIONS } from './merchant.js';
import {
  numberOf,
  requestedAmount,
  requiredText,
  signedToken,
  wordOf,
  writtenText,
} from './request-schema.js';
import { refundTarget } from './requests.js';
import { object } from './schema.js';

/** `POST /merchant/payments/:id/settle` */
export const settleRequestSchema = v.pipe(
  object({
    invoice: numberOf('invoice'),
    about: wordOf(DECISION_SUBJECTS),
    decision: wordOf(DECISIONS),
    /**
     * The owed amount that the person saw. The proxy refuses the request if the amount has changed since. `"0"` if the decision
     * is about something else.
     */
    amount: requestedAmount('Send the owed amount as displayed, such as 12.5.'),
    /** Required to dismiss. */
    note: v.nullish(writtenText),
  }),
  v.forward(
    v.check(
      ({ decision, note }) => decision !== 'dismissed' || typeof note === 'string',
      'is missing. Send the reason for dismissing the case.',
    ),
    ['note'],
  ),
);
export interface SettleRequest extends v.InferOutput<typeof settleRequestSchema> {}

/** `POST /merchant/payments/:id/note` */
export const noteRequestSchema = object({ note: writtenText });
export interface NoteRequest extends v.InferOutput<typeof noteRequestSchema> {}

export const REFUND_DECISIONS = ['declined', 'checked'] as const;

/** - `declined`: the payer reads the note · `checked`: the note describes how the person verified the requester */
export type RefundDecision = (typeof REFUND_DECISIONS)[number];

/** `POST /merchant/payments/:id/decide-refund` */
export const decideRefundRequestSchema = object({
  refund: requiredText('Send the id of the refund.'),
  decision: wordOf(REFUND_DECISIONS),
  note: writtenText,
});
export interface DecideRefundRequest extends v.InferOutput<typeof decideRefundRequestSchema> {}

/**
 * `POST /merchant/payments/:id/refunds`: a refund without a payer's request. A request with the same invoice, address and amount
 * changes nothing while the first refund is neither sent nor declined.
 */
export const createRefundRequestSchema = object({
  ...refundTarget,
  /** At least the smallest unit of the coin, and a multiple of it. */
  amount: refundTarget.amount,
  /**
   * Whether the refund may include money that counts toward the order, not only owed money. Otherwise the proxy refuses an amount
   * above the owed money that no payout has reserved, now and when the payout is proposed. Default: `false`.
   */
  includesPayment: v.optional(
    v.boolean('is not a boolean. Send true to refund more than is owed, or leave it out.'),
  ),
});
export interface CreateRefundRequest extends v.InferOutput<typeof createRefundRequestSchema> {}

/** `POST /merchant/payouts` */
export const proposeRequestSchema = object({
  /** Signed by the shop's server with `createPayoutProposal`. */
  proposal: signedToken,
});
export interface ProposeRequest extends v.InferOutput<typeof proposeRequestSchema> {}

/** `POST /merchant/payouts/:id/approve` */
export const approveRequestSchema = object({
  /** Signed by the shop's server with `createPayoutApproval`. */
  approval: signedToken,
});
export interface ApproveRequest extends v.InferOutput<typeof approveRequestSchema> {}

/** `POST /merchant/payouts/:id/decline` */
export const declineRequestSchema = object({ reason: writtenText });
export interface DeclineRequest extends v.InferOutput<typeof declineRequestSchema> {}

/** `POST /merchant/payouts/:id/resolve` */
export const resolveRequestSchema = object({
  outcome: v.picklist(['sent', 'not_sent'], 'is unknown. Send "sent" or "not_sent".'),
  /** The service's id of the withdrawal; `null` for `not_sent`. */
  candidate: v.nullish(v.string('is not a string. Send the id of a candidate, or null.'), null),
});
export interface ResolveRequest extends v.InferOutput<typeof resolveRequestSchema> {}
