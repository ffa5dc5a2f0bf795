import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CheckoutAlarm, CheckoutEvent } from '../../src/proxy/index.js';
import { openOperator } from '../../src/proxy/operator.js';
import type { Invoice } from '../../src/service/index.js';
import { freshStore } from './stores.js';
import { addressFor, openWorkshop } from './workshop.js';
import type { Workshop } from './workshop.js';
import { startWorld, until } from './world.js';

const LITECOIN: Invoice['currency'] = {
  code: 'LTC',
  symbol: 'LTC',
  name: null,
  networkCode: null,
  networkName: null,
};

interface Watched {
  readonly workshop: Workshop;
  readonly told: () => Promise<readonly CheckoutEvent[]>;
}

async function setUp(t: TestContext): Promise<Watched> {
  const path = await freshStore(t);
  const workshop = await openWorkshop(t, path);
  const operator = await openOperator(path);
  t.after(() => operator.close());
  return { workshop, told: async () => (await operator.events()).map(({ event }) => event).toReversed() };
}

/** The service echoes something else than was asked for. */
function echo({ service }: Workshop, change: Partial<Invoice>): void {
  const make = service.make.bind(service);
  service.make = (request) => ({ ...make(request), ...change });
}

async function look({ clock, parts }: Workshop): Promise<void> {
  clock.now += 20 * 60_000;
  await parts.watcher.round();
}

const alarm = (event: CheckoutEvent | undefined): CheckoutAlarm => {
  assert.ok(event?.type === 'checkout.alarm', `told: ${event?.type}`);
  return event;
};

describe('the shop is alarmed', () => {
  it('when the service asks for another price', async (t) => {
    const seen: CheckoutEvent[] = [];
    const onEvent = (event: CheckoutEvent): void => void seen.push(event);
    const world = await startWorld(t, { sandbox: { priceReading: 'usd' }, proxy: { onEvent } });
    const { id } = await world.open();
    await assert.rejects(world.choose(id), /502/);
    const [event] = await until(
      () => seen,
      ({ length }) => length > 0,
      'the shop is told',
    );
    const { reason, invoice, order, checkout } = alarm(event);
    assert.equal(reason, 'price_mismatch');
    assert.deepEqual(order, { id: 'A-1', amount: '49.00', currency: 'EUR' });
    assert.equal(checkout.id, id);
    assert.equal(checkout.state, 'choosing');
    assert.match(invoice.id, /^INV-/);
    assert.deepEqual(invoice.price, { amount: '49.00', currency: 'EUR' });
    assert.doesNotMatch(JSON.stringify(event), /email|apiKey|shopId/i);
    // Each invoice that is wrong is one alarm.
    await assert.rejects(world.choose(id), /502/);
    await until(
      () => seen.map((other) => alarm(other).reason).join(),
      (reasons) => reasons === 'price_mismatch,price_mismatch',
      'the second one',
    );
    assert.notEqual(alarm(seen[1]).invoice.id, invoice.id);
  });

  for (const [name, change, reason] of [
    ['when it makes an invoice in another coin', { currency: LITECOIN }, 'currency_mismatch'],
    ['when it is in test mode, unlike the proxy', { testMode: true }, 'test_mode'],
  ] as const) {
    it(name, async (t) => {
      const { workshop, told } = await setUp(t);
      echo(workshop, change);
      await assert.rejects(workshop.order('A-1'), { code: 'service_refused' });
      const [event, ...others] = await told();
      assert.equal(alarm(event).reason, reason);
      assert.deepEqual(others, []);
    });
  }

  it('once when the address of an invoice has changed, however often it is seen', async (t) => {
    const { workshop, told } = await setUp(t);
    const { checkoutId, invoiceId } = await workshop.order('A-1');
    assert.deepEqual(await told(), []);
    workshop.service.set(invoiceId, { address: 'of-a-thief' });
    await look(workshop);
    await look(workshop);
    const [event, ...others] = await told();
    assert.equal(alarm(event).reason, 'address_changed');
    assert.equal(alarm(event).invoice.address, addressFor('BTC', invoiceId));
    assert.deepEqual(others, []);
    assert.ok(!JSON.stringify(event).includes('thief'));
    // The payer goes on seeing the first one, and money on it is money.
    assert.equal(
      workshop.parts.view(await workshop.record(checkoutId)).invoice?.address,
      addressFor('BTC', invoiceId),
    );
    workshop.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await look(workshop);
    assert.deepEqual(
      (await told()).map(({ type }) => type),
      ['checkout.alarm', 'checkout.paid'],
    );
  });

  for (const [name, change, reason] of [
    ['a withdrawal under the id of an invoice', { type: 'dw' }, 'withdrawal'],
    ['money in test mode', { testMode: true }, 'test_mode'],
  ] as const) {
    it(`once when the service reports ${name}, which pays nothing`, async (t) => {
      const { workshop, told } = await setUp(t);
      const { checkoutId, invoiceId } = await workshop.order('A-1');
      workshop.service.set(invoiceId, { ...change, status: 'paid', amountPaid: '1' });
      await look(workshop);
      await look(workshop);
      const [event, ...others] = await told();
      assert.equal(alarm(event).reason, reason);
      assert.deepEqual(others, []);
      assert.notEqual(workshop.parts.view(await workshop.record(checkoutId)).state, 'paid');
    });
  }
});
