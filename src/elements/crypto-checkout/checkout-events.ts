import type { SessionProblem, SessionSnapshot } from '../../checkout/session.js';
import { checkoutIn } from '../../checkout/state.js';
import {
  CryptoCanceledEvent,
  CryptoErrorEvent,
  CryptoExpiredEvent,
  CryptoInvoiceCreatedEvent,
  CryptoOverpaidEvent,
  CryptoPaidEvent,
  CryptoPartialEvent,
  CryptoReadyEvent,
  CryptoStateChangeEvent,
} from '../../events/events.js';
import type { OrderDetail, PaymentDetail } from '../../events/events.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';

export type EventFactory = (from: Element) => Event;

/** Returns the events for the change from one snapshot to the next, in order. */
export function eventsBetween(before: SessionSnapshot, after: SessionSnapshot): readonly EventFactory[] {
  const problem = newProblem(before, after);
  const failed: readonly EventFactory[] = problem ? [(from) => new CryptoErrorEvent(from, problem)] : [];
  return [...checkoutEvents(checkoutIn(before), checkoutIn(after)), ...failed];
}

function checkoutEvents(before: Checkout | null, after: Checkout | null): readonly EventFactory[] {
  if (after === null || before === after) return [];
  const events: EventFactory[] = [];
  const order = orderDetail(after);
  if (before === null) events.push((from) => new CryptoReadyEvent(from, order));
  // Another invoice may be shown because it was paid.
  else if (after.invoice && after.invoice.id !== before.invoice?.id && after.state === 'awaiting') {
    const payment = paymentDetail(after, after.invoice);
    events.push((from) => new CryptoInvoiceCreatedEvent(from, payment));
  }
  if (before !== null && before.state !== after.state) {
    events.push((from) => new CryptoStateChangeEvent(from, { ...order, previous: before.state }));
  }
  const hasChanged = before?.state !== after.state || before.invoice?.paid !== after.invoice?.paid;
  return hasChanged ? [...events, ...stateEvents(after)] : events;
}

const PAYMENT_EVENTS = {
  paid: CryptoPaidEvent,
  overpaid: CryptoOverpaidEvent,
  partial: CryptoPartialEvent,
  expired: CryptoExpiredEvent,
} as const;

function isPaymentState(state: string): state is keyof typeof PAYMENT_EVENTS {
  return Object.hasOwn(PAYMENT_EVENTS, state);
}

function stateEvents(checkout: Checkout): readonly EventFactory[] {
  const { state, invoice } = checkout;
  if (state === 'canceled') return [(from) => new CryptoCanceledEvent(from, orderDetail(checkout))];
  if (!invoice || !isPaymentState(state)) return [];
  const detail = paymentDetail(checkout, invoice);
  return [(from) => new PAYMENT_EVENTS[state](from, detail)];
}

/** Returns the problem that this change brought; `null` for none, or for the same one. */
export function newProblem(before: SessionSnapshot, after: SessionSnapshot): SessionProblem | null {
  const problemOf = (snapshot: SessionSnapshot) => (snapshot.phase === 'loading' ? null : snapshot.problem);
  const problem = problemOf(after);
  return problem === problemOf(before) ? null : problem;
}

function orderDetail({ order, state }: Checkout): OrderDetail {
  return { orderId: order.id, state };
}

function paymentDetail(checkout: Checkout, invoice: CheckoutInvoice): PaymentDetail {
  const { id: invoiceId, currency, amount, paid, due, surplus } = invoice;
  const { late } = checkout;
  return { ...orderDetail(checkout), invoiceId, currency, amount, paid, due, surplus, late };
}
