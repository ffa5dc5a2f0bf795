import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import Database from 'libsql';
import { Orders, PRODUCTS } from '../../server-example/orders.js';
import { createProxy } from '../../server-example/proxy.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { nodeArguments } from '../node-arguments.js';
import type {
  CheckoutEvent,
  CheckoutEventInvoice,
  CheckoutSettledEvent,
  RefundEvent,
} from '../../src/proxy/index.js';
import { paidEvent } from './paid-event.js';
import { runExample } from './running-example.js';
import { until } from '../until.js';
import { temporaryFolder } from '../temporary-folder.js';

const CRASHING_SHOP = join(import.meta.dirname, 'crashing-shop.ts');

function ordersIn(t: TestContext, file: string, testMode = true): Orders {
  const orders = new Orders(file, { testMode });
  t.after(() => orders.close());
  return orders;
}

/** Returns the recorded shipments. */
function shipments(file: string): readonly unknown[] {
  const db = new Database(file);
  const rows = db.prepare('select order_id, product from shipments').all();
  db.close();
  return rows;
}

/** The cases that require a review. */
function reviews(file: string): readonly unknown[] {
  const db = new Database(file);
  const rows = db.prepare('select event_id from reviews order by rowid').raw().all();
  db.close();
  return rows.flat();
}

/** The amounts of the only invoice. */
function ledger(file: string): readonly unknown[] {
  const db = new Database(file);
  const sql = 'select received, applied, owed, reserved, refunded, dismissed from ledger';
  const rows = db.prepare(sql).raw().all();
  db.close();
  assert.equal(rows.length, 1);
  return rows.flat();
}

function sold(orders: Orders): string {
  const [product] = PRODUCTS;
  assert.ok(product);
  return orders.create(product).id;
}

