import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Journal } from '../../src/payouts/journal.js';
import type { MerchantRefund } from '../../src/protocol/index.js';
import { verifyDerivedColumns } from '../../src/proxy/store/derived-columns.js';
import { INFO } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { createWithdrawalClient } from '../../src/service/node.js';
import { WITHDRAWAL_KEY } from './payout-fixture.js';
import { WITHDRAW } from './payouts-run.js';
import { BROWSER, only, startRefunds, startUnpaid } from './refund-fixture.js';
import { backUpStore, book, bookJournalOf } from './restored-store.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

type Context = Awaited<ReturnType<typeof startRefunds>>;

/** Two people pay a refund. @returns the id of its payout */
async function pay(context: Context, refund: MerchantRefund, amount = '2.5'): Promise<string> {
  const payout = await context.refunds.propose(refund, amount);
  await context.approve(payout);
  await runProcess(context);
  assert.equal((await context.find(payout.id)).state, 'sent');
  return payout.id;
}

/** @param whileSending runs once the store says that a payout is sent, before its request */
async function runProcess(context: Context, whileSending = () => Promise.resolve()): Promise<boolean> {
  const { url, clock } = context.environment.sandbox;
  clock.advance(30);
  const process = await context.process({
    connect: (limiter) =>
      createWithdrawalClient({
        ...{ url, withdrawalKey: WITHDRAWAL_KEY },
        limiter: {
          take: (intervalMs, send) => limiter.take(intervalMs, () => whileSending().then(send)),
        },
      }),
  });
  return process.runOnce();
}

/** Two people decide that a payout of unknown outcome was not sent. */
async function decideNotSent(context: Context, id: string): Promise<void> {
  assert.equal((await context.find(id)).state, 'unknown');
  const choice = { outcome: 'not_sent', candidate: null };
  for (const person of [context.maja, context.jon]) await person.post(`/payouts/${id}/resolve`, choice);
}

async function created(context: Context, amount: string, change: object = {}): Promise<MerchantRefund> {
  assert.equal((await context.refunds.create(amount, change)).status, 201);
  const refund = (await context.refunds.list()).findLast((one) => one.amount === amount);
  assert.ok(refund);
  return refund;
}

/** The proxy sees no money until the fault is cleared. */
const SILENT = { endpoint: INFO, kind: 'status', code: 503 };

const bookings = async (...args: Parameters<typeof book>) =>
  Object.fromEntries((await book(...args)).map(({ payout, booking }) => [payout.id, booking]));

/** The sums of each invoice: applied, owed, reserved, refunded. */
async function sumsOf(context: Context): Promise<readonly (readonly string[])[]> {
  assert.deepEqual((await verifyDerivedColumns(context.store.db)).differences, []);
  const { invoices } = await context.refunds.payment();
  return invoices.map(({ applied, owed, reserved, refunded }) => [applied, owed, reserved, refunded]);
}

