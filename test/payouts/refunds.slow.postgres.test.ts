import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  Attention,
  AuditLog,
  Checkout,
  MerchantPaymentDetails,
  RefundRequest,
} from '../../src/protocol/index.js';
import { removeFinishedCheckouts } from '../../src/proxy/store/finished-checkouts.js';
import { invoiceOf, json, problemOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { ADDRESS, OTHER_ADDRESS, startPayouts } from './payout-fixture.js';
import { BROWSER, KEY, only, OTHER_KEY, refundsOf, startRefunds } from './refund-fixture.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const codeOf = async (response: Response) => (await problemOf(response)).code;

describe('a payer who has paid too much', { concurrency: 2 }, () => {
  it('asks, and is paid back once two people agree; ledger and books agree', async (t) => {
    const { environment, approve, process, withdrawals, find, maja, refunds } = await startRefunds(t);
    const possible = await refunds.item();
    assert.deepEqual([possible.state, possible.amount, possible.reason], ['possible', '2.5', 'surplus']);
    const asked = await refunds.asked();
    assert.deepEqual([asked.state, asked.proven, asked.address], ['requested', true, 'TXYZ…AeBf']);

    const refund = await only(refunds.list());
    assert.deepEqual(
      [refund.requestedBy, refund.address, refund.amount, refund.payable],
      ['payer', ADDRESS, '2.5', true],
    );
    const payout = await refunds.propose(refund);
    assert.equal((await refunds.item()).state, 'requested', 'the payer does not read of a proposal');
    assert.equal((await only(refunds.list())).state, 'proposed');
    await approve(payout);
    assert.equal((await refunds.item()).state, 'approved');
    const payouts = await process();
    await payouts.runOnce();
    await payouts.runOnce();

    await environment.control('confirmations', { uuid: (await find(payout.id)).serviceId });
    const sent = await until(
      async () => {
        environment.sandbox.clock.advance(60);
        await payouts.runOnce();
        return refunds.item();
      },
      'the payer reads the transaction',
      ({ transaction }) => transaction !== null,
    );
    assert.deepEqual([sent.state, sent.amount], ['sent', '2.5']);
    assert.equal((await find(payout.id)).transaction, sent.transaction);
    assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '2.5' }]);

    const { invoices, needsAttention } = await refunds.payment();
    const [invoice] = invoices;
    assert.deepEqual([invoice?.received, invoice?.owed, invoice?.refundable], ['61.5', '0', '59']);
    assert.equal(needsAttention, false);
    await until(
      () => environment.refunds.map(({ type }) => type),
      'the shop is notified',
      (types) => types.includes('refund.sent'),
    );
    assert.deepEqual(
      environment.refunds.map(({ type, refund: about }) => [type, about.address, about.amount]),
      ['refund.requested', 'refund.reserved', 'refund.sent'].map((type) => [type, ADDRESS, '2.5']),
    );
    const { entries } = await maja.get<AuditLog>('/audit');
    assert.ok(entries.some(({ action, subject }) => action === 'payout.propose' && subject === payout.id));
    assert.ok(!JSON.stringify(entries).includes(ADDRESS), 'the log outlives the payer and keeps no address');
  });

  it('is asked for the amount that is owed, an address of the network, and nothing else', async (t) => {
    const { refunds, uuid, environment, id } = await startRefunds(t);
    const wrong: readonly [Partial<RefundRequest>, string][] = [
      [{ amount: '2.51' }, 'refund_unavailable'],
      [{ amount: '61.5' }, 'refund_unavailable'],
      [{ invoice: 2 }, 'refund_unavailable'],
      [{ address: '0x52908400098527886E0F7030069857D2E4169EE7' }, 'invalid_request'],
      [{ address: '' }, 'invalid_request'],
      [{ claimKey: 'short' }, 'invalid_request'],
      [{ amount: '-1' }, 'invalid_request'],
    ];
    for (const [change, code] of wrong)
      assert.equal(await codeOf(await refunds.ask(change)), code, JSON.stringify(change));
    const own = invoiceOf(await environment.get(id)).address ?? '';
    assert.equal(await codeOf(await refunds.ask({ address: own })), 'invalid_request');
    assert.ok(uuid);
    assert.deepEqual(await refunds.list(), []);
  });

  it('corrects the address until a second person has approved, and nothing goes to the former one', async (t) => {
    const { refunds, approve, process, withdrawals, find } = await startRefunds(t);
    await refunds.asked({ address: OTHER_ADDRESS });
    const former = await refunds.propose(await only(refunds.list()));
    const corrected = await refunds.asked();
    assert.equal(corrected.address, 'TXYZ…AeBf');
    assert.equal((await find(former.id)).state, 'withdrawn');
    await assert.rejects(approve(former), /409.*record_changed/);

    await approve(await refunds.propose(await only(refunds.list())));
    assert.equal(await codeOf(await refunds.ask({ address: OTHER_ADDRESS })), 'refund_unavailable');
    const payouts = await process();
    await payouts.runOnce();
    await payouts.runOnce();
    assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '2.5' }]);
  });

  it('corrects the address 20 times at most, and the shop then decides about the last one', async (t) => {
    const { refunds, approve, process, withdrawals } = await startRefunds(t);
    for (let time = 0; time <= 20; time += 1)
      await refunds.asked({ address: time % 2 === 0 ? ADDRESS : OTHER_ADDRESS });
    const refused = await refunds.ask({ address: OTHER_ADDRESS });
    const { code, detail } = await problemOf(refused);
    assert.equal(code, 'refund_unavailable');
    assert.match(detail ?? '', /changed too often.*Ask the shop to decline it/);
    assert.equal((await refunds.asked()).address, 'TXYZ…AeBf', 'the same request is no correction');
    await refunds.asked({ address: OTHER_ADDRESS, claimKey: null });

    const [last, unproven, ...more] = await refunds.list();
    assert.deepEqual([last?.address, unproven?.requestedBy, more], [ADDRESS, 'link_holder', []]);
    assert.ok(last && unproven);
    const { invoices } = await refunds.payment();
    assert.deepEqual([invoices[0]?.owed, invoices[0]?.refundable], ['2.5', '61.5']);
    await refunds.decide(unproven, 'declined');
    await refunds.decide(last, 'declined', 'Please state the right address.');
    await refunds.asked({ address: OTHER_ADDRESS });
    assert.equal(await codeOf(await refunds.ask({})), 'refund_unavailable');

    const declined = (await refunds.list()).find(({ state }) => state === 'requested');
    assert.ok(declined);
    await refunds.decide(declined, 'declined');
    assert.equal((await refunds.create('2.5')).status, 201, 'the staff refund by themselves');
    const own = (await refunds.list()).find(({ requestedBy }) => requestedBy === 'staff');
    assert.ok(own);
    await approve(await refunds.propose(own));
    await (await process()).runOnce();
    assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '2.5' }]);
  });

  it('asks once, also if the answer was lost and two tabs ask at the same time', async (t) => {
    const { refunds, environment } = await startRefunds(t);
    await Promise.all(Array.from({ length: 6 }, () => refunds.asked()));
    await Promise.all(
      ['TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8', ADDRESS].map((address) => refunds.asked({ address })),
    );
    const refund = await only(refunds.list());
    assert.ok([ADDRESS, OTHER_ADDRESS].includes(refund.address));
    const requested = environment.refunds.filter(({ type }) => type === 'refund.requested');
    assert.ok(requested.length <= 3, `${requested.length} events`);
  });

  it('reads why the shop declines, and that it delivers instead', async (t) => {
    const { refunds, maja, id, environment } = await startRefunds(t);
    await refunds.asked();
    await refunds.decide(await only(refunds.list()), 'declined', 'Please write to us first.');
    const declined = await refunds.item();
    assert.deepEqual([declined.state, declined.reply], ['declined', 'Please write to us first.']);
    await refunds.asked();
    const dismissed = await maja.call('POST', `/payments/${paymentIdOf(id)}/settle`, {
      ...{ invoice: 1, about: 'owed', decision: 'dismissed', amount: '2.5', note: 'Tip' },
    });
    assert.equal(await codeOf(dismissed), 'record_changed', 'a request is answered first');
    await maja.post(`/payments/${paymentIdOf(id)}/settle`, {
      ...{ invoice: 1, about: 'owed', decision: 'accepted', amount: '2.5', note: 'A second item' },
    });
    assert.equal((await refunds.item()).state, 'accepted');
    await until(
      () => environment.refunds.map(({ type }) => type),
      'the shop is notified',
      (types) => types.includes('refund.declined'),
    );
  });
});

