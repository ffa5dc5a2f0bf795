import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  Attention,
  AttentionItem,
  AuditLog,
  MerchantPaymentDetails,
  OwedAttention,
} from '../../src/protocol/index.js';
import { invoiceOf, problemOf, type TestEnvironment } from '../proxy/test-environment.js';
import { ADDRESS } from '../payouts/payout-fixture.js';
import { until } from '../until.js';
import { MERCHANT_SECRET, signIn, startMerchant, type Staff } from './staff.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

async function overpays(environment: TestEnvironment, orderId = 'A-1') {
  const { id } = await environment.open({ id: orderId });
  const { id: uuid, amount } = invoiceOf(await environment.choose(id));
  await environment.control('payments', { uuid, amount: String(Number(amount) + 2.5) });
  await environment.becomes(id, 'overpaid');
  return id;
}

async function isPaidLate(environment: TestEnvironment) {
  const { id } = await environment.open({ id: 'A-late', lifetime: { minutes: 10 } });
  const { id: uuid, amount } = invoiceOf(await environment.choose(id));
  environment.sandbox.clock.advance(11 * 60);
  await environment.becomes(id, 'expired');
  await environment.control('payments', { uuid, amount });
  await environment.becomes(id, 'paid');
  return id;
}

const attentionOf = (staff: Staff) => staff.get<Attention>('/attention');

function onlyItem({ items }: Attention): AttentionItem {
  assert.equal(items.length, 1, JSON.stringify(items));
  const [item] = items;
  assert.ok(item);
  return item;
}

const owedIn = (attention: Attention): OwedAttention => {
  const item = onlyItem(attention);
  assert.equal(item.kind, 'owed');
  return item;
};

