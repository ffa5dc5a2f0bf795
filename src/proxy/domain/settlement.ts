import {
  compareAmounts,
  currencyOf,
  exactDue,
  isZeroAmount,
  scaleAmount,
  subtractAmounts,
} from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutState } from '../../protocol/index.js';
import type { StatusReport, PaymentStatus } from './payment-status.js';
import { isLapsed, hasPayment, isPaid, mergeStatus } from './payment-status.js';
import type { CheckoutRecord, DisplayedInvoice } from './record.js';
import { findInvoice } from './record.js';

export type DerivedState = Exclude<CheckoutState, 'choosing' | 'creating'>;

/**
 * Why received money pays no order.
 *
 * - `surplus`: more than the order costs came on the invoice that pays it; also the difference to a price that has
 *   fallen since the invoice was created
 * - `underpaid`: the invoice closed, or its deadline passed, on a part
 * - `price_changed`: the invoice is for another price than the order has now, and has not paid it
 * - `duplicate`: another invoice has paid the order
 */
export type UnappliedReason = 'surplus' | 'underpaid' | 'price_changed' | 'duplicate';

/** What became of the money of one invoice. `received` = `applied` + `unapplied`, in exact decimal text of its coin. */
export interface InvoiceSettlement {
  readonly invoice: DisplayedInvoice;
  readonly state: DerivedState;
  /** It is the invoice that pays the order. */
  readonly isPayer: boolean;
  readonly received: string;
  /** Pays the order, or counts toward it while the invoice can still be paid in full. */
  readonly applied: string;
  /** Owed to the payer. */
  readonly unapplied: string;
  /** Why what comes on it is unapplied, if so. */
  readonly reason: UnappliedReason | null;
  /** What is still to be paid on this invoice. */
  readonly due: string;
  /** What came beyond the price of the order, or of the invoice where it does not pay the order. */
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

/** The invoice on the payer's screen, and the state of the whole checkout. */
export type CheckoutStatus =
  | { readonly state: 'choosing' | 'creating'; readonly invoice: null }
  | { readonly state: DerivedState; readonly invoice: InvoiceSettlement };

/**
 * What the money of a checkout means. Everything that speaks of money derives from this value: state, events, the payer's
 * screen, the lists of the command line and the metrics.
 */
export interface Settlement {
  readonly standing: CheckoutStatus;
  /** The order was paid, and after the deadline. */
  readonly late: boolean;
  /** The invoices that the payer has been shown, by `sequence`. */
  readonly invoices: readonly InvoiceSettlement[];
  readonly unapplied: readonly Unapplied[];
}

export function settlementOf(record: CheckoutRecord): Settlement {
  const checkout = withSettlingInvoice(record);
  const invoices = checkout.invoices.flatMap((invoice) =>
    invoice.stage === 'shown' ? [settleInvoice(invoice, checkout)] : [],
  );
  return {
    standing: checkoutStatus(checkout, invoices),
    late: invoices.some(({ isPayer, invoice }) => isPayer && invoice.money.isLate),
    invoices,
    unapplied: invoices.flatMap(({ invoice, unapplied: amount, reason }) =>
      reason === null || isZeroAmount(amount)
        ? []
        : [{ invoice: invoice.sequence, currency: invoice.currency, amount, reason }],
    ),
  };
}

/**
 * Records which invoice pays the order, once and for all: the first that the service calls paid or overpaid and that asks
 * for the newest price or more. Of several in one change, one that was paid in time goes first.
 */
export function withSettlingInvoice(checkout: CheckoutRecord): CheckoutRecord {
  if (checkout.paidBy !== null) return checkout;
  const paying = checkout.invoices.filter(
    (invoice): invoice is DisplayedInvoice =>
      invoice.stage === 'shown' && isPaid(invoice.money) && covers(invoice, checkout),
  );
  const payer = paying.find(({ money }) => !money.isLate) ?? paying[0];
  return payer ? { ...checkout, paidBy: payer.sequence } : checkout;
}

/** Adds an answer to what is known of an invoice's money, and decides with it whether the payment came late. */
export function withAnswer(known: PaymentStatus, look: StatusReport): PaymentStatus {
  const money = mergeStatus(known, look);
  // Decided once, by what was known when the service first called it paid.
  const isLate = known.isLate || (!isPaid(known) && isPaid(money) && completesLate(known, money, look));
  return { ...money, isLate };
}

/**
 * The service closed the invoice before it was paid, or finished it after the deadline. Where the service does not say
 * when, an answer that was read after the deadline and lacked both the money and its transaction is proof.
 */
function completesLate(
  known: PaymentStatus,
  { lackedAtMs }: PaymentStatus,
  { finishedAtMs, expiresAtMs }: StatusReport,
): boolean {
  if (known.isClosed) return true;
  if (expiresAtMs === null) return false;
  if (finishedAtMs !== null) return finishedAtMs > expiresAtMs;
  return lackedAtMs !== null && lackedAtMs >= expiresAtMs;
}

/** Does the invoice ask for what the order costs now, or for more? */
export function covers({ price }: DisplayedInvoice, { order }: Pick<CheckoutRecord, 'order'>): boolean {
  return price.currency === order.currency && compareAmounts(price.amount, order.amount) >= 0;
}

function settleInvoice(invoice: DisplayedInvoice, checkout: CheckoutRecord): InvoiceSettlement {
  const { sequence, money, amount } = invoice;
  const isPayer = checkout.paidBy === sequence;
  const received = money.paid;
  const surplus = surplusOver(received, isPayer ? priceShare(invoice, checkout) : amount);
  const reason = isPayer ? (isZeroAmount(surplus) ? null : 'surplus') : reasonToOwe(invoice, checkout);
  const unapplied = reason === null ? '0' : isPayer ? surplus : received;
  return {
    invoice,
    state: invoiceStateOf(invoice, reason),
    isPayer,
    received,
    applied: subtractAmounts(received, unapplied),
    unapplied,
    reason,
    due: dueOf(invoice),
    surplus,
  };
}

/** Why what has come on an invoice does not pay the order, if so. */
function reasonToOwe(invoice: DisplayedInvoice, checkout: CheckoutRecord): UnappliedReason | null {
  const { money } = invoice;
  if (checkout.paidBy !== null) return 'duplicate';
  if (!covers(invoice, checkout)) return 'price_changed';
  if (money.isClosed || isLapsed(invoice)) return 'underpaid';
  // Only an invoice that is paid pays an order. A part that would cover a price that has fallen does not.
  const share = priceShare(invoice, checkout);
  const isFallen = compareAmounts(share, invoice.amount) < 0;
  return isFallen && compareAmounts(money.paid, share) >= 0 ? 'price_changed' : null;
}

/**
 * What of an invoice's amount the order costs: less than all of it where the price has fallen since the invoice was
 * created. The share is rounded down, so that the difference is rounded in the payer's favor.
 */
function priceShare({ amount, price, currency }: DisplayedInvoice, { order }: CheckoutRecord): string {
  if (compareAmounts(order.amount, price.amount) >= 0) return amount;
  const { decimals } = currencyOf(currency);
  return scaleAmount(amount, { by: order.amount, over: price.amount, decimals });
}

function surplusOver(received: string, limit: string): string {
  return compareAmounts(received, limit) > 0 ? subtractAmounts(received, limit) : '0';
}

function dueOf({ money, amount, currency }: DisplayedInvoice): string {
  if (isPaid(money)) return '0';
  if (money.settled === 'none' && isZeroAmount(money.paid)) return amount;
  const missing = money.missing ?? surplusOver(amount, money.paid);
  return exactDue(missing, currencyOf(currency).decimals, { amount, paid: money.paid });
}

/** The state of one invoice, as if the checkout had no other. */
function invoiceStateOf(invoice: DisplayedInvoice, reason: UnappliedReason | null): DerivedState {
  const { money } = invoice;
  // Money for an older, lower price has not paid the order: like a part that came too late, it is for people to settle.
  if (isPaid(money)) {
    if (reason === 'price_changed') return 'expired';
    return reason === 'surplus' || money.settled === 'overpaid' ? 'overpaid' : 'paid';
  }
  if (money.settled === 'partial' || (money.isClosed && !isZeroAmount(money.paid))) {
    // A payer whose part would cover the price that the order has now is asked for nothing more.
    const isOver = money.isClosed || isLapsed(invoice) || reason === 'price_changed';
    return isOver ? 'expired' : 'partial';
  }
  if (hasPayment(money)) return money.isPuzzling ? 'processing' : 'detected';
  if (money.isClosed) return invoice.isCancelAsked ? 'canceled' : 'expired';
  return money.isPuzzling ? 'processing' : 'awaiting';
}

/** Money decides, on whichever invoice it came; without any, the invoice that was chosen last. */
function checkoutStatus(checkout: CheckoutRecord, invoices: readonly InvoiceSettlement[]): CheckoutStatus {
  const [funded] = invoices
    .filter(({ invoice }) => hasPayment(invoice.money))
    .toSorted((a, b) => RANKS[b.state] - RANKS[a.state] || b.invoice.sequence - a.invoice.sequence);
  const chosen = invoices.find(({ invoice }) => invoice.sequence === checkout.current);
  const settled = invoices.find(({ isPayer }) => isPayer) ?? funded ?? chosen;
  if (settled) return { state: settled.state, invoice: settled };
  const current = findInvoice(checkout, checkout.current);
  const isCreating = current !== undefined && current.stage !== 'rejected';
  return { state: isCreating ? 'creating' : 'choosing', invoice: null };
}

/** Of the states that money can bring, the later one has the greater rank. */
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