describe('the link of a checkout', { concurrency: 2 }, () => {
  it('alone gets no refund: a request without the key waits for a check, and replaces none', async (t) => {
    const { refunds, propose, approve, process, withdrawals, id } = await startRefunds(t);
    await refunds.asked();
    for (const claimKey of [null, OTHER_KEY]) await refunds.asked({ address: OTHER_ADDRESS, claimKey });
    const list = await refunds.list();
    assert.deepEqual(
      list.map(({ requestedBy, address, payable }) => [requestedBy, address, payable]),
      [
        ['payer', ADDRESS, true],
        ['link_holder', OTHER_ADDRESS, false],
      ],
    );
    const [proven, unproven] = list;
    assert.ok(proven && unproven);
    const item = await refunds.item();
    assert.deepEqual([item.proven, item.address], [true, 'TXYZ…AeBf']);
    await assert.rejects(refunds.propose(unproven), /409.*check_required/);
    await assert.rejects(
      propose({ address: OTHER_ADDRESS, amount: '2.5', refund: { payment: paymentIdOf(id), id: proven.id } }),
      /409.*record_changed/,
    );
    await approve(await refunds.propose(proven));
    const payouts = await process();
    await payouts.runOnce();
    await payouts.runOnce();
    assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '2.5' }]);
    await refunds.decide(unproven, 'checked');
    await assert.rejects(refunds.propose(unproven), /409.*refund_unavailable/);
  });

  it('gets one if a person has recorded how they checked who asks', async (t) => {
    const { refunds, maja } = await startRefunds(t);
    await refunds.asked({ claimKey: null });
    const refund = await only(refunds.list());
    await refunds.decide(refund, 'checked');
    const { check } = await only(refunds.list());
    assert.deepEqual([check?.person, check?.note], ['Maja Lind', 'She showed the transfer in her wallet']);
    assert.equal((await refunds.propose(refund)).state, 'proposed');
    const { entries } = await maja.get<AuditLog>('/audit');
    const entry = entries.find(({ action, person }) => action === 'refund.check' && person === 'Maja Lind');
    assert.equal(JSON.parse(entry?.after ?? '{}').refund, refund.id);
  });

  it('does not reveal an address, and cannot fill the list of the staff', async (t) => {
    const { refunds, environment, id } = await startRefunds(t);
    await refunds.asked();
    const addresses = [
      'TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8',
      'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
      'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
      'TR3DLthpnDdCGabhVDbD3VMsiJoCXY3bZd',
      'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
      'TMwFHYXLJaRUPeW6421aqXL4ZEzPRFGkGT',
    ];
    const statuses = [];
    for (const address of addresses) statuses.push((await refunds.ask({ address, claimKey: null })).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 409]);
    const text = await (await environment.call('GET', `/checkouts/${id}`)).text();
    for (const address of [ADDRESS, ...addresses]) assert.ok(!text.includes(address), address);
    assert.ok(!text.includes(KEY));
  });

  it('makes no page the owner of an invoice that another browser was shown', async (t) => {
    const { refunds, environment, id } = await startRefunds(t);
    await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'USDT_TRC20' } });
    await refunds.asked({ claimKey: OTHER_KEY });
    assert.equal((await only(refunds.list())).requestedBy, 'link_holder');
  });
});

