import { describe, it } from 'node:test';
import { invoiceOf, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

/** Waits until that many checkouts with owed money are in the metrics. */
async function owes(environment: TestEnvironment, checkouts: number): Promise<void> {
  await until(
    async () => (await environment.call('GET', '/metrics')).text(),
    `${checkouts} checkouts owe money`,
    (text) => text.split('\n').includes(`crypto_checkout_checkouts_owing ${checkouts}`),
  );
}

/** The payer chooses a currency and pays this much; `undefined`: the amount due. */
async function pays(
  environment: TestEnvironment,
  id: string,
  currency: string,
  amount?: string,
): Promise<void> {
  const { id: uuid } = invoiceOf(await environment.choose(id, currency));
  await environment.control('payments', { uuid, ...(amount === undefined ? {} : { amount }) });
}

describe('the metric of checkouts that owe money', { concurrency: 2 }, () => {
  it('counts an order that was paid twice, once', async (t) => {
    const environment = await startEnvironment(t, { proxy: { metrics: true } });
    const { id } = await environment.open();
    const { id: second } = invoiceOf(await environment.choose(id, 'LTC'));
    await owes(environment, 0);
    await pays(environment, id, 'BTC');
    await environment.becomes(id, 'paid');
    await environment.control('payments', { uuid: second });
    environment.sandbox.clock.advance(5);
    await owes(environment, 1);
  });

  it('no longer counts an order whose payment is applied after all', async (t) => {
    const environment = await startEnvironment(t, { proxy: { metrics: true } });
    const { id } = await environment.open();
    await pays(environment, id, 'BTC', '0.0001');
    await environment.becomes(id, 'partial');
    await environment.open({ amount: '59.00' });
    await owes(environment, 1);
    await environment.open({ amount: '49.00' });
    await owes(environment, 0);
  });
});
