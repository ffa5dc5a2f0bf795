import {
  addAmounts,
  compareAmounts,
  currencyOf,
  exactDue,
  isZeroAmount,
  scaleAmount,
  subtractAmounts,
} from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutState, UnappliedReason } from '../../protocol/index.js';
import { reservedOwed, sumOf } from './reserved-payouts.js';
import { isLapsed, hasPayment, isPaid } from './payment-status.js';
import { findInvoice, type CheckoutRecord, type DisplayedInvoice } from './record.js';

export type DerivedState = Exclude<CheckoutState, 'choosing' | 'creating'>;

/** Settlement of one invoice. `received` = `applied` + `unapplied`, as exact decimal text in its coin. */
export interface InvoiceSettlement {
  readonly invoice: DisplayedInvoice;
  readonly state: DerivedState;
  /** Whether this invoice pays the order. */
  readonly paysOrder: boolean;
  readonly received: string;
  /** Pays the order, or counts toward it while the invoice can still be paid in full. */
  readonly applied: string;
  /** Owed to the payer. */
  readonly unapplied: string;
  /** Why payments on it are unapplied; `null` if they are applied. */
  readonly reason: UnappliedReason | null;
  /** The amount due on this invoice. */
  readonly due: string;
  /** Amount received above the order's price, for the invoice that pays it; above its own amount, for any other. */
  readonly surplus: string;
}

/** Received money that is owed to the payer. */
export interface Unapplied {
  /** The sequence of the invoice. */
  readonly invoice: number;
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly reason: UnappliedReason;
}

/** The state of the checkout, and the invoice that its screen shows. */
export type CheckoutStatus =
  | { readonly state: 'choosing' | 'creating'; readonly invoice: null }
  | { readonly state: DerivedState; readonly invoice: InvoiceSettlement };

/**
 * The applied and unapplied money of a checkout. State, events, the payer's screen, the lists of the CLI and the metrics
 * all derive from it.
 */
export interface Settlement {
  readonly status: CheckoutStatus;
  /** Whether the order was paid after the deadline, or after its invoice was closed: see `withStatusReport`. */
  readonly late: boolean;
  /** The displayed invoices, by `sequence`. */
  readonly invoices: readonly InvoiceSettlement[];
  readonly unapplied: readonly Unapplied[];
}

/** Returns the settlement of a checkout. Pure. */
export function settlementOf(record: CheckoutRecord): Settlement {
  const checkout = withPayingInvoice(record);
  const invoices = checkout.invoices.flatMap((invoice) =>
    invoice.stage === 'shown' ? [toInvoiceSettlement(invoice, checkout)] : [],
  );
  return {
    status: checkoutStatus(checkout, invoices),
    late: invoices.some(({ paysOrder, invoice }) => paysOrder && invoice.money.isLate),
    invoices,
    unapplied: invoices.flatMap(({ invoice, unapplied: amount, reason }) =>
      reason === null || isZeroAmount(amount)
        ? []
        : [{ invoice: invoice.sequence, currency: invoice.currency, amount, reason }],
    ),
  };
}

/**
 * Records which invoice pays the order, once: the first that is paid or overpaid and whose price is the newest price or
 * more. Of several in one change, one that was paid in time takes precedence.
 */
export function withPayingInvoice(checkout: CheckoutRecord): CheckoutRecord {
  if (checkout.paidBy !== null) return checkout;
  const paying = checkout.invoices.filter(
    (invoice): invoice is DisplayedInvoice =>
      invoice.stage === 'shown' &&
      isPaid(invoice.money) &&
      coversOrderPrice(invoice, checkout) &&
      !isSettledAsOwed(invoice, checkout),
  );
  const first = paying.find(({ money }) => !money.isLate) ?? paying[0];
  return first ? { ...checkout, paidBy: first.sequence } : checkout;
}

/** Whether a payout or a decision has settled money of the invoice as owed: it cannot pay the order as well. */
function isSettledAsOwed({ sequence }: DisplayedInvoice, checkout: CheckoutRecord): boolean {
  return !isZeroAmount(addAmounts(reservedOwed(checkout, sequence), decidedAmount(checkout, sequence)));
}

/** Returns the part of an invoice's unapplied money that the shop's staff have decided about. */
export function decidedAmount({ decisions }: Pick<CheckoutRecord, 'decisions'>, sequence: number): string {
  const decided = decisions.filter(({ about, invoice }) => about === 'unapplied' && invoice === sequence);
  return sumOf(decided.map(({ amount }) => amount));
}

/** Whether the invoice's price is the order's current price or more. */
export function coversOrderPrice(
  { price }: DisplayedInvoice,
  { order }: Pick<CheckoutRecord, 'order'>,
): boolean {
  return price.currency === order.currency && compareAmounts(price.amount, order.amount) >= 0;
}