describe('the staff', { concurrency: 2 }, () => {
  it('cannot pay a refund twice, however two of them race', async (t) => {
    const { refunds, approve, process, withdrawals } = await startRefunds(t);
    await refunds.asked();
    const refund = await only(refunds.list());
    const proposals = await Promise.allSettled(Array.from({ length: 4 }, () => refunds.propose(refund)));
    const [payout, ...more] = proposals.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    assert.ok(payout);
    assert.deepEqual(more, []);
    const approvals = await Promise.allSettled([approve(payout), approve(payout, 'Ida Moe')]);
    assert.equal(approvals.filter(({ status }) => status === 'fulfilled').length, 1);
    const payouts = await process();
    for (let round = 0; round < 4; round += 1) await payouts.runOnce();
    assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '2.5' }]);
    await assert.rejects(refunds.propose(refund), /409/);
    assert.equal(await codeOf(await refunds.ask({})), 'refund_unavailable');
  });

  it('find the payment of a payout that is not finished, however old it is', async (t) => {
    const { refunds, approve, process, store, environment } = await startRefunds(t);
    await refunds.asked();
    const payout = await refunds.propose(await only(refunds.list()));
    const removeAll = async () => {
      const idle = { next_poll_at: null, next_lookup_at: null, checked_at: 0 };
      await store.db.updateTable('invoices').set(idle).execute();
      await store.db.updateTable('events').set({ delivered_at: 1 }).execute();
      const beforeMs = environment.sandbox.clock.nowMs() + 1000;
      return removeFinishedCheckouts(store, { beforeMs, tokensBeforeMs: 0, limit: 10 });
    };
    assert.equal(await removeAll(), 0);
    await approve(payout);
    assert.equal(await removeAll(), 0);
    await (await process()).runOnce();
    assert.equal(await removeAll(), 1);
  });

  it('may send less, and the rest stays owed', async (t) => {
    const { refunds, approve, process } = await startRefunds(t);
    await refunds.asked();
    await approve(await refunds.propose(await only(refunds.list()), '1'));
    await (await process()).runOnce();
    const { invoices } = await refunds.payment();
    assert.equal(invoices[0]?.owed, '1.5');
    assert.deepEqual((await refunds.item()).amount, '1.5');
  });

  it('decide from the details of a payment as from the list, also while a payout reserves a part', async (t) => {
    const { refunds, maja, id } = await startRefunds(t);
    await refunds.asked();
    const refund = await only(refunds.list());
    await refunds.propose(refund, '1');
    const { items } = await maja.get<Attention>('/attention');
    const [item] = items.filter(({ kind }) => kind === 'owed');
    assert.equal(item?.kind === 'owed' && item.owed, '1.5');
    const [pending, ...more] = (await refunds.payment()).pending;
    assert.deepEqual([pending, more], [{ invoice: 1, about: 'owed', amount: '1.5' }, []]);
    await maja.post(`/payments/${paymentIdOf(id)}/settle`, {
      ...pending,
      decision: 'dismissed',
      note: 'A tip',
    });
    assert.deepEqual((await refunds.payment()).pending, []);
  });

  it('free what a declined or withdrawn payout has reserved', async (t) => {
    const { refunds, jon, maja } = await startRefunds(t);
    await refunds.asked();
    const first = await refunds.propose(await only(refunds.list()));
    await jon.post(`/payouts/${first.id}/decline`, { reason: 'Wrong day' });
    assert.equal((await only(refunds.list())).state, 'requested');
    const second = await refunds.propose(await only(refunds.list()));
    await maja.post(`/payouts/${second.id}/take-back`);
    const refund = await only(refunds.list());
    assert.deepEqual([refund.state, refund.payable], ['requested', true]);
  });

  it('propose a payout of one refund 20 times at most, and then decline it for another one', async (t) => {
    const { refunds, maja, approve } = await startRefunds(t);
    assert.equal((await refunds.create('1')).status, 201);
    const ofStaff = await only(refunds.list());
    const takeBack = ({ id }: { readonly id: string }) => maja.post(`/payouts/${id}/take-back`);
    for (let time = 1; time <= 20; time += 1) await takeBack(await refunds.propose(ofStaff, '1'));
    await assert.rejects(refunds.propose(ofStaff, '1'), /409.*refund_unavailable.*Decline it/);
    await refunds.decide(ofStaff, 'declined');
    await refunds.asked();
    const refund = (await refunds.list()).find(({ state }) => state === 'requested');
    assert.ok(refund);
    // Those of another refund of the same invoice do not count.
    for (let time = 1; time <= 20; time += 1) await takeBack(await refunds.propose(refund));
    await assert.rejects(refunds.propose(refund), /409.*refund_unavailable.*Decline it/);
    await refunds.decide(refund, 'declined');
    await refunds.asked();
    const another = (await refunds.list()).find(({ state }) => state === 'requested');
    assert.ok(another);
    assert.equal((await approve(await refunds.propose(another))).state, 'approved');
  });

  it('give back a part of a paid order on their own, never more than was paid', async (t) => {
    const { refunds, maja, id, approve, process, propose } = await startRefunds(t);
    assert.equal(await codeOf(await refunds.create('61.6', { includesPayment: true })), 'refund_unavailable');
    assert.equal((await refunds.create('12.5', { includesPayment: true })).status, 201);
    const { items } = await maja.get<Attention>('/attention');
    assert.ok(items.some((item) => item.kind === 'refund' && item.refund.amount === '12.5'));
    const refund = await only(refunds.list());
    await assert.rejects(refunds.propose(refund, '61.6'), /409.*refund_unavailable/);
    await approve(await refunds.propose(refund, '12.5'));
    await (await process()).runOnce();
    const { invoices } = await refunds.payment();
    // The surplus goes first.
    assert.deepEqual([invoices[0]?.owed, invoices[0]?.refundable], ['0', '49']);
    const item = await refunds.item();
    assert.deepEqual([item.state, item.reason, item.amount], ['sent', 'shop', '12.5']);
    await assert.rejects(
      propose({ address: ADDRESS, amount: '1', refund: { payment: paymentIdOf(id), id: 'unknown' } }),
      /404.*record_not_found/,
    );
  });

  it('refund more than is owed only if they confirm it', async (t) => {
    const { refunds } = await startRefunds(t);
    for (const change of [{}, { includesPayment: false }]) {
      const { code, detail = '' } = await problemOf(await refunds.create('2.500001', change));
      assert.equal(code, 'confirmation_required');
      for (const part of ['2.500001 USDT', '2.5 USDT', 'includesPayment'])
        assert.ok(detail.includes(part), detail);
    }
    const { detail = '' } = await problemOf(await refunds.create('61.500001'));
    assert.ok(detail.includes('At most 61.5'), 'what can never be refunded is not offered for confirmation');
    assert.equal(await codeOf(await refunds.create('3', { includesPayment: 'yes' })), 'invalid_request');
    assert.deepEqual(await refunds.list(), []);
    assert.equal((await refunds.create('2.5')).status, 201);
    assert.equal((await refunds.create('2.500001', { includesPayment: true })).status, 201);
  });

  it('pay two refunds of the same owed money only once, unless they confirm the second', async (t) => {
    const { refunds } = await startRefunds(t);
    await refunds.create('2.5');
    await refunds.create('2.5', { address: OTHER_ADDRESS });
    const [first, second] = await refunds.list();
    assert.ok(first && second);
    await refunds.propose(first, '2.5');
    await assert.rejects(refunds.propose(second, '2.5'), /409.*refund_unavailable/);
    const confirmed = { address: OTHER_ADDRESS, includesPayment: true };
    assert.equal((await refunds.create('2.5', confirmed)).status, 201);
    const third = (await refunds.list()).at(-1);
    assert.ok(third);
    await refunds.propose(third, '2.5');
  });

  it('pay at most what the refund says', async (t) => {
    const { refunds } = await startRefunds(t);
    await refunds.create('12.5', { includesPayment: true });
    const refund = await only(refunds.list());
    await assert.rejects(refunds.propose(refund, '12.500001'), /409.*refund_unavailable/);
    await refunds.propose(refund, '12.5');
  });

  it('create one refund with two identical requests, while the first is open', async (t) => {
    const { refunds, maja, environment, approve, process } = await startRefunds(t);
    const [first, second] = await Promise.all([refunds.create('2.5'), refunds.create('2.50')]);
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.deepEqual((await json<MerchantPaymentDetails>(first)).refunds, await refunds.list());
    assert.deepEqual((await json<MerchantPaymentDetails>(second)).refunds, await refunds.list());
    const refund = await only(refunds.list());
    const payout = await refunds.propose(refund);
    await refunds.create('2.5');
    assert.equal((await only(refunds.list())).id, refund.id, 'while its payout is proposed');
    await approve(payout);
    await refunds.create('2.5');
    assert.equal((await only(refunds.list())).id, refund.id, 'while its payout is approved');
    const { entries } = await maja.get<AuditLog>('/audit');
    assert.equal(entries.filter(({ action }) => action === 'refund.create').length, 1);
    await (await process()).runOnce();
    await refunds.create('2.5', { includesPayment: true });
    assert.equal((await refunds.list()).length, 2, 'once it is sent, another one may follow');
    const requested = await until(
      () => environment.refunds.filter(({ type }) => type === 'refund.requested'),
      'the shop is notified of both',
      ({ length }) => length >= 2,
    );
    assert.equal(requested.length, 2, 'the shop is notified once for each');
  });

  it('read which amount is the smallest, if one is not a sum of the coin', async (t) => {
    const { refunds } = await startRefunds(t);
    for (const amount of ['0', '0.000', '1.0000001', '0.0000009']) {
      const { code, detail = '' } = await problemOf(await refunds.create(amount));
      assert.equal(code, 'invalid_request', amount);
      assert.ok(detail.includes('0.000001 USDT'), detail);
    }
    for (const amount of ['1,000', '1.000,5', '1 000', '1e1', '+1', '٢', ' 1'])
      assert.equal(await codeOf(await refunds.create(amount)), 'invalid_request', amount);
    assert.deepEqual(await refunds.list(), []);
  });

  it('give money back where payers cannot ask, and the payer reads that it was sent', async (t) => {
    const { refunds, maja, id, approve, process } = await startRefunds(t, 'off');
    assert.equal(await codeOf(await refunds.ask({})), 'not_found');
    await maja.post(`/payments/${paymentIdOf(id)}/refunds`, { invoice: 1, address: ADDRESS, amount: '2.5' });
    const payout = await refunds.propose(await only(refunds.list()));
    await approve(payout);
    await (await process()).runOnce();
    const item = await refunds.item();
    assert.deepEqual([item.state, item.reason, item.amount], ['sent', 'shop', '2.5']);
  });

  it('need the scope of refunds, and payers none', async (t) => {
    const { refunds, environment, id } = await startRefunds(t);
    await refunds.asked();
    const refund = await only(refunds.list());
    const paths = [
      `/merchant/payments/${paymentIdOf(id)}/decide-refund`,
      `/merchant/payments/${paymentIdOf(id)}/refunds`,
    ];
    for (const path of paths) {
      const response = await environment.call('POST', path, {
        body: { refund: refund.id, decision: 'declined', note: 'x', claimKey: KEY },
      });
      assert.equal(await codeOf(response), 'session_required');
    }
  });
});

