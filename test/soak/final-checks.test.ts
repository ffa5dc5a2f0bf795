// A law that cannot be broken checks nothing: each is broken here once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import type {
  CheckoutReviewEvent,
  CheckoutInvoiceEvent,
  DepositReceivedEvent,
} from '../../src/proxy/webhooks.js';
import { exampleEvent } from '../proxy/deliveries.js';
import { openWorkshop } from '../proxy/workshop.js';
import { lastingContradiction } from './contradictions.js';
import { depositFaults } from './deposits.js';
import { checkEnd } from './final-checks.js';
import type { Ended } from './final-checks.js';
import type { Law } from './invariants.js';
import type { BookedInvoice } from './sandbox.js';
import { heard, seen, sends } from './page-observations.js';
import { Stories } from './order-history.js';

const ID = 'INV-00000001';
const START_MS = Date.UTC(2026, 0, 1);
const iso = (afterS: number) => new Date(START_MS + afterS * 1000).toISOString();

const PAYMENT = { currency: 'BTC', address: 'bc1q', amountToPay: '1', amountPaid: '1', pending: '0' };
const booked: BookedInvoice = {
  ...{
    uuid: ID,
    orderId: 'A-1',
    status: 'paid',
    finishedAt: iso(60),
    createdAt: iso(0),
    expiresAt: iso(1800),
  },
  payment: PAYMENT,
};
const unpaid: BookedInvoice = {
  ...{ ...booked, uuid: 'INV-00000002', status: 'canceled', finishedAt: null, createdAt: iso(30) },
  payment: { ...PAYMENT, currency: 'LTC', amountPaid: '0' },
};

const paidInFull = { id: ID, amount: '1', paid: '1', applied: '1', unapplied: '0' };

/** An order with one invoice, which the proxy knows; paid, told and shown, unless it is changed. */
async function ended(t: Parameters<typeof openWorkshop>[0]): Promise<Ended & { readonly stories: Stories }> {
  const workshop = await openWorkshop(t);
  const { checkoutId, invoiceId } = await workshop.order('A-1');
  assert.equal(invoiceId, ID);
  const record = await workshop.record(checkoutId);
  const stories = new Stories(() => START_MS);
  const story = stories.begin('A-1');
  story.latest = { ...workshop.parts.serialize(record), ...shown('paid', '1') };
  tell(story, { ...exampleEvent, invoice: { ...exampleEvent.invoice, ...paidInFull } });
  return { story, booked: [booked], record, clockErrors: [], stories };
}

function shown(state: Checkout['state'], paid: string): Pick<Checkout, 'state' | 'invoice'> {
  const { transactions, price: _, orderId: __, finishedAt: ___, ...rest } = exampleEvent.invoice;
  const more = { fee: null, feePaidBy: null, monitoredUntil: null, hostedPage: null };
  return { state, invoice: { ...rest, ...more, transactions, id: ID, amount: '1', paid } };
}

function tell({ told }: Ended['story'], event: CheckoutInvoiceEvent): void {
  told.set(event.id, { event, body: '' });
}

function brokenBy(end: Ended): readonly Law[] {
  const laws = new Set<Law>();
  checkEnd(end, (law) => laws.add(law));
  return [...laws];
}

