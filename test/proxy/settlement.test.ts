import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import { withMovement } from '../../src/proxy/domain/movement.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { withInvoice, paymentIdOf } from '../../src/proxy/domain/record.js';
import type { CheckoutInvoiceEvent } from '../../src/proxy/index.js';
import { withRefundRequest } from '../../src/proxy/domain/refund.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import type { Invoice } from '../../src/service/index.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';

const MINUTE_MS = 60_000;
/** Hints that follow one another more quickly are one. */
const BETWEEN_HINTS_MS = 3000;

/** An order of 49.00 EUR at a proxy whose rounds and responses the test decides. */
async function setUp(t: TestContext) {
  const path = await freshStore(t);
  const harness = await createHarness(t, path);
  const operator = await openStaff(path);
  t.after(() => operator.close());
  const { parts, service, clock } = harness;
  const orderedAtMs = clock.now;
  const { checkoutId, invoiceId } = await harness.order('A-1');
  const reported = async (): Promise<readonly CheckoutInvoiceEvent[]> =>
    (await operator.listEvents()).toReversed().flatMap(({ event }) => (isAboutMoney(event) ? [event] : []));
  return {
    ...{ harness, operator, checkoutId, first: invoiceId, orderedAtMs, reported },
    /** Sets the service's information about an invoice from now on, and polls it. */
    async answers(id: string, change: Partial<Invoice>, afterMs = BETWEEN_HINTS_MS): Promise<void> {
      service.set(id, change);
      clock.now += afterMs;
      await parts.poller.prioritize({ serviceIds: [id] });
      await parts.poller.pollDue();
    },
    async choose(currency: CurrencyCode): Promise<string> {
      const { current, invoices } = await parts.invoices.choose(checkoutId, { currency, email: null });
      const invoice = invoices.find(({ sequence }) => sequence === current);
      if (invoice?.stage !== 'open') throw new Error('no invoice is shown');
      return invoice.serviceId;
    },
    /** The shop sets a price; `afterMs` from the order. */
    async price(amount: string, afterMs = 1): Promise<void> {
      const terms = parseOrder({ id: 'A-1', amount, currency: 'EUR' });
      await parts.checkouts.openCheckout({ terms, issuedAtMs: orderedAtMs + afterMs });
    },
    async view() {
      return parts.serialize(await harness.record(checkoutId));
    },
    /** The events for the shop, a line each: type, coin, the applied and the owed amount. */
    async lines(): Promise<readonly string[]> {
      return (await reported()).map(
        ({ type, invoice: { currency, applied, owed } }) =>
          `${type.replace('checkout.', '')} ${currency} ${applied} ${owed}`,
      );
    },
  };
}

function isAboutMoney(event: object): event is CheckoutInvoiceEvent {
  return 'invoice' in event && 'type' in event && event.type !== 'checkout.review_required';
}

