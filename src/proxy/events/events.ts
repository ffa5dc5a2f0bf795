import type {
  AlarmReason,
  CheckoutAlarmInvoice,
  OrderEvent,
  CheckoutEventInvoice,
  InvoiceEventType,
} from './event.js';
import type { Money } from '../checkouts/merge.js';
import { isMoneySeen, isPaid } from '../checkouts/merge.js';
import type { CheckoutRecord, MadeInvoice, ShownInvoice } from '../checkouts/record.js';
import { findInvoice, tellableAddress } from '../checkouts/record.js';
import { balanceOf, covers, standingOf } from '../checkouts/state.js';
import { iso, isoOrNull } from '../http/view.js';

interface Happening {
  readonly type: InvoiceEventType;
  readonly invoice: ShownInvoice;
}

interface Alarm {
  readonly reason: AlarmReason;
  readonly invoice: MadeInvoice | ShownInvoice;
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
): readonly OrderEvent[] {
  const byMoney = after.invoices.flatMap((invoice): readonly Happening[] => {
    if (invoice.stage !== 'shown') return [];
    const type = moneyEvent(findInvoice(before, invoice.sequence)?.money, invoice, after);
    return type ? [{ type, invoice }] : [];
  });
  const happenings = [...byMoney, ...endings(before, after, byMoney)];
  return [
    ...happenings.map(({ type, invoice }) => ({
      ...about(invoice, after, nowMs),
      type,
      invoice: toEventInvoice(invoice),
    })),
    ...alarms(before, after).map(({ reason, invoice }) => ({
      ...about(invoice, after, nowMs),
      type: 'checkout.alarm' as const,
      reason,
      invoice: toAlarmInvoice(invoice),
    })),
  ];
}

function alarms(before: CheckoutRecord, after: CheckoutRecord): readonly Alarm[] {
  return after.invoices.flatMap((invoice) => {
    if (invoice.stage === 'intended') return [];
    const known = findInvoice(before, invoice.sequence)?.alarms ?? [];
    return invoice.alarms.filter((reason) => !known.includes(reason)).map((reason) => ({ reason, invoice }));
  });
}

function moneyEvent(
  former: Money | undefined,
  invoice: ShownInvoice,
  checkout: CheckoutRecord,
): InvoiceEventType | null {
  const { money } = invoice;
  // A sum that is `paid` is whole, whatever digit changes; of too much, every bit is to be settled.
  const isMore =
    money.settled !== former?.settled || (money.paid !== former.paid && money.settled !== 'paid');
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

/** What every event says. */
function about(invoice: Alarm['invoice'], checkout: CheckoutRecord, nowMs: number) {
  const { state, late } = standingOf(checkout);
  const { id, amount, currency } = checkout.order;
  return {
    id: `evt_${crypto.randomUUID()}`,
    createdAt: iso(nowMs),
    testMode: invoice.testMode,
    checkout: { id: checkout.id, version: checkout.version, state, late },
    order: { id, amount, currency },
  };
}

function toEventInvoice(invoice: ShownInvoice): CheckoutEventInvoice {
  const { money } = invoice;
  return {
    id: invoice.serviceId,
    orderId: invoice.orderId,
    currency: invoice.currency,
    address: tellableAddress(invoice),
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

function toAlarmInvoice(invoice: Alarm['invoice']): CheckoutAlarmInvoice {
  const { serviceId: id, orderId, currency, price } = invoice;
  const address = tellableAddress(invoice);
  return { id, orderId, currency, price: { amount: price.amount, currency: price.currency }, address };
}
