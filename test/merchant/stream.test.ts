import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StaffChange } from '../../src/protocol/index.js';
import { invoiceOf, json } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { startPayouts } from '../payouts/payout-fixture.js';
import { createMerchantSession } from '../../src/proxy/server.js';
import { MERCHANT_SECRET, signIn, startMerchant, type Staff } from './staff.js';

/** The changes that one of the staff receives. */
async function follow(staff: Staff) {
  const response = await staff.call('GET', '/events');
  assert.equal(response.status, 200, await (response.ok ? '' : response.text()));
  const changes: StaffChange[] = [];
  const state = { isOver: false };
  const reader = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^event: change\ndata: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) changes.push(await json<StaffChange>(new Response(data)));
      }
    }
    state.isOver = true;
  };
  void reader().catch(() => (state.isOver = true));
  const sees = (condition: (all: readonly StaffChange[]) => boolean, what: string) =>
    until(() => changes, what, condition);
  await sees(({ length }) => length > 0, 'the stream begins with the current state');
  return { changes, state, sees };
}

describe('the stream of the staff', { concurrency: 2 }, () => {
  it('shows two people a proposal, its approval and its end', async (t) => {
    const { maja, jon, propose, approve, process } = await startPayouts(t);
    const [first, second] = [await follow(maja), await follow(jon)];
    const both = async (attention: number, what: string) => {
      for (const { sees } of [first, second]) await sees((all) => all.at(-1)?.attention === attention, what);
    };
    const payout = await propose();
    await both(1, 'both see the proposal');
    await approve(payout);
    await both(0, 'both see the approval');
    const before = second.changes.length;
    await (await process()).runOnce();
    await second.sees(({ length }) => length > before, 'the end is seen');
  });

  it('shows a payment as soon as it is detected', async (t) => {
    const environment = await startMerchant(t);
    const { id } = await environment.open();
    const { id: uuid } = invoiceOf(await environment.choose(id));
    const { changes, sees } = await follow(signIn(environment));
    const before = changes.length;
    await environment.control('payments', { uuid, confirm: false });
    await environment.becomes(id, 'detected');
    await sees(({ length }) => length > before, 'the payment is seen');
  });

  it('ends with the session', async (t) => {
    const environment = await startMerchant(t);
    const session = await createMerchantSession(
      { person: 'Maja Lind', scopes: ['payments:read'] },
      { secret: MERCHANT_SECRET, expiresInSeconds: 1 },
    );
    const headers = { authorization: `Bearer ${session}` };
    const response = await environment.call('GET', '/merchant/events', { headers });
    assert.equal(response.status, 200);
    // Resolves at the end of the stream, long before the heartbeat.
    assert.match(await response.text(), /^retry: 2000\n\nevent: change\n/);
  });

  it('ends when the proxy stops', async (t) => {
    const environment = await startMerchant(t);
    const { state } = await follow(signIn(environment));
    await environment.proxy.stop();
    await until(() => state.isOver, 'the stream ends');
  });
});

describe('the stream of the staff without a change', () => {
  it('has a heartbeat before a server ends it as idle', async (t) => {
    // Before the proxy starts, since it sets the interval of the heartbeat then.
    t.mock.timers.enable({ apis: ['setInterval'] });
    const environment = await startMerchant(t);
    const { body } = await signIn(environment).call('GET', '/events');
    const state = { text: '' };
    const reader = async () => {
      for await (const chunk of body ?? []) state.text += Buffer.from(chunk).toString();
    };
    void reader().catch(() => undefined);
    await until(
      () => state.text,
      'the stream begins',
      (text) => /^event: change$/m.test(text),
    );
    // `Bun.serve` closes it after 8 to 12 s.
    t.mock.timers.tick(7999);
    await until(
      () => state.text,
      'a heartbeat',
      (text) => text.endsWith(':\nevent: heartbeat\ndata:\n\n'),
    );
  });
});
