import type {
  CheckoutEventInvoice,
  CheckoutReviewInvoice,
  CheckoutSettledEvent,
  InvoiceEventType,
  OrderEvent,
  PayoutEvent,
  RefundEvent,
} from './event.js';
import { caipIds, isZeroAmount } from '../../payment/index.js';
import { hasPayment } from './payment-status.js';
import { newEventId } from './event-id.js';
import { PAYOUT_EVENT_TYPES, type RefundEventType } from './event-types.js';
import {
  findInvoice,
  displayableAddress,
  type CheckoutRecord,
  type ExistingInvoice,
  type RefundRecord,
} from './record.js';
import type { PayoutRecord } from './payout.js';
import {
  isOverpaid,
  settlementOf,
  type InvoiceSettlement,
  type Settlement,
  type CheckoutStatus,
} from './settlement.js';
import { iso, isoOrNull } from '../base/time.js';
import { isWithinTolerance, type Tolerance } from './tolerance.js';

interface StatusChange {
  readonly type: InvoiceEventType;
  readonly settled: InvoiceSettlement;
}

/**
 * Returns the events of a checkout for a change: the difference between two settlements. Reviews come before payment
 * events, which they may concern. The invoice that pays the order comes before the others, whose payments are owed
 * because of it. Events about payouts: `derivePayoutEvent`, about deposits: `deposit.ts`.
 */
export function deriveEvents(
  before: CheckoutRecord,
  after: CheckoutRecord,
  nowMs: number,
  tolerance?: Tolerance,
): readonly (OrderEvent | CheckoutSettledEvent | RefundEvent)[] {
  const [previous, current] = [settlementOf(before), settlementOf(after)];
  const paymentChanges = current.invoices.flatMap((settled): readonly StatusChange[] => {
    const known = previous.invoices.find(({ invoice }) => invoice.sequence === settled.invoice.sequence);
    const type = paymentEvent(known, settled);
    return type ? [{ type, settled }] : [];
  });
  const payingInvoiceFirst = paymentChanges.toSorted(
    (a, b) => Number(b.settled.paysOrder) - Number(a.settled.paysOrder),
  );
  const changes = [...payingInvoiceFirst, ...outcomeEvents(previous.status, current.status, paymentChanges)];
  const baseFor = (invoice: ExistingInvoice) => eventBase(invoice, after, current, nowMs);
  return [
    ...newReviews(before, after).map(({ reason, invoice }) => ({
      ...baseFor(invoice),
      type: 'checkout.review_required' as const,
      reason,
      invoice: toReviewInvoice(invoice),
    })),
    ...changes.map(({ type, settled }) => ({
      ...baseFor(settled.invoice),
      type,
      ...(type === 'checkout.underpaid' &&
        tolerance &&
        isWithinTolerance(settled, tolerance) && { withinTolerance: true as const }),
      invoice: toEventInvoice(settled),
    })),
    ...after.decisions.slice(before.decisions.length).flatMap((decision) => {
      const invoice = findInvoice(after, decision.invoice);
      if (!invoice || invoice.stage === 'intended') return [];
      const { about, decision: kind, amount, person, note } = decision;
      const { serviceId: invoiceId, currency } = invoice;
      return {
        ...baseFor(invoice),
        type: 'checkout.settled' as const,
        decision: { kind, about, invoiceId, currency, amount, person, note },
      };
    }),
    ...refundChanges(before, after).map(({ type, refund, invoice }) => ({
      ...baseFor(invoice),
      type,
      refund: toEventRefund(refund, invoice),
    })),
  ];
}

function refundChanges(before: CheckoutRecord, after: CheckoutRecord) {
  if (before.refunds === after.refunds) return [];
  return after.refunds.flatMap((refund) => {
    const known = before.refunds.find(({ id }) => id === refund.id);
    const type = refundEventType(known, refund);
    const invoice = findInvoice(after, refund.invoice);
    return type === null || !invoice || invoice.stage === 'intended' ? [] : [{ type, refund, invoice }];
  });
}

function refundEventType(known: RefundRecord | undefined, { state }: RefundRecord): RefundEventType | null {
  if (!known) return 'refund.requested';
  if (known.state === state) return null;
  if (state === 'sent') return 'refund.sent';
  return state === 'declined' ? 'refund.declined' : null;
}

function toEventRefund(
  { id, by, amount, address, email, payout, reply }: RefundRecord,
  { serviceId: invoiceId, currency }: ExistingInvoice,
): RefundEvent['refund'] {
  return {
    ...{ id, by, invoiceId, currency, amount: payout?.amount ?? amount, address, email },
    ...{ payout: payout?.id ?? null, reply },
  };
}