describe('attention', { concurrency: 2 }, () => {
  it('is empty while every payment is where it should be', async (t) => {
    const environment = await startMerchant(t);
    const { id } = await environment.open();
    const { id: uuid } = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid });
    await environment.becomes(id, 'paid');
    const { items, count } = await attentionOf(signIn(environment));
    assert.deepEqual({ items, count }, { items: [], count: 0 });
  });

  it('lists a surplus with what is owed, until it is settled, and notifies the shop', async (t) => {
    const environment = await startMerchant(t);
    const id = await overpays(environment);
    const staff = signIn(environment);
    const item = owedIn(await attentionOf(staff));
    assert.deepEqual([item.reason, item.owed, item.order.id], ['surplus', '2.5', 'A-1']);

    const about = { invoice: item.invoice, about: 'owed', amount: '2.5' };
    const note = 'Credited to the account of the customer';
    const settled = await staff.post<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}/settle`, {
      ...about,
      decision: 'dismissed',
      note,
    });
    assert.equal(settled.state, 'overpaid', 'the state of the money stays');
    assert.deepEqual(
      settled.invoices.map(({ received, owed, dismissed }) => ({ received, owed, dismissed })),
      [{ received: '60.34', owed: '0', dismissed: '2.5' }],
    );
    assert.equal((await attentionOf(staff)).count, 0);
    const [event] = await until(
      () => environment.settled,
      'the shop is notified',
      (events) => events.length > 0,
    );
    assert.ok(event);
    const { kind, amount, person } = event.decision;
    assert.deepEqual(
      { kind, amount, person, note: event.decision.note },
      { kind: 'dismissed', amount: '2.5', person: 'Maja Lind', note },
    );
  });

  it('lists each thing to do once, and counts them all by kind on every page', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    for (const order of ['A-1', 'A-2', 'A-3']) await overpays(environment, order);
    const page = () => staff.get<Attention>('/attention?limit=1');
    const counted = async () => {
      const { count, money } = await page();
      return { count, money };
    };
    assert.deepEqual(await counted(), { count: 3, money: 3 });
    const [first] = (await page()).items;
    assert.ok(first?.kind === 'owed');
    const { payment, invoice, owed } = first;
    await staff.post(`/payments/${payment}/refunds`, { invoice, address: ADDRESS, amount: owed });
    const ofPayment = (await page()).items.map(({ kind }) => kind);
    assert.deepEqual(ofPayment, ['refund'], 'owed money that staff refund needs no second decision');
    assert.deepEqual(await counted(), { count: 3, money: 3 });
    const { items, count, money } = await attentionOf(staff);
    assert.deepEqual([items.length, count, money], [3, 3, 3]);
  });

  it('lists money again that arrives after a decision, with the new amount alone', async (t) => {
    const environment = await startMerchant(t);
    const id = await overpays(environment);
    const staff = signIn(environment);
    const { invoice, owed } = owedIn(await attentionOf(staff));
    const decide = { invoice, about: 'owed', decision: 'accepted' };
    await staff.post(`/payments/${paymentIdOf(id)}/settle`, { ...decide, amount: owed });
    const { id: uuid } = invoiceOf(await environment.get(id));
    await environment.control('payments', { uuid, amount: '1.25' });
    environment.sandbox.clock.advance(3600);
    const again = await until(
      () => attentionOf(staff),
      'the new surplus is listed',
      ({ count }) => count > 0,
    );
    assert.equal(owedIn(again).owed, '1.25');
  });

  it('lists a second payment of an order that is paid', async (t) => {
    const environment = await startMerchant(t);
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id));
    const second = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.control('payments', { uuid: second.id });
    await environment.becomes(id, 'paid');
    await environment.control('payments', { uuid: first.id });
    environment.sandbox.clock.advance(600);
    const attention = await until(
      () => attentionOf(signIn(environment)),
      'the second payment is listed',
      ({ count }) => count > 0,
    );
    const { reason, owed, currency } = owedIn(attention);
    assert.deepEqual([reason, owed, currency], ['duplicate', first.amount, 'USDT_TRC20']);
  });

  it('lists an order that was paid late', async (t) => {
    const environment = await startMerchant(t);
    const id = await isPaidLate(environment);
    const staff = signIn(environment);
    const item = onlyItem(await attentionOf(staff));
    assert.equal(item.kind, 'late');
    const decide = { invoice: item.kind === 'late' ? item.invoice : 0, about: 'late', amount: '0' };
    await staff.post(`/payments/${paymentIdOf(id)}/settle`, { ...decide, decision: 'accepted' });
    assert.equal((await attentionOf(staff)).count, 0);
  });

  it('tells the payer of a decision, also where payers cannot ask for their money back', async (t) => {
    const environment = await startMerchant(t, {
      proxy: { merchant: { secrets: [MERCHANT_SECRET], refunds: 'off' } },
    });
    const id = await overpays(environment);
    const staff = signIn(environment);
    assert.equal((await environment.get(id)).refunds, undefined, 'nothing can be asked for');
    const { invoice, owed } = owedIn(await attentionOf(staff));
    const decide = { invoice, about: 'owed', amount: owed };
    await staff.post(`/payments/${paymentIdOf(id)}/settle`, { ...decide, decision: 'accepted' });
    assert.deepEqual((await environment.get(id)).refunds, { asksEmail: false, items: [] });

    const late = await isPaidLate(environment);
    assert.equal((await environment.get(late)).refunds, undefined);
    const item = onlyItem(await attentionOf(staff));
    assert.ok(item.kind === 'late');
    const accept = { invoice: item.invoice, about: 'late', amount: '0', decision: 'accepted' };
    await staff.post(`/payments/${paymentIdOf(late)}/settle`, accept);
    assert.deepEqual((await environment.get(late)).refunds, { asksEmail: false, items: [] });
  });

  for (const [count, path] of [
    ['one', (id: string) => `/events/${id}/resend`],
    ['all', () => '/events/resend'],
  ] as const)
    it(`lists events that the server of the shop does not receive, and delivers ${count} again on request`, async (t) => {
      let isDown = true;
      const received: string[] = [];
      const environment = await startMerchant(t, {
        proxy: {
          onEvent: ({ id }) => {
            if (isDown) throw new Error('the shop is down');
            received.push(id);
          },
        },
      });
      const { id } = await environment.open();
      const { id: uuid } = invoiceOf(await environment.choose(id));
      await environment.control('payments', { uuid });
      await environment.becomes(id, 'paid');
      const staff = signIn(environment);
      const attention = await until(
        () => {
          environment.sandbox.clock.advance(60);
          return attentionOf(staff);
        },
        'the failure is listed',
        ({ count }) => count > 0,
      );
      const item = onlyItem(attention);
      assert.ok(item.kind === 'events');
      assert.deepEqual([item.waiting, item.dead, item.paid], [1, 0, 1]);
      const [listed] = item.events;
      assert.ok(listed);
      assert.equal(item.events.length, 1);
      const { id: eventId, since, ...of } = listed;
      const payment = { id: paymentIdOf(id), orderId: 'A-1' };
      assert.deepEqual(of, { type: 'checkout.paid', status: 'waiting', payment });
      assert.equal(since, item.since);
      isDown = false;
      await staff.post(path(eventId));
      await until(
        () => received,
        'the event arrives',
        ({ length }) => length > 0,
      );
      // An attempt of its own may arrive as well.
      assert.deepEqual([...new Set(received)], [eventId]);
    });

  it('refuses a decision about an amount that has changed, one without a reason, and a second one', async (t) => {
    const environment = await startMerchant(t);
    const id = await overpays(environment);
    const staff = signIn(environment);
    const good = { invoice: 1, about: 'owed', decision: 'accepted', amount: '2.5' };
    const settle = (change: object) =>
      staff.call('POST', `/payments/${paymentIdOf(id)}/settle`, { ...good, ...change });
    const codeOf = async (response: Response) => (await problemOf(response)).code;
    assert.equal(await codeOf(await settle({ amount: '2.4' })), 'record_changed');
    assert.equal(await codeOf(await settle({ invoice: 2 })), 'record_changed');
    assert.equal(await codeOf(await settle({ decision: 'dismissed' })), 'invalid_request');
    const [first, second] = await Promise.all([settle({}), settle({})]);
    assert.deepEqual([first.status, second.status].toSorted(), [200, 409], 'one of two concurrent ones');
    assert.equal(
      (await staff.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`)).decisions.length,
      1,
    );
  });

  it('lists page after page, oldest first', async (t) => {
    const environment = await startMerchant(t);
    for (const order of ['A-1', 'A-2', 'A-3']) {
      await overpays(environment, order);
      environment.sandbox.clock.advance(10);
    }
    const staff = signIn(environment);
    const first = await staff.get<Attention>('/attention?limit=2');
    const second = await staff.get<Attention>(`/attention?limit=2&cursor=${first.next}`);
    const orders = [...first.items, ...second.items].map((item) => 'order' in item && item.order.id);
    assert.deepEqual(orders, ['A-1', 'A-2', 'A-3']);
    assert.deepEqual([first.count, second.next], [3, null]);
  });
});

