import {
  addAmounts,
  compareAmounts,
  currencyOf,
  exactDue,
  isZeroAmount,
  scaleAmount,
  subtractAmounts,
  wholeUnits,
} from '../../payment/index.js';
import { PAID_STATES, type CheckoutState, type OwedReason } from '../../protocol/index.js';
import { excessOver, lowerOf, totalsOf, type Movement, type MovementTotals } from './movement.js';
import { isLapsed, hasPayment, isPaid } from './merge-status-reports.js';
import { findInvoice, isDisplayed, type CheckoutRecord, type ExistingInvoice } from './record.js';

export type DerivedState = Exclude<CheckoutState, 'choosing' | 'creating'>;

/**
 * The money of one invoice, as exact decimal text in its coin. `received` = `applied` + `owed` + `reserved` + `sent` +
 * `dismissed`. Money is "here" until it is reserved, sent or dismissed: see `MovementTotals`.
 */
export interface InvoiceLedger extends Omit<MovementTotals, 'here'> {
  readonly invoice: ExistingInvoice;
  readonly state: DerivedState;
  /** Whether this invoice pays the order: paid in full at the service, or accepted by the shop's staff. */
  readonly paysOrder: boolean;
  /**
   * Money here that pays the order, counts toward it while the invoice can still be paid in full, or awaits a decision because it
   * pays the order late. Includes a fraction below the smallest unit of the coin, which no transaction can send.
   */
  readonly applied: string;
  /** Money here that pays no order, in whole units of the coin. */
  readonly owed: string;
  /** All money here, in whole units of the coin: the maximum of a refund. */
  readonly refundable: string;
  /** Why money of this invoice is owed; `null` if it counts toward the order, or if there is none. */
  readonly reason: OwedReason | null;
  /** Money that paid the order before it was reserved, sent or dismissed. */
  readonly returned: string;
  /** Whether `returned` is all that paid the order, except for a fraction below the smallest unit of the coin. */
  readonly isReturned: boolean;
  /** The amount due on this invoice; `null` if the service reports none. */
  readonly due: string | null;
  /**
   * Amount received above the order's price for the invoice that pays it, and above its own amount for any other, in whole units
   * of the coin. `0` if the service does not report the amount of the invoice.
   */
  readonly surplus: string;
  /** Whether the invoice paid the order late, and staff have neither decided about its money nor refunded it. */
  readonly isLateUndecided: boolean;
  /** The amount that the payer can request back; `0`: none. */
  readonly requestable: string;
}

/** The state of the checkout, and the invoice that its screen shows. */
export type CheckoutStatus =
  | { readonly state: 'choosing' | 'creating'; readonly invoice: null }
  | { readonly state: DerivedState; readonly invoice: InvoiceLedger };

/**
 * The money of a checkout, computed from its movements at the order's present price. State, events, the payer's screen, the lists
 * for staff and the command line, and the metrics all derive from it.
 */
export interface CheckoutLedger {
  readonly status: CheckoutStatus;
  /** Whether the order was paid late: see `mergeStatusReport`. */
  readonly late: boolean;
  /** Whether staff have accepted a late or partial payment: it pays the order like a full one before the deadline. */
  readonly isAccepted: boolean;
  /** The displayed invoices, by `sequence`. */
  readonly invoices: readonly InvoiceLedger[];
}

/** Cached, because one change of a checkout reads the same ledgers a dozen times. Records are immutable. */
const ledgers = new WeakMap<CheckoutRecord, CheckoutLedger>();

/** Returns the money of a checkout. Pure. */
export function ledgerOf(record: CheckoutRecord): CheckoutLedger {
  const known = ledgers.get(record);
  if (known) return known;
  const ledger = toLedger(record);
  ledgers.set(record, ledger);
  return ledger;
}

function toLedger(record: CheckoutRecord): CheckoutLedger {
  const checkout = withPayingInvoice(record);
  const invoices = checkout.invoices.flatMap((invoice) =>
    isDisplayed(invoice) ? [toInvoiceLedger(invoice, checkout)] : [],
  );
  return {
    status: checkoutStatus(checkout, invoices),
    late: invoices.some(({ paysOrder, invoice }) => paysOrder && isLatePayment(invoice, checkout)),
    isAccepted: invoices.some(({ paysOrder, invoice }) => paysOrder && isAcceptedPayment(invoice, checkout)),
    invoices,
  };
}

/** Whether the order is or was paid. It accepts no further payment, even after its money was refunded. */
export function acceptsNoPayment(checkout: CheckoutRecord, { status } = ledgerOf(checkout)): boolean {
  return PAID_STATES.has(status.state) || checkout.paidBy !== null;
}

