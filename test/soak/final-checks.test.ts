// An invariant that cannot fail checks nothing: each is violated here once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import type {
  CheckoutReviewEvent,
  ReviewReason,
  CheckoutInvoiceEvent,
  DepositReceivedEvent,
} from '../../src/proxy/webhooks.js';
import { exampleEvent } from '../proxy/webhook-receiver.js';
import { createHarness } from '../proxy/fake-service.js';
import { lastingContradiction } from './contradictions.js';
import { depositFaults } from './deposits.js';
import { checkFinishedOrder } from './final-checks.js';
import type { FinishedOrder } from './final-checks.js';
import type { Invariant } from './invariants.js';
import type { FinalInvoice } from './sandbox.js';
import { observeEvent, observePage, recordSent } from './page-observations.js';
import { OrderHistories } from './order-history.js';
import { caipIds } from '../../src/payment/index.js';

const ID = 'INV-00000001';
const START_MS = Date.UTC(2026, 0, 1);
const iso = (afterS: number) => new Date(START_MS + afterS * 1000).toISOString();

const PAYMENT = { currency: 'BTC', address: 'bc1q', amountToPay: '1', amountPaid: '1', pending: '0' };
const booked: FinalInvoice = {
  ...{
    uuid: ID,
    orderId: 'A-1',
    status: 'paid',
    fiatAmount: '49.00',
    finishedAt: iso(60),
    createdAt: iso(0),
    expiresAt: iso(1800),
  },
  payment: PAYMENT,
  steps: [],
};
/** Seen before the deadline or after it, and confirmed then. */
const confirmedLate = (seenAt: string): FinalInvoice => ({
  ...{ ...booked, finishedAt: iso(1900) },
  steps: [
    { at: seenAt, status: 'created', transaction: 'tx-1' },
    { at: iso(1900), status: 'paid', transaction: 'tx-1' },
  ],
});
const unpaid: FinalInvoice = {
  ...{ ...booked, uuid: 'INV-00000002', status: 'canceled', finishedAt: null, createdAt: iso(30), steps: [] },
  payment: { ...PAYMENT, currency: 'LTC', amountPaid: '0' },
};

const paidInFull = {
  id: ID,
  amount: '1',
  received: '1',
  applied: '1',
  owed: '0',
  reserved: '0',
  refunded: '0',
  dismissed: '0',
};

/** Returns an order with one known invoice: paid, delivered to the shop, and displayed. */
async function ended(
  t: Parameters<typeof createHarness>[0],
): Promise<FinishedOrder & { readonly histories: OrderHistories }> {
  const harness = await createHarness(t);
  const { checkoutId, invoiceId } = await harness.order('A-1');
  assert.equal(invoiceId, ID);
  const record = await harness.record(checkoutId);
  const histories = new OrderHistories(() => START_MS);
  const history = histories.begin('A-1');
  history.latest = { ...harness.parts.serialize(record), ...displayed('paid', '1') };
  deliver(history, { ...exampleEvent, invoice: { ...exampleEvent.invoice, ...paidInFull } });
  return { history, booked: [booked], record, clockErrors: [], leaps: [], histories };
}

function displayed(state: Checkout['state'], paid: string): Pick<Checkout, 'state' | 'invoice'> {
  const { transactions, price: _, orderId: __, finishedAt: ___, ...rest } = exampleEvent.invoice;
  const more = { fee: null, feePaidBy: null, monitoredUntil: null, hostedPage: null };
  return { state, invoice: { ...rest, ...more, transactions, id: ID, amount: '1', paid } };
}

function deliver({ events }: FinishedOrder['history'], event: CheckoutInvoiceEvent): void {
  events.set(event.id, { event, body: '' });
}

function deliveredEvent({ history }: FinishedOrder): CheckoutInvoiceEvent {
  const [event] = [...history.events.values()].map(({ event: reported }) => reported);
  assert.ok(event?.type === 'checkout.paid');
  return event;
}

function deliverReview({ events }: FinishedOrder['history'], id: string, reason: ReviewReason): void {
  const review: CheckoutReviewEvent = {
    ...{ id: 'evt_9', type: 'checkout.review_required', reason, createdAt: exampleEvent.createdAt },
    ...{ order: exampleEvent.order, checkout: exampleEvent.checkout, testMode: true },
    invoice: {
      ...{ id, orderId: 'A-1', currency: 'LTC', ...caipIds('LTC') },
      ...{ price: exampleEvent.invoice.price, address: null },
    },
  };
  events.set(review.id, { event: review, body: '' });
}

