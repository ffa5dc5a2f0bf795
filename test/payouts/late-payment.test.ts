import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Attention, MerchantPaymentDetails } from '../../src/protocol/index.js';
import { invoiceOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { ADDRESS, startPayouts } from './payout-fixture.js';
import { run } from './payouts-run.js';
import { BROWSER, startUnpaid } from './refund-fixture.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const PRICE = '59';
const A_PART = '40';

/** An order of 59 USDT whose payment arrived after the deadline. */
async function startLate(t: TestContext, amount = PRICE) {
  const context = await startPayouts(t);
  const { environment, maja, propose } = context;
  const { id } = await environment.open({ id: 'A-1', amount: '50.00' });
  const { id: uuid } = invoiceOf(await environment.choose(id));
  environment.sandbox.clock.advance(3600);
  await environment.becomes(id, 'expired');
  await environment.control('payments', { uuid, amount });
  const paid = await environment.becomes(id, amount === PRICE ? 'paid' : 'overpaid');
  assert.equal(paid.late, true);
  const path = `/payments/${paymentIdOf(id)}`;
  const payment = () => maja.get<MerchantPaymentDetails>(path);
  const settle = (decision: 'accepted' | 'dismissed') =>
    maja.call('POST', `${path}/settle`, { invoice: 1, about: 'late', decision, amount: '0', note: 'N' });
  const startRefund = async (part: string) => {
    const body = { invoice: 1, address: ADDRESS, amount: part, includesPayment: true };
    const { refunds } = await maja.post<MerchantPaymentDetails>(`${path}/refunds`, body);
    return refunds.at(-1)?.id ?? '';
  };
  const proposeRefund = (refund: string, part: string) =>
    propose({ address: ADDRESS, amount: part, refund: { payment: paymentIdOf(id), id: refund } });
  const fulfilled = () =>
    [...environment.events, ...environment.settled].filter(
      (event) => event.order.id === 'A-1' && event.fulfill,
    );
  return { ...context, id, payment, settle, startRefund, proposeRefund, fulfilled };
}

describe('a late payment', { concurrency: 2 }, () => {
  it('cannot be accepted once a part of it was given back', async (t) => {
    const { approve, process, payment, settle, startRefund, proposeRefund, fulfilled } = await startLate(t);
    await approve(await proposeRefund(await startRefund(A_PART), A_PART));
    await (await process()).runOnce();
    assert.equal((await payment()).invoices[0]?.refunded, A_PART);
    const refused = await settle('accepted');
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /40 of this payment was refunded or is reserved for a refund/);
    assert.deepEqual(fulfilled(), []);
    assert.equal((await settle('dismissed')).status, 200);
    assert.deepEqual((await payment()).pending, []);
  });

  it('can be accepted again once the payout that reserved a part of it is declined', async (t) => {
    const { jon, settle, startRefund, proposeRefund, fulfilled } = await startLate(t);
    const payout = await proposeRefund(await startRefund(A_PART), A_PART);
    assert.equal((await settle('accepted')).status, 409);
    await jon.post(`/payouts/${payout.id}/decline`, { reason: 'We ship' });
    assert.equal((await settle('accepted')).status, 200);
    const types = await until(fulfilled, 'the shop fulfills the order', ({ length }) => length > 0);
    assert.deepEqual(
      types.map(({ type }) => type),
      ['checkout.settled'],
    );
  });

  it('closes the refund that staff have started when it is accepted', async (t) => {
    const { payment, settle, startRefund, proposeRefund } = await startLate(t);
    const refund = await startRefund(PRICE);
    assert.equal((await settle('accepted')).status, 200);
    const [closed] = (await payment()).refunds;
    assert.equal(closed?.state, 'accepted');
    await assert.rejects(proposeRefund(refund, PRICE), /refund is now accepted/);
  });

  it('keeps the refund of its surplus open when it is accepted', async (t) => {
    const { payment, settle, startRefund } = await startLate(t, '72.97');
    await startRefund('13.97');
    assert.equal((await settle('accepted')).status, 200);
    const [refund] = (await payment()).refunds;
    assert.equal(refund?.state, 'requested');
  });

  it('is paid for its payer once it is accepted, and not before', async (t) => {
    const { environment, id, settle } = await startLate(t);
    assert.equal((await environment.get(id)).accepted, undefined);
    assert.equal((await settle('accepted')).status, 200);
    const { state, late, accepted } = await environment.get(id);
    assert.deepEqual({ state, late, accepted }, { state: 'paid', late: true, accepted: true });
  });

  it('is not paid for its payer if staff have dismissed it', async (t) => {
    const { environment, id, settle } = await startLate(t);
    assert.equal((await settle('dismissed')).status, 200);
    assert.equal((await environment.get(id)).accepted, undefined);
  });

  it('lists a refund that staff have started once under attention', async (t) => {
    const { maja, startRefund, id } = await startLate(t);
    const refund = await startRefund(A_PART);
    const { items } = await maja.get<Attention>('/attention');
    const listed = items.flatMap((item) => {
      if (!('payment' in item) || item.payment !== paymentIdOf(id)) return [];
      return 'refund' in item ? [item.refund.id] : 'refunds' in item ? item.refunds.map((one) => one.id) : [];
    });
    assert.deepEqual(listed, [refund]);
  });
});

it('the command line accepts no second payment of an order that is accepted already', async (t) => {
  const context = await startUnpaid(t);
  const { environment, uuid, id, refunds } = context;
  await environment.cancel(id);
  const second = await context.choose();
  await environment.control('payments', { uuid: second, amount: '30' });
  await environment.becomes(id, 'partial', BROWSER);
  environment.sandbox.clock.advance(3600);
  await environment.becomes(id, 'expired', BROWSER);
  const accept = () => run(t, context, context.journal, ['checkout', 'accept', 'A-1', '--person', 'Ida Moe']);
  const first = accept();
  assert.equal(await first.ended, 0, first.errors());
  assert.equal((await environment.get(id)).accepted, true, 'the part pays the order');
  await environment.control('payments', { uuid, amount: '59' });
  await until(
    () => (environment.sandbox.clock.advance(60), refunds.payment()),
    'the duplicate is seen',
    ({ invoices }) => invoices[0]?.owed === '59',
  );
  const again = accept();
  assert.equal(await again.ended, 1);
  assert.match(again.errors(), /no money of order A-1 can be accepted \(--invoice 1 --about owed\)/);
  assert.equal((await refunds.payment()).invoices[0]?.owed, '59');
});
