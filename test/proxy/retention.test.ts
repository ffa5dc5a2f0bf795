import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MerchantPaymentDetails } from '../../src/protocol/index.js';
import { openStore } from '../../src/proxy/store/store.js';
import { signIn, startMerchant } from '../merchant/staff.js';
import { freshStore } from './test-stores.js';
import { startProxy, startService, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';
import { createHarness } from './fake-service.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const DAY_MS = 24 * 3600_000;
const DAY_SECONDS = DAY_MS / 1000;

const status = async (environment: TestEnvironment, id: string) =>
  (await environment.call('GET', `/checkouts/${id}`)).status;

/** Records have to be old for an hour. */
async function hoursPassUntil<T>(
  { sandbox }: Pick<TestEnvironment, 'sandbox'>,
  read: () => T,
  isSo: (value: T) => boolean,
): Promise<void> {
  const askLater = () => {
    sandbox.clock.advance(3600);
    return read();
  };
  await until(askLater, 'what is old is removed', isSo);
}

describe('a finished checkout', { concurrency: 4 }, () => {
  it('is deleted 90 days after its last change, and not before', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const chosen = await environment.choose(id);
    await environment.control('payments', { uuid: chosen.invoice?.id });
    await environment.becomes(id, 'paid');
    await until(
      () => environment.events.length,
      'the shop is notified',
      (count) => count === 1,
    );
    // Its monitoring window has to end first.
    environment.sandbox.clock.advance(2 * DAY_SECONDS);
    await until(
      async () => (await environment.get(id)).checkedAt,
      'the last poll is done',
      (checkedAt) => Date.parse(checkedAt ?? '') > environment.sandbox.clock.nowMs() - DAY_MS,
    );
    environment.sandbox.clock.advance(89 * DAY_SECONDS);
    const removed = () => environment.logLines.filter((line) => line.includes('checkouts deleted'));
    await until(
      () => status(environment, id),
      'it is there',
      (code) => code === 200,
    );
    assert.deepEqual(removed(), []);
    environment.sandbox.clock.advance(91 * DAY_SECONDS);
    await hoursPassUntil(environment, removed, (lines) => lines.length === 1);
    assert.equal(await status(environment, id), 404);
  });

  it('stays while the shop has not accepted its events', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    let isAway = true;
    const environment = await startProxy(t, sandbox, {
      proxy: {
        retentionDays: 1,
        onEvent: () => {
          if (isAway) throw new Error('the shop is away');
        },
      },
    });
    const delivered = await environment.open({ id: 'A-1' });
    const undelivered = await environment.open({ id: 'A-2' });
    const chosen = await environment.choose(undelivered.id);
    await environment.control('payments', { uuid: chosen.invoice?.id });
    await environment.becomes(undelivered.id, 'paid');
    const gone = () => environment.logLines.filter((line) => line.includes('checkouts deleted')).length;
    sandbox.clock.advance(3 * DAY_SECONDS);
    await hoursPassUntil(environment, gone, (count) => count === 1);
    sandbox.clock.advance(3 * DAY_SECONDS);
    assert.equal(await status(environment, delivered.id), 404);
    assert.equal(await status(environment, undelivered.id), 200);
    isAway = false;
  });

  it('stays while an invoice of it is polled: a transaction that has not confirmed', async (t) => {
    const environment = await startEnvironment(t, { proxy: { retentionDays: 1 } });
    const { id } = await environment.open();
    const chosen = await environment.choose(id, 'BTC');
    await environment.control('payments', { uuid: chosen.invoice?.id, confirm: false });
    await environment.becomes(id, 'detected');
    const other = await environment.open({ id: 'A-2' });
    environment.sandbox.clock.advance(20 * DAY_SECONDS);
    await hoursPassUntil(
      environment,
      () => environment.logLines.join(),
      (lines) => lines.includes('checkouts deleted'),
    );
    assert.equal(await status(environment, other.id), 404);
    assert.equal(await status(environment, id), 200);
  });

  it('stays while a person must decide about its money', async (t) => {
    const environment = await startMerchant(t, { proxy: { retentionDays: 1 } });
    const { id } = await environment.open();
    const chosen = await environment.choose(id);
    await environment.control('payments', { uuid: chosen.invoice?.id, amount: '100' });
    await environment.becomes(id, 'overpaid');
    const other = await environment.open({ id: 'A-2' });
    const removals = () => environment.logLines.filter((line) => line.includes('checkouts deleted')).length;
    environment.sandbox.clock.advance(20 * DAY_SECONDS);
    await hoursPassUntil(environment, removals, (count) => count === 1);
    assert.equal(await status(environment, other.id), 404);
    const maja = signIn(environment);
    const { pending } = await maja.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`);
    const decision = { ...pending[0], decision: 'dismissed', note: 'A tip' };
    await maja.post(`/payments/${paymentIdOf(id)}/settle`, decision);
    environment.sandbox.clock.advance(20 * DAY_SECONDS);
    await hoursPassUntil(environment, removals, (count) => count === 2);
    assert.equal(await status(environment, id), 404);
  });

  it('is deleted with its invoices and events, many in small transactions', async (t) => {
    const path = await freshStore(t);
    const { parts, clock, order, service } = await createHarness(t, path);
    for (let index = 0; index < 120; index += 1) {
      const { invoiceId } = await order(`A-${index}`);
      service.set(invoiceId, { status: 'canceled' });
    }
    const store = await openStore(path);
    t.after(() => store.close());
    await parts.retention.removeDue();
    clock.now += 26 * 3600_000;
    await parts.poller.pollDue();
    await parts.poller.pollDue();
    await store.db.updateTable('events').set({ delivered_at: clock.now }).execute();
    const count = async (table: 'checkouts' | 'invoices' | 'events') =>
      (await store.db.selectFrom(table).selectAll().execute()).length;
    assert.deepEqual([await count('checkouts'), await count('events')], [120, 120]);
    clock.now += 91 * DAY_MS;
    await parts.retention.removeDue();
    assert.equal(await count('checkouts'), 120);
    clock.now += 3600_000;
    await parts.retention.removeDue();
    assert.deepEqual(await Promise.all([count('checkouts'), count('invoices'), count('events')]), [0, 0, 0]);
  });
});
