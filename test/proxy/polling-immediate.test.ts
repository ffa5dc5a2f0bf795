import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { ServiceError } from '../../src/service/index.js';
import { createHarness } from './fake-service.js';

const MINUTE_MS = 60_000;

/** That many open invoices, which are all due. */
async function dueOrders(t: TestContext, count: number) {
  const shop = await createHarness(t);
  const created = [];
  for (let index = 0; index < count; index += 1) created.push(await shop.order(`A-${index}`));
  await shop.parts.poller.drain();
  shop.clock.now += 5 * MINUTE_MS;
  shop.service.polled.length = 0;
  const seen = async (checkoutId: string) => shop.parts.serialize(await shop.record(checkoutId));
  return { ...shop, created, seen };
}

const sizes = (requested: readonly (readonly string[])[]) => requested.map((ids) => ids.length);

describe('the first poll of a new invoice', () => {
  it('carries 99 due invoices, and saves the next round a call', async (t) => {
    const { parts, service, created, order, seen } = await dueOrders(t, 130);
    for (const { invoiceId } of created) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    const own = await order('B-1');
    assert.deepEqual(sizes(service.polled), [100]);
    assert.equal(service.polled[0]?.[0], own.invoiceId);
    assert.equal((await seen(own.checkoutId)).state, 'awaiting');

    await parts.poller.drain();
    const states = await Promise.all(created.map(async ({ checkoutId }) => (await seen(checkoutId)).state));
    assert.equal(states.filter((state) => state === 'paid').length, 99);
    await parts.poller.pollDue();
    // The remaining 31 are one call, not two.
    assert.equal(service.polled.length, 2);
    assert.equal((await seen(created.at(-1)?.checkoutId ?? '')).state, 'paid');
  });

  it('carries no invoice that is not due', async (t) => {
    const { parts, service, order } = await dueOrders(t, 5);
    await parts.poller.pollDue();
    service.polled.length = 0;
    await order('B-1');
    assert.deepEqual(sizes(service.polled), [1]);
  });

  it('is repeated alone if another invoice in its call makes it fail: the payer sees the address, and the others their money', async (t) => {
    const { parts, service, created, order, seen } = await dueOrders(t, 30);
    const [bad, ...good] = created;
    for (const { invoiceId } of good) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    const refused = new ServiceError('refused', 'invoice information', { status: 400 });
    service.trouble = (ids) => (bad && ids.includes(bad.invoiceId) ? refused : null);
    const own = await order('B-1');
    assert.deepEqual(sizes(service.polled), [31, 1]);
    assert.equal((await seen(own.checkoutId)).state, 'awaiting');

    await parts.poller.drain();
    await parts.poller.pollQuarantined();
    const states = await Promise.all(good.map(async ({ checkoutId }) => (await seen(checkoutId)).state));
    assert.ok(states.every((state) => state === 'paid'));
  });

  it('is not repeated if the service does not respond at all: the next round polls all of them', async (t) => {
    const { parts, service, created, order, seen } = await dueOrders(t, 30);
    service.trouble = () => new ServiceError('unavailable', 'invoice information');
    const own = await order('B-1');
    assert.deepEqual(sizes(service.polled), [31]);
    await parts.poller.drain();
    service.trouble = () => null;
    for (const { invoiceId } of created) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await parts.poller.pollDue();
    assert.equal(service.polled[1]?.length, 31);
    assert.equal((await seen(own.checkoutId)).state, 'awaiting');
    for (const { checkoutId } of created) assert.equal((await seen(checkoutId)).state, 'paid');
  });
});
