import type {
  AlarmReason,
  CheckoutAlarmInvoice,
  OrderEvent,
  CheckoutEventInvoice,
  InvoiceEventType,
} from './event.js';
import { isZeroAmount } from '../../payment/index.js';
import { hasPayment } from './payment-status.js';
import type { CheckoutRecord, CreatedInvoiceRecord, DisplayedInvoice } from './record.js';
import { findInvoice, displayableAddress } from './record.js';
import type { InvoiceSettlement, Settlement, CheckoutStatus } from './settlement.js';
import { settlementOf } from './settlement.js';
import { iso, isoOrNull } from './serialize-checkout.js';

interface StatusChange {
  readonly type: InvoiceEventType;
  readonly settled: InvoiceSettlement;
}

interface Alarm {
  readonly reason: AlarmReason;
  readonly invoice: CreatedInvoiceRecord | DisplayedInvoice;
}

/**
 * What the shop has to be told of a change: the difference between two settlements. An alarm goes before the money, which
 * it may be about, and the invoice that pays the order before the others, which are owed because of it.
 */
export function deriveEvents(
  before: CheckoutRecord,
  after: CheckoutRecord,
  nowMs: number,
): readonly OrderEvent[] {
  const [former, now] = [settlementOf(before), settlementOf(after)];
  const byMoney = now.invoices.flatMap((settled): readonly StatusChange[] => {
    const known = former.invoices.find(({ invoice }) => invoice.sequence === settled.invoice.sequence);
    const type = moneyEvent(known, settled);
    return type ? [{ type, settled }] : [];
  });
  const payerFirst = byMoney.toSorted((a, b) => Number(b.settled.isPayer) - Number(a.settled.isPayer));
  const happenings = [...payerFirst, ...outcomeEvents(former.standing, now.standing, byMoney)];
  const about = (invoice: Alarm['invoice']) => aboutCheckout(invoice, after, now, nowMs);
  return [
    ...alarms(before, after).map(({ reason, invoice }) => ({
      ...about(invoice),
      type: 'checkout.alarm' as const,
      reason,
      invoice: toAlarmInvoice(invoice),
    })),
    ...happenings.map(({ type, settled }) => ({
      ...about(settled.invoice),
      type,
      invoice: toEventInvoice(settled),
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

/** What there is to say about the money of an invoice; `null` for nothing, or for what has been said. */
function moneyEvent(
  former: InvoiceSettlement | undefined,
  settled: InvoiceSettlement,
): InvoiceEventType | null {
  const isSame = settled.unapplied === (former?.unapplied ?? '0');
  const type = moneyType(settled);
  // What was owed counts toward the order again: the service has moved the deadline, or the shop the price.
  if (type === null) return isSame ? null : 'checkout.partial';
  const known = former && moneyType(former);
  // An amount that is owed is told once, whatever it is called meanwhile.
  if (isOwing(type) && known && isOwing(known)) return isSame ? null : type;
  const isFurtherPart = type === 'checkout.partial' && settled.received !== former?.received;
  return type === known && isSame && !isFurtherPart ? null : type;
}

function moneyType({ invoice, isPayer, reason, unapplied }: InvoiceSettlement): InvoiceEventType | null {
  const { settled, isLate } = invoice.money;
  if (isPayer) {
    if (isLate) return 'checkout.paid_late';
    return reason === 'surplus' || settled === 'overpaid' ? 'checkout.overpaid' : 'checkout.paid';
  }
  if (reason === null) return settled === 'partial' ? 'checkout.partial' : null;
  // The service may speak of a payment without an amount, such as one that a person has confirmed there.
  if (settled === 'none' && isZeroAmount(unapplied)) return null;
  return reason === 'duplicate' ? 'checkout.second_payment' : 'checkout.expired_partial';
}

function isOwing(type: InvoiceEventType): boolean {
  return type === 'checkout.second_payment' || type === 'checkout.expired_partial';
}

/** The end of an invoice without money, where the payer sees it. */
function outcomeEvents(
  former: CheckoutStatus,
  now: CheckoutStatus,
  told: readonly StatusChange[],
): readonly StatusChange[] {
  const { state, invoice: settled } = now;
  if (!settled) return [];
  const { sequence } = settled.invoice;
  const isSame = former.state === state && former.invoice?.invoice.sequence === sequence;
  if (isSame || told.some((happening) => happening.settled.invoice.sequence === sequence)) return [];
  if (state === 'canceled') return [{ type: 'checkout.canceled', settled }];
  return state === 'expired' && !hasPayment(settled.invoice.money)
    ? [{ type: 'checkout.expired', settled }]
    : [];
}

/** What every event says. */
function aboutCheckout(
  invoice: Alarm['invoice'],
  checkout: CheckoutRecord,
  { standing, late }: Settlement,
  nowMs: number,
) {
  const { id, amount, currency } = checkout.order;
  return {
    id: `evt_${crypto.randomUUID()}`,
    createdAt: iso(nowMs),
    testMode: invoice.testMode,
    checkout: { id: checkout.id, version: checkout.version, state: standing.state, late },
    order: { id, amount, currency },
  };
}

function toEventInvoice(settled: InvoiceSettlement): CheckoutEventInvoice {
  const { invoice, received, applied, unapplied, due, surplus } = settled;
  return {
    id: invoice.serviceId,
    orderId: invoice.orderId,
    currency: invoice.currency,
    address: displayableAddress(invoice),
    price: { amount: invoice.price.amount, currency: invoice.price.currency },
    amount: invoice.amount,
    paid: received,
    ...{ applied, unapplied, due, surplus },
    createdAt: iso(invoice.createdAtMs),
    expiresAt: isoOrNull(invoice.expiresAtMs),
    finishedAt: isoOrNull(invoice.money.finishedAtMs),
    transactions: invoice.money.transactions,
  };
}

function toAlarmInvoice(invoice: Alarm['invoice']): CheckoutAlarmInvoice {
  const { serviceId: id, orderId, currency, price } = invoice;
  const address = displayableAddress(invoice);
  return { id, orderId, currency, price: { amount: price.amount, currency: price.currency }, address };
}