describe('the end of an order', () => {
  it('breaks no law when it is paid, told and shown', async (t) => {
    assert.deepEqual(brokenBy(await ended(t)), []);
  });

  it('is noticed when an invoice is in no checkout', async (t) => {
    const end = await ended(t);
    assert.deepEqual(brokenBy({ ...end, booked: [booked, unpaid] }), ['known']);
  });

  it('is noticed when there are two for one currency, the first of which was shown', async (t) => {
    const end = await ended(t);
    const first = { ...unpaid, uuid: 'INV-00000003', createdAt: iso(-300), payment: booked.payment };
    const rival = { ...first, payment: { ...PAYMENT, amountPaid: '0' } };
    end.story.shown.set(rival.uuid, {
      address: 'bc1q',
      amount: '1',
      paid: '0',
      firstSeenMs: START_MS - 200_000,
    });
    assert.ok(brokenBy({ ...end, booked: [{ ...rival, finishedAt: null }, booked] }).includes('one live'));
  });

  it('is noticed when the shop is not told, told twice, or told without money', async (t) => {
    const end = await ended(t);
    const [event] = [...end.story.told.values()].map(({ event: told }) => told);
    assert.ok(event?.type === 'checkout.paid');
    tell(end.story, { ...event, id: 'evt_2' });
    assert.deepEqual(brokenBy(end), ['told once']);
    end.story.told.clear();
    assert.deepEqual(brokenBy(end), ['told once', 'conserved', 'sums']);
    tell(end.story, event);
    assert.ok(brokenBy({ ...end, booked: [{ ...unpaid, uuid: ID }] }).includes('told once'));
  });

  it('is noticed when a sum is wrong in its last digit', async (t) => {
    const end = await ended(t);
    const payment = { ...PAYMENT, amountPaid: '1.00000001' };
    assert.deepEqual(brokenBy({ ...end, booked: [{ ...booked, payment }] }), ['conserved', 'sums', 'pages']);
  });

  it('is noticed when what was received is neither applied nor unapplied', async (t) => {
    const end = await ended(t);
    end.story.told.clear();
    const invoice = { ...exampleEvent.invoice, ...paidInFull, applied: '0.9' };
    tell(end.story, { ...exampleEvent, invoice });
    assert.deepEqual(brokenBy(end), ['conserved']);
  });

  it('is noticed when money is applied that pays nothing', async (t) => {
    const end = await ended(t);
    const payment = { ...PAYMENT, currency: 'LTC', amountPaid: '0.5' };
    const other = { ...exampleEvent.invoice, id: unpaid.uuid, amount: '1', paid: '0.5' };
    const invoice = { ...other, applied: '0.5', unapplied: '0' };
    tell(end.story, { ...exampleEvent, id: 'evt_2', type: 'checkout.partial', invoice });
    const laws = brokenBy({ ...end, booked: [booked, { ...unpaid, payment }] });
    assert.ok(laws.includes('conserved'), laws.join());
  });

  it('is noticed when an amount that is owed is told twice', async (t) => {
    const end = await ended(t);
    const other = { ...exampleEvent.invoice, id: unpaid.uuid, amount: '1', paid: '0.5' };
    const invoice = { ...other, applied: '0', unapplied: '0.5' };
    tell(end.story, { ...exampleEvent, id: 'evt_2', type: 'checkout.duplicate_payment', invoice });
    assert.ok(!brokenBy(end).includes('owed once'));
    tell(end.story, { ...exampleEvent, id: 'evt_3', type: 'checkout.underpaid', invoice });
    assert.ok(brokenBy(end).includes('owed once'));
  });

  it('is noticed when what came late is told as paid', async (t) => {
    const end = await ended(t);
    assert.deepEqual(brokenBy({ ...end, booked: [{ ...booked, finishedAt: iso(1801) }] }), ['late']);
  });

  it('is noticed when what came late is told as overpaid', async (t) => {
    const end = await ended(t);
    const [event] = [...end.story.told.values()].map(({ event: told }) => told);
    assert.ok(event?.type === 'checkout.paid');
    end.story.told.clear();
    const times = { expiresAt: iso(1800), finishedAt: iso(1801) };
    tell(end.story, { ...event, type: 'checkout.overpaid', invoice: { ...event.invoice, ...times } });
    assert.deepEqual(brokenBy({ ...end, booked: [{ ...booked, ...times }] }), ['late']);
  });

  it('is noticed when an invoice that contradicts its order is told as money, or shown', async (t) => {
    const end = await ended(t);
    const uuid = Array.from({ length: 1000 }, (_, at) => `INV-${String(at).padStart(8, '0')}`).find(
      lastingContradiction,
    );
    const reason = lastingContradiction(uuid ?? '');
    assert.ok(uuid !== undefined && reason !== null);
    const hidden = { ...end, booked: [booked, { ...unpaid, uuid }] };
    assert.ok(brokenBy(hidden).includes('agreed'), 'no review was told');
    const review: CheckoutReviewEvent = {
      ...{ id: 'evt_9', type: 'checkout.review_required', reason, createdAt: exampleEvent.createdAt },
      ...{ order: exampleEvent.order, checkout: exampleEvent.checkout, testMode: true },
      invoice: {
        id: uuid,
        orderId: 'A-1',
        currency: 'LTC',
        price: exampleEvent.invoice.price,
        address: null,
      },
    };
    end.story.told.set(review.id, { event: review, body: '' });
    assert.ok(!brokenBy(hidden).includes('agreed'));
    end.story.shown.set(uuid, { address: 'bc1q', amount: '1', paid: '0', firstSeenMs: START_MS });
    assert.ok(brokenBy(hidden).includes('agreed'), 'it was shown');
  });

  it('is noticed when the page says something else', async (t) => {
    const end = await ended(t);
    assert.ok(end.story.latest);
    end.story.latest = { ...end.story.latest, ...shown('awaiting', '0') };
    assert.deepEqual(brokenBy(end), ['pages']);
  });
});

