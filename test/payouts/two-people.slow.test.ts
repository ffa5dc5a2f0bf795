import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attention, AuditLog, Payout } from '../../src/protocol/index.js';
import { createPayoutApproval, createPayoutProposal } from '../../src/proxy/server.js';
import { readStoreMetrics } from '../../src/proxy/store/store-metrics.js';
import { signIn } from '../merchant/staff.js';
import { problemOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { ADDRESS, OTHER_ADDRESS, PAYOUT_SECRET, startPayouts } from './payout-fixture.js';

const codeOf = async (response: Response) => (await problemOf(response)).code;

describe('a payout', { concurrency: 2 }, () => {
  it('is proposed by one person, approved by another, and sent once', async (t) => {
    const { environment, propose, approve, find, process, withdrawals, maja } = await startPayouts(t);
    const payouts = await process();
    const proposed = await propose();
    assert.deepEqual([proposed.state, proposed.proposedBy], ['proposed', 'Maja Lind']);
    assert.equal(await payouts.runOnce(), false, 'nothing is sent before the approval');
    const { items } = await maja.get<Attention>('/attention');
    assert.deepEqual(
      items.map((item) => item.kind === 'payout' && [item.payout, item.state]),
      [[proposed.id, 'proposed']],
    );
    await approve(proposed);
    await payouts.runOnce();
    await payouts.runOnce();
    const sent = await find(proposed.id);
    assert.deepEqual([sent.state, sent.approvedBy, sent.sentAmount], ['sent', 'Jon Berg', '12.5']);
    assert.match(sent.serviceId ?? '', /^INV-\w{8}$/);
    assert.deepEqual(await withdrawals(), [{ address: ADDRESS, amount: '12.5' }]);
    await until(
      () => environment.payouts.map(({ type }) => type),
      'the shop is notified',
      (types) => types.includes('payout.sent'),
    );
    assert.deepEqual(
      environment.payouts.map(({ type, payout }) => [type, payout.id]),
      ['payout.proposed', 'payout.approved', 'payout.sent'].map((type) => [type, sent.id]),
    );
    const { entries } = await maja.get<AuditLog>('/audit');
    assert.deepEqual(entries.map(({ action, person }) => `${action} by ${person}`).toReversed(), [
      'payout.propose by Maja Lind',
      'payout.approve by Jon Berg',
      'payout.attempt by payouts process',
      'payout.outcome by payouts process',
    ]);
  });

  it('that no process sends is a case for the staff, in the list and in the metrics', async (t) => {
    const { environment, propose, approve, maja, process, store } = await startPayouts(t);
    const { id } = await approve(await propose());
    const found = async () => {
      const { items } = await maja.get<Attention>('/attention');
      return items.flatMap((item) => (item.kind === 'payout' ? [`${item.payout} ${item.state}`] : []));
    };
    assert.deepEqual(await found(), [], 'it waits for its turn');
    environment.sandbox.clock.advance(301);
    assert.deepEqual(await found(), [`${id} approved`]);
    const { payouts } = await readStoreMetrics(store, environment.sandbox.clock.nowMs());
    assert.equal(payouts, 1);
    await (await process()).runOnce();
    assert.deepEqual(await found(), [`${id} proposed`], 'its approval has expired');
  });

  it('is not approved or declined by the person who proposed it, unless the shop says so', async (t) => {
    const { propose, approve, maja } = await startPayouts(t);
    const payout = await propose();
    await assert.rejects(approve(payout, 'Maja Lind'), /403.*second_person_required/);
    const declined = await maja.call('POST', `/payouts/${payout.id}/decline`, { reason: 'mine' });
    assert.equal(await codeOf(declined), 'second_person_required');
    const alone = await startPayouts(t, { onePersonPayouts: true });
    assert.equal((await alone.approve(await alone.propose(), 'Maja Lind')).state, 'approved');
  });

  for (const name of ['maja lind', 'Maja  Lind', 'Maja\u00a0Lind', 'Maja Lind\ufe0f'])
    it(`is not approved, declined or resolved by its proposer as ${JSON.stringify(name)}`, async (t) => {
      const { environment, propose, approve, maja, store } = await startPayouts(t);
      const payout = await propose();
      const sameStaff = signIn(environment, name);
      await assert.rejects(approve(payout, name), /403.*second_person_required/);
      const declined = await sameStaff.call('POST', `/payouts/${payout.id}/decline`, { reason: 'mine' });
      assert.equal(await codeOf(declined), 'second_person_required');
      await store.db.updateTable('payouts').set({ state: 'unknown' }).where('id', '=', payout.id).execute();
      const choice = { outcome: 'not_sent', candidate: null };
      for (const staff of [maja, sameStaff])
        assert.equal((await staff.post<Payout>(`/payouts/${payout.id}/resolve`, choice)).state, 'unknown');
    });

  it('is not proposed or approved with a token of a clock that is more than a minute ahead', async (t) => {
    const { environment, propose, maja, jon } = await startPayouts(t);
    const clock = { nowMs: () => environment.sandbox.clock.nowMs() + 120_000 };
    const options = { secret: PAYOUT_SECRET, clock };
    const content = { currency: 'USDT_TRC20', amount: '1', address: ADDRESS } as const;
    const proposal = await createPayoutProposal({ person: 'Maja Lind', ...content }, options);
    const { digest, id } = await propose();
    const approval = await createPayoutApproval({ person: 'Jon Berg', digest }, options);
    for (const response of [
      await maja.call('POST', '/payouts', { proposal }),
      await jon.call('POST', `/payouts/${id}/approve`, { approval }),
    ]) {
      const { code, detail } = await problemOf(response);
      assert.equal(code, 'invalid_request');
      assert.match(detail ?? '', /dated in the future/);
    }
  });

  it('is not proposed with a token that has expired', async (t) => {
    const { maja } = await startPayouts(t);
    const content = { currency: 'USDT_TRC20', amount: '1', address: ADDRESS } as const;
    const options = { secret: PAYOUT_SECRET, clock: { nowMs: () => Date.now() - 301_000 } };
    const proposal = await createPayoutProposal({ person: 'Maja Lind', ...content }, options);
    const { code, detail } = await problemOf(await maja.call('POST', '/payouts', { proposal }));
    assert.equal(code, 'invalid_request');
    assert.match(detail ?? '', /has expired\. Sign it again/);
  });

  it('can be declined with a reason, or taken back by its proposer alone', async (t) => {
    const { propose, maja, jon, approve } = await startPayouts(t);
    const [first, second] = [await propose(), await propose()];
    const declined = await jon.post<Payout>(`/payouts/${first.id}/decline`, { reason: 'Wrong account' });
    assert.deepEqual([declined.state, declined.declined], ['declined', 'Wrong account']);
    assert.equal(await codeOf(await jon.call('POST', `/payouts/${second.id}/take-back`)), 'scope_missing');
    assert.equal((await maja.post<Payout>(`/payouts/${second.id}/take-back`)).state, 'withdrawn');
    for (const { state, ...payout } of [first, second])
      await assert.rejects(approve({ ...payout, state }), /409.*record_changed/);
  });

  it('needs tokens that are signed for the person of the session', async (t) => {
    const { environment, propose, jon } = await startPayouts(t);
    const { clock } = environment.sandbox;
    const options = { secret: PAYOUT_SECRET, clock };
    const content = { currency: 'USDT_TRC20', amount: '1', address: ADDRESS } as const;
    const proposal = await createPayoutProposal({ person: 'Maja Lind', ...content }, options);
    assert.equal(await codeOf(await jon.call('POST', '/payouts', { proposal })), 'scope_missing');
    const payout = await propose();
    const approval = await createPayoutApproval({ person: 'Ida Moe', digest: payout.digest }, options);
    const approved = await jon.call('POST', `/payouts/${payout.id}/approve`, { approval });
    assert.equal(await codeOf(approved), 'scope_missing');
    for (const wrong of ['', 'x.y.z', 'a'.repeat(5000)])
      assert.equal(await codeOf(await jon.call('POST', '/payouts', { proposal: wrong })), 'invalid_request');
  });

  it('is approved by its digest: an approval of another payout does not count', async (t) => {
    const { propose, approve, environment } = await startPayouts(t);
    const [first, second] = [await propose(), await propose({ address: OTHER_ADDRESS })];
    assert.notEqual(first.digest, second.digest);
    await assert.rejects(approve({ ...second, digest: first.digest }), /409.*another payout/);
    const equal = await propose();
    assert.notEqual(equal.digest, first.digest, 'also of two equal payouts');
    assert.equal((await approve(second)).state, 'approved');
    const readers = signIn(environment, 'Ida Moe', ['payments:read']);
    assert.equal(await codeOf(await readers.call('GET', '/payouts')), 'scope_missing');
  });

  it('is refused before it is signed if address or amount cannot be right', async () => {
    const options = { secret: PAYOUT_SECRET };
    const good = { person: 'Maja Lind', currency: 'USDT_TRC20', amount: '1', address: ADDRESS } as const;
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' }, /address cannot receive USDT_TRC20/],
      [{ amount: '0' }, /above zero/],
      [{ amount: '1.1234567' }, /more decimals/],
      [{ currency: 'USDT' }, /currency is unknown/],
      [{ purpose: 'two\nlines' }, /purpose is invalid/],
      [{ person: ' Maja' }, /person is invalid/],
    ];
    for (const [change, message] of cases)
      await assert.rejects(createPayoutProposal({ ...good, ...change }, options), message);
  });
});
