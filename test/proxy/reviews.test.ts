import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CheckoutReviewEvent, CheckoutEvent } from '../../src/proxy/index.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import type { Invoice } from '../../src/service/index.js';
import { startTampered, withResult } from './tampered-service.js';
import { freshStore } from './test-stores.js';
import { addressFor, createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';
import { invoiceOf, startEnvironment } from './test-environment.js';
import { until } from '../until.js';

const LITECOIN: Invoice['currency'] = {
  code: 'LTC',
  symbol: 'LTC',
  name: null,
  networkCode: null,
  networkName: null,
};

const IN_DOLLARS = { amount: '49.00', currency: 'USD' } as const;

interface Watched {
  readonly harness: Harness;
  readonly reported: () => Promise<readonly CheckoutEvent[]>;
}

async function setUp(t: TestContext): Promise<Watched> {
  const path = await freshStore(t);
  const harness = await createHarness(t, path);
  const operator = await openStaff(path);
  t.after(() => operator.close());
  return {
    harness,
    reported: async () => (await operator.listEvents()).map(({ event }) => event).toReversed(),
  };
}

const onNetwork = (code: string): Invoice['currency'] => ({ ...LITECOIN, code, symbol: 'USDT' });

/** The information differs from the response to the creation. */
function setInformation({ service }: Harness, change: Partial<Invoice>): void {
  const make = service.make.bind(service);
  service.make = (request) => {
    const created = make(request);
    service.set(created.id, change);
    return created;
  };
}

/** The service echoes other values than were requested. */
function echo({ service }: Harness, change: Partial<Invoice>): void {
  const make = service.make.bind(service);
  service.make = (request) => ({ ...make(request), ...change });
}

async function poll({ clock, parts }: Harness): Promise<void> {
  clock.now += 20 * 60_000;
  await parts.poller.pollDue();
}

const alarm = (event: CheckoutEvent | undefined): CheckoutReviewEvent => {
  assert.ok(event?.type === 'checkout.review_required', `reported: ${event?.type}`);
  return event;
};

describe('a review is required', () => {
  it('if the service requests another price', async (t) => {
    const seen: CheckoutEvent[] = [];
    const onEvent = (event: CheckoutEvent): void => void seen.push(event);
    const environment = await startEnvironment(t, { sandbox: { priceReading: 'usd' }, proxy: { onEvent } });
    const { id } = await environment.open();
    await assert.rejects(environment.choose(id), /502/);
    const [event] = await until(
      () => seen,
      'the shop is notified',
      ({ length }) => length > 0,
    );
    const { reason, invoice, order, checkout } = alarm(event);
    assert.equal(reason, 'price_mismatch');
    assert.deepEqual(order, { id: 'A-1', amount: '49.00', currency: 'EUR' });
    assert.equal(checkout.id, id);
    assert.equal(checkout.state, 'choosing');
    assert.match(invoice.id, /^INV-/);
    assert.deepEqual(invoice.price, { amount: '49.00', currency: 'EUR' });
    assert.doesNotMatch(JSON.stringify(event), /email|apiKey|shopId/i);
    // Each invalid invoice is one review.
    await assert.rejects(environment.choose(id), /502/);
    await until(
      () => seen.map((other) => alarm(other).reason).join(),
      'the second one',
      (reasons) => reasons === 'price_mismatch,price_mismatch',
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
      const { harness, reported } = await setUp(t);
      echo(harness, change);
      await assert.rejects(harness.order('A-1'), { code: 'service_refused' });
      const [event, ...others] = await reported();
      assert.equal(alarm(event).reason, reason);
      assert.deepEqual(others, []);
    });
  }

  for (const [name, amountUsd] of [
    ['a lower amount', '48.99'],
    ['a higher amount', '49.01'],
    ['an amount of zero', '0'],
  ] as const) {
    it(`if the response to the creation of an invoice in dollars states ${name} in dollars`, async (t) => {
      const { harness, reported } = await setUp(t);
      echo(harness, { amountUsd });
      await assert.rejects(harness.order('A-1', 'BTC', IN_DOLLARS), { code: 'price_mismatch' });
      const [event, ...others] = await reported();
      const { reason, checkout, invoice } = alarm(event);
      assert.equal(reason, 'price_mismatch');
      assert.deepEqual(others, []);
      const { state, invoice: displayed } = harness.parts.serialize(await harness.record(checkout.id));
      assert.deepEqual([state, displayed], ['choosing', null]);
      assert.deepEqual(harness.service.canceled, [invoice.id]);
    });
  }

  it('before the payer sees an address if the first information states another amount in dollars', async (t) => {
    const { harness, reported } = await setUp(t);
    setInformation(harness, { amountUsd: '48.99' });
    await assert.rejects(harness.order('A-1', 'BTC', IN_DOLLARS), { code: 'price_mismatch' });
    const [event, ...others] = await reported();
    const { reason, checkout } = alarm(event);
    assert.equal(reason, 'price_mismatch');
    assert.deepEqual(others, []);
    const { state, invoice } = harness.parts.serialize(await harness.record(checkout.id));
    assert.deepEqual([state, invoice], ['choosing', null]);
  });

  it('not if a payment in time is later stated at another rate: the money counts', async (t) => {
    const { harness, reported } = await setUp(t);
    const { invoiceId } = await harness.order('A-1', 'BTC', IN_DOLLARS);
    harness.service.set(invoiceId, { amountUsd: '48.97', status: 'paid', amountPaid: '1' });
    await poll(harness);
    assert.deepEqual(
      (await reported()).map(({ type }) => type),
      ['checkout.paid'],
    );
  });

  for (const [name, amountUsd] of [
    ['no amount in dollars', null],
    ['the price in dollars with the noise of a float', '48.99999999999999'],
    ['the price in dollars with fewer digits', '49'],
  ] as const) {
    it(`not if the response to the creation of an invoice in dollars states ${name}`, async (t) => {
      const { harness, reported } = await setUp(t);
      echo(harness, { amountUsd });
      const { checkoutId } = await harness.order('A-1', 'BTC', IN_DOLLARS);
      assert.equal(harness.parts.serialize(await harness.record(checkoutId)).state, 'awaiting');
      assert.deepEqual(await reported(), []);
    });
  }

  it('once if the address of an invoice has changed, however many polls see it', async (t) => {
    const { harness, reported } = await setUp(t);
    const orderedAtMs = harness.clock.now;
    const { checkoutId, invoiceId } = await harness.order('A-1');
    assert.deepEqual(await reported(), []);
    harness.service.set(invoiceId, { address: 'of-a-thief' });
    await poll(harness);
    await poll(harness);
    const [event, ...others] = await reported();
    assert.equal(alarm(event).reason, 'address_changed');
    assert.equal(alarm(event).invoice.address, addressFor('BTC', invoiceId));
    assert.deepEqual(others, []);
    assert.ok(!JSON.stringify(event).includes('thief'));
    // The payer still sees the first one, and money on it counts.
    assert.equal(
      harness.parts.serialize(await harness.record(checkoutId)).invoice?.address,
      addressFor('BTC', invoiceId),
    );
    harness.service.set(invoiceId, { status: 'paid', amountPaid: '1', finishedAtMs: orderedAtMs });
    await poll(harness);
    assert.deepEqual(
      (await reported()).map(({ type }) => type),
      ['checkout.review_required', 'checkout.paid'],
    );
  });

  it('before money is reported, if one response brings both', async (t) => {
    const { harness, reported } = await setUp(t);
    const { invoiceId } = await harness.order('A-1');
    harness.service.set(invoiceId, { address: 'of-a-thief', status: 'paid', amountPaid: '1' });
    await poll(harness);
    assert.deepEqual(
      (await reported()).map(({ type }) => type),
      ['checkout.review_required', 'checkout.paid'],
    );
  });

  for (const [name, change, reason] of [
    ['a withdrawal under the id of an invoice', { type: 'dw' }, 'unexpected_withdrawal'],
    ['money in test mode', { testMode: true }, 'unexpected_test_mode'],
  ] as const) {
    it(`once if the service reports ${name}, which pays nothing`, async (t) => {
      const { harness, reported } = await setUp(t);
      const { checkoutId, invoiceId } = await harness.order('A-1');
      harness.service.set(invoiceId, { ...change, status: 'paid', amountPaid: '1' });
      await poll(harness);
      await poll(harness);
      const [event, ...others] = await reported();
      assert.equal(alarm(event).reason, reason);
      assert.deepEqual(others, []);
      assert.notEqual(harness.parts.serialize(await harness.record(checkoutId)).state, 'paid');
    });
  }

  const CONTRADICTIONS = [
    ['another order', { orderId: 'B-2' }, 'order_mismatch'],
    ['a lower price', { fiatAmount: '48.99' }, 'price_mismatch'],
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
    it(`once, without reporting money, while the information about an invoice reports ${name}`, async (t) => {
      const { harness, reported } = await setUp(t);
      const { checkoutId, invoiceId } = await harness.order('A-1');
      const created = harness.service.invoicesById.get(invoiceId);
      assert.ok(created);
      harness.service.set(invoiceId, { ...change, status: 'paid', amountPaid: '1', transactions: ['tx'] });
      await poll(harness);
      await poll(harness);
      assert.deepEqual(
        (await reported()).map((event) => alarm(event).reason),
        [reason],
      );
      const [invoice] = (await harness.record(checkoutId)).invoices;
      assert.equal(invoice?.money.level, 'none');
      assert.deepEqual(invoice.money.transactions, []);
      assert.equal(harness.parts.serialize(await harness.record(checkoutId)).state, 'awaiting');
      // It is polled again, and a valid response counts.
      harness.service.set(invoiceId, right(created));
      await poll(harness);
      assert.deepEqual(
        (await reported()).map(({ type }) => type),
        ['checkout.review_required', 'checkout.paid'],
      );
    });

    it(`before the payer sees an address if the first information reports ${name}`, async (t) => {
      const { harness, reported } = await setUp(t);
      setInformation(harness, { ...change, status: 'paid', amountPaid: '1' });
      const code = reason === 'price_mismatch' ? reason : 'service_refused';
      await assert.rejects(harness.order('A-1'), { code });
      const [event, ...others] = await reported();
      const { checkout, invoice } = alarm(event);
      assert.equal(alarm(event).reason, reason);
      assert.deepEqual(others, []);
      // Nothing is shown, and the payer can choose.
      const view = harness.parts.serialize(await harness.record(checkout.id));
      assert.deepEqual([view.state, view.invoice], ['choosing', null]);
      const created = harness.service.invoicesById.get(invoice.id);
      assert.ok(created);
      harness.service.set(invoice.id, right(created));
      await poll(harness);
      assert.deepEqual(
        (await reported()).map(({ type }) => type),
        ['checkout.review_required', 'checkout.paid'],
      );
    });
  }

  it('for no missing field of the information: it says nothing, and the money counts', async (t) => {
    const { harness, reported } = await setUp(t);
    const { invoiceId } = await harness.order('A-1');
    const nothing = {
      ...{ orderId: null, fiatAmount: null, fiatCurrency: null, currency: null, type: null },
      ...{ address: null, createdAtMs: null, expiresAtMs: null, testMode: false },
    };
    harness.service.set(invoiceId, { ...nothing, status: 'paid', amountPaid: '1' });
    await poll(harness);
    assert.deepEqual(
      (await reported()).map(({ type }) => type),
      ['checkout.paid'],
    );
  });

  it('for no price of zero in the information: it states none, and the money counts', async (t) => {
    const { harness, reported } = await setUp(t);
    setInformation(harness, { fiatAmount: '0', amountUsd: '0' });
    const { invoiceId } = await harness.order('A-1', 'BTC', IN_DOLLARS);
    harness.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await poll(harness);
    assert.deepEqual(
      (await reported()).map(({ type }) => type),
      ['checkout.paid'],
    );
  });

  for (const [name, change] of [
    ['an order id that was read as a number', { orderId: '1042' }],
    ['a price with the noise of a float', { fiatAmount: '48.99999999999999' }],
    ['a price with the noise of a float above it', { fiatAmount: '49.00000000000001' }],
    ['a price with fewer digits', { fiatAmount: '49' }],
  ] as const) {
    it(`for no difference in ${name}`, async (t) => {
      const { harness, reported } = await setUp(t);
      const { invoiceId } = await harness.order('01042');
      harness.service.set(invoiceId, { ...change, status: 'paid', amountPaid: '1' });
      await poll(harness);
      assert.deepEqual(
        (await reported()).map(({ type }) => type),
        ['checkout.paid'],
      );
    });
  }
});

/** EIP-55, "Test Cases". */
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('an address that the service spells differently later', () => {
  for (const [currency, address, others] of [
    ['ETH', CHECKSUMMED, [CHECKSUMMED.toLowerCase(), `0x${CHECKSUMMED.slice(2).toUpperCase()}`]],
    ['USDT_BSC', CHECKSUMMED.toLowerCase(), [CHECKSUMMED, CHECKSUMMED.replace('aA', 'AA')]],
    ['BTC', SEGWIT, [SEGWIT.toUpperCase()]],
  ] as const) {
    it(`is the same in other letters (${currency}, first ${address}), and stays as it was first`, async (t) => {
      const { harness, reported } = await setUp(t);
      harness.service.address = () => address;
      const { checkoutId, invoiceId } = await harness.order('A-1', currency);
      for (const other of others) {
        harness.service.set(invoiceId, { address: other });
        await poll(harness);
        assert.equal(harness.parts.serialize(await harness.record(checkoutId)).invoice?.address, address);
      }
      assert.deepEqual(await reported(), []);
    });
  }

  it('is another one in other letters if letter case counts', async (t) => {
    const { harness, reported } = await setUp(t);
    harness.service.address = () => 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    const { invoiceId } = await harness.order('A-1', 'USDT_TRC20');
    harness.service.set(invoiceId, { address: 'TJRABPrwbZy45sbavfcjinPJC18kjpRTv8' });
    await poll(harness);
    assert.deepEqual(
      (await reported()).map((event) => alarm(event).reason),
      ['address_changed'],
    );
  });
});

describe('a response in the form of another invoice', { concurrency: 4 }, () => {
  it('counts with a number as the order id, and a float as the price', async (t) => {
    const environment = await startTampered(t);
    const { id } = await environment.open({ id: '1042', amount: '49.10' });
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    environment.tamper = async (_, request) =>
      withResult(await request(), (result) =>
        result.map((entry) => ({ ...entry, order_id: 1042, amount_in_fiat: 49.10000000000001 })),
      );
    await environment.control('payments', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
    assert.deepEqual(
      environment.events.map(({ type }) => type),
      ['checkout.paid'],
    );
  });

  it('does not count with a number that is the id of another order', async (t) => {
    const environment = await startTampered(t);
    const { id } = await environment.open({ id: '1042' });
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    environment.tamper = async (_, request) =>
      withResult(await request(), (result) => result.map((entry) => ({ ...entry, order_id: 1043 })));
    await environment.control('payments', { uuid: invoice.id });
    const [event] = await until(
      () => environment.events,
      'the shop is notified',
      ({ length }) => length > 0,
    );
    assert.equal(alarm(event).reason, 'order_mismatch');
    assert.equal((await environment.get(id)).state, 'awaiting');
  });

  it('does not count with the base code of this coin and the network of another', async (t) => {
    const environment = await startTampered(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'ETH_ARB'));
    const speakOf = (network: string) => {
      environment.tamper = async (_, request) =>
        withResult(await request(), (result) =>
          result.map((entry) => ({ ...entry, currency: { code: 'ETH', network: { code: network } } })),
        );
    };
    speakOf('BASE');
    await environment.control('payments', { uuid: invoice.id });
    const [event] = await until(
      () => environment.events,
      'the shop is notified',
      ({ length }) => length > 0,
    );
    assert.equal(alarm(event).reason, 'currency_mismatch');
    assert.equal((await environment.get(id)).state, 'awaiting');
    speakOf('ARB');
    environment.sandbox.clock.advance(60);
    await environment.becomes(id, 'paid');
  });
});