describe('late money', () => {
  it('can be asked back as a whole, and then no longer waits for a decision', async (t) => {
    const context = await startPayouts(t);
    const { environment, maja, approve, process } = context;
    const { id } = await environment.open({ id: 'A-2', amount: '50.00' });
    const chosen = await json<Checkout>(
      await environment.call('POST', `/checkouts/${id}/invoice?browser=${BROWSER}`, {
        body: { currency: 'USDT_TRC20' },
      }),
    );
    const { id: uuid } = invoiceOf(chosen);
    environment.sandbox.clock.advance(2 * 60 * 60);
    await environment.becomes(id, 'expired', BROWSER);
    await environment.control('payments', { uuid });
    await environment.becomes(id, 'paid', BROWSER);
    const refunds = refundsOf(context, id);
    const possible = await refunds.item();
    assert.deepEqual([possible.state, possible.reason], ['possible', 'late']);
    await refunds.asked({ amount: possible.amount });
    const { items } = await maja.get<Attention>('/attention');
    const late = items.find((item) => item.kind === 'late');
    assert.deepEqual(
      late?.refunds.map(({ amount }) => amount),
      [possible.amount],
    );
    await approve(await refunds.propose(await only(refunds.list()), possible.amount));
    await (await process()).runOnce();
    assert.equal((await refunds.item()).state, 'sent');
    const after = await maja.get<Attention>('/attention');
    assert.deepEqual([after.items, (await refunds.payment()).pending], [[], []]);
  });

  it('that a person has settled pays no order as well, when the rest arrives', async (t) => {
    const context = await startPayouts(t);
    const { environment, maja } = context;
    const { id } = await environment.open({ id: 'A-3', amount: '50.00' });
    const chosen = await environment.call('POST', `/checkouts/${id}/invoice`, {
      body: { currency: 'USDT_TRC20' },
    });
    const { id: uuid } = invoiceOf(await json<Checkout>(chosen));
    await environment.control('payments', { uuid, amount: '30' });
    await environment.becomes(id, 'partial');
    environment.sandbox.clock.advance(2 * 60 * 60);
    await environment.becomes(id, 'expired');
    await maja.post(`/payments/${paymentIdOf(id)}/settle`, {
      ...{ invoice: 1, about: 'owed', decision: 'dismissed', amount: '30', note: 'Returned by hand' },
    });
    await environment.control('payments', { uuid, amount: '29' });
    const refunds = refundsOf(context, id);
    const { invoices, needsAttention } = await until(
      () => refunds.payment(),
      'the rest is known',
      ({ invoices: [invoice] }) => invoice?.received === '59',
    );
    assert.deepEqual([invoices[0]?.dismissed, invoices[0]?.owed, needsAttention], ['30', '29', true]);
    assert.equal((await environment.get(id)).state, 'expired');
  });
});
