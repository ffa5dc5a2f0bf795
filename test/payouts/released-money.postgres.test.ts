import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { withDecision } from '../../src/proxy/domain/pending-decisions.js';
import { withPayoutState, withProposedPayout, withShopRefund } from '../../src/proxy/domain/refund.js';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import type { PayoutState } from '../../src/protocol/index.js';
import type { Invoice } from '../../src/service/index.js';
import { listEvents } from '../../src/proxy/store/admin-queries.js';
import { addressFor, createHarness } from '../proxy/fake-service.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const MINUTE_MS = 60_000;
const PAYOUT = {
  id: 'p-1',
  currency: 'BTC',
  address: addressFor('BTC', 'payer'),
  amount: '0.5',
  proposedBy: 'Maja Lind',
} as const;
const UNSENT = { transaction: null, approvedBy: null, serviceId: null, stated: null };

/** An order with an invoice over 1 BTC. */
async function startOrder(t: TestContext) {
  const { parts, clock, service, order, record } = await createHarness(t);
  const { checkoutId, invoiceId } = await order('A-1');
  const { checkouts } = parts;
  return {
    clock,
    checkoutId,
    ledger: async () => (await parts.staff.findPayment(paymentIdOf(checkoutId))).invoices[0],
    late: async () => parts.serialize(await record(checkoutId)).late,
    reported: async (report: Partial<Invoice>) => {
      service.set(invoiceId, report);
      clock.now += MINUTE_MS;
      await parts.poller.pollDue();
    },
    /** Staff propose to give half of it back. */
    propose: async () => {
      const { address, amount } = PAYOUT;
      const started = await checkouts.changeCheckout(checkoutId, (checkout) =>
        withShopRefund(checkout, { invoice: 1, address, amount, includesPayment: true }, clock.now),
      );
      const id = started.refunds[0]?.id ?? '';
      await checkouts.changeCheckout(checkoutId, (checkout) =>
        withProposedPayout(checkout, id, PAYOUT, clock.now),
      );
      return (state: PayoutState) =>
        checkouts.changeCheckout(checkoutId, (checkout) =>
          withPayoutState(checkout, id, { ...PAYOUT, ...UNSENT, state }, clock.now),
        );
    },
    accept: (amount: string) =>
      checkouts.changeCheckout(checkoutId, (checkout) =>
        withDecision(
          checkout,
          { invoice: 1, about: 'owed', decision: 'accepted', amount, note: null },
          { person: 'Maja Lind', nowMs: clock.now, testMode: true },
        ),
      ),
    events: async (): Promise<readonly CheckoutEvent[]> => {
      const rows = await listEvents(parts.store.db, { checkout: checkoutId });
      return rows.map((row): CheckoutEvent => JSON.parse(row.payload)).toReversed();
    },
  };
}

const PART = { status: 'partial', amountPaid: '0.5', amountMissing: '0.5', transactions: ['t-1'] };
const WHOLE = { status: 'paid', amountPaid: '1', amountMissing: '0', transactions: ['t-1', 't-2'] };

const fulfilling = (events: readonly CheckoutEvent[]) =>
  events.filter((event) => event.fulfill).map(({ type }) => type);

describe('money on an invoice', () => {
  it('pays the order once a declined refund releases it, and the shop fulfills the order', async (t) => {
    const { reported, propose, ledger, events } = await startOrder(t);
    await reported(PART);
    const payoutBecomes = await propose();
    await reported(WHOLE);
    assert.deepEqual([(await ledger())?.owed, fulfilling(await events())], ['0.5', []]);
    await payoutBecomes('declined');
    assert.deepEqual([(await ledger())?.hasPaidOrder, (await ledger())?.applied], [true, '1']);
    assert.deepEqual(fulfilling(await events()), ['checkout.paid']);
  });

  it('is not late, nor refundable again, if it follows a part that staff have accepted as the payment', async (t) => {
    const { reported, accept, ledger, events, late, clock } = await startOrder(t);
    await reported(PART);
    clock.now += 31 * MINUTE_MS;
    await reported(PART);
    await accept('0.5');
    await reported(WHOLE);
    assert.equal(await late(), false);
    assert.deepEqual([(await ledger())?.applied, (await ledger())?.owed], ['0.5', '0.5']);
    const all = await events();
    assert.equal(all.at(-1)?.type, 'checkout.overpaid');
    assert.deepEqual(fulfilling(all), ['checkout.settled']);
  });

  it('is reported again if the service first counted less than the amount as paid', async (t) => {
    const { reported, ledger, events, clock } = await startOrder(t);
    await reported({ ...WHOLE, amountPaid: '0.99' });
    // A paid invoice is polled less often.
    clock.now += 60 * MINUTE_MS;
    await reported(WHOLE);
    assert.equal((await ledger())?.applied, '1');
    const paid = (await events()).flatMap((event) =>
      event.type === 'checkout.paid' ? [[event.invoice.applied, event.fulfill]] : [],
    );
    assert.deepEqual(paid, [
      ['0.99', true],
      ['1', false],
    ]);
  });
});
