import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJwt, SignJWT } from 'jose';
import { createPayoutApproval, createPayoutProposal } from '../../src/proxy/server.js';
import { payoutDigest } from '../../src/proxy/domain/payout.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import { OTHER_ADDRESS, PAYOUT_SECRET, startPayouts, type PayoutContext } from './payout-fixture.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const WITHDRAW = '/v2/invoice/api/out/create';

const rules = { key: new TextEncoder().encode(PAYOUT_SECRET), onePerson: false, limits: null };

/** Writes to the store as an attacker who has taken over the database or the proxy. */
const alter = ({ store }: PayoutContext, id: string, change: object) =>
  store.db.updateTable('payouts').set(change).where('id', '=', id).execute();

async function assertNotSent(context: PayoutContext, id: string, refusal: string): Promise<void> {
  await (await context.process()).runOnce();
  const { state, refusal: found } = await context.find(id);
  assert.deepEqual([state, found], ['refused', refusal]);
  assert.deepEqual(await context.withdrawals(), []);
}

describe('the payouts process trusts neither store nor proxy', { concurrency: 2 }, () => {
  it('a forged "approved" row sends nothing', async (t) => {
    const context = await startPayouts(t);
    const { id, digest } = await context.propose();
    const forged = await createPayoutApproval({ person: 'Jon Berg', digest }, { secret: 'x'.repeat(32) });
    await alter(context, id, {
      state: 'approved',
      approved_by: 'Jon Berg',
      approved_at: 1,
      approval: forged,
    });
    await assertNotSent(context, id, 'approval_invalid');
  });

  it('an "approved" row without an approval sends nothing', async (t) => {
    const context = await startPayouts(t);
    const { id } = await context.propose();
    await alter(context, id, { state: 'approved', approved_by: 'Jon Berg', approved_at: 1 });
    await assertNotSent(context, id, 'approval_invalid');
  });

  for (const [name, change] of [
    ['address', { address: OTHER_ADDRESS }],
    ['amount', { amount: '900' }],
    ['currency', { currency: 'BTC' }],
  ] as const) {
    it(`an altered ${name} sends nothing`, async (t) => {
      const context = await startPayouts(t);
      const payout = await context.approve(await context.propose());
      await alter(context, payout.id, change);
      await assertNotSent(context, payout.id, 'approval_invalid');
    });
  }

  it('a payout that is said to pay a refund, although nobody proposed it for one, sends nothing', async (t) => {
    const context = await startPayouts(t);
    const payout = await context.approve(await context.propose());
    const { id } = await context.environment.open();
    await alter(context, payout.id, { refund_payment_id: paymentIdOf(id), refund_id: 'refund-1' });
    await assertNotSent(context, payout.id, 'approval_invalid');
  });

  it('a proposal with the id of a payment is refused: it would write into the audit log of the payment', async (t) => {
    const context = await startPayouts(t);
    const { id } = await context.environment.open();
    const nowS = Math.floor(context.environment.sandbox.clock.nowMs() / 1000);
    const proposal = await new SignJWT({ currency: 'USDT_TRC20', amount: '12.5', address: OTHER_ADDRESS })
      .setProtectedHeader({ alg: 'HS256', typ: 'payout-proposal+jwt' })
      .setSubject('Maja Lind')
      .setJti(paymentIdOf(id))
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + 3600)
      .sign(rules.key);
    const response = await context.maja.call('POST', '/payouts', { proposal });
    assert.equal(response.status, 400);
  });

  it('an approval that is valid for longer than five minutes sends nothing', async (t) => {
    const context = await startPayouts(t);
    const { id, digest } = await context.propose();
    const nowS = Math.floor(context.environment.sandbox.clock.nowMs() / 1000);
    const approval = await new SignJWT({ digest })
      .setProtectedHeader({ alg: 'HS256', typ: 'payout-approval+jwt' })
      .setSubject('Jon Berg')
      .setJti('long')
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + 3600)
      .sign(rules.key);
    await alter(context, id, { state: 'approved', approved_by: 'Jon Berg', approved_at: 1, approval });
    await assertNotSent(context, id, 'approval_invalid');
  });

  for (const type of ['proposal', 'approval'] as const)
    it(`${type === 'proposal' ? 'a proposal' : 'an approval'} that is dated in the future sends nothing`, async (t) => {
      const context = await startPayouts(t);
      const { clock } = context.environment.sandbox;
      const payout = await context.approve(await context.propose());
      const row = await context.store.db
        .selectFrom('payouts')
        .selectAll()
        .where('id', '=', payout.id)
        .executeTakeFirstOrThrow();
      // The clock of the shop's server was two minutes ahead when it signed.
      const claims = decodeJwt(row[type] ?? '');
      const iat = (clock.nowMs() + 120_000) / 1000;
      const token = await new SignJWT({ ...claims, iat, exp: Math.ceil(iat + 300) })
        .setProtectedHeader({ alg: 'HS256', typ: `payout-${type}+jwt` })
        .sign(rules.key);
      await alter(context, payout.id, { [type]: token });
      await assertNotSent(context, payout.id, 'approval_invalid');
    });

  it('an approval of a clock that is less than a minute ahead counts', async (t) => {
    const context = await startPayouts(t);
    const { clock } = context.environment.sandbox;
    const { id, digest } = await context.propose();
    const ahead = { nowMs: () => clock.nowMs() + 50_000 };
    const approval = await createPayoutApproval(
      { person: 'Jon Berg', digest },
      { secret: PAYOUT_SECRET, clock: ahead },
    );
    await context.jon.post(`/payouts/${id}/approve`, { approval });
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'sent');
  });

  it('one person under two spellings of a name cannot do both', async (t) => {
    const context = await startPayouts(t);
    const { clock } = context.environment.sandbox;
    const { id, digest } = await context.propose();
    const approval = await createPayoutApproval(
      { person: 'MAJA\u00a0lind', digest },
      { secret: PAYOUT_SECRET, clock },
    );
    await alter(context, id, { state: 'approved', approved_by: 'Jon Berg', approved_at: 1, approval });
    await assertNotSent(context, id, 'same_person');
  });

  it('a proposal with an altered address that is not signed again sends nothing', async (t) => {
    const context = await startPayouts(t);
    const payout = await context.propose();
    const content = {
      person: 'Maja Lind',
      currency: 'USDT_TRC20',
      amount: '12.5',
      address: OTHER_ADDRESS,
    } as const;
    const proposal = await createPayoutProposal(content, { secret: 'y'.repeat(32) });
    const digest = payoutDigest({ ...payout, address: OTHER_ADDRESS });
    const { clock } = context.environment.sandbox;
    const approval = await createPayoutApproval(
      { person: 'Jon Berg', digest },
      { secret: PAYOUT_SECRET, clock },
    );
    await alter(context, payout.id, {
      ...{ address: OTHER_ADDRESS, proposal, approval, state: 'approved', approved_at: 1 },
    });
    await assertNotSent(context, payout.id, 'approval_invalid');
  });

  it('an approval of another payout sends nothing', async (t) => {
    const context = await startPayouts(t);
    const [{ id }, other] = [await context.propose(), await context.propose()];
    const { clock } = context.environment.sandbox;
    const approval = await createPayoutApproval(
      { person: 'Jon Berg', digest: other.digest },
      { secret: PAYOUT_SECRET, clock },
    );
    await alter(context, id, { approval, state: 'approved', approved_by: 'Jon Berg', approved_at: 1 });
    await assertNotSent(context, id, 'approval_invalid');
  });

  it('one person cannot do both, whatever the store and the proxy say', async (t) => {
    const context = await startPayouts(t, { onePersonPayouts: true });
    const payout = await context.approve(await context.propose(), 'Maja Lind');
    await alter(context, payout.id, { proposed_by: 'Ida Moe', approved_by: 'Jon Berg' });
    await assertNotSent(context, payout.id, 'same_person');
  });

  it('an approval is used once, also if the row is reset', async (t) => {
    const context = await startPayouts(t);
    const { id } = await context.approve(await context.propose());
    const payouts = await context.process();
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'sent');
    context.environment.sandbox.clock.advance(20);
    const reset = { state: 'approved', attempted_at: null, service_id: null, finished_at: null };
    await alter(context, id, reset);
    await payouts.runOnce();
    // And by a process that has started again.
    await alter(context, id, reset);
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'sent', 'the journal knows');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('a payout is sent once, also if its row is reset and a person approves it again', async (t) => {
    const context = await startPayouts(t);
    const proposed = await context.propose();
    await context.approve(proposed);
    const payouts = await context.process();
    await payouts.runOnce();
    context.environment.sandbox.clock.advance(20);
    const reset = { state: 'proposed', attempted_at: null, service_id: null, finished_at: null };
    await alter(context, proposed.id, reset);
    await context.approve(proposed, 'Ida Moe');
    await payouts.runOnce();
    assert.equal((await context.find(proposed.id)).state, 'sent', 'the journal knows');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('an approval of more than five minutes ago sends nothing: a person must approve again', async (t) => {
    const context = await startPayouts(t);
    const payout = await context.approve(await context.propose());
    context.environment.sandbox.clock.advance(301);
    const payouts = await context.process();
    await payouts.runOnce();
    assert.equal((await context.find(payout.id)).state, 'proposed');
    assert.deepEqual(await context.withdrawals(), []);
    await context.approve(payout);
    await payouts.runOnce();
    assert.equal((await context.find(payout.id)).state, 'sent');
  });

  it('keeps the limits of its own settings, by day and currency', async (t) => {
    const context = await startPayouts(t);
    const { clock } = context.environment.sandbox;
    const limits = new Map<CurrencyCode, string>([['USDT_TRC20', '20']]);
    const payouts = await context.process({ rules: { ...rules, limits } });
    const states: (string | null)[] = [];
    const send = async (amount: string) => {
      const { id } = await context.approve(await context.propose({ amount }));
      await payouts.runOnce();
      clock.advance(20);
      const { state, refusal } = await context.find(id);
      states.push(refusal ?? state);
    };
    await send('12.5');
    await send('7.6');
    await send('7.5');
    // An attacker removes the sent payouts from the store.
    await context.store.db.deleteFrom('payouts').execute();
    await send('1');
    clock.advance(24 * 3600);
    await send('20');
    assert.deepEqual(states, ['sent', 'limit_exceeded', 'sent', 'limit_exceeded', 'sent']);
  });

  it('keeps one limit with another process, which has the same journal', async (t) => {
    const context = await startPayouts(t);
    const limits = new Map<CurrencyCode, string>([['USDT_TRC20', '20']]);
    const states: (string | null)[] = [];
    const processes = [
      await context.process({ rules: { ...rules, limits } }),
      await context.process({ rules: { ...rules, limits } }),
    ];
    for (const payouts of processes) {
      const { id } = await context.approve(await context.propose({ amount: '12.5' }));
      await payouts.runOnce();
      context.environment.sandbox.clock.advance(20);
      const { state, refusal } = await context.find(id);
      states.push(refusal ?? state);
    }
    assert.deepEqual(states, ['sent', 'limit_exceeded']);
  });

  it('counts a payout with an unknown outcome as sent in the limit', async (t) => {
    const context = await startPayouts(t);
    const { environment } = context;
    const limits = new Map<CurrencyCode, string>([['USDT_TRC20', '20']]);
    await context.approve(await context.propose({ amount: '12.5' }));
    await environment.control('faults', { endpoint: WITHDRAW, times: 1, kind: 'reset-before' });
    await (await context.process()).runOnce();
    environment.sandbox.clock.advance(20);
    const { id } = await context.approve(await context.propose({ amount: '12.5' }));
    await (await context.process({ rules: { ...rules, limits } })).runOnce();
    assert.equal((await context.find(id)).refusal, 'limit_exceeded');
  });

  it('with limits, a currency without one is refused', async (t) => {
    const context = await startPayouts(t);
    const limits = new Map<CurrencyCode, string>([['BTC', '1']]);
    const { id } = await context.approve(await context.propose());
    await (await context.process({ rules: { ...rules, limits } })).runOnce();
    assert.equal((await context.find(id)).refusal, 'limit_exceeded');
  });
});