describe('every unit that is received pays the order or is reported as owed', () => {
  it('half on one coin, then another coin paid in full: the half is owed', async (t) => {
    const { answers, choose, first, lines, operator } = await setUp(t);
    const second = await choose('LTC');
    await answers(first, { status: 'partial', amountPaid: '0.5', transactions: ['a'] });
    await answers(second, { status: 'paid', amountPaid: '1', transactions: ['b'] });
    // The deadline of the first one adds nothing.
    await answers(first, { status: 'partial' }, 31 * MINUTE_MS);
    // The order is reported as paid before any duplicate payment of it.
    assert.deepEqual(await lines(), ['partial BTC 0.5 0', 'paid LTC 1 0', 'duplicate_payment BTC 0 0.5']);
    const [line] = await operator.listCheckouts({ owing: true });
    assert.deepEqual(line?.owed, [{ currency: 'BTC', amount: '0.5', reason: 'duplicate' }]);
  });

  it('a half that arrives on an abandoned invoice after the order was paid, and grows', async (t) => {
    const { answers, choose, first, lines } = await setUp(t);
    const second = await choose('LTC');
    await answers(second, { status: 'paid', amountPaid: '1' });
    await answers(first, { status: 'partial', amountPaid: '0.5' });
    await answers(first, { status: 'partial', amountPaid: '0.7' }, 31 * MINUTE_MS);
    await answers(first, { status: 'canceled', amountPaid: '0.7' });
    assert.deepEqual(await lines(), [
      'paid LTC 1 0',
      'duplicate_payment BTC 0 0.5',
      'duplicate_payment BTC 0 0.7',
    ]);
  });

  it('halves on two invoices that both expire: each is owed', async (t) => {
    const { answers, choose, first, lines, operator } = await setUp(t);
    const second = await choose('LTC');
    await answers(first, { status: 'partial', amountPaid: '0.5' });
    await answers(second, { status: 'partial', amountPaid: '0.4' });
    await answers(second, {}, 31 * MINUTE_MS);
    await answers(first, {});
    assert.deepEqual((await lines()).toSorted(), [
      'partial BTC 0.5 0',
      'partial LTC 0.4 0',
      'underpaid BTC 0 0.5',
      'underpaid LTC 0 0.4',
    ]);
    const [line] = await operator.listCheckouts({ owing: true });
    assert.deepEqual(line?.owed, [
      { currency: 'BTC', amount: '0.5', reason: 'underpaid' },
      { currency: 'LTC', amount: '0.4', reason: 'underpaid' },
    ]);
  });

  it('money that the service counts on an invoice it has closed, which the payer has left', async (t) => {
    const { answers, choose, first, lines } = await setUp(t);
    await choose('LTC');
    await answers(first, { status: 'canceled', amountPaid: '0.5' });
    assert.deepEqual(await lines(), ['underpaid BTC 0 0.5']);
  });

  it('more money on a paid invoice, even if the service still calls it paid', async (t) => {
    const { answers, first, lines, operator } = await setUp(t);
    await answers(first, { status: 'paid', amountPaid: '1' });
    await answers(first, { status: 'paid', amountPaid: '1.25' });
    assert.deepEqual(await lines(), ['paid BTC 1 0', 'overpaid BTC 1 0.25']);
    const [line] = await operator.listCheckouts({ owing: true });
    assert.deepEqual(line?.owed, [{ currency: 'BTC', amount: '0.25', reason: 'surplus' }]);
  });

  it('an invoice that a person has confirmed at the service: paid, with nothing received', async (t) => {
    const { answers, first, lines } = await setUp(t);
    await answers(first, { status: 'paid', amountPaid: '0' });
    assert.deepEqual(await lines(), ['paid BTC 0 0']);
  });

  it('a part that has expired is reported once, and applied when the rest arrives late', async (t) => {
    const { answers, first, lines } = await setUp(t);
    await answers(first, { status: 'partial', amountPaid: '0.5', transactions: ['a'] });
    await answers(first, {}, 31 * MINUTE_MS);
    await answers(first, {}, 60 * MINUTE_MS);
    await answers(first, { status: 'overpaid', amountPaid: '1.5', transactions: ['a', 'b'] });
    assert.deepEqual(await lines(), ['partial BTC 0.5 0', 'underpaid BTC 0 0.5', 'paid_late BTC 1 0.5']);
  });
});

