import { isZeroAmount, subtractAmounts, compareAmounts, addAmounts } from '../../payment/index.js';
import type { DecisionSubject, ReviewReason, UnappliedReason } from '../../protocol/index.js';
import type { CheckoutRecord } from './record.js';
import { settlementOf, type Settlement } from './settlement.js';

/** Money of an invoice that pays no order, after the shop's decisions. */
export interface OwedAmount {
  /** The sequence of the invoice. */
  readonly invoice: number;
  readonly reason: UnappliedReason;
  /** Exact decimal text in the coin, above 0. */
  readonly owed: string;
}

/** What a person of the shop must decide about an invoice. */
export type PendingDecision =
  | {
      readonly about: 'unapplied';
      readonly invoice: number;
      readonly reason: UnappliedReason;
      readonly owed: string;
    }
  | { readonly about: 'late' | ReviewReason; readonly invoice: number };

/** Returns the unapplied money that neither a refund nor a decision has settled. */
export function owedAmounts({ decisions }: CheckoutRecord, { unapplied }: Settlement): readonly OwedAmount[] {
  return unapplied.flatMap(({ invoice, amount, reason }) => {
    const settled = decisions
      .filter((decision) => decision.about === 'unapplied' && decision.invoice === invoice)
      .reduce((sum, decision) => addAmounts(sum, decision.amount), '0');
    // The service may lower an amount that it reported before.
    const owed = compareAmounts(amount, settled) > 0 ? subtractAmounts(amount, settled) : '0';
    return isZeroAmount(owed) ? [] : [{ invoice, reason, owed }];
  });
}

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
  const late = settlement.invoices.flatMap(({ paysOrder, invoice: { money, sequence } }) =>
    paysOrder && money.isLate && !isDecided(sequence, 'late')
      ? [{ about: 'late' as const, invoice: sequence }]
      : [],
  );
  const owed = owedAmounts(record, settlement).map((amount) => ({ about: 'unapplied' as const, ...amount }));
  return [...reviews, ...late, ...owed];
}

/** Returns the checkout with the time since which it needs a person, which stays while anything is undecided. */
export function withAttention(record: CheckoutRecord, nowMs: number): CheckoutRecord {
  const isPending = pendingDecisions(record).length > 0;
  if (isPending === (record.attentionSinceMs !== null)) return record;
  return { ...record, attentionSinceMs: isPending ? nowMs : null };
}
