// A law that cannot fail checks nothing: each is broken here, as a broken product would break it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MerchantPaymentDetails, Payout } from '../../src/protocol/index.js';
import type { CheckoutEventInvoice } from '../../src/proxy/index.js';
import {
  checkBooks,
  checkWithdrawals,
  moneyCases,
  type BookedWithdrawal,
  type MoneyCase,
  type OrderBooks,
} from './books.js';
import type { Invariant } from './invariants.js';
import { OrderHistories } from './order-history.js';
import { verdict } from './report.js';
import type { BookedInvoice } from './sandbox.js';

const ADDRESS = 'bc1q-of-the-payer';
const withdrawal: BookedWithdrawal = { id: 'INV-W', currency: 'BTC', address: ADDRESS, amount: '0.4' };

const payout: Payout = {
  ...{ id: 'p-1', state: 'sent', currency: 'BTC', address: ADDRESS, amount: '0.4', digest: 'd' },
  ...{ purpose: null, refund: { payment: 'pay_c', id: 'r-1' }, proposedBy: 'Maja', approvedBy: 'Jon' },
  ...{ refusal: null, declined: null, serviceId: 'INV-W', sentAmount: '0.4', transaction: null },
  ...{ candidates: [], resolution: null, proposedAt: '', approvedAt: '', attemptedAt: '', finishedAt: '' },
};

type Invoice = MerchantPaymentDetails['invoices'][number];
type Refund = MerchantPaymentDetails['refunds'][number];

const invoice: Invoice = {
  ...{ number: 1, id: 'INV-1', state: 'overpaid', currency: 'BTC', price: { amount: '1', currency: 'EUR' } },
  ...{ address: 'bc1q', amount: '1', received: '2', applied: '1', owed: '0.5', refundable: '1.5' },
  ...{ reserved: '0', refunded: '0.4', dismissed: '0.1' },
  ...{ reason: 'surplus', late: false, hasPaidOrder: true, transactions: [], reviewReasons: [] },
  ...{ testMode: true, createdAt: null, expiresAt: null, finishedAt: null },
};

const refund: Refund = {
  ...{
    id: 'r-1',
    invoice: 1,
    requestedBy: 'payer',
    currency: 'BTC',
    address: ADDRESS,
    amount: '0.4',
    email: null,
  },
  ...{ state: 'sent', payable: false, check: null, payout: 'p-1', reply: null, transaction: null },
  ...{ requestedAt: '', decidedAt: null },
};

/** Received 2, applied 1, refunded 0.4, settled 0.1, still owed 0.5. */
function books(): OrderBooks & { readonly payment: MerchantPaymentDetails } {
  const history = new OrderHistories(() => 0).begin('A-1');
  const base = { createdAt: '', testMode: true, order: { id: 'A-1', amount: '1', currency: 'EUR' } } as const;
  const checkout = { id: 'c', paymentId: 'pay_c', version: 1, state: 'overpaid', late: false } as const;
  const invoiceOfEvents: CheckoutEventInvoice = {
    ...({ id: 'INV-1', orderId: 'A-1', currency: 'BTC', caip2: '', caip19: null, address: 'bc1q' } as const),
    ...{ price: { amount: '1', currency: 'EUR' }, amount: '1', received: '2', applied: '1', owed: '0.5' },
    ...{ reserved: '0', refunded: '0.4', dismissed: '0.1', due: '0', surplus: '1', createdAt: '' },
    ...{ expiresAt: null, finishedAt: null, transactions: [], unconfirmed: [] },
  };
  history.refunds.set('evt_1', {
    ...{ ...base, id: 'evt_1', type: 'refund.sent', checkout, invoice: invoiceOfEvents },
    refund: {
      ...{
        id: 'r-1',
        requestedBy: 'payer',
        invoiceId: 'INV-1',
        currency: 'BTC',
        amount: '0.4',
        address: ADDRESS,
        email: null,
        payout: 'p-1',
        reply: null,
      },
    },
  });
  history.decisions.set('evt_2', {
    ...{ ...base, id: 'evt_2', type: 'checkout.settled', checkout, fulfill: false, invoice: invoiceOfEvents },
    decision: {
      kind: 'dismissed',
      about: 'owed',
      invoiceId: 'INV-1',
      currency: 'BTC',
      amount: '0.1',
      person: 'Maja',
      note: null,
    },
  });
  const payment: MerchantPaymentDetails = {
    ...{
      id: 'c',
      order: base.order,
      state: 'overpaid',
      late: false,
      currency: 'BTC',
      amount: '1',
      received: '2',
    },
    ...{
      needsAttention: true,
      testMode: true,
      createdAt: '',
      version: 1,
      description: null,
      events: [],
      audit: [],
    },
    ...{ cancelable: false, invoices: [invoice], refunds: [refund] },
    pending: [],
    decisions: [
      {
        invoice: 1,
        about: 'owed',
        decision: 'dismissed',
        amount: '0.1',
        person: 'Maja',
        note: null,
        at: '',
      },
    ],
  };
  const paid = { currency: 'BTC', address: 'bc1q', amountToPay: '1', amountPaid: '2', pending: '0' };
  const booked: BookedInvoice = {
    ...{ uuid: 'INV-1', orderId: 'A-1', status: 'overpaid', fiatAmount: '1', createdAt: '', expiresAt: '' },
    ...{ finishedAt: null, payment: paid },
  };
  return { history, booked: [booked], withdrawals: [withdrawal], payouts: [payout], payment };
}

