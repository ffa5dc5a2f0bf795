import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { PROBLEMS } from '../../src/protocol/index.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { openStore } from '../../src/proxy/store/store.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import { json, problemOf, SECRETS, startEnvironment } from './test-environment.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function setUp(t: TestContext, options: Parameters<typeof createHarness>[2] = {}, path?: string) {
  const harness = await createHarness(t, path ?? (await freshStore(t)), options);
  const { parts, clock } = harness;
  const startedMs = clock.now;
  return {
    ...harness,
    startedMs,
    /** Opens order A-1 by a token with these times, in milliseconds from the start. */
    async open(amount: string, issuedMs: number, expiresMs: number) {
      const terms = parseOrder({ id: 'A-1', amount, currency: 'EUR' });
      const [issuedAtMs, expiresAtMs] = [startedMs + issuedMs, startedMs + expiresMs];
      return (await parts.checkouts.openCheckout({ terms, issuedAtMs, expiresAtMs })).record;
    },
    choose: (id: string) => parts.invoices.choose(id, { currency: 'BTC', email: null }),
    /** Two rounds: records that a wrong clock calls old for a moment are not deleted. */
    async retain() {
      await parts.retention.removeDue();
      clock.now += 61 * MINUTE_MS;
      await parts.retention.removeDue();
    },
  };
}

/** The shop has accepted every event. */
async function delivered(path: string): Promise<void> {
  const store = await openStore(path);
  await store.db.updateTable('events').set({ delivered_at: 1 }).execute();
  await store.close();
}

describe('an expired token allows no new quote', () => {
  it('the payer needs a new link, and an open invoice can still be paid', async (t) => {
    const { choose, clock, open, parts, record, service } = await setUp(t);
    const { id } = await open('49.00', 0, 10 * MINUTE_MS);
    const { invoices } = await choose(id);
    clock.now += 11 * MINUTE_MS;
    // A payer who returns to the open invoice gets it.
    assert.deepEqual((await choose(id)).current, invoices[0]?.sequence);
    const litecoin = parts.invoices.choose(id, { currency: 'LTC', email: null });
    await assert.rejects(litecoin, { code: 'new_link_required' });
    assert.equal(service.created.length, 1);
    const [{ id: invoiceId } = { id: '' }] = service.invoicesById.values();
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await parts.poller.prioritize({ serviceIds: [invoiceId] });
    await parts.poller.pollDue();
    assert.equal(parts.serialize(await record(id)).state, 'paid');
  });

  it('nor does it after the deadline of the invoice, until a newer token arrives', async (t) => {
    const { choose, clock, open } = await setUp(t);
    const { id } = await open('49.00', 0, 10 * MINUTE_MS);
    await choose(id);
    clock.now += 31 * MINUTE_MS;
    await assert.rejects(choose(id), { code: 'new_link_required' });
    await open('49.00', 31 * MINUTE_MS, 60 * MINUTE_MS);
    assert.equal((await choose(id)).invoices.length, 2);
  });

  it('the latest expiry at the newest price counts, in any order of the tokens', async (t) => {
    const { choose, clock, open } = await setUp(t);
    const { id } = await open('39.00', 0, 100 * MINUTE_MS);
    await open('49.00', 2, 40 * MINUTE_MS);
    await open('49.00', 1, 10 * MINUTE_MS);
    await open('49.00', 3, 20 * MINUTE_MS);
    clock.now += 39 * MINUTE_MS;
    await choose(id);
    clock.now += 61 * MINUTE_MS;
    // The token that is valid for longer states an older price.
    await assert.rejects(choose(id), { code: 'new_link_required' });
  });

  it('if the shop has a resolver, the resolver decides', async (t) => {
    const { choose, clock, parts } = await setUp(t);
    const terms = parseOrder({ id: 'A-1', amount: '49.00', currency: 'EUR' });
    const opened = { terms, issuedAtMs: clock.now, reference: 'cart-7' };
    const { id } = (await parts.checkouts.openCheckout(opened)).record;
    clock.now += 400 * DAY_MS;
    assert.equal((await choose(id)).invoices.length, 1);
  });

  it("a clock that was ahead for a moment does not prevent the resolver's current price from counting", async (t) => {
    const { clock, parts } = await setUp(t);
    const open = async (amount: string) => {
      const terms = parseOrder({ id: 'A-1', amount, currency: 'EUR' });
      const admitted = { terms, issuedAtMs: clock.now, reference: 'cart-7' };
      return (await parts.checkouts.openCheckout(admitted)).record.order.amount;
    };
    clock.now += 6 * 60 * MINUTE_MS;
    assert.equal(await open('49.00'), '49.00');
    clock.now -= 6 * 60 * MINUTE_MS;
    assert.equal(await open('59.00'), '59.00');
    // A result that another one has overtaken is older.
    clock.now -= 1000;
    assert.equal(await open('39.00'), '59.00');
  });

  it('the problem over HTTP is 410 with a code of its own', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = await createOrderToken(
      { id: 'A-1', amount: '49.00', currency: 'EUR' },
      { secret: SECRETS.orderSecret, clock: environment.sandbox.clock, expiresInSeconds: 60 },
    );
    const { id } = await json<{ id: string }>(
      await environment.call('POST', '/checkouts', { body: { order } }),
    );
    environment.sandbox.clock.advance(61);
    const answer = await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
    assert.equal((await problemOf(answer)).code, 'new_link_required');
    assert.equal(answer.status, PROBLEMS.new_link_required.status);
  });
});