function newReviews(before: CheckoutRecord, after: CheckoutRecord) {
  return after.invoices.flatMap((invoice) => {
    if (invoice.stage === 'intended') return [];
    const known = findInvoice(before, invoice.sequence)?.reviewReasons ?? [];
    return invoice.reviewReasons
      .filter((reason) => !known.includes(reason))
      .map((reason) => ({ reason, invoice }));
  });
}

/** Returns the payment event of an invoice, `null` if there is none or it was sent before. */
function paymentEvent(
  previous: InvoiceSettlement | undefined,
  settled: InvoiceSettlement,
): InvoiceEventType | null {
  const isSame = settled.unapplied === (previous?.unapplied ?? '0');
  const type = paymentType(settled);
  // An owed amount counts toward the order again: the service has extended the deadline, or the shop has changed the price.
  if (type === null) return isSame ? null : 'checkout.partial';
  const known = previous && paymentType(previous);
  // Report an owed amount once, even if its reason changes.
  if (isOwing(type) && known && isOwing(known)) return isSame ? null : type;
  const isFurtherPart = type === 'checkout.partial' && settled.received !== previous?.received;
  return type === known && isSame && !isFurtherPart ? null : type;
}

function paymentType({ invoice, paysOrder, reason, unapplied }: InvoiceSettlement): InvoiceEventType | null {
  const { level, isLate } = invoice.money;
  if (paysOrder) {
    if (isLate) return 'checkout.paid_late';
    return isOverpaid(invoice.money, reason) ? 'checkout.overpaid' : 'checkout.paid';
  }
  if (reason === null) return level === 'partial' ? 'checkout.partial' : null;
  // The service may report a payment without an amount, such as one that was confirmed manually.
  if (level === 'none' && isZeroAmount(unapplied)) return null;
  return reason === 'duplicate' ? 'checkout.duplicate_payment' : 'checkout.underpaid';
}

function isOwing(type: InvoiceEventType): boolean {
  return type === 'checkout.duplicate_payment' || type === 'checkout.underpaid';
}

/** Returns the final event of a displayed invoice without a payment. */
function outcomeEvents(
  previous: CheckoutStatus,
  current: CheckoutStatus,
  reported: readonly StatusChange[],
): readonly StatusChange[] {
  const { state, invoice: settled } = current;
  if (!settled) return [];
  const { sequence } = settled.invoice;
  const isSame = previous.state === state && previous.invoice?.invoice.sequence === sequence;
  if (isSame || reported.some((change) => change.settled.invoice.sequence === sequence)) return [];
  if (state === 'canceled') return [{ type: 'checkout.canceled', settled }];
  return state === 'expired' && !hasPayment(settled.invoice.money)
    ? [{ type: 'checkout.expired', settled }]
    : [];
}

function eventBase(
  invoice: ExistingInvoice,
  checkout: CheckoutRecord,
  { status, late }: Settlement,
  nowMs: number,
) {
  const { id, amount, currency } = checkout.order;
  return {
    id: newEventId(),
    createdAt: iso(nowMs),
    testMode: invoice.testMode,
    checkout: { id: checkout.id, version: checkout.version, state: status.state, late },
    order: { id, amount, currency },
  };
}

function toEventInvoice(settled: InvoiceSettlement): CheckoutEventInvoice {
  const { invoice, received, applied, unapplied, due, surplus } = settled;
  return {
    ...toReviewInvoice(invoice),
    amount: invoice.amount,
    paid: received,
    ...{ applied, unapplied, due, surplus },
    createdAt: iso(invoice.createdAtMs),
    expiresAt: isoOrNull(invoice.expiresAtMs),
    finishedAt: isoOrNull(invoice.money.finishedAtMs),
    transactions: invoice.money.transactions,
  };
}

function toReviewInvoice(invoice: ExistingInvoice): CheckoutReviewInvoice {
  const { serviceId: id, orderId, currency, price } = invoice;
  const address = displayableAddress(invoice);
  const ids = { id, orderId, currency, ...caipIds(currency) };
  return { ...ids, address, price: { amount: price.amount, currency: price.currency } };
}

/** Returns the event of a payout for a change of its state; `null` if the state is the same, or has no event. */
export function derivePayoutEvent(
  before: PayoutRecord | null,
  after: PayoutRecord,
  { nowMs, testMode }: { readonly nowMs: number; readonly testMode: boolean },
): PayoutEvent | null {
  const type = PAYOUT_EVENT_TYPES.find((name) => name === `payout.${after.state}`);
  if (type === undefined || before?.state === after.state) return null;
  const { id, currency, address, amount, purpose, refund, proposedBy, approvedBy } = after;
  const { refusal, serviceId, sentAmount } = after;
  return {
    ...{ id: newEventId(), createdAt: iso(nowMs), testMode, type },
    payout: {
      ...{ id, currency, address, amount, purpose, refund, proposedBy, approvedBy },
      ...{ refusal, serviceId, sentAmount },
    },
  };
}