function violationsOf(end: FinishedOrder): readonly Invariant[] {
  const violated = new Set<Invariant>();
  checkFinishedOrder(end, (invariant) => violated.add(invariant));
  return [...violated];
}

describe('the final checks of an order', () => {
  it('pass when it is paid, delivered to the shop and displayed', async (t) => {
    assert.deepEqual(violationsOf(await ended(t)), []);
  });

  it('fail when an invoice belongs to no checkout', async (t) => {
    const end = await ended(t);
    assert.deepEqual(violationsOf({ ...end, booked: [booked, unpaid] }), ['known']);
  });

  it('fail when one currency has two invoices, the first of which was displayed', async (t) => {
    const end = await ended(t);
    const first = { ...unpaid, uuid: 'INV-00000003', createdAt: iso(-300), payment: booked.payment };
    const rival = { ...first, payment: { ...PAYMENT, amountPaid: '0' } };
    end.history.shown.set(rival.uuid, {
      address: 'bc1q',
      amount: '1',
      paid: '0',
      firstSeenMs: START_MS - 200_000,
    });
    assert.ok(
      violationsOf({ ...end, booked: [{ ...rival, finishedAt: null }, booked] }).includes('one live'),
    );
  });

  it('pass when the first of two was in review, and is displayed only after the second was created', async (t) => {
    const end = await ended(t);
    const first = { ...unpaid, uuid: 'INV-00000003', createdAt: iso(-3), payment: booked.payment };
    const isViolated = () => violationsOf({ ...end, booked: [first, booked] }).includes('one live');
    deliverReview(end.history, first.uuid, 'currency_mismatch');
    const page = { address: 'bc1q', amount: '1', paid: '0' };
    end.history.shown.set(first.uuid, { ...page, firstSeenMs: START_MS + 1000 });
    assert.ok(!isViolated());
    end.history.shown.set(first.uuid, { ...page, firstSeenMs: START_MS - 1000 });
    assert.ok(isViolated(), 'displayed before');
    end.history.shown.clear();
    end.history.events.clear();
    assert.ok(isViolated(), 'no review');
  });

  it('pass when the second of two was created soon after a clock was hours wrong', async (t) => {
    const end = await ended(t);
    const first = { ...unpaid, uuid: 'INV-00000003', createdAt: iso(-300), payment: booked.payment };
    const atMs = Date.parse(booked.createdAt);
    const isViolated = (minutes: number) => {
      const clockErrors = [[atMs - 60 * 60_000, atMs - minutes * 60_000]] as const;
      return violationsOf({ ...end, booked: [first, booked], clockErrors }).includes('one live');
    };
    end.history.shown.set(first.uuid, {
      address: 'bc1q',
      amount: '1',
      paid: '0',
      firstSeenMs: atMs - 60_000,
    });
    assert.deepEqual([isViolated(4), isViolated(6)], [false, true]);
  });

  it('pass when the first of two has a former price', async (t) => {
    const end = await ended(t);
    const first = { ...unpaid, uuid: 'INV-00000003', createdAt: iso(-300), payment: booked.payment };
    end.history.shown.set(first.uuid, {
      address: 'bc1q',
      amount: '1',
      paid: '0',
      firstSeenMs: START_MS - 200_000,
    });
    const isViolated = (fiatAmount: string) =>
      violationsOf({ ...end, booked: [{ ...first, fiatAmount }, booked] }).includes('one live');
    assert.deepEqual([isViolated('49.00'), isViolated('39.00')], [true, false]);
  });

  it('fail when the shop receives no paid event, two, or one without money', async (t) => {
    const end = await ended(t);
    const event = deliveredEvent(end);
    deliver(end.history, { ...event, id: 'evt_2' });
    assert.deepEqual(violationsOf(end), ['paid once', 'fulfilled once']);
    end.history.events.clear();
    assert.deepEqual(violationsOf(end), ['paid once', 'conserved', 'sums']);
    deliver(end.history, event);
    assert.ok(violationsOf({ ...end, booked: [{ ...unpaid, uuid: ID }] }).includes('paid once'));
  });

  it('fail when an amount is wrong in its last digit', async (t) => {
    const end = await ended(t);
    const payment = { ...PAYMENT, amountPaid: '1.00000001' };
    assert.deepEqual(violationsOf({ ...end, booked: [{ ...booked, payment }] }), [
      'conserved',
      'sums',
      'pages',
    ]);
  });

  it('fail when received money is neither applied nor owed', async (t) => {
    const end = await ended(t);
    end.history.events.clear();
    const invoice = { ...exampleEvent.invoice, ...paidInFull, applied: '0.9' };
    deliver(end.history, { ...exampleEvent, invoice });
    assert.deepEqual(violationsOf(end), ['conserved']);
  });

  it('fail when applied money pays nothing', async (t) => {
    const end = await ended(t);
    const payment = { ...PAYMENT, currency: 'LTC', amountPaid: '0.5' };
    const other = { ...exampleEvent.invoice, id: unpaid.uuid, amount: '1', paid: '0.5' };
    const invoice = { ...other, applied: '0.5', owed: '0' };
    deliver(end.history, { ...exampleEvent, id: 'evt_2', type: 'checkout.partial', invoice });
    const violated = violationsOf({ ...end, booked: [booked, { ...unpaid, payment }] });
    assert.ok(violated.includes('conserved'), violated.join());
  });

  it('fail when an owed amount is reported twice', async (t) => {
    const end = await ended(t);
    const other = { ...exampleEvent.invoice, id: unpaid.uuid, amount: '1', paid: '0.5' };
    const invoice = { ...other, applied: '0', owed: '0.5' };
    deliver(end.history, { ...exampleEvent, id: 'evt_2', type: 'checkout.duplicate_payment', invoice });
    assert.ok(!violationsOf(end).includes('owed once'));
    deliver(end.history, { ...exampleEvent, id: 'evt_3', type: 'checkout.underpaid', invoice });
    assert.ok(violationsOf(end).includes('owed once'));
  });

  it('fail when a late payment is reported as paid or overpaid', async (t) => {
    for (const type of ['checkout.paid', 'checkout.overpaid'] as const) {
      const end = await ended(t);
      const event = deliveredEvent(end);
      end.history.events.clear();
      deliver(end.history, { ...event, type });
      assert.deepEqual(violationsOf({ ...end, booked: [confirmedLate(iso(1801))] }), ['late']);
      assert.deepEqual(violationsOf({ ...end, booked: [confirmedLate(iso(1799))] }), [], 'seen in time');
      const late = { ...end, booked: [confirmedLate(iso(3601))] };
      const leap = (fromS: number, toS: number) => ({
        leaps: [[START_MS + fromS * 1000, START_MS + toS * 1000] as const],
      });
      assert.deepEqual(violationsOf({ ...late, ...leap(1700, 3600) }), [], 'requested before the leap');
      assert.deepEqual(violationsOf({ ...late, ...leap(1801, 3600) }), ['late'], 'a leap after the deadline');
      assert.deepEqual(violationsOf({ ...late, ...leap(1700, 3500) }), ['late'], 'long after a leap');
    }
  });

  it('fail when a payment in time is reported as late', async (t) => {
    const end = await ended(t);
    const event = deliveredEvent(end);
    end.history.events.clear();
    deliver(end.history, { ...event, type: 'checkout.paid_late', fulfill: false });
    assert.deepEqual(violationsOf(end), ['late']);
    assert.deepEqual(violationsOf({ ...end, booked: [confirmedLate(iso(1801))] }), []);
    assert.deepEqual(
      violationsOf({ ...end, booked: [confirmedLate(iso(1799))] }),
      [],
      'no proxy saw it in time',
    );
  });

  it('fail when the shop is told to fulfill twice, never, or an order that is not paid', async (t) => {
    const end = await ended(t);
    const event = deliveredEvent(end);
    const surplus = { ...event.invoice, received: '1.1', owed: '0.1' };
    const overpaid = { ...event, id: 'evt_2', type: 'checkout.overpaid', invoice: surplus } as const;
    deliver(end.history, { ...overpaid, fulfill: false });
    assert.ok(!violationsOf(end).includes('fulfilled once'));
    deliver(end.history, { ...overpaid, fulfill: true });
    assert.ok(violationsOf(end).includes('fulfilled once'), 'twice');
    end.history.events.clear();
    deliver(end.history, { ...event, fulfill: false });
    assert.deepEqual(violationsOf(end), ['fulfilled once'], 'never');
    end.history.events.clear();
    deliver(end.history, { ...event, type: 'checkout.partial', fulfill: true });
    const isPaid = violationsOf({ ...end, booked: [{ ...booked, status: 'partial' }] });
    assert.ok(isPaid.includes('fulfilled once'), 'not paid');
  });

  it('fail when an invoice that contradicts its order is displayed, or in no review', async (t) => {
    const end = await ended(t);
    const uuid = Array.from({ length: 1000 }, (_, at) => `INV-${String(at).padStart(8, '0')}`).find(
      lastingContradiction,
    );
    const reason = lastingContradiction(uuid ?? '');
    assert.ok(uuid !== undefined && reason !== null);
    const hidden = { ...end, booked: [booked, { ...unpaid, uuid }] };
    assert.ok(violationsOf(hidden).includes('agreed'), 'no review');
    deliverReview(end.history, uuid, reason);
    assert.ok(!violationsOf(hidden).includes('agreed'));
    end.history.shown.set(uuid, { address: 'bc1q', amount: '1', paid: '0', firstSeenMs: START_MS });
    assert.ok(violationsOf(hidden).includes('agreed'), 'it was displayed');
  });

  it('fail when the page displays another state', async (t) => {
    const end = await ended(t);
    assert.ok(end.history.latest);
    end.history.latest = { ...end.history.latest, ...displayed('awaiting', '0') };
    assert.deepEqual(violationsOf(end), ['pages']);
  });
});

