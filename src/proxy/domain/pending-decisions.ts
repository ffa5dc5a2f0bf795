import { compareAmounts, isZeroAmount } from '../../payment/index.js';
import type { DecisionSubject, ReviewReason, SettleRequest, OwedReason } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import type { Actor } from './actor.js';
import { withInvoice, type CheckoutRecord, type DecisionRecord, type RefundRecord } from './record.js';
import { isUnanswered } from './refund.js';
import { ledgerOf } from './settlement.js';
import { sumOf, withMovement } from './movement.js';

/**
 * A pending decision of the shop's staff about an invoice. The list also has undelivered events and payouts: see `readAttention` in
 * `staff/attention-list.ts`.
 */
export type PendingDecision =
  | {
      readonly about: 'owed';
      readonly invoice: number;
      readonly reason: OwedReason;
      /** Exact decimal text in the coin, above 0. */
      readonly owed: string;
    }
  | {
      readonly about: 'late';
      readonly invoice: number;
      /** The part of the payment that was refunded or is reserved for a refund. Staff can accept only a whole payment. */
      readonly returned: string;
    }
  | { readonly about: ReviewReason; readonly invoice: number };

/** Returns the pending decisions about a checkout: reviews, late payments, then owed money. */
export function pendingDecisions(
  record: CheckoutRecord,
  { invoices } = ledgerOf(record),
): readonly PendingDecision[] {
  const isDecided = (invoice: number, about: DecisionSubject) =>
    record.decisions.some((decision) => decision.about === about && decision.invoice === invoice);
  const reviews = record.invoices.flatMap(({ stage, sequence, reviewReasons }) =>
    stage === 'creating'
      ? []
      : reviewReasons
          .filter((reason) => !isDecided(sequence, reason))
          .map((reason) => ({ about: reason, invoice: sequence })),
  );
  const late = invoices
    .filter(({ isLateUndecided }) => isLateUndecided)
    .map(({ invoice, returned }) => ({ about: 'late' as const, invoice: invoice.sequence, returned }));
  const owing = invoices.flatMap(({ invoice, owed, reason }) =>
    reason === null || isZeroAmount(owed)
      ? []
      : [{ about: 'owed' as const, invoice: invoice.sequence, reason, owed }],
  );
  return [...reviews, ...late, ...owing];
}

/** What the shop's staff have to do about a checkout. */
interface PendingWork {
  readonly decisions: readonly PendingDecision[];
  /** Refunds that staff have started, for which a payout must be proposed. */
  readonly refunds: readonly RefundRecord[];
}

/** Returns each thing to do once: owed money that staff refund needs no further decision. */
export function pendingWork(record: CheckoutRecord, ledger = ledgerOf(record)): PendingWork {
  const refunds = record.refunds.filter(
    ({ requestedBy, state }) => requestedBy === 'staff' && state === 'requested',
  );
  const refundedOf = (sequence: number) =>
    sumOf(refunds.filter(({ invoice }) => invoice === sequence).map(({ amount }) => amount));
  const decisions = pendingDecisions(record, ledger).filter(
    (pending) => pending.about !== 'owed' || compareAmounts(refundedOf(pending.invoice), pending.owed) < 0,
  );
  return { decisions, refunds };
}

/** Returns how many things to do are about a payer's money, and how many about something else. */
export function countWork(
  record: CheckoutRecord,
  ledger = ledgerOf(record),
): { readonly money: number; readonly other: number } {
  const { decisions, refunds } = pendingWork(record, ledger);
  const ofMoney = decisions.filter(({ about }) => about === 'owed' || about === 'late').length;
  return { money: ofMoney + refunds.length, other: decisions.length - ofMoney };
}

/** Sets the time since when a decision is pending. The time stays until none is pending. */
export function withAttention(record: CheckoutRecord, nowMs: number): CheckoutRecord {
  const { money, other } = countWork(record);
  const isPending = money + other > 0;
  if (isPending === (record.attentionSinceMs !== null)) return record;
  return { ...record, attentionSinceMs: isPending ? nowMs : null };
}

/**
 * Returns the checkout with a decision of the shop's staff.
 * @throws {ProblemError} `record_changed` if no such decision is pending, the owed amount has changed, or a refund request for
 *   the dismissed money is open
 */
export function withDecision(
  record: CheckoutRecord,
  { invoice, about, decision, amount, note }: Required<SettleRequest>,
  { person, nowMs }: Actor,
): CheckoutRecord {
  const pending = pendingDecisions(record).find((one) => one.about === about && one.invoice === invoice);
  if (!pending) throw new ProblemError('record_changed', 'No decision is pending. Read the payment again.');
  const owed = pending.about === 'owed' ? pending.owed : '0';
  if (compareAmounts(owed, amount) !== 0)
    throw new ProblemError('record_changed', `The owed amount is ${owed}. Read the payment again.`);
  if (pending.about === 'late' && decision === 'accepted' && !isZeroAmount(pending.returned))
    throw new ProblemError(
      'record_changed',
      `${pending.returned} of this payment was refunded or is reserved for a refund, so it no longer pays the order. Refund the rest, or dismiss it.`,
    );
  const isRefundRequested = record.refunds.some(
    (refund) => refund.invoice === invoice && isUnanswered(refund),
  );
  if (decision === 'dismissed' && isRefundRequested && (about === 'owed' || about === 'late'))
    throw new ProblemError(
      'record_changed',
      'The payer has requested a refund of this money. Decline the request first.',
    );
  const entry = { invoice, about, decision, amount: owed, person, note, decidedAtMs: nowMs };
  const moved =
    about === 'owed' || about === 'late' ? withDecidedMoney(record, { invoice, about }, entry) : record;
  const decided = { ...moved, decisions: [...record.decisions, entry] };
  return decision === 'accepted' ? withAcceptedRefunds(decided, invoice, nowMs) : decided;
}

/**
 * Records the movement for a decision. Accepted money that was owed pays the order from now on, unless another payment has paid
 * it. A late payment already pays the order.
 */
function withDecidedMoney(
  record: CheckoutRecord,
  { invoice: sequence, about }: { readonly invoice: number; readonly about: 'owed' | 'late' },
  { decision: kind, amount: owed, person, note, decidedAtMs: atMs }: DecisionRecord,
): CheckoutRecord {
  if (about === 'late' && kind === 'dismissed') return record;
  const found = ledgerOf(record).invoices.find(({ invoice }) => invoice.sequence === sequence);
  if (!found) return record;
  const amount = about === 'late' ? found.applied : owed;
  const invoice = withMovement(found.invoice, { kind, source: 'staff', amount, atMs, person, note, about });
  const moved = withInvoice(record, invoice);
  if (about === 'late' || kind === 'dismissed' || record.paidBy) return moved;
  return { ...moved, paidBy: { sequence, position: invoice.movements.length } };
}

/**
 * Closes refund requests as `accepted` if their money now pays the order: the shop fulfills the order instead. Requests for a
 * surplus, which is still owed, stay open.
 */
function withAcceptedRefunds(record: CheckoutRecord, sequence: number, nowMs: number): CheckoutRecord {
  const owed = ledgerOf(record).invoices.find(({ invoice }) => invoice.sequence === sequence)?.owed ?? '0';
  const refunds = record.refunds.map((refund): RefundRecord =>
    refund.invoice === sequence && refund.state === 'requested' && compareAmounts(refund.amount, owed) > 0
      ? { ...refund, state: 'accepted', decidedAtMs: nowMs }
      : refund,
  );
  return { ...record, refunds };
}
