import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { MerchantPaymentDetails, MerchantScope } from '../../src/protocol/index.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';
import { ADDRESS, OTHER_ADDRESS, startPayouts } from '../payouts/payout-fixture.js';
import { overpaid } from '../payouts/refund-fixture.js';
import { invoiceOf } from '../proxy/test-environment.js';
import { signIn } from './staff.js';

const NOTE = 'Speak to her son only';
const EMAIL = 'payer@example.com';

/** A payment with a surplus, two refund requests, and a note of a colleague. */
async function startPayment(t: TestContext) {
  const context = await startPayouts(t, { refunds: 'email' });
  const { environment, maja } = context;
  const { id, refunds } = await overpaid(context, 'A-1', '61.5');
  await refunds.asked({ email: EMAIL });
  await refunds.asked({ address: OTHER_ADDRESS, claimKey: null });
  const path = `/payments/${paymentIdOf(id)}`;
  await maja.post(`${path}/note`, { note: NOTE });
  const { address, transactions } = invoiceOf(await environment.get(id));
  const { refunds: listed, events } = await refunds.payment();
  const [proven, unproven] = listed;
  assert.ok(proven && unproven && events.length > 0 && address && transactions.length > 0);
  const personal = [NOTE, address, ...transactions, ...events.map((event) => event.id)];
  const only = (...scopes: readonly MerchantScope[]) => signIn(environment, 'Jon Berg', scopes);
  return { ...context, only, path, unproven, personal, ofRefunds: [ADDRESS, OTHER_ADDRESS, EMAIL] };
}

/** What an action on a payment shows without `payments:read`. */
function assertOutcome(
  { id, version, createdAt, ...rest }: MerchantPaymentDetails,
  expected: Partial<MerchantPaymentDetails>,
): void {
  assert.ok(id.startsWith('pay_') && version > 0 && createdAt !== '');
  assert.deepEqual(rest, {
    order: { id: 'A-1', amount: '50.00', currency: 'EUR' },
    ...{ state: 'overpaid', late: false, currency: 'USDT_TRC20', amount: '59', received: '61.5' },
    ...{ needsAttention: true, testMode: true, cancelable: false },
    pending: [{ invoice: 1, about: 'owed', amount: '2.5' }],
    ...{ description: null, invoices: [], decisions: [], refunds: [], events: [], audit: [] },
    ...expected,
  });
}

describe('a person who may act on a payment but not read payments', { concurrency: 2 }, () => {
  it('gets the outcome of a note or a decision, and nothing about payer and colleagues', async (t) => {
    const { only, path, personal, ofRefunds } = await startPayment(t);
    const staff = only('payments:settle');
    const noted = await staff.post<MerchantPaymentDetails>(`${path}/note`, { note: 'Mine' });
    const request = { invoice: 1, about: 'owed', decision: 'accepted', amount: '2.5', note: 'Mine' };
    const settled = await staff.post<MerchantPaymentDetails>(`${path}/settle`, request);
    for (const text of [...personal, ...ofRefunds])
      assert.ok(!JSON.stringify([noted, settled]).includes(text), text);
    assertOutcome(noted, {});
    assertOutcome(settled, { needsAttention: false, pending: [] });
  });

  it('gets the outcome of a cancellation', async (t) => {
    const { environment, only, maja } = await startPayment(t);
    const { id } = await environment.open({ id: 'A-2' });
    const { address } = invoiceOf(await environment.choose(id));
    const path = `/payments/${paymentIdOf(id)}`;
    await maja.post(`${path}/note`, { note: NOTE });
    const canceled = await only('payments:cancel').post<MerchantPaymentDetails>(`${path}/cancel`);
    assert.deepEqual([canceled.state, canceled.cancelable], ['canceled', false]);
    const { invoices, audit, events } = canceled;
    assert.deepEqual([invoices, audit, events], [[], [], []]);
    for (const text of [NOTE, address ?? '-']) assert.ok(!JSON.stringify(canceled).includes(text), text);
  });

  it('gets the refunds, if they decide on refunds, and nothing else', async (t) => {
    const { only, path, personal, unproven } = await startPayment(t);
    const staff = only('refunds:decide');
    const decided = await staff.post<MerchantPaymentDetails>(`${path}/decide-refund`, {
      ...{ refund: unproven.id, decision: 'checked', note: 'She showed the transfer' },
    });
    const created = await staff.post<MerchantPaymentDetails>(`${path}/refunds`, {
      ...{ invoice: 1, address: ADDRESS, amount: '1' },
    });
    for (const text of personal) assert.ok(!JSON.stringify([decided, created]).includes(text), text);
    for (const payment of [decided, created]) assertOutcome(payment, { refunds: payment.refunds });
    assert.equal(decided.refunds.find(({ id }) => id === unproven.id)?.check?.person, 'Jon Berg');
    assert.deepEqual(
      created.refunds.map(({ requestedBy }) => requestedBy),
      ['payer', 'link_holder', 'staff'],
    );
  });

  it('gets the same as a reader once they may also read', async (t) => {
    const { only, maja, path, personal } = await startPayment(t);
    const staff = only('payments:settle', 'payments:read');
    const noted = await staff.post<MerchantPaymentDetails>(`${path}/note`, { note: 'Mine' });
    assert.deepEqual(noted, await maja.get<MerchantPaymentDetails>(path));
    for (const text of personal) assert.ok(JSON.stringify(noted).includes(text), text);
  });
});
