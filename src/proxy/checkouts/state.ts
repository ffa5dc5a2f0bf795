import {
  compareAmounts,
  currencyOf,
  exactAmount,
  isZeroAmount,
  subtractAmounts,
} from '../../payment/index.js';
import type { CheckoutState } from '../../protocol/index.js';
import { isMoneySeen, isPaid } from './merge.js';
import type { CheckoutRecord, ShownInvoice } from './record.js';
import { findInvoice } from './record.js';

export type ShownState = Exclude<CheckoutState, 'choosing' | 'creating'>;

/** Where a checkout stands, over all its invoices, and the invoice that the payer is shown. */
export type Standing =
  | { readonly state: 'choosing' | 'creating'; readonly invoice: null; readonly late: false }
  | { readonly state: ShownState; readonly invoice: ShownInvoice; readonly late: boolean };

/**
 * Money decides, on whichever invoice it came; without any, the invoice that was chosen last.
 */
export function standingOf(checkout: CheckoutRecord): Standing {
  const shown = checkout.invoices.filter((invoice) => invoice.stage === 'shown');
  const paying = shown.find(({ sequence }) => sequence === checkout.paidBy) ?? mostFunded(shown, checkout);
  const chosen = paying ?? findInvoice(checkout, checkout.current);
  if (!chosen || chosen.stage === 'rejected') return { state: 'choosing', invoice: null, late: false };
  if (chosen.stage !== 'shown') return { state: 'creating', invoice: null, late: false };
  const state = stateOf(chosen, checkout);
  return { state, invoice: chosen, late: isPaid(chosen.money) && chosen.money.isLate };
}

function mostFunded(shown: readonly ShownInvoice[], checkout: CheckoutRecord): ShownInvoice | undefined {
  return shown
    .filter(({ money }) => isMoneySeen(money))
    .toSorted((a, b) => rank(b, checkout) - rank(a, checkout) || b.sequence - a.sequence)[0];
}

/** Of the states that money can bring, the later one has the greater rank. */
function rank(invoice: ShownInvoice, checkout: CheckoutRecord): number {
  const ranks = {
    overpaid: 6,
    paid: 5,
    partial: 4,
    processing: 3,
    detected: 2,
    expired: 1,
    canceled: 0,
    awaiting: 0,
  };
  return ranks[stateOf(invoice, checkout)];
}

/** One invoice's own state. */
export function stateOf(invoice: ShownInvoice, checkout: Pick<CheckoutRecord, 'order'>): ShownState {
  const { money } = invoice;
  // Money for an old, lower price has not paid the order: like a part that came too late, it is for people to settle.
  if (isPaid(money)) return covers(invoice, checkout) ? paidWord(invoice) : 'expired';
  const isPart = money.settled === 'partial' || (money.isClosed && !isZeroAmount(money.paid));
  if (isPart) return money.isClosed || money.isLapsed ? 'expired' : 'partial';
  if (isMoneySeen(money)) return money.isPuzzling ? 'processing' : 'detected';
  if (money.isClosed) return invoice.isCancelAsked ? 'canceled' : 'expired';
  return money.isPuzzling ? 'processing' : 'awaiting';
}

function paidWord({ money }: ShownInvoice): 'paid' | 'overpaid' {
  return money.settled === 'overpaid' ? 'overpaid' : 'paid';
}

/** Does it ask for what the order costs today, or for more? */
export function covers({ price }: ShownInvoice, { order }: Pick<CheckoutRecord, 'order'>): boolean {
  return price.currency === order.currency && compareAmounts(price.amount, order.amount) >= 0;
}

/** Still to be paid, and paid too much: exact decimal text, `"0"` for nothing. */
export function balanceOf({ money, amount, currency }: ShownInvoice): {
  readonly due: string;
  readonly surplus: string;
} {
  const paidTooMuch = compareAmounts(money.paid, amount) > 0;
  const surplus = paidTooMuch ? subtractAmounts(money.paid, amount) : '0';
  if (isPaid(money)) return { due: '0', surplus };
  if (money.settled === 'none' && isZeroAmount(money.paid)) return { due: amount, surplus: '0' };
  const missing = money.missing ?? (paidTooMuch ? '0' : subtractAmounts(amount, money.paid));
  if (isZeroAmount(missing)) return { due: '0', surplus };
  return { due: exactAmount(missing, currencyOf(currency).decimals).amount, surplus };
}
