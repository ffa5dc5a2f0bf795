// The tables of the shops in the docs, whatever their language, beside the ledger of the proxy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { transformSync } from 'esbuild';
import type { MerchantPaymentDetails } from '../../src/protocol/index.js';
import { invoiceOf } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { ADDRESS, startPayouts } from '../payouts/payout-fixture.js';
import { fileOf } from './docs-text.js';
import { SHOP_LANGUAGES } from './language-samples.js';
import { nodeReceiver } from './node-receiver.js';
import { SAMPLES_FOLDER } from './readme-text.js';
import { post, signed, startReceiver, type Receiver, type Sample } from './receiver.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const events = fileOf('events.js');
const typescript = readFileSync(join(SAMPLES_FOLDER, 'typescript/fulfill.ts'), 'utf8');
const SHOPS: readonly Sample[] = [
  nodeReceiver('JavaScript', { 'events.js': events }),
  nodeReceiver('TypeScript', {
    'events.js': events,
    'fulfill.js': transformSync(typescript, { loader: 'ts' }).code,
  }),
  ...SHOP_LANGUAGES.map(({ receiver }) => receiver),
];

/** A proxy that delivers its events to a shop in each language. */
async function startShops(t: TestContext) {
  const shops: readonly Receiver[] = await Promise.all(
    SHOPS.map((sample) => startReceiver(t, sample, { CRYPTO_CHECKOUT_TEST_MODE: '1' })),
  );
  const context = await startPayouts(
    t,
    {},
    {
      onEvent: async (event) => {
        const statuses = await Promise.all(shops.map(({ url }) => post(url, signed(event))));
        if (statuses.some((status) => status !== 204)) throw new Error(statuses.join());
      },
    },
  );
  const { environment, maja } = context;
  const payment = (id: string) => maja.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`);
  const pay = async (order: string, amount: string, isLate = false) => {
    for (const { sells } of shops) await sells(order, '50.00');
    const { id } = await environment.open({ id: order, amount: '50.00' });
    const { id: uuid } = invoiceOf(await environment.choose(id));
    if (isLate) {
      environment.sandbox.clock.advance(3600);
      await environment.becomes(id, 'expired');
    }
    await environment.control('payments', { uuid, amount });
    await environment.becomes(id, amount === '59' ? 'paid' : 'overpaid');
    return id;
  };
  /** Waits until each shop's table says what the ledger says of this checkout. */
  const agree = async (checkout: string, expected: string) => {
    const { order, invoices } = await payment(checkout);
    const [invoice, ...others] = invoices;
    assert.ok(invoice && others.length === 0);
    const { id, received, applied, owed, reserved, refunded, dismissed } = invoice;
    const money = `${received} = ${applied} + ${owed} + ${reserved} + ${refunded} + ${dismissed}`;
    assert.equal(money, expected);
    for (const [index, shop] of shops.entries())
      await until(
        async () => (await shop.ledger()).filter((row) => row.startsWith(`${order.id} `)),
        `${SHOPS[index]?.name} says ${money}`,
        (rows) => rows.join() === `${order.id} ${id} ${money}`,
      );
  };
  const shipped = async () => {
    const all = await Promise.all(shops.map(({ shipments }) => shipments()));
    return all.map((orders) => orders.filter((order) => order.startsWith('A-')).join());
  };
  return { ...context, payment, pay, agree, shipped };
}

const inAll = (text: string) => SHOPS.map(() => text);

describe('the tables of a shop in each language', () => {
  it('say what the ledger says when an overpayment is refunded by two people', async (t) => {
    const { maja, pay, agree, shipped, propose, approve, process } = await startShops(t);
    const id = await pay('A-1', '72.97');
    await agree(id, '72.97 = 59 + 13.97 + 0 + 0 + 0');
    const body = { invoice: 1, address: ADDRESS, amount: '13.97' };
    const { refunds } = await maja.post<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}/refunds`, body);
    await agree(id, '72.97 = 59 + 13.97 + 0 + 0 + 0');
    const refund = { payment: paymentIdOf(id), id: refunds[0]?.id ?? '' };
    const payout = await propose({ address: ADDRESS, amount: '13.97', refund });
    await agree(id, '72.97 = 59 + 0 + 13.97 + 0 + 0');
    await approve(payout);
    await agree(id, '72.97 = 59 + 0 + 13.97 + 0 + 0');
    await (await process()).runOnce();
    await agree(id, '72.97 = 59 + 0 + 0 + 13.97 + 0');
    assert.deepEqual(await shipped(), inAll('A-1'));
  });

  it('say what the ledger says when a late order is accepted, and its surplus dismissed', async (t) => {
    const { maja, pay, agree, shipped, payment } = await startShops(t);
    const id = await pay('A-2', '60', true);
    await agree(id, '60 = 59 + 1 + 0 + 0 + 0');
    assert.deepEqual(await shipped(), inAll(''));
    const settle = (about: string, decision: string, amount: string) =>
      maja.post(`/payments/${paymentIdOf(id)}/settle`, { invoice: 1, about, decision, amount, note: 'N' });
    await settle('owed', 'dismissed', '1');
    await agree(id, '60 = 59 + 0 + 0 + 0 + 1');
    assert.deepEqual(await shipped(), inAll(''));
    await settle('late', 'accepted', '0');
    await until(shipped, 'each shop ships the order', (orders) => orders.join() === inAll('A-2').join());
    await agree(id, '60 = 59 + 0 + 0 + 0 + 1');
    assert.deepEqual((await payment(id)).pending, []);
  });
});
