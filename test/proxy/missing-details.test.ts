import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { cancelCheckout } from '../../src/proxy/invoices/cancel-checkout.js';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import type { Invoice } from '../../src/service/index.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';
import { startTampered, withResult } from './tampered-service.js';
import { invoiceOf } from './test-environment.js';
import { until } from '../until.js';
import { freshStore } from './test-stores.js';

interface Shop {
  readonly harness: Harness;
  readonly id: string;
  readonly invoiceId: string;
  readonly events: () => Promise<readonly CheckoutEvent[]>;
  readonly types: () => Promise<readonly string[]>;
  /** Second by second, with a connected page. */
  readonly pass: (seconds: number) => Promise<void>;
  readonly view: () => Promise<ReturnType<Harness['parts']['serialize']>>;
}

const WITHOUT_AMOUNT = { amountToPay: null, amountMissing: null } as const;
const WITHOUT_ADDRESS = { address: null } as const;

async function setUp(t: TestContext, missing: Partial<Invoice>): Promise<Shop> {
  const path = await freshStore(t);
  const harness = await createHarness(t, path);
  harness.service.overrides = missing;
  const { checkoutId: id, invoiceId } = await harness.order('A-1');
  const operator = await openStaff(path);
  t.after(() => operator.close());
  const events = async () => (await operator.listEvents()).map(({ event }) => event).toReversed();
  return {
    harness,
    id,
    invoiceId,
    events,
    types: async () =>
      (await events()).map((event) =>
        event.type === 'checkout.review_required' ? event.reason : event.type,
      ),
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        harness.clock.now += 1000;
        harness.parts.checkouts.recordConnectedPage(await harness.record(id));
        await harness.parts.poller.pollDue();
      }
    },
    view: async () => harness.parts.serialize(await harness.record(id)),
  };
}

