import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import type {
  Checkout,
  CheckoutRefund,
  MerchantPaymentDetails,
  MerchantRefund,
  RefundRequest,
} from '../../src/protocol/index.js';
import { invoiceOf, json, type TestEnvironment, type TestOptions } from '../proxy/test-environment.js';
import { ADDRESS, startPayouts, type PayoutContext, type PayoutStaff } from './payout-fixture.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

export const KEY = 'k'.repeat(43);
/** As the browser with that key identifies itself. */
export const BROWSER = createHash('sha256').update(KEY).digest('base64url');
export const OTHER_KEY = 'o'.repeat(43);

/** A shop, and a checkout in a browser that keeps its claim key. */
export async function startRefunds(
  t: TestContext,
  requests: 'on' | 'off' = 'on',
  proxy: TestOptions['proxy'] = {},
) {
  const context = await startPayouts(t, { refunds: requests }, proxy);
  return { ...context, ...(await overpaid(context, 'A-1', '61.5')) };
}

/** An order of 59 USDT for which this sum was paid. */
export async function overpaid(context: PayoutContext, order: string, paid: string) {
  const { environment } = context;
  const { id } = await environment.open({ id: order, amount: '50.00' });
  const chosen = await json<Checkout>(
    await environment.call('POST', `/checkouts/${id}/invoice?browser=${BROWSER}`, {
      body: { currency: 'USDT_TRC20' },
    }),
  );
  const { id: uuid, amount } = invoiceOf(chosen);
  assert.equal(amount, '59');
  await environment.control('payments', { uuid, amount: paid });
  await environment.becomes(id, 'overpaid', BROWSER);
  return { id, uuid, refunds: refundsOf(context, id) };
}

/** An order of 59 USDT in the browser that keeps its claim key, not paid yet. */
export async function startUnpaid(t: TestContext) {
  const context = await startPayouts(t, { refunds: 'on' });
  const { environment } = context;
  const { id } = await environment.open({ id: 'A-1', amount: '50.00' });
  const choose = async () =>
    invoiceOf(
      await json<Checkout>(
        await environment.call('POST', `/checkouts/${id}/invoice?browser=${BROWSER}`, {
          body: { currency: 'USDT_TRC20' },
        }),
      ),
    ).id;
  return { ...context, id, choose, uuid: await choose(), refunds: refundsOf(context, id) };
}

export function refundsOf(
  {
    environment,
    maja,
    propose,
  }: Pick<PayoutStaff, 'maja' | 'propose'> & { readonly environment: Pick<TestEnvironment, 'call' | 'get'> },
  id: string,
) {
  const ask = (request: Partial<RefundRequest>) =>
    environment.call('POST', `/checkouts/${id}/refund`, {
      body: { invoice: 1, address: ADDRESS, amount: '2.5', claimKey: KEY, ...request },
    });
  const payment = () => maja.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`);
  return {
    /** As a page asks. */
    ask,
    payment,
    /** As the staff create a refund. `change` may have fields of wrong types. */
    create: (amount: string, change: object = {}) =>
      maja.call('POST', `/payments/${paymentIdOf(id)}/refunds`, {
        invoice: 1,
        address: ADDRESS,
        amount,
        ...change,
      }),
    asked: async (request: Partial<RefundRequest> = {}) => {
      const response = await ask(request);
      assert.equal(response.status, 200, await response.clone().text());
      return itemOf(await json<Checkout>(response));
    },
    item: async () => itemOf(await environment.get(id)),
    list: async () => (await payment()).refunds,
    propose: ({ id: refund, address }: MerchantRefund, amount = '2.5') =>
      propose({ address, amount, refund: { payment: paymentIdOf(id), id: refund } }),
    decide: (refund: MerchantRefund, decision: string, note = 'She showed the transfer in her wallet') =>
      maja.post<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}/decide-refund`, {
        refund: refund.id,
        decision,
        note,
      }),
  };
}

function itemOf({ refunds }: Checkout): CheckoutRefund {
  const [item, ...more] = refunds?.items ?? [];
  assert.ok(item, 'there is something to ask back');
  assert.deepEqual(more, []);
  return item;
}

export async function only(list: Promise<readonly MerchantRefund[]>): Promise<MerchantRefund> {
  const [refund, ...more] = await list;
  assert.ok(refund);
  assert.deepEqual(more, []);
  return refund;
}
