import type {
  CheckoutEventInvoice,
  CheckoutReviewInvoice,
  CheckoutSettledEvent,
  InvoiceEventType,
  OrderEvent,
  PayoutEvent,
  RefundEvent,
} from '../../protocol/events.js';
import { addAmounts, isZeroAmount, subtractAmounts } from '../../payment/index.js';
import type { Actor } from './actor.js';
import { hasPayment } from './merge-status-reports.js';
import {
  paymentIdOf,
  findInvoice,
  type CheckoutRecord,
  type ExistingInvoice,
  type RefundRecord,
} from './record.js';
import { PAYOUT_EVENT_TYPES, type RefundEventType } from '../../protocol/event-types.js';
import type { PayoutRecord } from './payout.js';
import {
  ledgerOf,
  type CheckoutLedger,
  type CheckoutStatus,
  type InvoiceLedger,
  isWithinTolerance,
  type Tolerance,
} from './settlement.js';
import { refundAmount } from './refund.js';
import { serializeInvoice, serializeOrder, serializeSums } from './serialize-invoice.js';
import { iso } from '../base/time.js';
import { createHash } from 'node:crypto';

interface StatusChange {
  readonly type: InvoiceEventType;
  readonly ledger: InvoiceLedger;
}

/**
 * Returns the events for a change of a checkout: the difference between two ledgers. Reviews precede payment events, which they
 * may concern. The invoice that pays the order precedes the others, whose payments are owed because of it. Events about payouts:
 * `derivePayoutEvent`, about deposits: `deposit.ts`.
 */
export function deriveEvents(
  before: CheckoutRecord,
  after: CheckoutRecord,
  nowMs: number,
  tolerance?: Tolerance,
): readonly (OrderEvent | CheckoutSettledEvent | RefundEvent)[] {
  const [previous, current] = [ledgerOf(before), ledgerOf(after)];
  const paymentChanges = current.invoices.flatMap((ledger): readonly StatusChange[] => {
    const known = previous.invoices.find(({ invoice }) => invoice.sequence === ledger.invoice.sequence);
    // Decisions and payouts have their own events. But money that a payout releases may pay the order.
    if (known && isMovedByStaff(known, ledger) && !isPaidByRelease(known, ledger)) return [];
    const type = paymentEvent(known, ledger);
    return type ? [{ type, ledger }] : [];
  });
  const payingInvoiceFirst = paymentChanges.toSorted(
    (a, b) => Number(b.ledger.paysOrder) - Number(a.ledger.paysOrder),
  );
  const changes = [...payingInvoiceFirst, ...outcomeEvents(previous.status, current.status, paymentChanges)];
  const baseFor = (invoice: ExistingInvoice) => eventBase(invoice, after, current, nowMs);
  const isFulfillable = mayFulfill(after, current) && !mayFulfill(before, previous);
  return [
    ...newReviews(before, after).map(({ reason, invoice }) => ({
      ...baseFor(invoice),
      type: 'checkout.review_required' as const,
      reason,
      invoice: toReviewInvoice(invoice),
    })),
    ...changes.map(({ type, ledger }) => ({
      ...baseFor(ledger.invoice),
      type,
      fulfill: isFulfillable && FULFILLED.has(type) && ledger.paysOrder,
      ...(type === 'checkout.underpaid' &&
        tolerance &&
        isWithinTolerance(ledger, tolerance) && { withinTolerance: true as const }),
      invoice: toEventInvoice(ledger),
    })),
    ...after.decisions.slice(before.decisions.length).flatMap((decision) => {
      const invoice = findInvoice(after, decision.invoice);
      if (!invoice || invoice.stage === 'creating') return [];
      const ledger = current.invoices.find((one) => one.invoice.sequence === decision.invoice);
      const { about, decision: kind, amount, person, note } = decision;
      const { serviceId: invoiceId, currency } = invoice;
      return {
        ...baseFor(invoice),
        type: 'checkout.settled' as const,
        fulfill: isFulfillable && kind === 'accepted',
        invoice: ledger ? toEventInvoice(ledger) : null,
        decision: { kind, about, invoiceId, currency, amount, person, note },
      };
    }),
    ...refundChanges(before, after, current).map(({ type, refund, ledger }) => ({
      ...baseFor(ledger.invoice),
      type,
      invoice: toEventInvoice(ledger),
      refund: toEventRefund(refund, ledger.invoice),
    })),
  ];
}

