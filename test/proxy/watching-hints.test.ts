import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressFor, openWorkshop } from './workshop.js';
import type { Workshop } from './workshop.js';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** At which of the next seconds the service is asked. */
async function askedAt({ parts, service, clock }: Workshop, seconds: number): Promise<readonly number[]> {
  const moments: number[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const before = service.asked.length;
    await parts.watcher.round();
    if (service.asked.length > before) moments.push(second);
    clock.now += SECOND_MS;
  }
  return moments;
}

describe('a hint that the service has news', () => {
  it('has the invoice asked for at once, and soon again: its information may be late', async (t) => {
    const shop = await openWorkshop(t);
    const { invoiceId } = await shop.order('A-1');
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.watcher.round();
    shop.clock.now += SECOND_MS;
    assert.equal(await shop.parts.watcher.hint({ serviceIds: [invoiceId] }), 1);
    assert.deepEqual(await askedAt(shop, 60), [0, 2, 5, 15]);
  });

  it('may name the address alone', async (t) => {
    const shop = await openWorkshop(t);
    const { invoiceId, checkoutId } = await shop.order('A-1');
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.watcher.round();
    shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    shop.clock.now += SECOND_MS;
    assert.equal(await shop.parts.watcher.hint({ addresses: [addressFor('BTC', invoiceId)] }), 1);
    await shop.parts.watcher.round();
    assert.equal(shop.parts.view(await shop.record(checkoutId)).state, 'paid');
  });

  it('costs no more calls when it comes a hundred times, or for a hundred invoices', async (t) => {
    const shop = await openWorkshop(t);
    const serviceIds: string[] = [];
    for (let index = 0; index < 100; index += 1) serviceIds.push((await shop.order(`A-${index}`)).invoiceId);
    shop.clock.now += 7 * HOUR_MS;
    await shop.parts.watcher.round();
    shop.clock.now += SECOND_MS;
    for (let time = 0; time < 100; time += 1) await shop.parts.watcher.hint({ serviceIds });
    assert.deepEqual(await askedAt(shop, 60), [0, 2, 5, 15]);
  });

  it('about an invoice that is watched no more has it asked for again, for a moment', async (t) => {
    const shop = await openWorkshop(t);
    const { invoiceId, checkoutId } = await shop.order('A-1');
    shop.service.set(invoiceId, { status: 'canceled' });
    shop.clock.now += 26 * HOUR_MS;
    await shop.parts.watcher.round();
    assert.deepEqual(await askedAt(shop, 60), []);
    shop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await shop.parts.watcher.hint({ serviceIds: [invoiceId] });
    assert.deepEqual(await askedAt(shop, 600), [0, 2, 5, 15]);
    const { state, late } = shop.parts.view(await shop.record(checkoutId));
    assert.deepEqual([state, late], ['paid', true]);
  });

  it('about something unknown, or about nothing, does nothing', async (t) => {
    const shop = await openWorkshop(t);
    await shop.order('A-1');
    assert.equal(await shop.parts.watcher.hint({ serviceIds: ['INV-UNKNOWN1'], addresses: ['x'] }), 0);
    assert.equal(await shop.parts.watcher.hint({}), 0);
  });
});