describe('after retention has deleted a checkout', () => {
  const retentionDays = 1;

  it('an older, cheaper token opens nothing, and the newest one does', async (t) => {
    const { clock, open, retain } = await setUp(t, { retentionDays });
    await open('49.00', 5000, 31 * DAY_MS);
    clock.now += 3 * DAY_MS;
    await retain();
    await assert.rejects(open('9.00', 4000, 31 * DAY_MS), { code: 'order_expired' });
    await assert.rejects(open('9.00', 5000, 31 * DAY_MS), { code: 'order_expired' });
    assert.equal((await open('49.00', 5000, 31 * DAY_MS)).order.amount, '49.00');
    // It is a checkout again, and follows the newest token.
    assert.equal((await open('9.00', 4000, 31 * DAY_MS)).order.amount, '49.00');
  });

  it('an order that was paid needs no further payment', async (t) => {
    const path = await freshStore(t);
    const { choose, clock, open, parts, retain, service } = await setUp(t, { retentionDays }, path);
    const { id } = await open('49.00', 0, 31 * DAY_MS);
    await choose(id);
    const [{ id: invoiceId } = { id: '' }] = service.invoicesById.values();
    service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await parts.poller.prioritize({ serviceIds: [invoiceId] });
    await parts.poller.pollDue();
    clock.now += 2 * DAY_MS;
    await parts.poller.pollDue();
    clock.now += 2 * DAY_MS;
    await delivered(path);
    await retain();
    await assert.rejects(parts.checkouts.findCheckout(id), { code: 'checkout_not_found' });
    await assert.rejects(open('49.00', 0, 31 * DAY_MS), { code: 'checkout_closed' });
    await assert.rejects(open('9.00', 1000, 31 * DAY_MS), { code: 'checkout_closed' });
  });

  for (const [name, price] of [
    ['the same price', '49.00'],
    ['another price', '9.00'],
  ] as const) {
    it(`a newer token of a paid order, with ${name}, opens nothing for as long as it is valid`, async (t) => {
      const path = await freshStore(t);
      const { clock, open, parts, retain, service, choose, startedMs } = await setUp(
        t,
        { retentionDays, maxOrderTokenDays: 10 },
        path,
      );
      const { id } = await open('49.00', 0, 10 * DAY_MS);
      await choose(id);
      const [{ id: invoiceId } = { id: '' }] = service.invoicesById.values();
      service.set(invoiceId, { status: 'paid', amountPaid: '1' });
      await parts.poller.prioritize({ serviceIds: [invoiceId] });
      await parts.poller.pollDue();
      // While its checkout is in the store, and after that.
      for (const day of [1, 9, 18]) {
        clock.now = startedMs + day * DAY_MS;
        await parts.poller.pollDue();
        await delivered(path);
        const token = [price, day * DAY_MS, (day + 10) * DAY_MS] as const;
        await open(...token).catch((error) => assert.equal(error.code, 'checkout_closed'));
        clock.now += 2 * DAY_MS;
        await parts.poller.pollDue();
        clock.now += 2 * DAY_MS;
        await retain();
        await assert.rejects(parts.checkouts.findCheckout(id), { code: 'checkout_not_found' });
        clock.now = startedMs + (day + 9.5) * DAY_MS;
        await retain();
        await assert.rejects(open(...token), { code: 'checkout_closed' }, `day ${day}`);
      }
    });
  }

  it('the order is remembered for as long as a token can be valid, and no longer', async (t) => {
    const { clock, open, retain } = await setUp(t, { retentionDays, maxOrderTokenDays: 10 });
    await open('49.00', 0, 10 * DAY_MS);
    clock.now += 3 * DAY_MS;
    await retain();
    clock.now += 6 * DAY_MS;
    await retain();
    await assert.rejects(open('9.00', -1, 10 * DAY_MS), { code: 'order_expired' });
    clock.now += 2 * DAY_MS;
    await retain();
    // Such a token is not accepted any more.
    assert.equal((await open('9.00', -1, 12 * DAY_MS)).order.amount, '9.00');
  });
});
