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

/** What of the money of one invoice can be given back. Amounts are exact decimal text in its coin. */
export interface RefundableAmount {
  readonly invoice: DisplayedInvoice;
  /** Owed to the payer: neither decided about nor sent back. */
  readonly owed: string;
  /** The part of `owed` that no payout reserves. */
  readonly undecided: string;
  /** Has paid the order, and no payout reserves it. */
  readonly kept: string;
  /** What the payer can ask for; `0`: nothing. */
  readonly requestable: string;
  /** Why it is owed; `null`: nothing is. */
  readonly reason: UnappliedReason | null;
  /** Whether the payment was late, and the shop has not decided what to do. */
  readonly isLate: boolean;
}

/** Returns what can be given back of every displayed invoice. */
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

/** Returns what of the invoice has paid the order and is not given back. */
function keptAmount(checkout: CheckoutRecord, { invoice: { sequence }, applied }: InvoiceSettlement): string {
  return excessOver(applied, reservedApplied(checkout, sequence));
}

/** Whether a late payment is neither decided about nor given back. */
function isLateUndecided(checkout: CheckoutRecord, settled: InvoiceSettlement): boolean {
  const { paysOrder, invoice } = settled;
  const { sequence, money } = invoice;
  const isDecided = checkout.decisions.some(
    ({ about, invoice: decided }) => about === 'late' && decided === sequence,
  );
  return paysOrder && money.isLate && !isDecided && !isZeroAmount(keptAmount(checkout, settled));
}