describe('the audit log', { concurrency: 2 }, () => {
  it('records each action with person, time, before and after', async (t) => {
    const environment = await startMerchant(t);
    const id = await overpays(environment);
    const [maja, jon] = [signIn(environment), signIn(environment, 'Jon Berg')];
    await jon.post(`/payments/${paymentIdOf(id)}/note`, { note: 'The customer called' });
    const settle = { invoice: 1, about: 'owed', decision: 'accepted', amount: '2.5' };
    await maja.post(`/payments/${paymentIdOf(id)}/settle`, settle);
    const { entries } = await maja.get<AuditLog>('/audit');
    assert.deepEqual(
      entries.map(({ number, person, action, subject }) => ({ number, person, action, subject })),
      [
        { number: 2, person: 'Maja Lind', action: 'payment.settle', subject: paymentIdOf(id) },
        { number: 1, person: 'Jon Berg', action: 'payment.note', subject: paymentIdOf(id) },
      ],
    );
    assert.match(entries[0]?.after ?? '', /"decision":"accepted"/);
    assert.deepEqual((await maja.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`)).audit, entries);
  });

  it('records a cancellation by the staff', async (t) => {
    const environment = await startMerchant(t);
    const { id } = await environment.open();
    await environment.choose(id);
    const staff = signIn(environment);
    assert.equal((await staff.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`)).cancelable, true);
    const canceled = await staff.post<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}/cancel`);
    assert.deepEqual([canceled.state, canceled.cancelable], ['canceled', false]);
    assert.equal(canceled.audit[0]?.action, 'payment.cancel');
    assert.equal((await environment.get(id)).state, 'canceled', 'the payer sees it');
  });
});