function violationsOf(all: OrderBooks): readonly Invariant[] {
  const violated = new Set<Invariant>();
  checkBooks(all, (invariant) => violated.add(invariant));
  checkWithdrawals(all.withdrawals, all.payouts, (invariant) => violated.add(invariant));
  return [...violated];
}

describe('the laws of refunds', () => {
  it('hold when each amount is applied, sent back, settled or owed', () => {
    assert.deepEqual(violationsOf(books()), []);
  });

  it('fail when a payout is sent twice, is sent without two people, or is only said to be sent', () => {
    const all = books();
    const broken: readonly Partial<OrderBooks>[] = [
      { withdrawals: [withdrawal, { ...withdrawal, id: 'INV-X' }] },
      { withdrawals: [] },
      { withdrawals: [{ ...withdrawal, amount: '0.5' }] },
      { withdrawals: [{ ...withdrawal, currency: 'LTC' }] },
      { payouts: [{ ...payout, state: 'refused' }] },
      { payouts: [payout, { ...payout, id: 'p-2' }] },
      { payouts: [{ ...payout, approvedBy: 'Maja' }] },
      { payouts: [{ ...payout, approvedBy: null }] },
    ];
    for (const change of broken)
      assert.ok(violationsOf({ ...all, ...change }).includes('sent once'), JSON.stringify(change));
  });

  it('fail when one amount is refunded twice, or after it was settled', () => {
    const all = books();
    const { payment } = all;
    const again = { ...refund, id: 'r-2', amount: '0.6', address: 'bc1q-other' };
    assert.ok(
      violationsOf({ ...all, payment: { ...payment, refunds: [refund, again] } }).includes('refunded once'),
    );
    const more = { ...withdrawal, id: 'INV-X', amount: '2', address: 'bc1q-other' };
    const violated = violationsOf({
      ...all,
      withdrawals: [withdrawal, more],
      payment: { ...payment, refunds: [refund, { ...again, requestedBy: 'staff' }] },
    });
    assert.ok(violated.includes('refunded once'), 'more than was received');
  });

  it('fail when books and ledger differ in the last digit', () => {
    const all = books();
    const { payment, history, booked } = all;
    const [known] = booked;
    assert.ok(known?.payment);
    const other: readonly (readonly [string, Partial<OrderBooks>])[] = [
      ['applied', { payment: { ...payment, invoices: [{ ...invoice, applied: '1.00000001' }] } }],
      ['received', { payment: { ...payment, invoices: [{ ...invoice, received: '2.00000001' }] } }],
      ['settled', { payment: { ...payment, decisions: [] } }],
      ['ledger', { booked: [{ ...known, payment: { ...known.payment, amountPaid: '2.00000001' } }] }],
      ['told of no refund', { history: { ...history, refunds: new Map() } }],
      ['told of no decision', { history: { ...history, decisions: new Map() } }],
      ['refundable', { payment: { ...payment, invoices: [{ ...invoice, refundable: '1.4' }] } }],
      ['owed less', { payment: { ...payment, invoices: [{ ...invoice, owed: '0.49999999' }] } }],
      ['owed and not listed', { payment: { ...payment, needsAttention: false } }],
      ['owed more', { payment: { ...payment, invoices: [{ ...invoice, owed: '1.1' }] } }],
    ];
    for (const [name, change] of other)
      assert.ok(violationsOf({ ...all, ...change }).includes('books'), name);
  });

  it('are not said to hold by a run that has no case for them', () => {
    const { payment } = books();
    const cases = moneyCases(payment);
    assert.deepEqual(cases, ['refund of a request', 'settled amount', 'owed amount']);
    const seen = new Map<MoneyCase, number>(cases.map((one) => [one, 1]));
    const lines = verdict([], seen).split('\n');
    const isAbout = (what: string) => lines.filter((line) => line.includes(what));
    assert.match(isAbout('is sent at most once').join(), /^ {2}holds /);
    assert.match(
      isAbout('settled by the shop or still owed').join(),
      /NO CASE .*\(no refund by the staff alone\)$/,
    );
    const all = verdict([], seen.set('refund by the staff alone', 1));
    assert.doesNotMatch(all, /NO CASE/);
    assert.equal(
      verdict([], null).match(/so far/g)?.length,
      Number(/(\d+) passed, 0 failed$/.exec(all)?.[1]),
    );
  });
});
