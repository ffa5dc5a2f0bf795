import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CheckoutReviewEvent, CheckoutEvent } from '../../src/proxy/index.js';
import { openStoreAdmin } from '../../src/proxy/admin.js';
import type { Invoice } from '../../src/service/index.js';
import { startTampered, withResult } from './tampered-service.js';
import { freshStore } from './test-stores.js';
import { addressFor, openWorkshop } from './fake-service.js';
import type { Workshop } from './fake-service.js';
import { invoiceOf, startEnvironment, until } from './test-environment.js';

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
  const operator = await openStoreAdmin(path);
  t.after(() => operator.close());
  return { workshop, told: async () => (await operator.events()).map(({ event }) => event).toReversed() };
}

const onNetwork = (code: string): Invoice['currency'] => ({ ...LITECOIN, code, symbol: 'USDT' });

/** The information differs from what the creation has answered. */
function tell({ service }: Workshop, change: Partial<Invoice>): void {
  const make = service.make.bind(service);
  service.make = (request) => {
    const made = make(request);
    service.set(made.id, change);
    return made;
  };
}

/** The service echoes something else than was asked for. */
function echo({ service }: Workshop, change: Partial<Invoice>): void {
  const make = service.make.bind(service);
  service.make = (request) => ({ ...make(request), ...change });
}

async function look({ clock, parts }: Workshop): Promise<void> {
  clock.now += 20 * 60_000;
  await parts.poller.pollDue();
}

const alarm = (event: CheckoutEvent | undefined): CheckoutReviewEvent => {
  assert.ok(event?.type === 'checkout.review_required', `told: ${event?.type}`);
  return event;
};