describe('what a page or the shop gets', () => {
  it('is noticed when it is older than what was known, unseen, or not there', async (t) => {
    const { stories, story, record } = await ended(t);
    assert.ok(record && story.latest);
    const { latest } = story;
    story.latest = null;
    const laws = () => stories.broken.splice(0).map(({ law }) => law);
    seen(stories, story, { ...latest, ...shown('paid', '1') }, 0);
    assert.deepEqual(laws(), ['told truly', 'told truly', 'told truly'], 'nothing was sent');
    sends(story, ID, '1', true);
    seen(stories, story, { ...latest, ...shown('paid', '1') }, 0);
    assert.deepEqual(laws(), []);
    seen(stories, story, { ...latest, ...shown('paid', '1') }, latest.version + 1);
    assert.deepEqual(laws(), ['seen'], 'older than what was known');
    seen(stories, story, { ...latest, version: latest.version + 1, ...shown('awaiting', '0') }, 0);
    assert.ok(laws().every((law) => law === 'seen'));
    const event = { ...exampleEvent, invoice: { ...exampleEvent.invoice, id: ID, paid: '2' } };
    heard(stories, story, event);
    assert.deepEqual(laws(), ['told truly'], 'more than was sent');
  });

  it('is noticed when an invoice ends before its deadline', async (t) => {
    const { stories, story } = await ended(t);
    const invoice = { ...exampleEvent.invoice, id: ID, paid: '0', transactions: [], expiresAt: iso(300) };
    heard(stories, story, { ...exampleEvent, type: 'checkout.expired', invoice });
    assert.deepEqual(
      stories.broken.map(({ law }) => law),
      ['clocks'],
    );
    heard(stories, story, {
      ...exampleEvent,
      type: 'checkout.expired',
      invoice: { ...invoice, expiresAt: iso(0) },
    });
    assert.equal(stories.broken.length, 1);
  });

  it('is noticed when a deposit is verified twice or never, or was not sent so', () => {
    const deposit = { customer: 'customer-1', currency: 'BTC', address: 'bc1q', amount: '0.5' };
    const sent = new Map([['tx-1', deposit]]);
    const event: DepositReceivedEvent = {
      ...{ id: 'evt_1', type: 'deposit.received', createdAt: iso(0), testMode: true, verified: true },
      ...{ customer: 'customer-1', currency: 'BTC', amount: '0.50', transaction: 'tx-1', invoiceId: ID },
      wallet: { id: 'w-1', address: 'bc1q' },
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
  });
});
