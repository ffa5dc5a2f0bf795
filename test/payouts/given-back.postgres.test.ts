import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Attention, MerchantInvoice, MerchantPaymentDetails } from '../../src/protocol/index.js';
import { invoiceOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { ADDRESS, startPayouts } from './payout-fixture.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const ORDER = { id: 'A-1', amount: '50.00' };
/** Half of the 59 USDT that the order costs. */
const PART = '29.5';

/** A payer has paid a part, and staff have sent it back while the invoice is open. */
async function startGivenBack(t: TestContext) {
  const context = await startPayouts(t);
  const { environment, maja, propose, approve } = context;
  const { id } = await environment.open(ORDER);
  const { id: uuid, amount } = invoiceOf(await environment.choose(id));
  assert.equal(amount, '59');
  await environment.control('payments', { uuid, amount: PART });
  await environment.becomes(id, 'partial');
  const path = `/payments/${paymentIdOf(id)}`;
  const started = await maja.post<MerchantPaymentDetails>(`${path}/refunds`, {
    ...{ invoice: 1, address: ADDRESS, amount: PART, includesPayment: true },
  });
  const refund = started.refunds[0]?.id ?? '';
  await approve(
    await propose({ address: ADDRESS, amount: PART, refund: { payment: paymentIdOf(id), id: refund } }),
  );
  await (await context.process()).runOnce();
  const payment = () => maja.get<MerchantPaymentDetails>(path);
  const first = async (): Promise<MerchantInvoice> => {
    const [invoice] = (await payment()).invoices;
    assert.ok(invoice);
    return invoice;
  };
  const { owed, refunded, refundable } = await first();
  assert.deepEqual({ owed, refunded, refundable }, { owed: '0', refunded: PART, refundable: '0' });
  const fulfilled = async () =>
    environment.events.filter((event) => event.order.id === 'A-1' && event.fulfill);
  const invoiceEvents = () =>
    environment.events.flatMap((event) =>
      event.order.id === 'A-1' && 'fulfill' in event ? [event.type] : [],
    );
  /** Money that arrives on the invoice. */
  const pay = async (more: string, received: string) => {
    await environment.control('payments', { uuid, amount: more });
    return until(
      () => {
        environment.sandbox.clock.advance(10);
        return first();
      },
      'the money is received',
      (invoice) => invoice.received === received,
    );
  };
  return { ...context, id, payment, first, pay, fulfilled, invoiceEvents };
}

describe('a part that was given back while its invoice was open', { concurrency: 2 }, () => {
  it('is not owed again after the deadline', async (t) => {
    const { environment, id, first, payment } = await startGivenBack(t);
    environment.sandbox.clock.advance(3600);
    await environment.becomes(id, 'expired');
    const { owed, refundable } = await first();
    assert.deepEqual([owed, refundable], ['0', '0']);
    assert.deepEqual((await payment()).pending, []);
  });

  it('does not pay the order with the rest, which is owed', async (t) => {
    const { environment, id, invoiceEvents, pay, fulfilled, payment } = await startGivenBack(t);
    assert.equal((await environment.get(id)).state, 'expired', 'nothing more is requested');
    const { owed, hasPaidOrder } = await pay(PART, '59');
    assert.deepEqual([owed, hasPaidOrder], [PART, false]);
    assert.deepEqual((await payment()).pending, [{ invoice: 1, about: 'owed', amount: PART }]);
    assert.deepEqual(await fulfilled(), []);
    await until(
      invoiceEvents,
      'it is reported',
      (types) => types.join() === 'checkout.partial,checkout.underpaid',
    );
  });

  it('lets the full amount pay the order, in time', async (t) => {
    const { invoiceEvents, pay, payment, fulfilled } = await startGivenBack(t);
    const { owed, hasPaidOrder, refunded } = await pay('59', '88.5');
    assert.deepEqual([owed, hasPaidOrder, refunded], ['0', true, PART]);
    assert.deepEqual((await payment()).pending, []);
    await until(fulfilled, 'the shop fulfills the order', ({ length }) => length === 1);
    assert.deepEqual(invoiceEvents(), ['checkout.partial', 'checkout.overpaid']);
  });

  it('lets the full amount pay the order late, without what was given back, and staff can accept it', async (t) => {
    const { environment, id, invoiceEvents, maja, pay, fulfilled } = await startGivenBack(t);
    environment.sandbox.clock.advance(3600);
    await environment.becomes(id, 'expired');
    await pay('59', '88.5');
    const { items } = await maja.get<Attention>('/attention');
    assert.deepEqual(
      items.map((item) => (item.kind === 'late' ? item.refundable : item.kind)),
      ['59'],
    );
    await until(invoiceEvents, 'it is reported', (types) => types.at(-1) === 'checkout.paid_late');
    assert.deepEqual(await fulfilled(), []);
    const accept = { invoice: 1, about: 'late', decision: 'accepted', amount: '0' };
    await maja.post(`/payments/${paymentIdOf(id)}/settle`, accept);
    await until(
      () => environment.settled,
      'the shop fulfills the order',
      ([event]) => event?.fulfill === true,
    );
  });

  it('lets another coin pay the order, and is not owed again', async (t) => {
    const { environment, id, first, payment, fulfilled } = await startGivenBack(t);
    const { id: uuid } = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.control('payments', { uuid });
    await environment.becomes(id, 'paid');
    assert.deepEqual((await payment()).pending, []);
    assert.equal((await first()).owed, '0');
    const types = await until(fulfilled, 'the shop fulfills the order', ({ length }) => length > 0);
    assert.deepEqual(
      types.map(({ type }) => type),
      ['checkout.paid'],
    );
  });

  it('lets the payer choose the same coin anew', async (t) => {
    const { environment, id, payment } = await startGivenBack(t);
    const { id: uuid } = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid });
    await environment.becomes(id, 'paid');
    assert.deepEqual(
      (await payment()).invoices.map(({ hasPaidOrder }) => hasPaidOrder),
      [false, true],
    );
  });

  it('is not owed again at another price', async (t) => {
    const { environment, first, payment } = await startGivenBack(t);
    for (const amount of ['60.00', '10.00']) {
      await environment.open({ ...ORDER, amount });
      const { owed, refundable } = await first();
      assert.deepEqual([owed, refundable], ['0', '0'], amount);
    }
    assert.deepEqual((await payment()).pending, []);
  });

  it('stays on the page at another price, until the payer chooses again', async (t) => {
    const { environment, id } = await startGivenBack(t);
    const { state, invoice } = await environment.open({ ...ORDER, amount: '60.00' });
    assert.deepEqual([state, invoice?.paid], ['expired', PART]);
    assert.equal((await environment.choose(id)).state, 'awaiting');
  });

  it('makes dust that follows no payment of the order', async (t) => {
    const { environment, pay, fulfilled } = await startGivenBack(t);
    const { owed, hasPaidOrder } = await pay('0.000001', '29.500001');
    assert.deepEqual([owed, hasPaidOrder, await fulfilled()], ['0.000001', false, []]);
    assert.ok(environment.events.every(({ type }) => type !== 'checkout.overpaid'));
  });
});
