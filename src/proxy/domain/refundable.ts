import { addAmounts, isZeroAmount } from '../../payment/index.js';
import type { UnappliedReason } from '../../protocol/index.js';
import type { CheckoutRecord, DisplayedInvoice } from './record.js';
import { reservedApplied, reservedOwed, sentOwed } from './reserved-payouts.js';
import {
  decidedAmount,
  excessOver,
  settlementOf,
  type InvoiceSettlement,
  type Settlement,
} from './settlement.js';

/** The refundable money of one invoice. Amounts are exact decimal text in its coin. */
export interface RefundableAmount {
  readonly invoice: DisplayedInvoice;
  /** Owed to the payer: the staff have not decided about it, and no payout has sent it. */
  readonly owed: string;
  /** The part of `owed` that no payout reserves. */
  readonly undecided: string;
  /** Pays the order, and no payout reserves it. */
  readonly kept: string;
  /** The amount that the payer can request; `0`: none. */
  readonly requestable: string;
  /** Why money is owed; `null` if none is. */
  readonly reason: UnappliedReason | null;
  /** Whether the payment was late and the shop has not decided about it. */
  readonly isLate: boolean;
}

/** Returns the refundable money of each displayed invoice. */
export function refundableAmounts(
  checkout: CheckoutRecord,
  settlement: Settlement = settlementOf(checkout),
): readonly RefundableAmount[] {
  return settlement.invoices.map((settled) => {
    const { invoice, unapplied, reason } = settled;
    const { sequence } = invoice;
    const decided = decidedAmount(checkout, sequence);
    const owed = excessOver(unapplied, addAmounts(decided, sentOwed(checkout, sequence)));
    const undecided = excessOver(unapplied, addAmounts(decided, reservedOwed(checkout, sequence)));
    const kept = keptAmount(checkout, settled);
    const isLate = isLateUndecided(checkout, settled);
    return {
      ...{ invoice, owed, undecided, kept, reason, isLate },
      requestable: isLate ? addAmounts(undecided, kept) : undecided,
    };
  });
}

/** Returns the part of the invoice's money that pays the order and that no payout reserves or has sent. */
function keptAmount(checkout: CheckoutRecord, { invoice: { sequence }, applied }: InvoiceSettlement): string {
  return excessOver(applied, reservedApplied(checkout, sequence));
}

/** Whether the invoice paid the order late, and its money is neither decided about nor refunded. */
function isLateUndecided(checkout: CheckoutRecord, settled: InvoiceSettlement): boolean {
  const { paysOrder, invoice } = settled;
  const { sequence, money } = invoice;
  const isDecided = checkout.decisions.some(
    ({ about, invoice: decided }) => about === 'late' && decided === sequence,
  );
  return paysOrder && money.isLate && !isDecided && !isZeroAmount(keptAmount(checkout, settled));
}