function toInvoiceSettlement(invoice: DisplayedInvoice, checkout: CheckoutRecord): InvoiceSettlement {
  const { sequence, money, amount } = invoice;
  const paysOrder = checkout.paidBy === sequence;
  const received = money.paid;
  const surplus = excessOver(received, paysOrder ? priceShare(invoice, checkout) : amount);
  const surplusReason = isZeroAmount(surplus) ? null : 'surplus';
  const reason = paysOrder ? surplusReason : unappliedReasonOf(invoice, checkout);
  const unapplied = reason === null ? '0' : paysOrder ? surplus : received;
  return {
    invoice,
    state: invoiceStateOf(invoice, reason),
    paysOrder,
    received,
    applied: subtractAmounts(received, unapplied),
    unapplied,
    reason,
    due: dueOf(invoice),
    surplus,
  };
}

/** Returns why a payment on this invoice is owed to the payer, `null` if it counts toward the order. */
function unappliedReasonOf(invoice: DisplayedInvoice, checkout: CheckoutRecord): UnappliedReason | null {
  const { money } = invoice;
  if (checkout.paidBy !== null) return 'duplicate';
  if (!coversOrderPrice(invoice, checkout)) return 'price_changed';
  // Money that a payout or a decision has settled does not pay the order, even if the full amount has arrived since.
  if (money.isClosed || isLapsed(money, invoice.expiresAtMs) || isSettledAsOwed(invoice, checkout))
    return 'underpaid';
  // Only a paid invoice pays the order. A part does not, even if it covers a price that has since fallen.
  const share = priceShare(invoice, checkout);
  const isFallen = compareAmounts(share, invoice.amount) < 0;
  return isFallen && compareAmounts(money.paid, share) >= 0 ? 'price_changed' : null;
}

/**
 * Returns the part of the invoice's amount that covers the order's current price, which may have fallen since. Rounds
 * down, so that the difference is in the payer's favor.
 */
function priceShare({ amount, price, currency }: DisplayedInvoice, { order }: CheckoutRecord): string {
  if (compareAmounts(order.amount, price.amount) >= 0) return amount;
  const { decimals } = currencyOf(currency);
  return scaleAmount(amount, { by: order.amount, over: price.amount, decimals });
}

/** Returns by how much an amount exceeds the limit, at least `0`. */
export function excessOver(amount: string, limit: string): string {
  return compareAmounts(amount, limit) > 0 ? subtractAmounts(amount, limit) : '0';
}

function dueOf({ money, amount, currency }: DisplayedInvoice): string {
  if (isPaid(money)) return '0';
  if (money.level === 'none' && isZeroAmount(money.paid)) return amount;
  const missing = money.missing ?? excessOver(amount, money.paid);
  return exactDue(missing, currencyOf(currency).decimals, { amount, paid: money.paid });
}

/** Whether a paid invoice has received more than its amount: it has a surplus, or the service reports it as overpaid. */
export function isOverpaid({ level }: DisplayedInvoice['money'], reason: UnappliedReason | null): boolean {
  return reason === 'surplus' || level === 'overpaid';
}

/** Returns the state of one invoice, given why its money is unapplied. */
function invoiceStateOf(invoice: DisplayedInvoice, reason: UnappliedReason | null): DerivedState {
  const { money } = invoice;
  // With an older, lower price, or with money that is settled as owed, the invoice has not paid the order. The page shows it
  // as an expired partial payment.
  if (isPaid(money)) {
    if (reason === 'price_changed' || reason === 'underpaid') return 'expired';
    return isOverpaid(money, reason) ? 'overpaid' : 'paid';
  }
  if (money.level === 'partial' || (money.isClosed && !isZeroAmount(money.paid))) {
    // Request nothing more if the part covers the order's current price.
    const isOver = money.isClosed || isLapsed(money, invoice.expiresAtMs) || reason === 'price_changed';
    return isOver ? 'expired' : 'partial';
  }
  if (hasPayment(money)) return money.hasUnknownStatus ? 'processing' : 'detected';
  if (money.isClosed) return invoice.isCancelRequested ? 'canceled' : 'expired';
  return money.hasUnknownStatus ? 'processing' : 'awaiting';
}

/** Returns the status of the invoice that pays the order, else of one with a payment, else of the one selected last. */
function checkoutStatus(checkout: CheckoutRecord, invoices: readonly InvoiceSettlement[]): CheckoutStatus {
  const [funded] = invoices
    .filter(({ invoice }) => hasPayment(invoice.money))
    .toSorted((a, b) => RANKS[b.state] - RANKS[a.state] || b.invoice.sequence - a.invoice.sequence);
  const selected = invoices.find(({ invoice }) => invoice.sequence === checkout.current);
  const displayed = invoices.find(({ paysOrder }) => paysOrder) ?? funded ?? selected;
  if (displayed) return { state: displayed.state, invoice: displayed };
  const current = findInvoice(checkout, checkout.current);
  const isCreating = current !== undefined && current.stage !== 'rejected';
  return { state: isCreating ? 'creating' : 'choosing', invoice: null };
}

/** Precedence of the states when several invoices have a payment. */
const RANKS: Readonly<Record<DerivedState, number>> = {
  overpaid: 6,
  paid: 5,
  partial: 4,
  processing: 3,
  detected: 2,
  expired: 1,
  canceled: 0,
  awaiting: 0,
};