/**
 * Records once which invoice pays the order: the first paid one whose price is at least the newest price, and whose money is
 * still here. Among several in one change, one that was paid before the deadline takes precedence.
 */
export function withPayingInvoice(checkout: CheckoutRecord): CheckoutRecord {
  if (checkout.paidBy !== null) return checkout;
  const paying = checkout.invoices.filter(
    (invoice): invoice is ExistingInvoice => isDisplayed(invoice) && canPay(invoice, checkout),
  );
  const first = paying.find(({ money }) => !money.isLate) ?? paying[0];
  if (!first) return checkout;
  return { ...checkout, paidBy: { sequence: first.sequence, position: first.movements.length } };
}

function canPay(invoice: ExistingInvoice, checkout: CheckoutRecord): boolean {
  if (!isPaid(invoice.money) || !coversOrderPrice(invoice, checkout)) return false;
  // The service may count slightly less than the amount as paid in full. Refunded money must not count.
  const { received, here } = totalsOf(invoice.movements);
  // The share of a low price may round down to 0.
  if (isZeroAmount(here)) return isZeroAmount(received);
  return compareAmounts(here, lowerOf(received, priceShare(invoice, checkout) ?? received)) >= 0;
}

/** Whether the invoice's price is at least the order's current price. */
export function coversOrderPrice(
  { price }: ExistingInvoice,
  { order }: Pick<CheckoutRecord, 'order'>,
): boolean {
  return price.currency === order.currency && compareAmounts(price.amount, order.amount) >= 0;
}

function toInvoiceLedger(invoice: ExistingInvoice, checkout: CheckoutRecord): InvoiceLedger {
  const { here, ...totals } = totalsOf(invoice.movements);
  const { received } = totals;
  const isOrderPaid = checkout.paidBy !== null;
  const paysOrder = checkout.paidBy?.sequence === invoice.sequence;
  const payable = paysOrder ? priceShare(invoice, checkout) : invoice.amount;
  const whole = (amount: string) => wholeUnits(amount, invoice.currency);
  const surplus = payable === null ? '0' : whole(excessOver(received, payable));
  const openReason = owedReasonOf(invoice, checkout, here);
  const unpaid = { applied: openReason === null ? here : '0', returned: '0' };
  const { applied: counted, returned } = isOrderPaid ? splitHere(invoice, checkout) : unpaid;
  const owed = whole(subtractAmounts(here, counted));
  const applied = subtractAmounts(here, owed);
  const refundable = whole(here);
  const paidReason = !paysOrder ? 'duplicate' : isZeroAmount(owed) ? null : 'surplus';
  // The service may report a payment without an amount, such as one that was confirmed manually.
  const hasMoney = invoice.money.level !== 'none' || !isZeroAmount(received);
  const reason = hasMoney ? (isOrderPaid ? paidReason : openReason) : null;
  const isAccepted = paysOrder && acceptance(invoice, checkout) !== null;
  const isReturned = isZeroAmount(whole(applied)) && !isZeroAmount(returned);
  const isLateUndecided =
    paysOrder && isLatePayment(invoice, checkout) && !isReturned && !isLateDecided(invoice, checkout);
  return {
    ...{ invoice, ...totals, paysOrder, reason, surplus, isLateUndecided },
    ...{ applied, owed, refundable, returned, isReturned },
    state: invoiceStateOf(invoice, { reason, surplus, isAccepted }),
    due: isAccepted || compareAmounts(here, received) < 0 ? '0' : dueOf(invoice),
    requestable: isLateUndecided ? refundable : owed,
  };
}

/**
 * Splits the money of an invoice of a paid order into applied and owed, by replaying its movements. Applied is the money here
 * when the invoice paid the order, up to the price, plus what staff have accepted since. Refunds take owed money first. Refunded
 * applied money no longer pays the order, and later money does not replace it.
 */