describe('the shop is alarmed', () => {
  it('when the service asks for another price', async (t) => {
    const seen: CheckoutEvent[] = [];
    const onEvent = (event: CheckoutEvent): void => void seen.push(event);
    const environment = await startEnvironment(t, { sandbox: { priceReading: 'usd' }, proxy: { onEvent } });
    const { id } = await environment.open();
    await assert.rejects(environment.choose(id), /502/);
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
    await assert.rejects(environment.choose(id), /502/);
    await until(
      () => seen.map((other) => alarm(other).reason).join(),
      (reasons) => reasons === 'price_mismatch,price_mismatch',
      'the second one',
    );
    assert.notEqual(alarm(seen[1]).invoice.id, invoice.id);
  });

  for (const [name, change, reason] of [
    ['when it makes an invoice in another coin', { currency: LITECOIN }, 'currency_mismatch'],
    ['when it is in test mode, unlike the proxy', { testMode: true }, 'unexpected_test_mode'],
    ['when it answers with the invoice of another order', { orderId: 'B-2' }, 'order_mismatch'],
    ['when it answers with a withdrawal', { type: 'dw' }, 'unexpected_withdrawal'],
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
    const orderedAtMs = workshop.clock.now;
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
      workshop.parts.serialize(await workshop.record(checkoutId)).invoice?.address,
      addressFor('BTC', invoiceId),
    );
    workshop.service.set(invoiceId, { status: 'paid', amountPaid: '1', finishedAtMs: orderedAtMs });
    await look(workshop);
    assert.deepEqual(
      (await told()).map(({ type }) => type),
      ['checkout.review_required', 'checkout.paid'],
    );
  });

  it('before it is told of money, where one answer brings both', async (t) => {
    const { workshop, told } = await setUp(t);
    const { invoiceId } = await workshop.order('A-1');
    workshop.service.set(invoiceId, { address: 'of-a-thief', status: 'paid', amountPaid: '1' });
    await look(workshop);
    assert.deepEqual(
      (await told()).map(({ type }) => type),
      ['checkout.review_required', 'checkout.paid'],
    );
  });

  for (const [name, change, reason] of [
    ['a withdrawal under the id of an invoice', { type: 'dw' }, 'unexpected_withdrawal'],
    ['money in test mode', { testMode: true }, 'unexpected_test_mode'],
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
      assert.notEqual(workshop.parts.serialize(await workshop.record(checkoutId)).state, 'paid');
    });
  }

  const CONTRADICTIONS = [
    ['another order', { orderId: 'B-2' }, 'order_mismatch'],
    ['a lower price', { fiatAmount: '48.99' }, 'price_mismatch'],
    ['no price at all, but zero', { fiatAmount: '0' }, 'price_mismatch'],
    ['a price in another currency', { fiatCurrency: 'USD' }, 'price_mismatch'],
    ['another coin', { currency: LITECOIN }, 'currency_mismatch'],
    ['a coin on another network', { currency: onNetwork('USDT_BSC') }, 'currency_mismatch'],
    ['a withdrawal', { type: 'dw' }, 'unexpected_withdrawal'],
    ['something that is no incoming payment', { type: 'refund' }, 'unexpected_withdrawal'],
    ['a record in test mode', { testMode: true }, 'unexpected_test_mode'],
  ] as const;
  const right = (invoice: Invoice): Partial<Invoice> => ({
    ...{ orderId: 'A-1', fiatAmount: '49.00', fiatCurrency: null, testMode: false, type: 'up' },
    currency: invoice.currency && { ...invoice.currency, code: 'BTC' },
  });

  for (const [name, change, reason] of CONTRADICTIONS) {
    it(`once, and told of no money, while the information about an invoice speaks of ${name}`, async (t) => {
      const { workshop, told } = await setUp(t);
      const { checkoutId, invoiceId } = await workshop.order('A-1');
      const made = workshop.service.invoicesById.get(invoiceId);
      assert.ok(made);
      workshop.service.set(invoiceId, { ...change, status: 'paid', amountPaid: '1', transactions: ['tx'] });
      await look(workshop);
      await look(workshop);
      assert.deepEqual(
        (await told()).map((event) => alarm(event).reason),
        [reason],
      );
      const [invoice] = (await workshop.record(checkoutId)).invoices;
      assert.equal(invoice?.money.level, 'none');
      assert.deepEqual(invoice.money.transactions, []);
      assert.equal(workshop.parts.serialize(await workshop.record(checkoutId)).state, 'awaiting');
      // It is asked again, and a right answer counts.
      workshop.service.set(invoiceId, right(made));
      await look(workshop);
      assert.deepEqual(
        (await told()).map(({ type }) => type),
        ['checkout.review_required', 'checkout.paid'],
      );
    });

    it(`before the payer sees an address where the first information speaks of ${name}`, async (t) => {
      const { workshop, told } = await setUp(t);
      tell(workshop, { ...change, status: 'paid', amountPaid: '1' });
      const code = reason === 'price_mismatch' ? reason : 'service_refused';
      await assert.rejects(workshop.order('A-1'), { code });
      const [event, ...others] = await told();
      const { checkout, invoice } = alarm(event);
      assert.equal(alarm(event).reason, reason);
      assert.deepEqual(others, []);
      // Nothing is shown, and the payer can choose.
      const view = workshop.parts.serialize(await workshop.record(checkout.id));
      assert.deepEqual([view.state, view.invoice], ['choosing', null]);
      const made = workshop.service.invoicesById.get(invoice.id);
      assert.ok(made);
      workshop.service.set(invoice.id, right(made));
      await look(workshop);
      assert.deepEqual(
        (await told()).map(({ type }) => type),
        ['checkout.review_required', 'checkout.paid'],
      );
    });
  }

  it('by nothing that the information leaves out: it says nothing, and the money counts', async (t) => {
    const { workshop, told } = await setUp(t);
    const { invoiceId } = await workshop.order('A-1');
    const nothing = {
      ...{ orderId: null, fiatAmount: null, fiatCurrency: null, currency: null, type: null },
      ...{ address: null, createdAtMs: null, expiresAtMs: null, testMode: false },
    };
    workshop.service.set(invoiceId, { ...nothing, status: 'paid', amountPaid: '1' });
    await look(workshop);
    assert.deepEqual(
      (await told()).map(({ type }) => type),
      ['checkout.paid'],
    );
  });

  for (const [name, change] of [
    ['an order id that was read as a number', { orderId: '1042' }],
    ['a price with the noise of a float', { fiatAmount: '48.99999999999999' }],
    ['a price with the noise of a float above it', { fiatAmount: '49.00000000000001' }],
    ['a price with fewer digits', { fiatAmount: '49' }],
  ] as const) {
    it(`by no difference but ${name}`, async (t) => {
      const { workshop, told } = await setUp(t);
      const { invoiceId } = await workshop.order('01042');
      workshop.service.set(invoiceId, { ...change, status: 'paid', amountPaid: '1' });
      await look(workshop);
      assert.deepEqual(
        (await told()).map(({ type }) => type),
        ['checkout.paid'],
      );
    });
  }
});

