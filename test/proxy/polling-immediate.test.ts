import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { ServiceError } from '../../src/service/index.js';
import { openWorkshop } from './fake-service.js';

const MINUTE_MS = 60_000;

/** So many open invoices that are all due. */
async function dueOrders(t: TestContext, count: number) {
  const shop = await openWorkshop(t);
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await shop.order(`A-${index}`));
  await shop.parts.poller.drain();
  shop.clock.now += 5 * MINUTE_MS;
  shop.service.asked.length = 0;
  const seen = async (checkoutId: string) => shop.parts.serialize(await shop.record(checkoutId));
  return { ...shop, made, seen };
}

const sizes = (asked: readonly (readonly string[])[]) => asked.map((ids) => ids.length);

describe('the first look at a new invoice', () => {
  it('carries 99 of those that are due, and saves the next round a call', async (t) => {
    const { parts, service, made, order, seen } = await dueOrders(t, 130);
    for (const { invoiceId } of made) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    const own = await order('B-1');
    assert.deepEqual(sizes(service.asked), [100]);
    assert.equal(service.asked[0]?.[0], own.invoiceId);
    assert.equal((await seen(own.checkoutId)).state, 'awaiting');

    await parts.poller.drain();
    const states = await Promise.all(made.map(async ({ checkoutId }) => (await seen(checkoutId)).state));
    assert.equal(states.filter((state) => state === 'paid').length, 99);
    await parts.poller.pollDue();
    // The 31 that are left are one call, not two.
    assert.equal(service.asked.length, 2);
    assert.equal((await seen(made.at(-1)?.checkoutId ?? '')).state, 'paid');
  });

  it('carries nobody who is not due', async (t) => {
    const { parts, service, order } = await dueOrders(t, 5);
    await parts.poller.pollDue();
    service.asked.length = 0;
    await order('B-1');
    assert.deepEqual(sizes(service.asked), [1]);
  });

  it('is taken alone when another one in its call makes it fail: the payer sees his address, and the others their money', async (t) => {
    const { parts, service, made, order, seen } = await dueOrders(t, 30);
    const [bad, ...good] = made;
    for (const { invoiceId } of good) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    const refused = new ServiceError('refused', 'invoice information', { status: 400 });
    service.trouble = (ids) => (bad && ids.includes(bad.invoiceId) ? refused : null);
    const own = await order('B-1');
    assert.deepEqual(sizes(service.asked), [31, 1]);
    assert.equal((await seen(own.checkoutId)).state, 'awaiting');

    await parts.poller.drain();
    await parts.poller.pollQuarantined();
    const states = await Promise.all(good.map(async ({ checkoutId }) => (await seen(checkoutId)).state));
    assert.ok(states.every((state) => state === 'paid'));
  });

  it('is not taken twice when the service does not answer at all: the next round asks about everybody', async (t) => {
    const { parts, service, made, order, seen } = await dueOrders(t, 30);
    service.trouble = () => new ServiceError('unavailable', 'invoice information');
    const own = await order('B-1');
    assert.deepEqual(sizes(service.asked), [31]);
    await parts.poller.drain();
    service.trouble = () => null;
    for (const { invoiceId } of made) service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await parts.poller.pollDue();
    assert.equal(service.asked[1]?.length, 31);
    assert.equal((await seen(own.checkoutId)).state, 'awaiting');
    for (const { checkoutId } of made) assert.equal((await seen(checkoutId)).state, 'paid');
  });
});
