import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { SECRET } from './webhook-receiver.js';
import { invoicesAtService, LIST, timePassesUntil, timePassesUntilSo } from './lost-invoices.js';
import { call, commit, once, restarted, delivering } from './crash-plan.js';
import type { Moment, Plan, Restarted, Setting } from './crash-plan.js';
import { CREATE, INFO, invoiceOf } from './test-environment.js';
import type { TestEnvironment } from './test-environment.js';
import { startShopServer, status } from '../shop-server.js';

/** The payer waits for an invoice, and chooses again if the proxy offers the choice again. */
async function offered(environment: TestEnvironment, id: string): Promise<Checkout> {
  const isOver = ({ state }: Checkout) => state === 'awaiting' || state === 'choosing';
  const seen = await timePassesUntilSo(environment, id, isOver, 'there is an invoice, or the choice', 5);
  return seen.state === 'choosing' ? environment.choose(id) : seen;
}

/** Whatever had happened before: there is one invoice, and its payment is detected and reported once. */
async function isPaidOnce({ environment, id, reported }: Restarted, isPaidAlready: boolean): Promise<void> {
  if (!isPaidAlready) {
    const { id: uuid } = invoiceOf(await offered(environment, id));
    assert.deepEqual(once(reported(), 'checkout.paid'), []);
    await environment.control('payments', { uuid });
  }
  const { id: uuid } = invoiceOf(await timePassesUntil(environment, id, 'paid'));
  await timePassesUntil(environment, id, 'paid', () => once(reported(), 'checkout.paid').length > 0);
  const invoices = await invoicesAtService(environment.sandbox, 'A-1');
  assert.deepEqual(
    invoices.map((invoice) => invoice.uuid),
    [uuid],
  );
  assert.equal((await environment.choose(id).catch(() => null))?.state ?? 'closed', 'closed');
  assert.equal((await environment.get(id)).state, 'paid');
  assert.equal(once(reported(), 'checkout.paid').length, 1);
}

const WISH = 'insert into "invoices"';
const CREATED = '"service_id" =';
const DUE = '"checked_at" =';
const EVENT = 'insert into "events"';
const MARK = '"last_failure" =';
const lost = (kind: string, endpoint = CREATE) => ({ kind, endpoint, times: 1 });

describe('a proxy that is restarted after it was killed', { concurrency: 3 }, () => {
  const creation: readonly (readonly [string, Moment, (Setting & { readonly speed?: number })?])[] = [
    ['when the wish was stored', commit('after', WISH)],
    ['before it requested the invoice', call('before', CREATE)],
    [
      'while the service created the invoice',
      call('during', CREATE),
      { faults: [{ kind: 'delay', ms: 500, endpoint: CREATE }] },
    ],
    ['when the invoice was created, and not stored', call('after', CREATE)],
    ['before it requested the amount due', call('before', INFO)],
    ['when it knew what is due, and had not stored it', call('after', INFO)],
    ['when it had stored the invoice and the amount due', commit('after', CREATED)],
    [
      'when it had stored the invoice, and waited to hear what is due',
      commit('after', CREATED),
      { faults: [{ kind: 'delay', ms: 10_000, endpoint: INFO, times: 1 }], speed: 1 },
    ],
    [
      'when it had heard too late what is due, and stored it',
      commit('after', DUE, 2),
      { faults: [{ kind: 'delay', ms: 3000, endpoint: INFO, times: 1 }], speed: 1 },
    ],
    ['before it looked up a lost one', call('before', LIST), { faults: [lost('reset-after')] }],
    [
      'when it had found a lost one, and not stored it',
      call('after', LIST),
      { faults: [lost('reset-after')] },
    ],
    ['when it had stored a lost one', commit('after', CREATED), { faults: [lost('reset-after')] }],
    [
      'when it wanted another in the place of a lost one',
      call('before', CREATE, 2),
      { faults: [lost('reset-before')], speed: 30 },
    ],
    [
      'when another was created instead of a lost one',
      call('after', CREATE),
      { faults: [lost('reset-before')], speed: 30 },
    ],
  ];
  for (const [name, at, { speed = 20, ...setting } = {}] of creation) {
    it(`${name} shows one invoice, and its payment`, async (t) => {
      await isPaidOnce(await restarted(t, { story: 'choosing', at, speed }, setting), false);
    });
  }

  const watching: readonly (readonly [string, Plan['story'], Moment])[] = [
    ['before it polled a payment', 'paying', call('before', INFO, 2)],
    ['when it had heard of a payment, and not stored it', 'paying', call('after', INFO, 2)],
    ['while it stored a payment and its event', 'paying', commit('before', EVENT)],
    ['when a postback was stored, and nothing was polled', 'notified', commit('after', '"hinted_at" = case')],
    ['when a payment and its event were stored', 'paying', commit('after', EVENT)],
    ['before it reported a payment', 'paying', delivering('before')],
    ['when it had reported a payment, before recording that', 'paying', delivering('after')],
    ['while it recorded that it had reported a payment', 'paying', commit('before', MARK)],
    ['when it had reported a payment, and recorded that', 'paying', commit('after', MARK)],
  ];
  for (const [name, story, at] of watching) {
    it(`${name} has reported it once, after duplicates are dropped`, async (t) => {
      await isPaidOnce(await restarted(t, { story, at }), true);
    });
  }

  const parts: readonly (readonly [string, Moment])[] = [
    ['when it had reported the first part, before recording that', delivering('after')],
    ['before it reported the second part', delivering('before', 2)],
    ['while it recorded that it had reported the second part', commit('before', MARK, 2)],
  ];
  for (const [name, at] of parts) {
    it(`${name} has reported both, in order`, async (t) => {
      const life = await restarted(t, { story: 'paying in parts', at });
      const [invoice] = await invoicesAtService(life.environment.sandbox, 'A-1');
      // The process may have crashed before the payer had sent the rest.
      if (invoice?.status !== 'paid') await life.environment.control('payments', { uuid: invoice?.uuid });
      await isPaidOnce(life, true);
      const types = [...new Map(life.reported().map(({ id, type }) => [id, type])).values()];
      assert.deepEqual(types, ['checkout.partial', 'checkout.paid']);
    });
  }

  it('while it stored an event as a dead letter delivers it after all', async (t) => {
    await isPaidOnce(await restarted(t, await refused(t, 'before')), true);
  });

  it('when it had stored a dead letter keeps it, and delivers it when an operator resends it', async (t) => {
    const life = await restarted(t, await refused(t, 'after'));
    const operator = await openStaff(life.store);
    t.after(() => operator.close());
    const [dead] = await operator.listEvents({ kind: 'dead' });
    await timePassesUntil(life.environment, life.id, 'paid');
    life.environment.sandbox.clock.advance(3600);
    assert.deepEqual(life.reported(), []);
    await operator.resendEvent(String(dead?.id), 'command line');
    await isPaidOnce(life, true);
  });
});

/** The shop accepts no more events there. */
async function refused(t: TestContext, when: Moment['when']): Promise<Plan> {
  const shop = await startShopServer(t);
  shop.answer = status(410);
  const webhook = { url: shop.url, secrets: [SECRET] };
  return { story: 'paying', at: commit(when, '"dead_at" ='), webhook };
}