describe('money below the unit of its coin cannot be sent back, and stays with the order', () => {
  for (const [paid, applied, owed] of [
    ['1.000000004', '1.000000004', '0'],
    ['1.0000000000001', '1.0000000000001', '0'],
    ['1.250000004', '1.000000004', '0.25'],
  ] as const)
    it(`${paid} of 1 BTC`, async (t) => {
      const { answers, first, lines, view } = await setUp(t);
      await answers(first, { status: 'overpaid', amountPaid: paid, transactions: ['a'] });
      const type = owed === '0' ? 'paid' : 'overpaid';
      assert.deepEqual(await lines(), [`${type} BTC ${applied} ${owed}`]);
      const { state, invoice } = await view();
      assert.deepEqual([state, invoice?.paid, invoice?.surplus], [type, paid, owed]);
    });

  it('also on an invoice that does not pay the order', async (t) => {
    const { answers, choose, first, lines, operator } = await setUp(t);
    const second = await choose('LTC');
    await answers(second, { status: 'paid', amountPaid: '1', transactions: ['b'] });
    await answers(first, { status: 'partial', amountPaid: '0.500000004', transactions: ['a'] });
    assert.deepEqual(await lines(), ['paid LTC 1 0', 'duplicate_payment BTC 0.000000004 0.5']);
    const [line] = await operator.listCheckouts({ owing: true });
    assert.deepEqual(line?.owed, [{ currency: 'BTC', amount: '0.5', reason: 'duplicate' }]);
  });

  it('alone, it is shown like any payment', async (t) => {
    const { answers, first, lines, view } = await setUp(t);
    await answers(first, { status: 'partial', amountPaid: '0.000000004', transactions: ['a'] });
    assert.deepEqual([(await view()).state, (await view()).invoice?.paid], ['partial', '0.000000004']);
    await answers(first, { status: 'partial' }, 31 * MINUTE_MS);
    assert.equal((await view()).state, 'expired');
    assert.deepEqual(await lines(), ['partial BTC 0.000000004 0', 'underpaid BTC 0.000000004 0']);
  });

  for (const [paid, more, remainder] of [
    ['1', '1.5', '0'],
    ['1.000000004', '1.500000004', '0.000000004'],
  ] as const)
    it(`and once the payment of ${paid} BTC was given back, later money is a duplicate payment`, async (t) => {
      const { answers, checkoutId, first, harness, lines } = await setUp(t);
      await answers(first, { status: 'paid', amountPaid: paid, transactions: ['a'] });
      await harness.parts.checkouts.changeCheckout(checkoutId, (record) => {
        const [invoice] = record.invoices;
        assert.ok(invoice);
        const ofPayout = { source: 'payout', payout: 'p', refund: 'r', person: null } as const;
        const payout = { ...ofPayout, amount: '1', atMs: harness.clock.now };
        const reserved = withMovement(invoice, { ...payout, kind: 'reserved' });
        const stated = { withdrawal: null, stated: null, usd: null };
        return withInvoice(record, withMovement(reserved, { ...payout, ...stated, kind: 'sent' }));
      });
      await answers(first, { status: 'overpaid', amountPaid: more, transactions: ['a', 'b'] });
      assert.deepEqual(await lines(), [`paid BTC ${paid} 0`, `duplicate_payment BTC ${remainder} 0.5`]);
    });

  it('all that is offered can be refunded', async (t) => {
    const { answers, checkoutId, first, harness } = await setUp(t);
    const { checkouts, staff } = harness.parts;
    await answers(first, { status: 'overpaid', amountPaid: '1.250000004', transactions: ['a'] });
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const request = (amount: string) =>
      checkouts.changeCheckout(checkoutId, (record) =>
        withRefundRequest(
          record,
          { invoice: 1, address, amount, email: null, claimKey: null },
          harness.clock.now,
        ),
      );
    const refund = (amount: string, includesPayment: boolean) =>
      staff.createRefund(
        paymentIdOf(checkoutId),
        { invoice: 1, address, amount, includesPayment },
        'Maja Lind',
      );
    for (const amount of ['0.250000004', '0.000000004']) {
      await assert.rejects(request(amount), { code: 'invalid_request' });
      await assert.rejects(refund(amount, false), { code: 'invalid_request' });
    }
    const [invoice] = (await staff.findPayment(paymentIdOf(checkoutId))).invoices;
    assert.deepEqual([invoice?.owed, invoice?.refundable], ['0.25', '1.25']);
    await request('0.25');
    await refund('0.25', false);
    await refund('1.25', true);
  });
});

describe('a payment is late', () => {
  it('also with a surplus, and when still more arrives', async (t) => {
    const { answers, first, reported, lines, orderedAtMs, view } = await setUp(t);
    const finishedAtMs = orderedAtMs + 31 * MINUTE_MS;
    await answers(first, { status: 'overpaid', amountPaid: '1.5', finishedAtMs });
    await answers(first, { status: 'overpaid', amountPaid: '2', finishedAtMs });
    assert.deepEqual(await lines(), ['paid_late BTC 1 0.5', 'paid_late BTC 1 1']);
    assert.deepEqual(
      (await reported()).map(({ checkout, invoice }) => [checkout.state, checkout.late, invoice.surplus]),
      [
        ['overpaid', true, '0.5'],
        ['overpaid', true, '1'],
      ],
    );
    assert.equal((await view()).late, true);
  });

  it('if the service names no time, it lacked the money after the deadline, and named no transaction', async (t) => {
    const { answers, first, lines } = await setUp(t);
    await answers(first, {}, 31 * MINUTE_MS);
    await answers(first, { status: 'paid', amountPaid: '1', transactions: ['a'] });
    assert.deepEqual(await lines(), ['paid_late BTC 1 0']);
  });

  it('but not if the transaction was named before the deadline, and confirmed after it', async (t) => {
    const { answers, first, lines } = await setUp(t);
    await answers(first, { transactions: ['a'] });
    await answers(first, {}, 31 * MINUTE_MS);
    await answers(first, { status: 'paid', amountPaid: '1', transactions: ['a'] });
    assert.deepEqual(await lines(), ['paid BTC 1 0']);
  });

  it('but not if the service itself names a time before the deadline', async (t) => {
    const { answers, first, lines, orderedAtMs } = await setUp(t);
    await answers(first, {}, 31 * MINUTE_MS);
    await answers(first, { status: 'paid', amountPaid: '1', finishedAtMs: orderedAtMs + MINUTE_MS });
    assert.deepEqual(await lines(), ['paid BTC 1 0']);
  });
});

