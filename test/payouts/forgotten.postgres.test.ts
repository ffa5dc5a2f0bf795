import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attention, AuditLog, MerchantPaymentDetails } from '../../src/protocol/index.js';
import { createWithdrawalClient } from '../../src/service/node.js';
import { WITHDRAWAL_KEY, type PayoutContext } from './payout-fixture.js';
import { run, WITHDRAW } from './payouts-run.js';
import { only, startRefunds } from './refund-fixture.js';
import { book } from './restored-store.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

/** Restores the store from before the proposal of the only payout. */
async function restore({ store: { db } }: PayoutContext): Promise<void> {
  await db.deleteFrom('payouts').execute();
  await db.deleteFrom('payout_journal').execute();
  await db.deleteFrom('movements').where('kind', 'in', ['reserved', 'sent']).execute();
  await db
    .updateTable('refunds')
    .set({ state: 'requested', payout_id: null, transaction_id: null, decided_at: null })
    .execute();
}

/** A refund that a payout has paid, and a store that has forgotten both. */
async function forget(context: Awaited<ReturnType<typeof startRefunds>>) {
  await context.refunds.asked();
  const refund = await only(context.refunds.list());
  const payout = await context.refunds.propose(refund);
  await context.approve(payout);
  await (await context.process()).runOnce();
  const { state, serviceId } = await context.find(payout.id);
  assert.equal(state, 'sent');
  await restore(context);
  context.environment.sandbox.clock.advance(60);
  return { refund, payout, serviceId };
}

async function journalItems({ maja }: PayoutContext): Promise<number> {
  const { items } = await maja.get<Attention>('/attention');
  return items.filter(({ kind }) => kind === 'journal').length;
}

/** The money of the refund has left once, every list says so, and the other payout does not take it again. */
async function assertPaidOnce(context: Awaited<ReturnType<typeof startRefunds>>, other: string) {
  const payouts = await context.process();
  context.environment.sandbox.clock.advance(60);
  await payouts.runOnce();
  assert.equal((await context.find(other)).state, 'withdrawn');
  assert.equal((await context.withdrawals()).length, 1);
  const { invoices, refunds } = await context.refunds.payment();
  assert.deepEqual([invoices[0]?.owed, invoices[0]?.reserved, invoices[0]?.refunded], ['0', '0', '2.5']);
  assert.deepEqual(
    refunds.map(({ state }) => state),
    ['sent'],
  );
  const { items } = await context.maja.get<Attention>('/attention');
  assert.deepEqual(items, []);
}