function splitHere(invoice: ExistingInvoice, checkout: CheckoutRecord) {
  const { movements } = invoice;
  // A payout may reserve again what it has released: see `withForgottenPayout`.
  const isReleased = (payout: string, position: number) =>
    movements.find((later) => later.position > position && 'payout' in later && later.payout === payout)
      ?.kind === 'released';
  const paidAt = paidPosition(invoice, checkout);
  let [here, returned] = ['0', '0'];
  // If the service reports no amount, the share is all money here when it reported the order as paid.
  const share = priceShare(invoice, checkout) ?? totalsOf(movements.slice(0, paidAt ?? 0)).here;
  // The maximum of the applied amount.
  let limit = paidAt === 0 ? share : '0';
  const give = (amount: string) => {
    // A fraction below the smallest unit of the coin stays applied.
    const unapplied = wholeUnits(excessOver(here, limit), invoice.currency);
    const fromApplied = lowerOf(limit, excessOver(amount, unapplied));
    limit = subtractAmounts(limit, fromApplied);
    returned = addAmounts(returned, fromApplied);
    here = subtractAmounts(here, amount);
  };
  for (const movement of movements) {
    const { kind, amount, position } = movement;
    if (kind === 'received') here = addAmounts(here, amount);
    else if (kind === 'dismissed' || (kind === 'reserved' && !isReleased(movement.payout, position)))
      give(amount);
    else if (kind === 'accepted' && movement.about === 'owed') limit = addAmounts(limit, amount);
    if (position === paidAt) limit = addAmounts(limit, share);
  }
  return { applied: lowerOf(here, limit), returned };
}

/** Returns the position of the movement with which the service reported the order as paid by this invoice, `null` if it did not. */
function paidPosition(invoice: ExistingInvoice, checkout: CheckoutRecord): number | null {
  const { paidBy } = checkout;
  if (paidBy?.sequence !== invoice.sequence || acceptance(invoice, checkout) !== null) return null;
  return paidBy.position;
}

/** Returns the movement with which staff accepted this invoice as the payment of the order, `null` if the service reported it as paid. */
function acceptance({ movements, sequence }: ExistingInvoice, { paidBy }: CheckoutRecord): Movement | null {
  const found = movements.find(
    ({ position }) => paidBy?.sequence === sequence && position === paidBy.position,
  );
  return found?.kind === 'accepted' && found.about === 'owed' ? found : null;
}

/** Whether the invoice paid the order late. After staff have accepted it as the payment, further money is not late. */
function isLatePayment(invoice: ExistingInvoice, checkout: CheckoutRecord): boolean {
  return invoice.money.isLate && acceptance(invoice, checkout) === null;
}

function isAcceptedPayment(invoice: ExistingInvoice, checkout: CheckoutRecord): boolean {
  const isLateAccepted = checkout.decisions.some(
    ({ about, decision, invoice: sequence }) =>
      about === 'late' && decision === 'accepted' && sequence === invoice.sequence,
  );
  return isLateAccepted || acceptance(invoice, checkout) !== null;
}

function isLateDecided({ sequence }: ExistingInvoice, { decisions }: CheckoutRecord): boolean {
  return decisions.some(({ about, invoice }) => about === 'late' && invoice === sequence);
}

/** Returns why money on this invoice is owed while the order is not paid, `null` if it counts toward the order. */
function owedReasonOf(invoice: ExistingInvoice, checkout: CheckoutRecord, here: string): OwedReason | null {
  const { money, movements } = invoice;
  if (!coversOrderPrice(invoice, checkout)) return 'price_changed';
  // If a paid invoice does not pay the order, `canPay` has refused it. In any other, refunded money is missing.
  const isIncomplete = isPaid(money) || compareAmounts(here, totalsOf(movements).received) < 0;
  if (money.isClosed || isLapsed(money, invoice.expiresAtMs) || isIncomplete) return 'underpaid';
  // Only a paid invoice pays the order: a part does not, even if it covers a price that has since fallen.
  const share = priceShare(invoice, checkout);
  if (share === null || invoice.amount === null) return null;
  const isFallen = compareAmounts(share, invoice.amount) < 0;
  return isFallen && compareAmounts(here, share) >= 0 ? 'price_changed' : null;
}

/**
 * Returns the part of the invoice's amount that covers the order's current price, which may have fallen since. Rounds
 * down, so that the difference is in the payer's favor.
 */
function priceShare({ amount, price, currency }: ExistingInvoice, { order }: CheckoutRecord): string | null {
  if (amount === null || compareAmounts(order.amount, price.amount) >= 0) return amount;
  const { decimals } = currencyOf(currency);
  return scaleAmount(amount, { by: order.amount, over: price.amount, decimals });
}

function dueOf({ money, amount, currency }: ExistingInvoice): string | null {
  if (isPaid(money)) return '0';
  if (amount === null) return null;
  if (money.level === 'none' && isZeroAmount(money.paid)) return amount;
  const missing = money.missing ?? excessOver(amount, money.paid);
  return exactDue(missing, currencyOf(currency).decimals, { amount, paid: money.paid });
}

