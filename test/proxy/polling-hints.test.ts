import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { addressFor, createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** The seconds in which the service is polled. */
async function requestedAt({ parts, service, clock }: Harness, seconds: number): Promise<readonly number[]> {
  const moments: number[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const before = service.polled.length;
    await parts.poller.pollDue();
    if (service.polled.length > before) moments.push(second);
    clock.now += SECOND_MS;
  }
  return moments;
}

/** An unpaid invoice after its monitoring window. */
async function ended(shop: Harness): Promise<Awaited<ReturnType<Harness['order']>>> {
  const order = await shop.order('A-1');
  shop.service.set(order.invoiceId, { status: 'canceled' });
  shop.clock.now += 26 * HOUR_MS;
  await shop.parts.poller.pollDue();
  assert.deepEqual(await requestedAt(shop, 60), []);
  return order;
}

describe('a hint that an invoice has changed', () => {
  it('makes the proxy poll the invoice immediately, and again soon: the information may lag behind', async (t) => {
    const shop = await createHarness(t);
    const { invoiceId } = await shop.order('A-1');
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.poller.pollDue();
    shop.clock.now += SECOND_MS;
    assert.equal(await shop.parts.poller.prioritize({ serviceIds: [invoiceId] }), 1);
    assert.deepEqual(await requestedAt(shop, 60), [0, 2, 5, 15]);
  });

  it('may name the address alone', async (t) => {
    const shop = await createHarness(t);
    const { invoiceId, checkoutId } = await shop.order('A-1');
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.poller.pollDue();
    shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    shop.clock.now += SECOND_MS;
    assert.equal(await shop.parts.poller.prioritize({ addresses: [addressFor('BTC', invoiceId)] }), 1);
    await shop.parts.poller.pollDue();
    assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'paid');
  });

  it('may spell the address in other letters than the invoice', async (t) => {
    const shop = await createHarness(t);
    const { invoiceId } = await shop.order('A-1');
    const address = addressFor('BTC', invoiceId).toUpperCase();
    assert.equal(await shop.parts.poller.prioritize({ addresses: [address] }), 1);
  });

  it('costs no more calls if it arrives a hundred times, or for a hundred invoices', async (t) => {
    const shop = await createHarness(t);
    const serviceIds: string[] = [];
    for (let index = 0; index < 100; index += 1) serviceIds.push((await shop.order(`A-${index}`)).invoiceId);
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.poller.pollDue();
    shop.clock.now += SECOND_MS;
    for (let time = 0; time < 100; time += 1) await shop.parts.poller.prioritize({ serviceIds });
    assert.deepEqual(await requestedAt(shop, 60), [0, 2, 5, 15]);
  });

  it('with a signature of the service makes the proxy poll an invoice again after its monitoring window, for a moment', async (t) => {
    const shop = await createHarness(t);
    const { invoiceId, checkoutId } = await ended(shop);
    shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    assert.equal(await shop.parts.poller.prioritize({ provenIds: [invoiceId] }), 1);
    assert.deepEqual(await requestedAt(shop, 600), [0, 2, 5, 15]);
    const { state, late } = shop.parts.serialize(await shop.record(checkoutId));
    assert.deepEqual([state, late], ['paid', true]);
  });

  it('without a signature never revives an invoice after its monitoring window, however it names the invoice', async (t) => {
    const shop = await createHarness(t);
    const { invoiceId, checkoutId } = await ended(shop);
    shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    const { invoices } = await shop.record(checkoutId);
    const names = {
      serviceIds: [invoiceId],
      orderIds: invoices.map(({ orderId }) => orderId),
      addresses: [addressFor('BTC', invoiceId)],
    };
    for (const [name, texts] of Object.entries(names))
      assert.equal(await shop.parts.poller.prioritize({ [name]: texts }), 0, name);
    // Proof about another invoice proves nothing about this one.
    assert.equal(await shop.parts.poller.prioritize({ ...names, provenIds: ['INV-OTHER001'] }), 0);
    assert.deepEqual(await requestedAt(shop, 60), []);
    assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'expired');
  });

  it('without a signature, repeatedly, does not keep the monitoring window from ending', async (t) => {
    const shop = await createHarness(t);
    const { invoiceId } = await shop.order('A-1');
    shop.service.set(invoiceId, { status: 'canceled' });
    await shop.parts.poller.pollDue();
    // The invoice is open for half an hour, and polled for a day after that.
    shop.clock.now += 24.5 * HOUR_MS - 20 * SECOND_MS;
    const moments: number[] = [];
    for (let second = 0; second < 120; second += 5) {
      await shop.parts.poller.prioritize({ serviceIds: [invoiceId] });
      moments.push(...(await requestedAt(shop, 4)).map((moment) => second + moment));
    }
    assert.ok(moments.includes(15) && Math.max(...moments) <= 35, moments.join());
    assert.deepEqual(await requestedAt(shop, 60), []);
  });

  it('about an unknown invoice, or about none, does nothing', async (t) => {
    const shop = await createHarness(t);
    await shop.order('A-1');
    assert.equal(await shop.parts.poller.prioritize({ serviceIds: ['INV-UNKNOWN1'], addresses: ['x'] }), 0);
    assert.equal(await shop.parts.poller.prioritize({}), 0);
  });
});

describe('a postback about an invoice after its monitoring window', () => {
  const SECRET = 'planted-postback-secret-0123456789abcdef';
  const bodyOf = async ({ clock }: Harness, id: string, secret: string) => {
    const token = await new SignJWT({ id: id.slice(4), exp: clock.now / 1000 + 300 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
    return JSON.stringify({ status: 'success', invoice_id: id.slice(4), order_id: 'A-1', token });
  };

  for (const [name, options, secret, isRevived] of [
    ['signed by the service', { postbackSecrets: [SECRET] }, SECRET, true],
    ['signed with another secret', { postbackSecrets: [SECRET] }, `${SECRET}-of-an-attacker`, false],
    ['that the proxy has no secret to check', {}, SECRET, false],
  ] as const) {
    it(`${name} ${isRevived ? 'has it polled' : 'does nothing'}`, async (t) => {
      const shop = await createHarness(t, undefined, options);
      const { invoiceId, checkoutId } = await ended(shop);
      shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
      const body = await bodyOf(shop, invoiceId, secret);
      await shop.parts.postbacks.handlePostback(parsePostback(body), null);
      assert.equal((await requestedAt(shop, 60)).length > 0, isRevived);
      const { state } = shop.parts.serialize(await shop.record(checkoutId));
      assert.equal(state, isRevived ? 'paid' : 'expired');
    });
  }
});
