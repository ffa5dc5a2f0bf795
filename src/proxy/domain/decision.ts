import { compareAmounts } from '../../payment/index.js';
import type { SettleRequest } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { pendingDecisions } from './attention.js';
import type { CheckoutRecord } from './record.js';
import { isUnanswered, withAcceptedRefunds } from './refund.js';

/**
 * Returns the checkout with a decision of the shop.
 * @throws {ProblemError} `record_changed` if nothing of this kind is left to decide, or another amount is owed by now
 */
export function withDecision(
  record: CheckoutRecord,
  { invoice, about, decision, amount, note }: Required<SettleRequest>,
  { person, nowMs }: { readonly person: string; readonly nowMs: number },
): CheckoutRecord {
  const pending = pendingDecisions(record).find((one) => one.about === about && one.invoice === invoice);
  if (!pending)
    throw new ProblemError('record_changed', 'Nothing is left to decide. Read the payment again.');
  const owed = pending.about === 'unapplied' ? pending.owed : '0';
  if (compareAmounts(owed, amount) !== 0)
    throw new ProblemError('record_changed', `The owed amount is ${owed}. Read the payment again.`);
  const isRefundRequested = record.refunds.some(
    (refund) => refund.invoice === invoice && isUnanswered(refund),
  );
  if (decision === 'dismissed' && isRefundRequested && (about === 'unapplied' || about === 'late'))
    throw new ProblemError('record_changed', 'The payer asks for this money. Decline the request first.');
  const made = { invoice, about, decision, amount: owed, person, note, decidedAtMs: nowMs };
  const decided = { ...record, decisions: [...record.decisions, made] };
  return decision === 'accepted' ? withAcceptedRefunds(decided, invoice, nowMs) : decided;
}
