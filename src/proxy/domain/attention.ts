import { isZeroAmount } from '../../payment/index.js';
import type { DecisionSubject, ReviewReason, UnappliedReason } from '../../protocol/index.js';
import type { CheckoutRecord } from './record.js';
import { refundableAmounts } from './refundable.js';
import { settlementOf } from './settlement.js';

/** What a person of the shop must decide about an invoice. */
export type PendingDecision =
  | {
      readonly about: 'unapplied';
      readonly invoice: number;
      readonly reason: UnappliedReason;
      /** Exact decimal text in the coin, above 0. */
      readonly owed: string;
    }
  | { readonly about: 'late' | ReviewReason; readonly invoice: number };

/** Returns everything that a person must decide about a checkout, reviews first. */
export function pendingDecisions(
  record: CheckoutRecord,
  settlement = settlementOf(record),
): readonly PendingDecision[] {
  const isDecided = (invoice: number, about: DecisionSubject) =>
    record.decisions.some((decision) => decision.about === about && decision.invoice === invoice);
  const reviews = record.invoices.flatMap(({ stage, sequence, reviewReasons }) =>
    stage === 'intended'
      ? []
      : reviewReasons
          .filter((reason) => !isDecided(sequence, reason))
          .map((reason) => ({ about: reason, invoice: sequence })),
  );
  const amounts = refundableAmounts(record, settlement);
  const late = amounts
    .filter(({ isLate }) => isLate)
    .map(({ invoice }) => ({ about: 'late' as const, invoice: invoice.sequence }));
  const owed = amounts.flatMap(({ invoice, undecided, reason }) =>
    reason === null || isZeroAmount(undecided)
      ? []
      : [{ about: 'unapplied' as const, invoice: invoice.sequence, reason, owed: undecided }],
  );
  return [...reviews, ...late, ...owed];
}

/** Returns the checkout with the time since which it needs a person, which stays while anything is undecided. */
export function withAttention(record: CheckoutRecord, nowMs: number): CheckoutRecord {
  const isPending =
    pendingDecisions(record).length > 0 ||
    record.refunds.some(({ by, state }) => by === 'shop' && state === 'requested');
  if (isPending === (record.attentionSinceMs !== null)) return record;
  return { ...record, attentionSinceMs: isPending ? nowMs : null };
}