describe('a store from before the proposal of a payout', { concurrency: 2 }, () => {
  it('stops the payouts until the payout is booked, and its refund is paid once', async (t) => {
    const context = await startRefunds(t);
    const { refund, payout, serviceId } = await forget(context);
    const errors: string[] = [];
    const record = (_: object, message: string) => void errors.push(message);
    const logger = { info: () => undefined, warn: () => undefined, error: record };
    const payouts = await context.process({ logger });
    assert.equal(await payouts.runOnce(), false);
    assert.equal(await payouts.runOnce(), false);
    assert.deepEqual(errors, ['store has forgotten payouts, payouts refused']);
    assert.equal(await journalItems(context), 1);

    const [booked, ...more] = await book(context);
    assert.deepEqual([booked?.payout.id, booked?.booking, more], [payout.id, 'booked', []]);
    const found = await context.find(payout.id);
    assert.deepEqual(
      [found.state, found.serviceId, found.proposedBy, found.approvedBy, found.refund?.id],
      ['sent', serviceId, 'Maja Lind', 'Jon Berg', refund.id],
    );
    const { invoices, refunds } = await context.maja.get<MerchantPaymentDetails>(
      `/payments/${paymentIdOf(context.id)}`,
    );
    assert.deepEqual([refunds[0]?.state, invoices[0]?.owed, invoices[0]?.refunded], ['sent', '0', '2.5']);
    const { entries } = await context.maja.get<AuditLog>(`/audit?subject=${payout.id}`);
    assert.ok(entries.some(({ person, action }) => person === 'Ida Moe' && action === 'payout.outcome'));
    assert.deepEqual(await book(context), [], 'once');

    const { id } = await context.approve(await context.propose({ amount: '1' }));
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'sent', 'the process goes on');
    assert.equal(await journalItems(context), 0);
    assert.equal((await context.withdrawals()).length, 2);
  });

  it('takes back another payout for the refund that was approved meanwhile, and books the one that was sent', async (t) => {
    const context = await startRefunds(t);
    const { payout, refund } = await forget(context);
    const again = await context.refunds.propose(refund);
    await context.approve(again);
    const payouts = await context.process();
    await payouts.runOnce();
    assert.equal((await context.find(again.id)).state, 'approved');
    const command = run(t, context, context.journal, ['payouts', 'book', '--person', 'Ida Moe']);
    assert.equal(await command.ended, 0, command.errors());
    assert.match(command.output(), new RegExp(`^${payout.id} +A-1 +sent +2\\.5 USDT_TRC20 +booked$`, 'm'));
    await assertPaidOnce(context, again.id);
  });

  it('takes back a payout of another refund of the same money, also if the refund itself is forgotten', async (t) => {
    const context = await startRefunds(t);
    const { payout } = await forget(context);
    await context.store.db.deleteFrom('refunds').execute();
    assert.equal((await context.refunds.create('2.5')).status, 201);
    const other = await only(context.refunds.list());
    const again = await context.refunds.propose(other);
    await context.approve(again);
    const [booked, ...more] = await book(context);
    assert.deepEqual([booked?.payout.id, booked?.booking, more], [payout.id, 'booked', []]);
    await assertPaidOnce(context, again.id);
  });

  it('sends nothing while the refund has another payout that may have been sent, until a person says so', async (t) => {
    const context = await startRefunds(t);
    const { payout, refund } = await forget(context);
    const again = await context.refunds.propose(refund);
    await context.approve(again);
    // Another program may have sent it.
    const { db } = context.store;
    await db.updateTable('payouts').set({ state: 'unknown' }).where('id', '=', again.id).execute();
    const command = run(t, context, context.journal, ['payouts', 'book', '--person', 'Ida Moe']);
    assert.equal(await command.ended, 1);
    assert.match(command.output(), new RegExp(`^${payout.id} .* no money$`, 'm'));
    assert.match(command.errors(), /payouts run sends nothing until it is: .* order A-1\. .*--leave-refund/);
    const payouts = await context.process();
    assert.equal(await payouts.runOnce(), false);
    assert.equal(await journalItems(context), 1);
    const { invoices } = await context.refunds.payment();
    assert.deepEqual([invoices[0]?.reserved, invoices[0]?.refunded], ['2.5', '0'], 'the other one has it');
    const args = ['payouts', 'book', '--person', 'Ida Moe', '--leave-refund', payout.id];
    const left = run(t, context, context.journal, args);
    assert.equal(await left.ended, 0, left.errors());
    assert.match(left.output(), new RegExp(`^${payout.id} .* left$`, 'm'));
    await payouts.runOnce();
    assert.equal(await journalItems(context), 0);
  });

  it('leaves no refund to pay of money that the booked payout has sent', async (t) => {
    const context = await startRefunds(t);
    await forget(context);
    await context.store.db.deleteFrom('refunds').execute();
    await context.refunds.asked();
    await book(context);
    const { items } = await context.maja.get<Attention>('/attention');
    assert.deepEqual(items, []);
    assert.equal((await only(context.refunds.list())).state, 'sent');
  });

  it('does not know the order either: the command names the payment, and asks for an entry in the books', async (t) => {
    const context = await startRefunds(t);
    const { payout } = await forget(context);
    await context.store.db.deleteFrom('checkouts').execute();
    const command = run(t, context, context.journal, ['payouts', 'book', '--person', 'Ida Moe']);
    assert.equal(await command.ended, 1);
    assert.match(command.output(), new RegExp(`^${payout.id} .* order forgotten$`, 'm'));
    assert.match(command.errors(), new RegExp(`payment ${paymentIdOf(context.id)}`));
  });

  it('is booked by a command', async (t) => {
    const context = await startRefunds(t);
    const { payout, refund } = await forget(context);
    const command = run(t, context, context.journal, ['payouts', 'book', '--person', 'Ida Moe', '--json']);
    await command.ended;
    const [booked] = JSON.parse(command.output());
    assert.deepEqual(
      [booked.payout.id, booked.order.id, booked.payout.state, booked.payout.refund.id, booked.booking],
      [payout.id, 'A-1', 'sent', refund.id, 'booked'],
    );
  });

  it('that was restored while the request was sent gets the outcome once the payout is booked', async (t) => {
    const context = await startRefunds(t);
    await context.refunds.asked();
    const payout = await context.refunds.propose(await only(context.refunds.list()));
    await context.approve(payout);
    const { url } = context.environment.sandbox;
    const payouts = await context.process({
      connect: (limiter) => ({
        async withdraw(request) {
          const client = createWithdrawalClient({ url, withdrawalKey: WITHDRAWAL_KEY, limiter });
          const withdrawal = await client.withdraw(request);
          await restore(context);
          return withdrawal;
        },
      }),
    });
    await payouts.runOnce();
    await payouts.runOnce();
    assert.equal(await journalItems(context), 1);
    await book(context);
    await payouts.runOnce();
    const { state, serviceId } = await context.find(payout.id);
    assert.equal(state, 'sent');
    assert.match(serviceId ?? '', /^INV-/);
    assert.equal((await context.refunds.item()).state, 'sent');
    assert.equal(await journalItems(context), 0);
  });
});

describe('a refund with a payout of unknown outcome', () => {
  it('is paid by another payout only after two people have decided that nothing was sent', async (t) => {
    const context = await startRefunds(t);
    const { refunds, environment, approve, process, maja, jon, find, withdrawals } = context;
    await refunds.asked();
    const refund = await only(refunds.list());
    const payout = await refunds.propose(refund);
    await approve(payout);
    await environment.control('faults', { endpoint: WITHDRAW, times: 1, kind: 'reset-before' });
    const payouts = await process();
    await payouts.runOnce();
    assert.equal((await find(payout.id)).state, 'unknown');
    const choice = { outcome: 'not_sent', candidate: null };
    for (const person of [maja, jon]) await person.post(`/payouts/${payout.id}/resolve`, choice);
    const again = await refunds.propose(refund);
    await approve(again);
    environment.sandbox.clock.advance(20);
    await payouts.runOnce();
    assert.equal((await find(again.id)).state, 'sent');
    assert.equal((await withdrawals()).length, 1);
  });
});
