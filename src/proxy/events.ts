import type { CurrencyCode } from '../payment/index.js';
import type { CheckoutState } from '../protocol/index.js';
import type { Money } from './merge.js';
import { isMoneySeen, isPaid } from './merge.js';
import type { CheckoutRecord, ShownInvoice } from './record.js';
import { balanceOf, covers, standingOf } from './state.js';
import { iso, isoOrNull } from './view.js';

/**
 * What has happened to an order.
 *
 * - `paid`, `overpaid`: deliver · `paid_late`: the whole sum came after the service had closed the invoice: the shop
 *   decides
 * - `partial`: a part came, the deadline has not passed · `expired_partial`: the deadline passed on a part
 * - `expired`, `canceled`: nothing came on this invoice. Never cancel an order for it: it may be paid otherwise, or later
 * - `second_payment`: the order was paid already, and money came on another of its addresses
 */
export type CheckoutEventType =
  | 'checkout.paid'
  | 'checkout.overpaid'
  | 'checkout.partial'
  | 'checkout.paid_late'
  | 'checkout.expired'
  | 'checkout.expired_partial'
  | 'checkout.canceled'
  | 'checkout.second_payment';

/** The invoice that an event is about. Amounts are exact decimal text in its coin, times ISO 8601 in UTC. */
export interface CheckoutEventInvoice {
  readonly id: string;
  /** The `order_id` under which the service knows it. */
  readonly orderId: string;
  readonly currency: CurrencyCode;
  readonly address: string;
  /** What the order cost when this invoice was made, in the shop's currency. */
  readonly price: { readonly amount: string; readonly currency: string };
  readonly amount: string;
  readonly paid: string;
  readonly due: string;
  readonly surplus: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly finishedAt: string | null;
  readonly transactions: readonly string[];
}

/** What the shop is told, at least once and in order per checkout. The same event always has the same `id`. */
export interface CheckoutEvent {
  readonly id: string;
  readonly type: CheckoutEventType;
  readonly createdAt: string;
  readonly testMode: boolean;
  readonly checkout: { readonly id: string; readonly state: CheckoutState; readonly late: boolean };
  readonly order: { readonly id: string; readonly amount: string; readonly currency: string };
  readonly invoice: CheckoutEventInvoice;
}

interface Happening {
  readonly type: CheckoutEventType;
  readonly invoice: ShownInvoice;
}

/** Fixes which invoice paid the order, if one has. */
export function withPayer(checkout: CheckoutRecord): CheckoutRecord {
  if (checkout.paidBy !== null) return checkout;
  const payer = checkout.invoices.find(
    (invoice) => invoice.stage === 'shown' && isPaid(invoice.money) && covers(invoice, checkout),
  );
  return payer ? { ...checkout, paidBy: payer.sequence } : checkout;
}

/** What the shop has to be told of a change, oldest first. */
export function eventsOf(
  before: CheckoutRecord,
  after: CheckoutRecord,
  nowMs: number,
): readonly CheckoutEvent[] {
  const byMoney = after.invoices.flatMap((invoice): readonly Happening[] => {
    if (invoice.stage !== 'shown') return [];
    const former = before.invoices.find(({ sequence }) => sequence === invoice.sequence);
    const type = moneyEvent(former?.money, invoice, after);
    return type ? [{ type, invoice }] : [];
  });
  const happenings = [...byMoney, ...endings(before, after, byMoney)];
  return happenings.map((happening) => toEvent(happening, after, nowMs));
}

function moneyEvent(
  former: Money | undefined,
  invoice: ShownInvoice,
  checkout: CheckoutRecord,
): CheckoutEventType | null {
  const { money } = invoice;
  const isMore = money.settled !== former?.settled || (money.paid !== former.paid && !isPaid(money));
  if (money.settled === 'none' || !isMore) return null;
  if (checkout.paidBy !== null && checkout.paidBy !== invoice.sequence) return 'checkout.second_payment';
  if (checkout.paidBy === null) {
    return isPaid(money) || money.isClosed || money.isLapsed
      ? 'checkout.expired_partial'
      : 'checkout.partial';
  }
  if (money.settled === 'overpaid') return 'checkout.overpaid';
  return money.isLate ? 'checkout.paid_late' : 'checkout.paid';
}

/** The end of an invoice without the money, where the payer sees it. */
function endings(
  before: CheckoutRecord,
  after: CheckoutRecord,
  told: readonly Happening[],
): readonly Happening[] {
  const { state, invoice } = standingOf(after);
  const former = standingOf(before);
  const isSame = former.state === state && former.invoice?.sequence === invoice?.sequence;
  if (!invoice || isSame || told.some((happening) => happening.invoice.sequence === invoice.sequence))
    return [];
  if (state === 'canceled') return [{ type: 'checkout.canceled', invoice }];
  if (state !== 'expired') return [];
  const type = isMoneySeen(invoice.money) ? 'checkout.expired_partial' : 'checkout.expired';
  return [{ type, invoice }];
}

function toEvent({ type, invoice }: Happening, checkout: CheckoutRecord, nowMs: number): CheckoutEvent {
  const { state, late } = standingOf(checkout);
  const { id, amount, currency } = checkout.order;
  return {
    id: `evt_${crypto.randomUUID()}`,
    type,
    createdAt: iso(nowMs),
    testMode: invoice.testMode,
    checkout: { id: checkout.id, state, late },
    order: { id, amount, currency },
    invoice: toEventInvoice(invoice),
  };
}

function toEventInvoice(invoice: ShownInvoice): CheckoutEventInvoice {
  const { money } = invoice;
  return {
    id: invoice.serviceId,
    orderId: invoice.orderId,
    currency: invoice.currency,
    address: invoice.address,
    price: { amount: invoice.price.amount, currency: invoice.price.currency },
    amount: invoice.amount,
    paid: money.paid,
    ...balanceOf(invoice),
    createdAt: iso(invoice.createdAtMs),
    expiresAt: isoOrNull(invoice.expiresAtMs),
    finishedAt: isoOrNull(money.finishedAtMs),
    transactions: money.transactions,
  };
}
