import { plainAmount } from '../../payment/index.js';
import type { PayoutRecord } from './payout.js';
import type { RefundRecord } from './record.js';

/**
 * Summarizes a refund for the audit log: ids, amounts, and what the staff have written. The log outlives the checkout, so it contains
 * neither the email nor the address of a payer.
 */
export function summarizeRefund({
  id,
  invoice,
  requestedBy,
  amount,
  state,
  check,
  payout,
  reply,
}: RefundRecord) {
  return {
    ...{ id, invoice, requestedBy, amount: plainAmount(amount), state, reply, payout: payout?.id ?? null },
    check: check && { person: check.person, note: check.note },
  };
}

/** Summarizes a payout for the audit log, without its address and its purpose. */
export function summarizePayout(payout: PayoutRecord) {
  const { id, state, currency, amount, refund, refusal, declined, proposedBy, approvedBy } = payout;
  const { serviceId, sentAmount, transaction, resolution } = payout;
  return {
    ...{ id, state, currency, amount, refund, refusal, declined, proposedBy, approvedBy },
    ...{ serviceId, sentAmount, transaction, resolution },
  };
}
