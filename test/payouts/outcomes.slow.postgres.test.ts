import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFile, writeFile } from 'node:fs/promises';
import type { PayoutProcessOptions } from '../../src/payouts/payout-process.js';
import type { Payout, Payouts } from '../../src/protocol/index.js';
import { takeWithdrawalTurn } from '../../src/proxy/store/withdrawal-turns.js';
import { createWithdrawalClient } from '../../src/service/node.js';
import { problemOf } from '../proxy/test-environment.js';
import { startPayouts, WITHDRAWAL_KEY, type PayoutContext } from './payout-fixture.js';

const WITHDRAW = '/v2/invoice/api/out/create';

async function approved(context: PayoutContext): Promise<Payout> {
  return context.approve(await context.propose());
}

const fault = ({ environment }: PayoutContext, kind: object) =>
  environment.control('faults', { endpoint: WITHDRAW, times: 1, ...kind });

describe('the outcome of a payout', { concurrency: 2 }, () => {
  it('is "refused" if the service refuses it, and nothing was sent', async (t) => {
    const context = await startPayouts(t);
    const { id } = await context.approve(await context.propose({ amount: '100000' }));
    await (await context.process()).runOnce();
    const { state, refusal } = await context.find(id);
    assert.deepEqual([state, refusal], ['refused', 'service_refused']);
    assert.deepEqual(await context.withdrawals(), []);
  });

  it('is in the list once, also while it changes', async (t) => {
    const { maja, jon, propose } = await startPayouts(t);
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) ids.push((await propose()).id);
    ids.sort();
    let isChanging = true;
    const changes = (async () => {
      for (const id of ids) await jon.post(`/payouts/${id}/decline`, { reason: 'Not today' });
    })().finally(() => (isChanging = false));
    while (isChanging) {
      const { payouts } = await maja.get<Payouts>('/payouts?limit=100');
      assert.deepEqual(payouts.map(({ id }) => id).toSorted(), ids);
    }
    await changes;
  });

  for (const [what, status, word] of [
    ['an HTTP status of an error', 400, 'success'],
    ['the word "error"', 200, 'error'],
  ] as const) {
    it(`is unknown if a response has the withdrawal and ${what}: it is a candidate, and never sent again`, async (t) => {
      const context = await startPayouts(t);
      const { url } = context.environment.sandbox;
      const { id } = await approved(context);
      const contradicting: typeof fetch = async (input, init) => {
        const text = await (await fetch(input, init)).text();
        return new Response(text.replace('"success"', JSON.stringify(word)), { status });
      };
      const payouts = await context.process({
        connect: (limiter) =>
          createWithdrawalClient({ url, withdrawalKey: WITHDRAWAL_KEY, limiter, fetch: contradicting }),
      });
      await payouts.runOnce();
      const { state, candidates } = await context.find(id);
      assert.deepEqual(
        [state, candidates.map(({ amount, isSameAmount }) => ({ amount, isSameAmount }))],
        ['unknown', [{ amount: '12.5', isSameAmount: true }]],
      );
      context.environment.sandbox.clock.advance(20);
      await payouts.runOnce();
      assert.equal((await context.find(id)).state, 'unknown');
      assert.equal((await context.withdrawals()).length, 1);
    });
  }

  it('does not wait for the turn of a process whose clock was ahead', { timeout: 60_000 }, async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    const nowMs = context.environment.sandbox.clock.nowMs();
    assert.notEqual(await takeWithdrawalTurn(context.store.db, nowMs + 24 * 3_600_000), null);
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'sent');
  });

  it('says that the service does not accept the key', async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    await fault(context, { kind: 'unauthorized' });
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).refusal, 'key_rejected');
  });

  it('waits for a service that cannot be reached, and is then sent once', async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    const ending = new AbortController();
    const unreachable = await context.process({
      // The pause after a failure ends with the signal.
      signal: ending.signal,
      connect: (limiter) =>
        createWithdrawalClient({ url: 'http://127.0.0.1:1', withdrawalKey: WITHDRAWAL_KEY, limiter }),
    });
    ending.abort();
    await unreachable.runOnce();
    assert.equal((await context.find(id)).state, 'approved');
    context.environment.sandbox.clock.advance(20);
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'sent');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('is unknown after a lost answer, is found in the list, and closed by two people', async (t) => {
    const context = await startPayouts(t);
    const { clock } = context.environment.sandbox;
    const { id } = await approved(context);
    await fault(context, { kind: 'truncate' });
    const payouts = await context.process();
    await payouts.runOnce();
    assert.equal((await context.find(id)).state, 'unknown');
    await payouts.runOnce();
    const { candidates } = await context.find(id);
    assert.deepEqual(
      candidates.map(({ amount, isSameAmount }) => ({ amount, isSameAmount })),
      [{ amount: '12.5', isSameAmount: true }],
    );
    for (let round = 0; round < 5; round += 1) {
      clock.advance(60);
      await payouts.runOnce();
    }
    assert.equal((await context.withdrawals()).length, 1, 'it is never sent again');

    const choice = { outcome: 'sent', candidate: candidates[0]?.id };
    const resolve = (staff: PayoutContext['maja'], body: object = choice) =>
      staff.post<Payout>(`/payouts/${id}/resolve`, body);
    assert.equal((await resolve(context.maja)).state, 'unknown');
    assert.equal((await resolve(context.maja)).state, 'unknown', 'the same person twice does not count');
    const other = await resolve(context.jon, { outcome: 'not_sent', candidate: null });
    assert.deepEqual([other.state, other.resolution?.person], ['unknown', 'Jon Berg']);
    await resolve(context.maja);
    const closed = await resolve(context.jon);
    assert.deepEqual([closed.state, closed.serviceId], ['sent', candidates[0]?.id]);
  });

  it('is no longer that of a withdrawal with which people have closed another payout', async (t) => {
    const context = await startPayouts(t);
    const ids: string[] = [];
    for (let number = 0; number < 2; number += 1) {
      const { id } = await approved(context);
      ids.push(id);
      await fault(context, { kind: number === 0 ? 'truncate' : 'reset-before' });
      context.environment.sandbox.clock.advance(30);
      const payouts = await context.process();
      await payouts.runOnce();
      await payouts.runOnce();
    }
    const candidates = await Promise.all(ids.map(async (id) => (await context.find(id)).candidates));
    const [candidate] = candidates[0] ?? [];
    assert.ok(candidate);
    assert.deepEqual(candidates, [[candidate], [candidate]]);
    const choice = { outcome: 'sent', candidate: candidate.id };
    const [first, second] = ids;
    for (const staff of [context.maja, context.jon]) await staff.post(`/payouts/${first}/resolve`, choice);
    await context.maja.post(`/payouts/${second}/resolve`, choice);
    const refused = await context.jon.call('POST', `/payouts/${second}/resolve`, choice);
    assert.equal((await problemOf(refused)).code, 'record_changed');
  });

  it('can be closed as not sent, and a candidate that is none is refused', async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    await fault(context, { kind: 'reset-before' });
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'unknown');
    const wrong = await context.maja.call('POST', `/payouts/${id}/resolve`, {
      ...{ outcome: 'sent', candidate: 'INV-12345678' },
    });
    assert.equal((await problemOf(wrong)).code, 'invalid_request');
    const choice = { outcome: 'not_sent', candidate: null };
    await context.maja.post(`/payouts/${id}/resolve`, choice);
    assert.equal((await context.jon.post<Payout>(`/payouts/${id}/resolve`, choice)).state, 'not_sent');
  });

  it('of a process that died while it sent: unknown to another one, known to its journal', async (t) => {
    const context = await startPayouts(t);
    const { clock } = context.environment.sandbox;
    const { id } = await approved(context);
    await (await context.process()).runOnce();
    const { serviceId } = await context.find(id);
    const dying = { state: 'sending', service_id: null, finished_at: null, claimed_until: 0 };
    await context.store.db.updateTable('payouts').set(dying).where('id', '=', id).execute();
    clock.advance(20);
    await (await context.process()).runOnce();
    assert.deepEqual(
      [(await context.find(id)).state, (await context.find(id)).serviceId],
      ['sent', serviceId],
    );
    // Without the last line of the journal, the outcome is unknown.
    await context.store.db.updateTable('payouts').set(dying).where('id', '=', id).execute();
    const lines = (await readFile(context.journal, 'utf8')).split('\n').slice(0, 1);
    await writeFile(context.journal, `${lines.join('\n')}\n{"half":`);
    await context.store.db.deleteFrom('payout_journal').execute();
    await (await context.process()).runOnce();
    assert.equal((await context.find(id)).state, 'unknown');
    assert.equal((await context.withdrawals()).length, 1);
  });

  it('is "sent" if its process was taken for dead, and had the answer after all', async (t) => {
    const context = await startPayouts(t);
    const { id } = await approved(context);
    const states: string[] = [];
    const payouts = await context.process({
      connect: (limiter) => {
        const client = createWithdrawalClient({
          url: context.environment.sandbox.url,
          withdrawalKey: WITHDRAWAL_KEY,
          limiter,
        });
        return {
          async withdraw(request) {
            const answer = await client.withdraw(request);
            const dead = { claimed_until: 0 };
            await context.store.db.updateTable('payouts').set(dead).where('id', '=', id).execute();
            await (await context.process()).runOnce();
            states.push((await context.find(id)).state);
            return answer;
          },
        };
      },
    });
    await payouts.runOnce();
    states.push((await context.find(id)).state);
    assert.deepEqual(states, ['unknown', 'sent']);
  });

  describe('of another process that died after its request', () => {
    /** Lets another process send the payout. It never gets the answer. */
    async function dieWhileSending(context: PayoutContext): Promise<void> {
      const { url } = context.environment.sandbox;
      await new Promise<void>((arrived, failed) => {
        const connect: PayoutProcessOptions['connect'] = (limiter) => ({
          async withdraw(request) {
            await createWithdrawalClient({ url, withdrawalKey: WITHDRAWAL_KEY, limiter }).withdraw(request);
            arrived();
            return new Promise(() => undefined);
          },
        });
        context
          .process({ limiters: [], connect })
          .then((dying) => dying.runOnce())
          .catch(failed);
      });
    }

    const release = ({ store }: PayoutContext, id: string) =>
      store.db.updateTable('payouts').set({ claimed_until: 0 }).where('id', '=', id).execute();

    it('is unknown to a process that stood in line with the same approval', async (t) => {
      const context = await startPayouts(t);
      const { id } = await approved(context);
      const waiting = await context.process({
        limiters: [
          {
            async take(_, send) {
              await release(context, id);
              await dieWhileSending(context);
              return send();
            },
          },
        ],
      });
      await waiting.runOnce();
      await release(context, id);
      await waiting.runOnce();
      assert.equal((await context.find(id)).state, 'unknown');
      assert.equal((await context.withdrawals()).length, 1);
    });

    it('is unknown to a process that could not reach the service before', async (t) => {
      const context = await startPayouts(t);
      const { id } = await approved(context);
      const ending = new AbortController();
      const unreachable = await context.process({
        signal: ending.signal,
        connect: (limiter) =>
          createWithdrawalClient({ url: 'http://127.0.0.1:1', withdrawalKey: WITHDRAWAL_KEY, limiter }),
      });
      ending.abort();
      await unreachable.runOnce();
      context.environment.sandbox.clock.advance(20);
      await release(context, id);
      await dieWhileSending(context);
      await release(context, id);
      await unreachable.runOnce();
      assert.equal((await context.find(id)).state, 'unknown');
      assert.equal((await context.withdrawals()).length, 1);
    });
  });

  it('of two processes on one store: each payout once, 12 seconds apart', async (t) => {
    const context = await startPayouts(t);
    const { clock } = context.environment.sandbox;
    const ids = [];
    for (let number = 0; number < 3; number += 1) ids.push((await approved(context)).id);
    const processes = [await context.process(), await context.process()];
    const advancing = setInterval(() => clock.advance(1), 500);
    t.after(() => clearInterval(advancing));
    const all = async () => {
      while ((await Promise.all(processes.map((one) => one.runOnce()))).some(Boolean));
    };
    await all();
    const found = await Promise.all(ids.map((id) => context.find(id)));
    assert.deepEqual(
      found.map(({ state }) => state),
      ['sent', 'sent', 'sent'],
    );
    assert.equal((await context.withdrawals()).length, 3);
    const times = found.map(({ attemptedAt }) => Date.parse(attemptedAt ?? '')).toSorted();
    for (const [index, time] of times.slice(1).entries()) assert.ok(time - (times[index] ?? 0) >= 12_000);
  });
});