describe('an order of the sample shop', () => {
  it('is fulfilled once, even if the shop is killed before it can respond', async (t) => {
    const folder = temporaryFolder(t);
    const [ordersFile, store] = [join(folder, 'shop.sqlite'), join(folder, 'checkouts.sqlite')];
    const keys = { apiKey: 'k', withdrawalKey: 'w', shopId: 's' };
    const sandbox = await startSandbox({ ...keys, port: 0 });
    t.after(() => sandbox.close());
    const env = {
      ...process.env,
      CRYPTO_CHECKOUT_SERVICE_URL: sandbox.url,
      CRYPTO_CHECKOUT_API_KEY: keys.apiKey,
      CRYPTO_CHECKOUT_SHOP_ID: keys.shopId,
      CRYPTO_CHECKOUT_TEST_MODE: '1',
      CRYPTO_CHECKOUT_ORDER_SECRET: 'an-order-secret-of-more-than-32-bytes',
    };
    const args = [...nodeArguments(CRASHING_SHOP), ordersFile, store, sandbox.url];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    assert.equal(signal, 'SIGKILL');
    const [orderId = '', eventId = ''] = said.split('\n');

    const orders = ordersIn(t, ordersFile);
    const reported: string[] = [];
    const proxy = createProxy(env, {
      store,
      clock: sandbox.clock,
      onEvent: (event) => {
        orders.record(event);
        reported.push(event.id);
      },
    });
    // Until the claim of another process has expired.
    sandbox.clock.advance(600);
    await proxy.start();
    t.after(() => proxy.stop());
    await until(() => reported.length > 0, 'the event comes again');
    assert.deepEqual(reported, [eventId]);
    assert.deepEqual(shipments(ordersFile), [{ order_id: orderId, product: 'beans' }]);
    assert.equal(orders.find(orderId)?.fulfilled, true);
  });

  it('is fulfilled once, for any number and kind of its events', async (t) => {
    const file = join(temporaryFolder(t), 'shop.sqlite');
    const orders = ordersIn(t, file);
    const id = sold(orders);
    const order = { id, amount: '21.00', currency: 'EUR' };
    for (const eventId of ['evt_1', 'evt_1', 'evt_2']) orders.record({ ...paidEvent(id, eventId), order });
    orders.record({ ...paidEvent(id, 'evt_3', 'checkout.overpaid'), order, fulfill: false });
    assert.deepEqual(reviews(file), ['evt_3'], 'a person settles the surplus');
    assert.deepEqual(shipments(file), [{ order_id: id, product: 'beans' }]);
    assert.deepEqual(
      orders.find(id)?.events.map((event) => event.id),
      ['evt_1', 'evt_2', 'evt_3'],
    );
  });

  it('is not recorded if its shipment cannot be', async (t) => {
    const file = join(temporaryFolder(t), 'shop.sqlite');
    const orders = ordersIn(t, file);
    const id = sold(orders);
    const other = new Database(file);
    t.after(() => other.close());
    other.exec('alter table shipments rename to elsewhere');
    const event = { ...paidEvent(id, 'evt_1'), order: { id, amount: '21.00', currency: 'EUR' } };
    assert.throws(() => orders.record(event), /shipments/);
    other.exec('alter table elsewhere rename to shipments');
    assert.deepEqual(orders.find(id), { ...orders.find(id), fulfilled: false, events: [] });
    orders.record(event);
    assert.equal(shipments(file).length, 1);
  });

  it('is fulfilled only at its own price, by value and currency', async (t) => {
    const file = join(temporaryFolder(t), 'shop.sqlite');
    const orders = ordersIn(t, file);
    const id = sold(orders);
    const paidAt = (amount: string, currency: string, eventId: string, orderId = id) =>
      orders.record({ ...paidEvent(orderId, eventId), order: { id: orderId, amount, currency } });
    paidAt('0.01', 'EUR', 'evt_1');
    paidAt('20.999999999999999999', 'EUR', 'evt_2');
    paidAt('21.00', 'USD', 'evt_3');
    paidAt('21.00', 'EUR', 'evt_4', 'A-UNKNOWN');
    assert.deepEqual([shipments(file), orders.find(id)?.fulfilled], [[], false]);
    assert.deepEqual(reviews(file), ['evt_1', 'evt_2', 'evt_3', 'evt_4']);
    paidAt('21', 'EUR', 'evt_5');
    assert.deepEqual(shipments(file), [{ order_id: id, product: 'beans' }]);
  });

  it('is reviewed manually after a late payment, or if no rule decides', async (t) => {
    const file = join(temporaryFolder(t), 'shop.sqlite');
    const orders = ordersIn(t, file);
    const id = sold(orders);
    const event = { ...paidEvent(id), order: { id, amount: '21.00', currency: 'EUR' }, fulfill: false };
    const types = [
      ...(['paid_late', 'underpaid', 'duplicate_payment', 'overpaid'] as const),
      ...(['partial', 'expired', 'canceled'] as const),
    ];
    const reported = types.map((type, index) => ({
      ...event,
      id: `evt_${index + 1}`,
      type: `checkout.${type}` as const,
    }));
    for (const one of reported) orders.record(one);
    assert.deepEqual([shipments(file), orders.find(id)?.fulfilled], [[], false]);
    assert.deepEqual(reviews(file), ['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  });

  it('is fulfilled once if staff accept a late payment, and its ledger follows each event', async (t) => {
    const file = join(temporaryFolder(t), 'shop.sqlite');
    const orders = ordersIn(t, file);
    const id = sold(orders);
    const paid = paidEvent(id);
    const order = { id, amount: '21.00', currency: 'EUR' };
    const at = (eventId: string, version: number, money: Partial<CheckoutEventInvoice> = {}) => ({
      ...{ ...paid, id: eventId, order },
      checkout: { ...paid.checkout, version, late: true },
      invoice: { ...paid.invoice, ...money },
    });
    const decision: CheckoutSettledEvent['decision'] = {
      ...{ kind: 'accepted', about: 'late', invoiceId: paid.invoice.id, currency: 'BTC' },
      ...{ amount: '0.001', person: 'Sam', note: null },
    };
    const accepted = { ...at('evt_2', 4), type: 'checkout.settled', fulfill: true, decision } as const;
    const refund: RefundEvent['refund'] = {
      ...{ id: 'r', requestedBy: 'payer', invoiceId: paid.invoice.id, currency: 'BTC', amount: '0.0005' },
      ...{ address: 'bc1', email: null, payout: 'p', reply: null },
    };
    const overpaid = { received: '0.0015', owed: '0.0005' };
    const events: readonly CheckoutEvent[] = [
      { ...at('evt_1', 3), type: 'checkout.paid_late', fulfill: false },
      accepted,
      { ...accepted, id: 'evt_again' },
      { ...at('evt_3', 5, overpaid), type: 'checkout.overpaid', fulfill: false },
      {
        ...at('evt_4', 7, { received: '0.0015', refunded: '0.0005' }),
        type: 'refund.sent',
        fulfill: undefined,
        refund,
      },
      {
        ...at('evt_5', 6, { received: '0.0015', reserved: '0.0005' }),
        type: 'refund.reserved',
        fulfill: undefined,
        refund,
      },
    ];
    const shipped: number[] = [];
    for (const event of events) {
      orders.record(event);
      shipped.push(shipments(file).length);
    }
    assert.deepEqual(shipped, [0, 1, 1, 1, 1, 1]);
    assert.deepEqual(ledger(file), ['0.0015', '0.001', '0', '0', '0.0005', '0']);
    assert.deepEqual(reviews(file), ['evt_1', 'evt_3']);
  });

  it('is not fulfilled by a payment in test mode, unless the shop is in test mode', async (t) => {
    const file = join(temporaryFolder(t), 'shop.sqlite');
    const orders = ordersIn(t, file, false);
    const id = sold(orders);
    const event = { ...paidEvent(id), order: { id, amount: '21.00', currency: 'EUR' } };
    orders.record(event);
    assert.deepEqual([shipments(file), orders.find(id)?.events, reviews(file)], [[], [], []]);
    orders.record({ ...event, testMode: false });
    assert.equal(shipments(file).length, 1);
  });

  it('survives a restart of the shop, with its payment', async (t) => {
    const folder = temporaryFolder(t);
    const first = await runExample({ SHOP_FOLDER: folder });
    t.after(() => first.stop());
    assert.ok(first.output().includes(`Data     ${folder}. To reset it, stop the shop`), first.output());
    const form = new URLSearchParams({ product: 'cup' });
    const { url } = await fetch(`${first.shopUrl}/orders`, { method: 'POST', body: form });
    const { pathname } = new URL(url);
    const { id, invoice } = await chooseOn(first.shopUrl, pathname);
    await first.control('payments', { uuid: invoice.id });
    await until(async () => (await statusOf(first.shopUrl, pathname)).fulfilled, 'the shop fulfills');
    await first.stop();

    const second = await runExample({ SHOP_FOLDER: folder });
    t.after(() => second.stop());
    assert.equal((await statusOf(second.shopUrl, pathname)).fulfilled, true);
    const response = await fetch(`${second.shopUrl}/crypto-checkout/checkouts/${id}`);
    assert.equal(((await response.json()) as Chosen).state, 'paid');
    assert.equal(shipments(join(folder, 'shop.sqlite')).length, 1);
  });
});

async function statusOf(shopUrl: string, path: string): Promise<{ readonly fulfilled: boolean }> {
  const answer = await fetch(`${shopUrl}${path}/status`);
  assert.equal(answer.status, 200, 'the shop knows the order');
  return (await answer.json()) as { fulfilled: boolean };
}

interface Chosen {
  readonly id: string;
  readonly state: string;
  readonly invoice: { readonly id: string };
}

/** The effect of the page of the order. */
async function chooseOn(shopUrl: string, path: string): Promise<Chosen> {
  const page = await (await fetch(`${shopUrl}${path}`)).text();
  const order = /\sorder="([^"]+)"/.exec(page)?.[1];
  const post = async (rest: string, body: object): Promise<Chosen> => {
    const answer = await fetch(`${shopUrl}/crypto-checkout/checkouts${rest}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': shopUrl },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Chosen;
  };
  const opened = await post('', { order });
  return opened.state === 'choosing' ? post(`/${opened.id}/invoice`, { currency: 'BTC' }) : opened;
}