/** The types that report a payment before the deadline. */
const FULFILLED: ReadonlySet<InvoiceEventType> = new Set(['checkout.paid', 'checkout.overpaid']);

/** Whether the shop may fulfill the order: it was paid before the deadline, or staff have accepted a late or partial payment. */
function mayFulfill({ paidBy }: CheckoutRecord, { late, isAccepted }: CheckoutLedger): boolean {
  return paidBy !== null && (!late || isAccepted);
}

/** Whether a decision or a payout has moved the invoice's money. Status reports and prices never change at the same time. */
function isMovedByStaff({ invoice: before }: InvoiceLedger, { invoice: after }: InvoiceLedger): boolean {
  const added = after.movements.slice(before.movements.length);
  return added.some(({ kind }) => kind !== 'received' && kind !== 'adjusted');
}

/** Whether the invoice pays the order because a payout has released its money. */
function isPaidByRelease(before: InvoiceLedger, { paysOrder, invoice }: InvoiceLedger): boolean {
  return paysOrder && !before.paysOrder && invoice.movements.at(-1)?.kind === 'released';
}

function refundChanges(before: CheckoutRecord, after: CheckoutRecord, { invoices }: CheckoutLedger) {
  if (before.refunds === after.refunds) return [];
  return after.refunds.flatMap((refund) => {
    const known = before.refunds.find(({ id }) => id === refund.id);
    const type = refundEventType(known, refund);
    const ledger = invoices.find(({ invoice }) => invoice.sequence === refund.invoice);
    return type === null || !ledger ? [] : [{ type, refund, ledger }];
  });
}

function refundEventType(known: RefundRecord | undefined, { state }: RefundRecord): RefundEventType | null {
  if (!known) return 'refund.requested';
  if (known.state === state) return null;
  if (state === 'sent') return 'refund.sent';
  if (state === 'declined') return 'refund.declined';
  if (known.payout) return state === 'requested' || state === 'replaced' ? 'refund.released' : null;
  return state === 'proposed' ? 'refund.reserved' : null;
}

function toEventRefund(refund: RefundRecord, invoice: ExistingInvoice): RefundEvent['refund'] {
  const { id, requestedBy, address, email, payout, reply } = refund;
  const { serviceId: invoiceId, currency } = invoice;
  const amount = refundAmount(refund, invoice);
  return {
    ...{ id, requestedBy, invoiceId, currency, amount, address, email },
    ...{ payout: payout?.id ?? null, reply },
  };
}

function newReviews(before: CheckoutRecord, after: CheckoutRecord) {
  return after.invoices.flatMap((invoice) => {
    if (invoice.stage === 'creating') return [];
    const known = findInvoice(before, invoice.sequence)?.reviewReasons ?? [];
    return invoice.reviewReasons
      .filter((reason) => !known.includes(reason))
      .map((reason) => ({ reason, invoice }));
  });
}

/** Returns the payment event of an invoice; `null` if there is none, or if it was already sent. */
function paymentEvent(previous: InvoiceLedger | undefined, ledger: InvoiceLedger): InvoiceEventType | null {
  const isSame = excessOf(ledger) === (previous ? excessOf(previous) : '0');
  const type = paymentType(ledger);
  // An owed amount counts toward the order again: the service has extended the deadline, or the shop has changed the price.
  if (type === null) return isSame ? null : 'checkout.partial';
  const known = previous && paymentType(previous);
  const isFurtherPart = ledger.received !== previous?.received;
  // Report an owed amount once, even if its reason changes.
  if (isOwing(type) && known && isOwing(known)) return isSame && !isFurtherPart ? null : type;
  // Only a refund or a decision changes the type of a payment that stays the same.
  if (known && isSame && ledger.received === previous?.received && previous.paysOrder) return null;
  return type === known && isSame && !isFurtherPart ? null : type;
}