/**
 * Returns the state of one invoice. `overpaid` follows from the surplus that we compute: the service may round in its own favor.
 */
function invoiceStateOf(
  invoice: ExistingInvoice,
  {
    reason,
    surplus,
    isAccepted,
  }: Pick<InvoiceLedger, 'reason' | 'surplus'> & { readonly isAccepted: boolean },
): DerivedState {
  const { money } = invoice;
  // An invoice with an older, lower price, or with refunded money, has not paid the order. The page shows it as an expired
  // partial payment.
  if (isPaid(money)) {
    if (reason === 'price_changed' || reason === 'underpaid') return 'expired';
    return isZeroAmount(surplus) ? 'paid' : 'overpaid';
  }
  if (money.level === 'partial' || (money.isClosed && !isZeroAmount(money.paid))) {
    // Request nothing more if the part covers the order's current price, was accepted, or was refunded.
    const isOver =
      money.isClosed ||
      isAccepted ||
      reason === 'underpaid' ||
      reason === 'price_changed' ||
      isLapsed(money, invoice.expiresAtMs);
    return isOver ? 'expired' : 'partial';
  }
  if (hasPayment(money)) return money.hasUnknownStatus ? 'processing' : 'detected';
  if (money.isClosed) return invoice.isCancelRequested ? 'canceled' : 'expired';
  return money.hasUnknownStatus ? 'processing' : 'awaiting';
}

/** Whether money was detected on an invoice, and not all of it was refunded. */
export function isFunded({ invoice, refundable, reserved, sent, dismissed }: InvoiceLedger): boolean {
  const isGivenBack =
    isZeroAmount(addAmounts(refundable, reserved)) && !isZeroAmount(addAmounts(sent, dismissed));
  return hasPayment(invoice.money) && !isGivenBack;
}

/**
 * Returns the status of the first of these invoices that exists: the one that pays the order, one with a payment, the one
 * selected last, the last one whose money was refunded. Money that was displayed stays displayed.
 */
function checkoutStatus(checkout: CheckoutRecord, invoices: readonly InvoiceLedger[]): CheckoutStatus {
  const [funded] = invoices
    .filter(isFunded)
    .toSorted((a, b) => b.invoice.sequence - a.invoice.sequence)
    .toSorted((a, b) => RANKS[b.state] - RANKS[a.state]);
  const selected = invoices.find(({ invoice }) => invoice.sequence === checkout.current);
  const current = findInvoice(checkout, checkout.current);
  const givenBack = current ? undefined : invoices.findLast(({ invoice }) => hasPayment(invoice.money));
  const displayed = invoices.find(({ paysOrder }) => paysOrder) ?? funded ?? selected ?? givenBack;
  if (displayed) return { state: displayed.state, invoice: displayed };
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

/** Limits on the missing amount for `withinTolerance`. Both apply. */
export interface Tolerance {
  /** Percentage of the invoice's amount, above 0 and up to 10. */
  readonly percent: number;
  /**
   * Maximum amount by price currency, exact decimal text, such as `{ EUR: '1.00' }`. Orders in other currencies have no
   * tolerance.
   */
  readonly atMost: Readonly<Record<string, string>>;
}

/**
 * Whether the missing amount is small enough to be a fee that an exchange has deducted. The shop decides whether it accepts the
 * payment.
 */
export function isWithinTolerance(
  { invoice, reason, received, due }: InvoiceLedger,
  { percent, atMost }: Tolerance,
): boolean {
  const { amount, price, currency } = invoice;
  // With an older price (`price_changed`), more is missing than the amount of this invoice shows.
  if (reason !== 'underpaid' || isZeroAmount(received) || amount === null) return false;
  const limit = Object.hasOwn(atMost, price.currency) ? atMost[price.currency] : undefined;
  if (limit === undefined || isZeroAmount(price.amount)) return false;
  const rest = excessOver(amount, received);
  // The service may calculate another amount due: the larger one counts.
  const missing = due !== null && compareAmounts(due, rest) > 0 ? due : rest;
  const { decimals } = currencyOf(currency);
  // Rounds the limits down.
  const isAllowed = (by: string, over: string) =>
    compareAmounts(missing, scaleAmount(amount, { by, over, decimals })) <= 0;
  if (!isAllowed(String(percent), '100')) return false;
  // Converts the limit at the invoice's rate. A limit of at least the price is not converted: the result could have more digits
  // than an amount may have.
  return compareAmounts(limit, price.amount) >= 0 || isAllowed(limit, price.amount);
}