describe('an invoice for which the service states no amount or no address', { concurrency: 4 }, () => {
  for (const [name, missing] of [
    ['amount', WITHOUT_AMOUNT],
    ['address', WITHOUT_ADDRESS],
  ] as const) {
    it(`is a review after a quarter of a minute, once, and leads to the hosted page (${name})`, async (t) => {
      const { pass, view, types, events } = await setUp(t, missing);
      await pass(10);
      assert.equal((await view()).state, 'creating');
      assert.deepEqual(await types(), []);
      await pass(10);
      const { state, invoice } = await view();
      assert.equal(state, 'awaiting');
      assert.equal(invoice?.hostedPage, 'https://pay.example/x');
      assert.equal(invoice.address, null);
      if (name === 'amount') assert.deepEqual([invoice.amount, invoice.due], [null, null]);
      await pass(60);
      assert.deepEqual(await types(), ['details_missing']);
      const [event] = await events();
      assert.ok(event?.type === 'checkout.review_required' && event.checkout.state === 'awaiting');
    });

    it(`is shown normally once the service states both (${name})`, async (t) => {
      const { harness, invoiceId, pass, view, types } = await setUp(t, missing);
      await pass(20);
      harness.service.set(invoiceId, name === 'amount' ? { amountToPay: '1' } : { address: SEGWIT });
      await pass(5);
      const { state, invoice } = await view();
      assert.deepEqual([state, invoice?.amount, invoice?.due], ['awaiting', '1', '1']);
      assert.notEqual(invoice?.address, null);
      harness.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
      await pass(5);
      assert.deepEqual(await types(), ['details_missing', 'checkout.paid']);
    });

    for (const [status, change, state, expected] of [
      ['paid', { amountPaid: '1', amountMissing: '0' }, 'paid', ['details_missing', 'checkout.paid']],
      ['partial', { amountPaid: '0.4' }, 'partial', ['details_missing', 'checkout.partial']],
      ['created', { transactions: ['tx'] }, 'detected', ['details_missing']],
      ['canceled', {}, 'expired', ['details_missing', 'checkout.expired']],
    ] as const) {
      it(`is seen and reported as ${state} (${name})`, async (t) => {
        // An invoice that closes at once leaves the payer the choice of coins.
        for (const waitS of status === 'canceled' ? [20] : [0, 20]) {
          const { harness, invoiceId, pass, view, types } = await setUp(t, missing);
          await pass(waitS);
          harness.service.set(invoiceId, { ...change, status });
          await pass(20);
          const after = await view();
          assert.equal(after.state, state);
          assert.deepEqual(await types(), expected);
          if ('amountPaid' in change) assert.equal(after.invoice?.paid, change.amountPaid);
          if (name === 'amount') assert.equal(after.invoice?.amount, null);
        }
      });
    }
  }

  it('owes the payer a part at the end, and the surplus once the amount is known', async (t) => {
    const part = await setUp(t, WITHOUT_AMOUNT);
    part.harness.service.set(part.invoiceId, { status: 'partial', amountPaid: '0.4' });
    await part.pass(5);
    part.harness.clock.now += 40 * 60_000;
    await part.pass(400);
    const [last] = (await part.events()).slice(-1);
    assert.ok(last?.type === 'checkout.underpaid');
    assert.deepEqual([last.invoice.owed, last.invoice.amount, last.invoice.due], ['0.4', null, null]);

    const over = await setUp(t, WITHOUT_AMOUNT);
    over.harness.service.set(over.invoiceId, { status: 'overpaid', amountPaid: '1.5' });
    await over.pass(5);
    assert.deepEqual(await over.types(), ['details_missing', 'checkout.paid']);
    over.harness.service.set(over.invoiceId, { amountToPay: '1' });
    over.harness.clock.now += 40 * 60_000;
    await over.pass(5);
    const [again] = (await over.events()).slice(-1);
    assert.ok(again?.type === 'checkout.overpaid');
    assert.deepEqual([again.invoice.surplus, again.invoice.owed], ['0.5', '0.5']);
  });

  it('leaves the payer the choice of another currency, and is polled further', async (t) => {
    const { harness, id, invoiceId, pass, view } = await setUp(t, { ...WITHOUT_AMOUNT, link: null });
    await pass(20);
    assert.equal((await view()).invoice?.hostedPage, null);
    harness.service.overrides = {};
    await harness.parts.invoices.choose(id, { currency: 'LTC', email: null });
    const { state, invoice } = await view();
    assert.deepEqual([state, invoice?.currency, invoice?.amount], ['awaiting', 'LTC', '1']);
    harness.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await pass(60);
    assert.equal((await view()).state, 'paid');
  });

  it('is not a review if the payer cancels first', async (t) => {
    const { harness, invoiceId, id, pass, types } = await setUp(t, WITHOUT_AMOUNT);
    harness.service.cancelInvoice = async () => harness.service.set(invoiceId, { status: 'canceled' });
    await cancelCheckout(id, harness.parts);
    await pass(60);
    assert.deepEqual(await types(), []);
  });
});

const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe(
  'a payer without an amount is sent to the hosted page, and the payment counts',
  { concurrency: 2 },
  () => {
    for (const written of [undefined, 'N/A', '1,5', -1, {}])
      it(`if the amount due is ${JSON.stringify(written) ?? 'missing'}`, async (t) => {
        const environment = await startTampered(t);
        environment.tamper = async (_, request) =>
          withResult(await request(), (result) =>
            result.map((entry) => ({ ...entry, amount_to_pay: written, to_surcharge: written })),
          );
        const { id } = await environment.open();
        assert.equal((await environment.choose(id)).state, 'creating');
        const { invoice } = await until(
          async () => (environment.sandbox.clock.advance(5), environment.get(id)),
          'the hosted page is offered',
          ({ state }) => state !== 'creating',
        );
        assert.ok(invoice);
        assert.deepEqual([invoice.address, invoice.amount, invoice.due], [null, null, null]);
        assert.equal(environment.events[0]?.type, 'checkout.review_required');
        await environment.control('payments', { uuid: invoice.id });
        await environment.becomes(id, 'paid');
        environment.tamper = (_, request) => request();
        const { amount } = await until(
          async () => {
            environment.sandbox.clock.advance(600);
            const { invoice: seen } = await environment.get(id);
            return { amount: seen?.amount ?? null };
          },
          'the amount is known',
          (seen) => seen.amount !== null,
        );
        assert.equal(amount, invoiceOf(await environment.get(id)).paid);
      });
  },
);

