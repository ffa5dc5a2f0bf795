import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { addressFor, openWorkshop } from './fake-service.js';
import type { Workshop } from './fake-service.js';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** At which of the next seconds the service is asked. */
async function askedAt({ parts, service, clock }: Workshop, seconds: number): Promise<readonly number[]> {
  const moments: number[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const before = service.asked.length;
    await parts.poller.pollDue();
    if (service.asked.length > before) moments.push(second);
    clock.now += SECOND_MS;
  }
  return moments;
}

/** An invoice that nobody has paid and that is watched no more. */
async function ended(shop: Workshop): Promise<Awaited<ReturnType<Workshop['order']>>> {
  const order = await shop.order('A-1');
  shop.service.set(order.invoiceId, { status: 'canceled' });
  shop.clock.now += 26 * HOUR_MS;
  await shop.parts.poller.pollDue();
  assert.deepEqual(await askedAt(shop, 60), []);
  return order;
}

describe('a hint that the service has news', () => {
  it('has the invoice asked for at once, and soon again: its information may be late', async (t) => {
    const shop = await openWorkshop(t);
    const { invoiceId } = await shop.order('A-1');
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.poller.pollDue();
    shop.clock.now += SECOND_MS;
    assert.equal(await shop.parts.poller.prioritize({ serviceIds: [invoiceId] }), 1);
    assert.deepEqual(await askedAt(shop, 60), [0, 2, 5, 15]);
  });

  it('may name the address alone', async (t) => {
    const shop = await openWorkshop(t);
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
    const shop = await openWorkshop(t);
    const { invoiceId } = await shop.order('A-1');
    const address = addressFor('BTC', invoiceId).toUpperCase();
    assert.equal(await shop.parts.poller.prioritize({ addresses: [address] }), 1);
  });

  it('costs no more calls when it comes a hundred times, or for a hundred invoices', async (t) => {
    const shop = await openWorkshop(t);
    const serviceIds: string[] = [];
    for (let index = 0; index < 100; index += 1) serviceIds.push((await shop.order(`A-${index}`)).invoiceId);
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.poller.pollDue();
    shop.clock.now += SECOND_MS;
    for (let time = 0; time < 100; time += 1) await shop.parts.poller.prioritize({ serviceIds });
    assert.deepEqual(await askedAt(shop, 60), [0, 2, 5, 15]);
  });

  it('that the service has signed has an invoice asked for again whose watch has ended, for a moment', async (t) => {
    const shop = await openWorkshop(t);
    const { invoiceId, checkoutId } = await ended(shop);
    shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    assert.equal(await shop.parts.poller.prioritize({ provenIds: [invoiceId] }), 1);
    assert.deepEqual(await askedAt(shop, 600), [0, 2, 5, 15]);
    const { state, late } = shop.parts.serialize(await shop.record(checkoutId));
    assert.deepEqual([state, late], ['paid', true]);
  });

  it('that nobody has signed never revives an invoice whose watch has ended, however it names it', async (t) => {
    const shop = await openWorkshop(t);
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
    // What proves another invoice proves nothing about this one.
    assert.equal(await shop.parts.poller.prioritize({ ...names, provenIds: ['INV-OTHER001'] }), 0);
    assert.deepEqual(await askedAt(shop, 60), []);
    assert.equal(shop.parts.serialize(await shop.record(checkoutId)).state, 'expired');
  });

  it('that nobody has signed, again and again, does not keep the watch from ending', async (t) => {
    const shop = await openWorkshop(t);
    const { invoiceId } = await shop.order('A-1');
    shop.service.set(invoiceId, { status: 'canceled' });
    await shop.parts.poller.pollDue();
    // The invoice is open for half an hour, and watched for a day after that.
    shop.clock.now += 24.5 * HOUR_MS - 20 * SECOND_MS;
    const moments: number[] = [];
    for (let second = 0; second < 120; second += 5) {
      await shop.parts.poller.prioritize({ serviceIds: [invoiceId] });
      moments.push(...(await askedAt(shop, 4)).map((moment) => second + moment));
    }
    assert.ok(moments.includes(15) && Math.max(...moments) <= 35, moments.join());
    assert.deepEqual(await askedAt(shop, 60), []);
  });

  it('about something unknown, or about nothing, does nothing', async (t) => {
    const shop = await openWorkshop(t);
    await shop.order('A-1');
    assert.equal(await shop.parts.poller.prioritize({ serviceIds: ['INV-UNKNOWN1'], addresses: ['x'] }), 0);
    assert.equal(await shop.parts.poller.prioritize({}), 0);
  });
});

describe('a postback about an invoice whose watch has ended', () => {
  const SECRET = 'planted-postback-secret-0123456789abcdef';
  const bodyOf = async ({ clock }: Workshop, id: string, secret: string) => {
    const token = await new SignJWT({ id: id.slice(4), exp: clock.now / 1000 + 300 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
    return JSON.stringify({ status: 'success', invoice_id: id.slice(4), order_id: 'A-1', token });
  };

  for (const [name, options, secret, isRevived] of [
    ['signed by the service', { postbackSecrets: [SECRET] }, SECRET, true],
    ['signed by a stranger', { postbackSecrets: [SECRET] }, `${SECRET}-of-a-stranger`, false],
    ['that the proxy has no secret to check', {}, SECRET, false],
  ] as const) {
    it(`${name} ${isRevived ? 'has it looked at' : 'does nothing'}`, async (t) => {
      const shop = await openWorkshop(t, undefined, options);
      const { invoiceId, checkoutId } = await ended(shop);
      shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
      const body = await bodyOf(shop, invoiceId, secret);
      await shop.parts.postbacks.handle(parsePostback(body), null);
      assert.equal((await askedAt(shop, 60)).length > 0, isRevived);
      const { state } = shop.parts.serialize(await shop.record(checkoutId));
      assert.equal(state, isRevived ? 'paid' : 'expired');
    });
  }
});
