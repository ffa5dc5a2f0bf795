import { describe, it } from 'node:test';
import { invoiceOf, startWorld, until } from './test-environment.js';
import type { World } from './test-environment.js';

/** Waits until so many checkouts with unapplied money are in the metrics. */
async function owes(world: World, checkouts: number): Promise<void> {
  await until(
    async () => (await world.call('GET', '/metrics')).text(),
    (text) => text.split('\n').includes(`crypto_checkout_checkouts_owing ${checkouts}`),
    `${checkouts} checkouts owe money`,
  );
}

/** The payer chooses a currency and pays this much; `undefined`: all that is due. */
async function pays(world: World, id: string, currency: string, amount?: string): Promise<void> {
  const { id: uuid } = invoiceOf(await world.choose(id, currency));
  await world.control('payments', { uuid, ...(amount === undefined ? {} : { amount }) });
}

describe('the metric of checkouts that owe money', { concurrency: 2 }, () => {
  it('counts an order that was paid twice, once', async (t) => {
    const world = await startWorld(t, { proxy: { metrics: true } });
    const { id } = await world.open();
    const { id: second } = invoiceOf(await world.choose(id, 'LTC'));
    await owes(world, 0);
    await pays(world, id, 'BTC');
    await world.becomes(id, 'paid');
    await world.control('payments', { uuid: second });
    world.sandbox.clock.advance(5);
    await owes(world, 1);
  });

  it('leaves out an order again whose payment is applied after all', async (t) => {
    const world = await startWorld(t, { proxy: { metrics: true } });
    const { id } = await world.open();
    await pays(world, id, 'BTC', '0.0001');
    await world.becomes(id, 'partial');
    await world.open({ amount: '59.00' });
    await owes(world, 1);
    await world.open({ amount: '49.00' });
    await owes(world, 0);
  });
});