/** Fields that prove or disprove money, in a form that nobody can read. */
const UNREADABLE = [
  ['status', null],
  ['status', ['paid']],
  ['amount_paid', 'N/A'],
  ['type', 7],
  ['test_mode', 'true'],
] as const;

describe('an invoice whose status is unreadable', { concurrency: 3 }, () => {
  for (const [field, written] of UNREADABLE)
    it(`is a review after a quarter of a minute, and its payment counts later (${field} ${JSON.stringify(written)})`, async (t) => {
      const environment = await startTampered(t);
      environment.tamper = async (_, request) =>
        withResult(await request(), (result) => result.map((entry) => ({ ...entry, [field]: written })));
      const { id } = await environment.open();
      assert.equal((await environment.choose(id)).state, 'creating');
      const { state, invoice } = await until(
        async () => (environment.sandbox.clock.advance(5), environment.get(id)),
        'the hosted page is offered',
        ({ state: seen }) => seen !== 'creating',
      );
      assert.ok(invoice);
      assert.deepEqual([state, invoice.address, invoice.amount], ['awaiting', null, null]);
      const [event] = environment.events;
      assert.ok(event?.type === 'checkout.review_required' && event.reason === 'status_unreadable');
      await environment.control('payments', { uuid: invoice.id });
      environment.sandbox.clock.advance(60);
      assert.equal((await environment.get(id)).state, 'awaiting');
      environment.tamper = (_, request) => request();
      const paid = await until(
        async () => (environment.sandbox.clock.advance(30), environment.get(id)),
        'the payment counts',
        ({ state: seen }) => seen === 'paid',
      );
      assert.equal(invoiceOf(paid).paid, invoiceOf(paid).amount);
    });

  it('leads to the hosted page', async (t) => {
    const { harness, pass, view, types } = await setUp(t, {});
    harness.service.unreadable.add('INV-00000002');
    const { checkoutId } = await harness.order('A-2', 'LTC');
    await pass(20);
    const { state, invoice } = harness.parts.serialize(await harness.record(checkoutId));
    assert.deepEqual(
      [state, invoice?.hostedPage, invoice?.address],
      ['awaiting', 'https://pay.example/x', null],
    );
    assert.deepEqual(await types(), ['status_unreadable']);
    assert.notEqual((await view()).invoice?.address, null);
  });

  it('delays no other order, not even if its record is the only one of a response', async (t) => {
    const { harness, id, invoiceId, pass } = await setUp(t, {});
    harness.service.unreadable.add(invoiceId);
    await pass(5);
    harness.clock.now += 20_000;
    const other = await harness.order('A-2');
    harness.service.set(other.invoiceId, { status: 'paid', amountPaid: '1' });
    await pass(20);
    const { state } = harness.parts.serialize(await harness.record(other.checkoutId));
    assert.equal(state, 'paid');
    assert.equal((await harness.record(id)).invoices.length, 1);
    assert.ok(!harness.logLines.some((line) => line.includes('service poll failed')));
    assert.equal(harness.logLines.filter((line) => line.includes('unreadable status response')).length, 1);
  });

  it('is a review within a quarter of an hour if it was displayed, once, and stays as it was', async (t) => {
    const { harness, invoiceId, pass, view, types } = await setUp(t, {});
    await pass(5);
    const before = await view();
    harness.service.unreadable.add(invoiceId);
    await pass(9 * 60);
    assert.deepEqual(await types(), []);
    await pass(6 * 60);
    assert.deepEqual(await types(), ['status_unreadable']);
    const { state, stale, invoice } = await view();
    assert.deepEqual([state, stale, invoice?.address], ['awaiting', true, before.invoice?.address]);
    await pass(5 * 60);
    harness.service.unreadable.clear();
    harness.service.set(invoiceId, { status: 'paid', amountPaid: '1' });
    await pass(10 * 60);
    assert.deepEqual(await types(), ['status_unreadable', 'checkout.paid']);
  });

  it('is no review after one such answer, however long the last readable one is ago', async (t) => {
    const { harness, invoiceId, pass, types } = await setUp(t, {});
    await pass(5);
    harness.service.unreadable.add(invoiceId);
    harness.clock.now += 20 * 60_000;
    await pass(1);
    harness.service.unreadable.clear();
    await pass(15 * 60);
    assert.deepEqual(await types(), []);
  });

  for (const [reason, contradiction] of [
    ['price_mismatch', { amountUsd: '1.00' }],
    ['unexpected_test_mode', { testMode: true }],
    ['order_mismatch', { orderId: 'another order' }],
  ] as const)
    it(`is hidden again if it contradicts the order once it is readable (${reason})`, async (t) => {
      const harness = await createHarness(t, await freshStore(t));
      const { service, parts, record, clock } = harness;
      const createInvoice = service.createInvoice.bind(service);
      service.createInvoice = async (request) => {
        const created = await createInvoice(request);
        service.set(created.id, contradiction);
        service.unreadable.add(created.id);
        return { ...created, testMode: null };
      };
      const { checkoutId, invoiceId } = await harness.order('A-1', 'BTC', {
        amount: '49.00',
        currency: 'USD',
      });
      const pass = async (seconds: number) => {
        for (let passed = 0; passed < seconds; passed += 1) {
          clock.now += 1000;
          parts.checkouts.recordConnectedPage(await record(checkoutId));
          await parts.poller.pollDue();
        }
      };
      const view = async () => parts.serialize(await record(checkoutId));
      await pass(30);
      assert.equal((await view()).invoice?.address, null, 'the hosted page alone');
      service.unreadable.clear();
      await pass(60);
      const { state, invoice } = await view();
      assert.deepEqual([state, invoice], ['choosing', null]);
      assert.deepEqual((await record(checkoutId)).invoices[0]?.reviewReasons, [reason]);
      service.set(invoiceId, { status: 'paid', amountPaid: '1' });
      await pass(60);
      assert.equal((await view()).state, 'choosing', 'it pays nothing');
    });

  it('stays hidden if it contradicted the order before', async (t) => {
    const { harness, id, invoiceId, pass, types } = await setUp(t, { amountToPay: null });
    harness.service.set(invoiceId, { fiatAmount: '1.00' });
    await pass(5);
    harness.service.unreadable.add(invoiceId);
    await pass(5 * 60);
    assert.deepEqual(await types(), ['price_mismatch']);
    assert.equal(harness.parts.serialize(await harness.record(id)).state, 'choosing');
  });
});

describe('an unreadable create response', { concurrency: 2 }, () => {
  for (const unreadable of [{ status: null }, { testMode: null }])
    it(`is an invoice if it has an id: its information decides (${Object.keys(unreadable)})`, async (t) => {
      const path = await freshStore(t);
      const harness = await createHarness(t, path);
      const { service } = harness;
      const createInvoice = service.createInvoice.bind(service);
      service.createInvoice = async (request) => ({ ...(await createInvoice(request)), ...unreadable });
      const { checkoutId } = await harness.order('A-1');
      const { state, invoice } = harness.parts.serialize(await harness.record(checkoutId));
      assert.deepEqual([state, invoice?.amount], ['awaiting', '1']);
      assert.equal((await harness.record(checkoutId)).invoices.length, 1);
    });

  it('of a proxy for real money shows no address if the information reports test mode', async (t) => {
    const harness = await createHarness(t, await freshStore(t));
    const { service } = harness;
    service.overrides = { testMode: true };
    const createInvoice = service.createInvoice.bind(service);
    service.createInvoice = async (request) => ({ ...(await createInvoice(request)), testMode: null });
    await assert.rejects(harness.order('A-1'), { code: 'service_refused' });
  });
});
