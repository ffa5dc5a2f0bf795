import { addAmounts, subtractAmounts } from '../../payment/index.js';
import type { RefundState } from '../../protocol/index.js';
import type { CheckoutRecord, RefundPayout } from './record.js';

type Refunds = Pick<CheckoutRecord, 'refunds'>;

/** While a refund has one of these states, the amount of its payout is reserved. */
const RESERVED: ReadonlySet<RefundState> = new Set(['proposed', 'approved', 'sent']);

/** Returns the payouts that refund money of an invoice. */
function reservedPayouts({ refunds }: Refunds, sequence: number) {
  return refunds.flatMap(({ invoice, state, payout }) =>
    invoice === sequence && payout && RESERVED.has(state) ? [{ ...payout, state }] : [],
  );
}

/** Returns the part of an invoice's unapplied money that payouts have reserved or sent. */
export function reservedOwed(checkout: Refunds, sequence: number): string {
  return sumOf(reservedPayouts(checkout, sequence).map(owedPart));
}

/** Returns the part of an invoice's unapplied money that payouts have sent. */
export function sentOwed(checkout: Refunds, sequence: number): string {
  const sent = reservedPayouts(checkout, sequence).filter(({ state }) => state === 'sent');
  return sumOf(sent.map(owedPart));
}

/** Returns the part of an invoice's applied money that payouts have reserved or sent. */
export function reservedApplied(checkout: Refunds, sequence: number): string {
  return sumOf(reservedPayouts(checkout, sequence).map(({ fromApplied }) => fromApplied));
}

export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => addAmounts(sum, amount), '0');
}

function owedPart({ amount, fromApplied }: RefundPayout): string {
  return subtractAmounts(amount, fromApplied);
}
