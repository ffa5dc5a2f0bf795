import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Attention, Payouts } from '../../src/protocol/index.js';
import { createPayoutProposal } from '../../src/proxy/server.js';
import { signIn } from '../merchant/staff.js';
import { problemOf } from '../proxy/test-environment.js';
import { ADDRESS, PAYOUT_SECRET, startPayouts } from './payout-fixture.js';

it('one person has at most 50 proposals that wait for a decision, and prevents no one else', async (t) => {
  const { environment, propose, jon } = await startPayouts(t);
  const { clock } = environment.sandbox;
  const real = await propose();
  // Two spellings of one name.
  const [eve, sameEve] = ['Eve Holm', 'eve  holm'].map((person) => ({
    staff: signIn(environment, person, ['payouts:propose']),
    sign: () =>
      createPayoutProposal(
        { person, currency: 'USDT_TRC20', amount: '1', address: ADDRESS },
        { secret: PAYOUT_SECRET, clock },
      ),
  }));
  assert.ok(eve && sameEve);
  const send = async ({ staff, sign } = eve) => staff.call('POST', '/payouts', { proposal: await sign() });
  const sent = await Promise.all(Array.from({ length: 54 }, (_, index) => send(index % 2 ? eve : sameEve)));
  const refused = sent.filter(({ status }) => status !== 201);
  assert.equal(refused.length, 4, 'also if all of them arrive at the same time');
  for (const response of refused) {
    const { status, code, detail } = await problemOf(response);
    assert.deepEqual([status, code], [409, 'too_many_proposals']);
    assert.match(detail ?? '', /Take back .*, or wait until they are approved or declined/);
  }

  const other = await propose();
  const { payouts } = await jon.get<Payouts>('/payouts');
  assert.deepEqual(
    [real, other].map(({ id }) => payouts.filter((payout) => payout.id === id).length),
    [1, 1],
  );
  const [first, second] = payouts.filter(({ proposedBy }) => proposedBy === 'Eve Holm');
  assert.ok(first && second);
  await jon.post(`/payouts/${first.id}/decline`, { reason: 'Nobody needs this' });
  assert.equal((await send()).status, 201);
  assert.equal((await send()).status, 409);
  await eve.staff.post(`/payouts/${second.id}/take-back`);
  assert.equal((await send(sameEve)).status, 201);
  assert.equal((await send(sameEve)).status, 409);
});

it('however many proposals wait, attention shows a payout whose outcome is unknown', async (t) => {
  const { propose, store, jon } = await startPayouts(t);
  const { db } = store;
  const old = await propose();
  const row = await db.selectFrom('payouts').selectAll().where('id', '=', old.id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 600 }, (_, number) => ({
    ...row,
    id: `copy-${number}`,
    proposed_by: 'Ida Moe',
  }));
  for (let first = 0; first < copies.length; first += 50)
    await db
      .insertInto('payouts')
      .values(copies.slice(first, first + 50))
      .execute();
  const { id } = await propose();
  await db.updateTable('payouts').set({ state: 'unknown' }).where('id', '=', id).execute();
  const { items } = await jon.get<Attention>('/attention');
  assert.equal(items.filter((item) => item.kind === 'payout' && item.payout === id).length, 1);
});