/** Returns the total that has never paid the order. Refunds and decisions do not change it. */
function excessOf({ received, applied, returned }: InvoiceLedger): string {
  return subtractAmounts(received, addAmounts(applied, returned));
}

function paymentType(ledger: InvoiceLedger): InvoiceEventType | null {
  const { invoice, paysOrder, reason, isReturned, isLateUndecided } = ledger;
  if (paysOrder) {
    if (isLateUndecided) return 'checkout.paid_late';
    if (isZeroAmount(excessOf(ledger))) return 'checkout.paid';
    // Refunded money no longer pays the order, and later money does not replace it.
    return isReturned ? 'checkout.duplicate_payment' : 'checkout.overpaid';
  }
  if (reason === null) return invoice.money.level === 'partial' ? 'checkout.partial' : null;
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
  const { state, invoice: ledger } = current;
  if (!ledger) return [];
  const { sequence } = ledger.invoice;
  const isSame = previous.state === state && previous.invoice?.invoice.sequence === sequence;
  if (isSame || reported.some((change) => change.ledger.invoice.sequence === sequence)) return [];
  if (state === 'canceled') return [{ type: 'checkout.canceled', ledger }];
  return state === 'expired' && !hasPayment(ledger.invoice.money)
    ? [{ type: 'checkout.expired', ledger }]
    : [];
}

function eventBase(
  invoice: ExistingInvoice,
  checkout: CheckoutRecord,
  { status, late }: CheckoutLedger,
  nowMs: number,
) {
  return {
    id: newEventId(),
    createdAt: iso(nowMs),
    testMode: invoice.testMode,
    checkout: {
      id: checkout.id,
      paymentId: paymentIdOf(checkout.id),
      version: checkout.version,
      state: status.state,
      late,
    },
    order: serializeOrder(checkout),
  };
}

function toEventInvoice(ledger: InvoiceLedger): CheckoutEventInvoice {
  const { received, applied, owed, reserved, refunded, dismissed, due, surplus } = serializeSums(ledger);
  const invoice = serializeInvoice(ledger.invoice);
  return {
    ...toReviewInvoice(ledger.invoice),
    amount: invoice.amount,
    ...{ received, applied, owed, reserved, refunded, dismissed, due, surplus },
    createdAt: invoice.createdAt,
    expiresAt: invoice.expiresAt,
    finishedAt: invoice.finishedAt,
    transactions: invoice.transactions,
    unconfirmed: invoice.unconfirmed,
  };
}

function toReviewInvoice(invoice: ExistingInvoice): CheckoutReviewInvoice {
  const { id, orderId, currency, caip2, caip19, displayedAddress, price } = serializeInvoice(invoice);
  return { id, orderId, currency, caip2, caip19, address: displayedAddress, price };
}

/** Returns the event for a change of a payout's state; `null` if the state is the same, or has no event. */
export function derivePayoutEvent(
  before: PayoutRecord | null,
  after: PayoutRecord,
  { nowMs, testMode }: Pick<Actor, 'nowMs' | 'testMode'>,
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

/** Returns a new event id. A redelivery keeps the id of its event. */
export function newEventId(): string {
  return `evt_${crypto.randomUUID()}`;
}

/**
 * Returns the event id of a subject, such as a deposit. Every process and release must return the same id: the shop then handles
 * a repeated event once. Never change the format of a subject.
 */
export function eventIdOf(subject: string): string {
  return `evt_${createHash('sha256').update(subject).digest('base64url')}`;
}