/** EIP-55, "Test Cases". */
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('an address that the service spells otherwise afterwards', () => {
  for (const [currency, address, others] of [
    ['ETH', CHECKSUMMED, [CHECKSUMMED.toLowerCase(), `0x${CHECKSUMMED.slice(2).toUpperCase()}`]],
    ['USDT_BSC', CHECKSUMMED.toLowerCase(), [CHECKSUMMED, CHECKSUMMED.replace('aA', 'AA')]],
    ['BTC', SEGWIT, [SEGWIT.toUpperCase()]],
  ] as const) {
    it(`is the same in other letters (${currency}, first ${address}), and stays as it was first`, async (t) => {
      const { workshop, told } = await setUp(t);
      workshop.service.address = () => address;
      const { checkoutId, invoiceId } = await workshop.order('A-1', currency);
      for (const other of others) {
        workshop.service.set(invoiceId, { address: other });
        await look(workshop);
        assert.equal(workshop.parts.serialize(await workshop.record(checkoutId)).invoice?.address, address);
      }
      assert.deepEqual(await told(), []);
    });
  }

  it('is another one in other letters where they count', async (t) => {
    const { workshop, told } = await setUp(t);
    workshop.service.address = () => 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    const { invoiceId } = await workshop.order('A-1', 'USDT_TRC20');
    workshop.service.set(invoiceId, { address: 'TJRABPrwbZy45sbavfcjinPJC18kjpRTv8' });
    await look(workshop);
    assert.deepEqual(
      (await told()).map((event) => alarm(event).reason),
      ['address_changed'],
    );
  });
});

describe('an answer on the wire that has the form of another one', { concurrency: 4 }, () => {
  it('counts when a number stands for the order id, and a float for the price', async (t) => {
    const environment = await startTampered(t);
    const { id } = await environment.open({ id: '1042', amount: '49.10' });
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    environment.bend = async (_, ask) =>
      withResult(await ask(), (result) =>
        result.map((entry) => ({ ...entry, order_id: 1042, amount_in_fiat: 49.10000000000001 })),
      );
    await environment.control('payments', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
    assert.deepEqual(
      environment.events.map(({ type }) => type),
      ['checkout.paid'],
    );
  });

  it('does not count when a number is the id of another order', async (t) => {
    const environment = await startTampered(t);
    const { id } = await environment.open({ id: '1042' });
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    environment.bend = async (_, ask) =>
      withResult(await ask(), (result) => result.map((entry) => ({ ...entry, order_id: 1043 })));
    await environment.control('payments', { uuid: invoice.id });
    const [event] = await until(
      () => environment.events,
      ({ length }) => length > 0,
      'the shop is told',
    );
    assert.equal(alarm(event).reason, 'order_mismatch');
    assert.equal((await environment.get(id)).state, 'awaiting');
  });

  it('does not count when the coin has the base code of this one and the network of another', async (t) => {
    const environment = await startTampered(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'ETH_ARB'));
    const speakOf = (network: string) => {
      environment.bend = async (_, ask) =>
        withResult(await ask(), (result) =>
          result.map((entry) => ({ ...entry, currency: { code: 'ETH', network: { code: network } } })),
        );
    };
    speakOf('BASE');
    await environment.control('payments', { uuid: invoice.id });
    const [event] = await until(
      () => environment.events,
      ({ length }) => length > 0,
      'the shop is told',
    );
    assert.equal(alarm(event).reason, 'currency_mismatch');
    assert.equal((await environment.get(id)).state, 'awaiting');
    speakOf('ARB');
    environment.sandbox.clock.advance(60);
    await environment.becomes(id, 'paid');
  });
});