describe('the newest price counts, also after money was detected', () => {
  it('money for an older, lower price is a part, reported as underpaid with both prices', async (t) => {
    const { answers, first, reported, lines, price, view } = await setUp(t);
    await answers(first, { status: 'partial', amountPaid: '0.01' });
    await price('490.00');
    await answers(first, { status: 'paid', amountPaid: '1' });
    assert.deepEqual(await lines(), ['partial BTC 0.01 0', 'underpaid BTC 0 0.01', 'underpaid BTC 0 1']);
    const last = (await reported()).at(-1);
    assert.deepEqual(last?.order, { id: 'A-1', amount: '490.00', currency: 'EUR' });
    assert.deepEqual(last?.invoice.price, { amount: '49.00', currency: 'EUR' });
    assert.equal((await view()).order.amount, '490.00');
    assert.equal((await view()).state, 'expired');
  });

  it('if a price has fallen, the difference is owed, rounded in favor of the payer', async (t) => {
    const { answers, first, lines, price } = await setUp(t);
    await answers(first, { status: 'partial', amountPaid: '0.1' });
    await price('33.00');
    await answers(first, { status: 'paid', amountPaid: '1' });
    // 33 of 49 is 0.67346938|77….
    assert.deepEqual(await lines(), ['partial BTC 0.1 0', 'overpaid BTC 0.67346938 0.32653062']);
  });

  it('a part that would cover a price that has fallen is owed in full, and does not pay the order', async (t) => {
    const { answers, first, reported, lines, operator, price } = await setUp(t);
    await answers(first, { status: 'partial', amountPaid: '0.9' });
    await price('33.00');
    const [line] = await operator.listCheckouts({ owing: true });
    assert.deepEqual(line?.owed, [{ currency: 'BTC', amount: '0.9', reason: 'price_changed' }]);
    await answers(first, {}, 31 * MINUTE_MS);
    assert.deepEqual(await lines(), ['partial BTC 0.9 0', 'underpaid BTC 0 0.9']);
    const last = (await reported()).at(-1);
    assert.deepEqual([last?.order.amount, last?.invoice.price.amount], ['33.00', '49.00']);
  });

  it('no further amount is due if a part would cover a price that has fallen', async (t) => {
    const { answers, first, lines, price, view } = await setUp(t);
    await answers(first, { status: 'partial', amountPaid: '0.9' });
    await price('33.00');
    assert.equal((await view()).state, 'expired');
    // A payer who pays the rest all the same has paid the order.
    await answers(first, { status: 'paid', amountPaid: '1' });
    assert.equal((await view()).state, 'overpaid');
    assert.deepEqual(await lines(), [
      'partial BTC 0.9 0',
      'underpaid BTC 0 0.9',
      'overpaid BTC 0.67346938 0.32653062',
    ]);
  });

  it('an order that is paid keeps the price at which it was paid', async (t) => {
    const { answers, first, lines, price, view } = await setUp(t);
    await answers(first, { status: 'paid', amountPaid: '1' });
    await price('490.00');
    await price('10.00', 2);
    assert.equal((await view()).order.amount, '49.00');
    assert.equal((await view()).state, 'paid');
    assert.deepEqual(await lines(), ['paid BTC 1 0']);
  });

  it('with equal times, the higher price counts', async (t) => {
    const { price, view } = await setUp(t);
    await price('59.00', 0);
    assert.equal((await view()).order.amount, '59.00');
    await price('49.00', 0);
    assert.equal((await view()).order.amount, '59.00');
  });
});