describe('a restored store, whose journal was kept', { concurrency: 2 }, () => {
  it('waits with the booking until the proxy has seen the money again', async (t) => {
    const context = await startUnpaid(t);
    const { environment, uuid, id } = context;
    const restore = await backUpStore(context);
    await environment.control('payments', { uuid, amount: '61.5' });
    await environment.becomes(id, 'overpaid', BROWSER);
    await context.refunds.asked();
    const payout = await pay(context, await only(context.refunds.list()));
    await environment.control('faults', SILENT);
    await restore();
    assert.deepEqual(await bookings(context), { [payout]: 'no money' });
    assert.equal(await runProcess(context), false, 'nothing is sent meanwhile');
    await environment.clear('faults');
    environment.sandbox.clock.advance(120);
    await environment.becomes(id, 'overpaid', BROWSER);
    assert.deepEqual(await bookings(context), { [payout]: 'booked' });
    assert.deepEqual(await sumsOf(context), [['59', '0', '0', '2.5']]);
  });

  it('takes no money that pays the order for a surplus that was not seen again', async (t) => {
    const context = await startUnpaid(t);
    const { environment, uuid, id } = context;
    await environment.control('payments', { uuid, amount: '59' });
    await environment.becomes(id, 'paid', BROWSER);
    const restore = await backUpStore(context);
    await environment.control('payments', { uuid, amount: '2.5' });
    environment.sandbox.clock.advance(60);
    await environment.becomes(id, 'overpaid', BROWSER);
    await context.refunds.asked();
    const payout = await pay(context, await only(context.refunds.list()));
    await environment.control('faults', SILENT);
    await restore();
    assert.deepEqual(await bookings(context), { [payout]: 'no money' });
    await environment.clear('faults');
    await until(
      () => (environment.sandbox.clock.advance(30), context.refunds.payment()),
      'the surplus is seen again',
      ({ invoices }) => invoices[0]?.received === '61.5',
    );
    assert.deepEqual(await bookings(context), { [payout]: 'booked' });
    assert.deepEqual(await sumsOf(context), [['59', '0', '0', '2.5']]);
  });

  it('books a refund of the payment only if a person says that it was one', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    const payout = await pay(context, await created(context, '40', { includesPayment: true }), '40');
    await restore();
    assert.deepEqual(await bookings(context), { [payout]: 'no money' });
    assert.deepEqual(await bookings(context, { includesPayment: [payout] }), { [payout]: 'booked' });
    // Owed money comes first.
    assert.deepEqual(await sumsOf(context), [['21.5', '0', '0', '40']]);
  });

  it('takes the money of the order for the named payouts alone', async (t) => {
    const context = await startRefunds(t);
    await context.refunds.asked();
    const surplus = await only(context.refunds.list());
    const restore = await backUpStore(context);
    const owed = await pay(context, surplus);
    const whole = await pay(context, await created(context, '40', { includesPayment: true }), '40');
    await restore();
    const [item] = (await context.refunds.payment()).pending;
    assert.ok(item);
    await context.refunds.decide(surplus, 'declined');
    await context.maja.post(`/payments/${paymentIdOf(context.id)}/settle`, {
      ...{ ...item, decision: 'dismissed', note: 'It was paid back' },
    });
    const expected = { [owed]: 'no money', [whole]: 'booked' };
    assert.deepEqual(await bookings(context, { includesPayment: [whole] }), expected);
  });

  it('refuses an older copy of the journal once it has seen the newest one', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    const payout = await pay(context, await created(context, '40', { includesPayment: true }), '40');
    const older = `${context.journal}.older`;
    await copyFile(context.journal, older);
    const other = await pay(context, await created(context, '5', { includesPayment: true }), '5');
    const journal = await Journal.open(older);
    for (const seesNewest of [() => runProcess(context), () => bookings(context)]) {
      await restore();
      await seesNewest();
      context.environment.sandbox.clock.advance(30);
      await (await context.process({ journal })).runOnce();
      await assert.rejects(bookJournalOf(context, journal), /not the newest/);
    }
    const all = [payout, other];
    const expected = Object.fromEntries(all.map((id) => [id, 'booked']));
    assert.deepEqual(await bookings(context, { includesPayment: all }), expected);
    assert.equal((await context.withdrawals()).length, 2);
  });

  it('takes back what was approved meanwhile, if its ledger is left as it is', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    const payout = await pay(context, await created(context, '40', { includesPayment: true }), '40');
    await restore();
    const again = await created(context, '40', { includesPayment: true });
    const second = await context.approve(await context.refunds.propose(again, '40'));
    assert.deepEqual(await bookings(context, { leavesRefunds: [payout] }), { [payout]: 'left' });
    await runProcess(context);
    assert.equal((await context.find(second.id)).state, 'withdrawn');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('takes back a payout that people proposed again for nothing that was refunded', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    const first = await context.approve(await context.propose());
    await runProcess(context);
    await restore();
    const again = await context.approve(await context.propose());
    const other = await context.propose({ amount: '12.6' });
    assert.deepEqual(await bookings(context), { [first.id]: 'booked' });
    await runProcess(context);
    assert.equal((await context.find(again.id)).state, 'withdrawn');
    assert.equal((await context.find(other.id)).state, 'proposed');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('takes back a part of the payment that people refunded again', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    const payout = await pay(context, await created(context, '20', { includesPayment: true }), '20');
    await restore();
    const again = await created(context, '20', { includesPayment: true });
    const second = await context.approve(await context.refunds.propose(again, '20'));
    assert.deepEqual(await bookings(context, { includesPayment: [payout] }), { [payout]: 'booked' });
    await runProcess(context);
    assert.equal((await context.find(second.id)).state, 'withdrawn');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('is told by the journal what was sent, also if the secret of the approvals was replaced', async (t) => {
    const context = await startRefunds(t);
    await context.refunds.asked();
    const payout = await context.approve(await context.refunds.propose(await only(context.refunds.list())));
    const restore = await backUpStore(context);
    await runProcess(context);
    await restore();
    context.environment.sandbox.clock.advance(30);
    const rules = { key: new TextEncoder().encode('r'.repeat(40)), onePerson: false, limits: null };
    await (await context.process({ rules })).runOnce();
    assert.equal((await context.find(payout.id)).state, 'sent');
    assert.deepEqual(await sumsOf(context), [['59', '0', '0', '2.5']]);
  });

  it('is noticed if it is restored while a payout is sent', async (t) => {
    const context = await startRefunds(t);
    await context.refunds.asked();
    const free = await context.propose();
    const restore = await backUpStore(context);
    const payout = await pay(context, await only(context.refunds.list()));
    await context.approve(free);
    const journal = await Journal.open(context.journal);
    let isRestored = false;
    context.environment.sandbox.clock.advance(30);
    const process = await context.process({
      journal: {
        use: (work) =>
          journal.use((content) => {
            const begin = content.begin.bind(content);
            content.begin = async (attempt) => {
              await begin(attempt);
              if (!isRestored) await restore();
              isRestored = true;
            };
            return work(content);
          }),
      },
    });
    await process.runOnce().catch(() => false);
    assert.ok(isRestored);
    assert.equal(await runProcess(context), false);
    assert.equal((await bookings(context))[payout], 'booked');
    assert.deepEqual(await sumsOf(context), [['59', '0', '0', '2.5']]);
  });

  it('has the money that its ledger has reserved, whatever is left', async (t) => {
    const context = await startRefunds(t);
    await context.refunds.asked();
    const payout = await context.refunds.propose(await only(context.refunds.list()));
    const restore = await backUpStore(context);
    await context.approve(payout);
    await runProcess(context);
    await restore();
    assert.deepEqual(await bookings(context, { leavesRefunds: [payout.id] }), { [payout.id]: 'booked' });
    assert.deepEqual(await sumsOf(context), [['59', '0', '0', '2.5']]);
  });

  it('remembers the newest journal also after a wrong choice', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    await pay(context, await created(context, '40', { includesPayment: true }), '40');
    const older = `${context.journal}.older`;
    await copyFile(context.journal, older);
    await pay(context, await created(context, '5', { includesPayment: true }), '5');
    await restore();
    await assert.rejects(book(context, { includesPayment: ['typo'] }), /typo is not missing/);
    await assert.rejects(bookJournalOf(context, await Journal.open(older)), /not the newest/);
  });

  it('books nothing if a choice is about a payout that is not missing', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    const payout = await pay(context, await created(context, '40', { includesPayment: true }), '40');
    await restore();
    for (const choice of [{ includesPayment: [payout, 'other'] }, { leavesRefunds: [payout, 'other'] }])
      await assert.rejects(book(context, choice), /other is not missing from the store/);
    assert.deepEqual(await bookings(context), { [payout]: 'no money' });
  });

  it('keeps a payout that is approved in the store and sent in the journal', async (t) => {
    const context = await startRefunds(t);
    await context.refunds.asked();
    const first = await context.refunds.propose(await only(context.refunds.list()));
    await context.approve(first);
    const restore = await backUpStore(context);
    await runProcess(context);
    assert.equal((await context.find(first.id)).state, 'sent');
    const second = await pay(context, await created(context, '40', { includesPayment: true }), '40');
    await restore();
    const expected = { [first.id]: 'booked', [second]: 'booked' };
    assert.deepEqual(await bookings(context, { includesPayment: [second] }), expected);
    assert.equal((await context.find(first.id)).state, 'sent', 'as the journal says');
    await runProcess(context);
    assert.deepEqual(await sumsOf(context), [['19', '0', '0', '42.5']]);
    assert.equal((await context.withdrawals()).length, 2);
  });

  it('books two payouts of one order whose money pays the order', async (t) => {
    const context = await startRefunds(t);
    const first = await created(context, '40', { includesPayment: true });
    const payout = await context.refunds.propose(first, '40');
    const restore = await backUpStore(context);
    const other = await pay(context, await created(context, '5', { includesPayment: true }), '5');
    await context.approve(payout);
    await runProcess(context);
    await restore();
    const expected = { [payout.id]: 'booked', [other]: 'booked' };
    assert.deepEqual(await bookings(context, { includesPayment: [other] }), expected);
    assert.deepEqual(await sumsOf(context), [['16.5', '0', '0', '45']]);
  });

  it('books the payout of a late payment whose request the payer has corrected since', async (t) => {
    const context = await startUnpaid(t);
    const { environment, uuid, id, refunds } = context;
    environment.sandbox.clock.advance(3600);
    await environment.becomes(id, 'expired', BROWSER);
    await environment.control('payments', { uuid, amount: '59' });
    await until(
      () => (environment.sandbox.clock.advance(60), environment.get(id, BROWSER)),
      'it is paid late',
      ({ state }) => state === 'paid',
    );
    await refunds.asked({ amount: '59' });
    const payout = await refunds.propose(await only(refunds.list()), '59');
    const restore = await backUpStore(context);
    await context.approve(payout);
    await runProcess(context);
    await restore();
    const corrected = { amount: '59', address: 'TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8' };
    assert.equal((await refunds.ask(corrected)).status, 200);
    assert.deepEqual(await bookings(context), { [payout.id]: 'booked' });
    assert.deepEqual(await sumsOf(context), [['0', '0', '0', '59']]);
  });

  for (const isForgotten of [false, true])
    it(`books the payouts of two invoices in one currency where they belong, refunds ${isForgotten ? 'forgotten' : 'known'}`, async (t) => {
      const context = await startUnpaid(t);
      const { environment, uuid, id, refunds } = context;
      await environment.cancel(id);
      const second = await context.choose();
      await environment.control('payments', { uuid: second, amount: '59' });
      await environment.becomes(id, 'paid', BROWSER);
      await environment.control('payments', { uuid, amount: '59' });
      await until(
        () => (environment.sandbox.clock.advance(60), refunds.payment()),
        'the duplicate is seen',
        ({ invoices }) => invoices[0]?.received === '59',
      );
      const without = await backUpStore(context);
      const duplicate = await created(context, '59');
      const restore = isForgotten ? without : await backUpStore(context);
      const options = { invoice: 2, includesPayment: true };
      const part = await pay(context, await created(context, '40', options), '40');
      const whole = await pay(context, duplicate, '59');
      await restore();
      const expected = { [whole]: 'booked', [part]: 'booked' };
      assert.deepEqual(await bookings(context, { includesPayment: [part] }), expected);
      assert.deepEqual(await sumsOf(context), [
        ['0', '0', '0', '59'],
        ['19', '0', '0', '40'],
      ]);
    });

  for (const backedUp of ['forgotten', 'approved', 'sending'] as const)
    it(`books the second payout of a refund once two people have decided again about the first, ${backedUp} one`, async (t) => {
      const context = await startRefunds(t);
      const { refunds, environment } = context;
      await refunds.asked();
      const refund = await only(refunds.list());
      const backups = new Map([['forgotten', await backUpStore(context)]]);
      const first = await refunds.propose(refund);
      await context.approve(first);
      backups.set('approved', await backUpStore(context));
      await environment.control('faults', { endpoint: WITHDRAW, times: 1, kind: 'reset-before' });
      await runProcess(context, async () => {
        backups.set('sending', await backUpStore(context));
      });
      assert.equal((await context.find(first.id)).state, 'unknown');
      await decideNotSent(context, first.id);
      const second = await pay(context, refund);
      await backups.get(backedUp)?.();
      context.environment.sandbox.clock.advance(300);
      assert.equal(await runProcess(context), false);
      const others = backedUp === 'sending' ? {} : { [first.id]: 'booked' };
      assert.deepEqual(await bookings(context), { ...others, [second]: 'no money' });
      assert.equal(await runProcess(context), false);
      await decideNotSent(context, first.id);
      assert.deepEqual(await bookings(context), { [second]: 'booked' });
      assert.deepEqual(await sumsOf(context), [['59', '0', '0', '2.5']]);
      assert.equal((await context.withdrawals()).length, 1);
    });

  it('offers the withdrawal of a forgotten payout as no candidate for another one', async (t) => {
    const context = await startRefunds(t);
    const { environment } = context;
    await environment.control('faults', { endpoint: WITHDRAW, times: 1, kind: 'reset-before' });
    const first = await context.approve(await context.propose());
    await runProcess(context);
    const restore = await backUpStore(context);
    const second = await context.approve(await context.propose());
    await runProcess(context);
    assert.equal((await context.find(second.id)).state, 'sent');
    await restore();
    environment.sandbox.clock.advance(300);
    await runProcess(context);
    const { state, candidates } = await context.find(first.id);
    assert.deepEqual([state, candidates], ['unknown', []]);
    assert.deepEqual(await bookings(context), { [second.id]: 'booked' });
  });

  it('gives up the outcome of a forgotten payout that was not sent', async (t) => {
    const context = await startRefunds(t);
    const restore = await backUpStore(context);
    await context.approve(await context.propose());
    const logged: string[] = [];
    const logger = {
      ...{ info: () => undefined, warn: () => undefined },
      error: (_: object, message: string) => void logged.push(message),
    };
    const { url } = context.environment.sandbox;
    context.environment.sandbox.clock.advance(30);
    const ending = new AbortController();
    const process = await context.process({
      ...{ logger, signal: ending.signal },
      connect: (limiter) => ({
        withdraw: (request) =>
          createWithdrawalClient({ url, withdrawalKey: 'wrong', limiter }).withdraw(request).finally(restore),
      }),
    });
    await process.runOnce();
    ending.abort();
    await process.run();
    assert.deepEqual(logged, ['payout failed', 'payout outcome contradicts the store']);
  });
});