describe('the checks of the data for a page or the shop', () => {
  it('fail when it is outdated, lacks displayed money, or contains money that was not sent', async (t) => {
    const { histories, history, record } = await ended(t);
    assert.ok(record && history.latest);
    const { latest } = history;
    history.latest = null;
    const reported = () => histories.violations.splice(0).map(({ invariant }) => invariant);
    observePage(histories, history, { ...latest, ...displayed('paid', '1') }, 0);
    assert.deepEqual(reported(), ['truthful', 'truthful', 'truthful'], 'nothing was sent');
    recordSent(history, ID, '1', true);
    observePage(histories, history, { ...latest, ...displayed('paid', '1') }, 0);
    assert.deepEqual(reported(), []);
    observePage(histories, history, { ...latest, ...displayed('paid', '1') }, latest.version + 1);
    assert.deepEqual(reported(), ['seen'], 'older than what was known');
    observePage(
      histories,
      history,
      { ...latest, version: latest.version + 1, ...displayed('awaiting', '0') },
      0,
    );
    assert.ok(reported().every((invariant) => invariant === 'seen'));
    const event = { ...exampleEvent, invoice: { ...exampleEvent.invoice, id: ID, received: '2' } };
    observeEvent(histories, history, event);
    assert.deepEqual(reported(), ['truthful'], 'more than was sent');
  });

  it('fail when an invoice ends before its deadline', async (t) => {
    const { histories, history } = await ended(t);
    const closed = { received: '0', transactions: [], expiresAt: iso(300), finishedAt: null };
    const invoice = { ...exampleEvent.invoice, id: ID, ...closed };
    observeEvent(histories, history, { ...exampleEvent, type: 'checkout.expired', invoice });
    assert.deepEqual(
      histories.violations.map(({ invariant }) => invariant),
      ['clocks'],
    );
    observeEvent(histories, history, {
      ...exampleEvent,
      type: 'checkout.expired',
      invoice: { ...invoice, expiresAt: iso(0) },
    });
    assert.equal(histories.violations.length, 1);
  });

  it('fail when a deposit is verified twice, never, or with other values', () => {
    const deposit = { customer: 'customer-1', currency: 'BTC', address: 'bc1q', amount: '0.5' };
    const sent = new Map([['tx-1', deposit]]);
    const event: DepositReceivedEvent = {
      ...{ id: 'evt_1', type: 'deposit.received', createdAt: iso(0), testMode: true, verified: true },
      ...{ customer: 'customer-1', currency: 'BTC', amount: '0.50', transaction: 'tx-1', invoiceId: ID },
      wallet: { id: 'w-1', address: 'bc1q' },
      ...caipIds('BTC'),
    };
    assert.deepEqual(depositFaults(sent, [event]), []);
    const unverified: DepositReceivedEvent = { ...event, id: 'evt_2', verified: false, transaction: null };
    assert.deepEqual(depositFaults(sent, [event, unverified]), []);
    const wrong: readonly (readonly DepositReceivedEvent[])[] = [
      [],
      [{ ...event, verified: false }],
      [event, { ...event, id: 'evt_2' }],
      [event, { ...event, id: 'evt_2', transaction: 'tx-2' }],
      [{ ...event, customer: 'customer-2' }],
      [{ ...event, amount: '500' }],
    ];
    for (const events of wrong) assert.equal(depositFaults(sent, events).length, 1, JSON.stringify(events));
    const unannounced = new Set(sent.keys());
    assert.deepEqual(depositFaults(sent, [], unannounced), [], 'no postback has announced it');
    assert.equal(depositFaults(sent, [event, { ...event, id: 'evt_2' }], unannounced).length, 1);
  });
});
