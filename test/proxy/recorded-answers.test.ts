import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import type { Invoice } from '../../src/service/index.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';
import type { TestEnvironment } from './test-environment.js';
import { CANCEL, invoiceOf, json, SECRETS, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';

/** The forms in which others have recorded the responses of a real service, as far as they reach the payer or the shop. */

/** An invoice of one order in this coin, with other information from the service from now on. */
async function ordered(harness: Harness, currency: CurrencyCode = 'BTC', toPay = '100.4') {
  harness.service.overrides = { amountToPay: toPay, ...harness.service.overrides };
  const { checkoutId, invoiceId } = await harness.order('A-1', currency);
  const view = async () => harness.parts.serialize(await harness.record(checkoutId));
  return {
    invoiceId,
    view,
    async becomes(change: Partial<Invoice>) {
      harness.service.set(invoiceId, change);
      harness.clock.now += 60_000;
      await harness.parts.poller.pollDue();
      return view();
    },
  };
}

describe('the amount that is due after a partial payment', () => {
  for (const currency of ['BTC', 'USDT_TRC20', 'ETH'] as const) {
    it(`is exact in ${currency}, even if the service has subtracted in floats`, async (t) => {
      const { becomes } = await ordered(await createHarness(t), currency);
      const amountMissing = '2.4000000000000057';
      const { state, invoice } = await becomes({ status: 'partial', amountPaid: '98', amountMissing });
      assert.equal(state, 'partial');
      assert.equal(invoice?.due, '2.4');
    });
  }

  it('is nothing if only rounding noise is left', async (t) => {
    const { becomes } = await ordered(await createHarness(t), 'USDT_TRC20', '100.4');
    const amountMissing = '1.4210854715202004e-14';
    const { invoice } = await becomes({ status: 'partial', amountPaid: '100.4', amountMissing });
    assert.equal(invoice?.due, '0');
  });

  it('is nothing for an overpaid invoice, whatever the service reports as missing', async (t) => {
    const { becomes } = await ordered(await createHarness(t));
    const { state, invoice } = await becomes({
      status: 'overpaid',
      amountPaid: '101',
      amountMissing: '0.6',
    });
    assert.equal(state, 'overpaid');
    assert.deepEqual([invoice?.due, invoice?.surplus], ['0', '0.6']);
  });
});

describe('a response in its short form', () => {
  it('shows the payer an invoice without money by its amount due', async (t) => {
    const harness = await createHarness(t);
    harness.service.overrides = { amountToPay: null, amountMissing: '100.4', type: null, createdAtMs: null };
    const { becomes, view } = await ordered(harness);
    const { state, invoice } = await view();
    assert.deepEqual([state, invoice?.amount, invoice?.due], ['awaiting', '100.4', '100.4']);
    assert.equal((await becomes({ status: 'paid', amountPaid: '100.4' })).state, 'paid');
  });

  it('shows nothing if no field has the amount due', async (t) => {
    for (const short of [
      { amountToPay: null, amountMissing: null },
      { amountToPay: null, amountMissing: '0' },
    ]) {
      const harness = await createHarness(t);
      harness.service.overrides = short;
      const { view } = await ordered(harness);
      assert.deepEqual([(await view()).state, (await view()).invoice], ['creating', null]);
    }
  });

  it('shows a part that has arrived, and no amount that the service does not state', async (t) => {
    const harness = await createHarness(t);
    const part = { amountToPay: null, amountMissing: '50', amountPaid: '50.4', status: 'partial' } as const;
    harness.service.overrides = part;
    const { view } = await ordered(harness);
    const { state, invoice } = await view();
    assert.deepEqual(
      [state, invoice?.paid, invoice?.amount, invoice?.due, invoice?.address],
      ['partial', '50.4', null, null, null],
    );
  });

  it('leads to the exact amount due after a second part without that field', async (t) => {
    const { becomes } = await ordered(await createHarness(t));
    await becomes({ status: 'partial', amountPaid: '40', amountMissing: '60.4' });
    const { invoice } = await becomes({ status: 'partial', amountPaid: '98', amountMissing: null });
    assert.equal(invoice?.due, '2.4');
  });
});

describe('an invoice that was confirmed by hand', () => {
  it('pays the order although nothing was received, and the shop is notified', async (t) => {
    const store = await freshStore(t);
    const { becomes } = await ordered(await createHarness(t, store));
    const { state, invoice } = await becomes({ status: 'paid', amountPaid: '0', amountMissing: '100.4' });
    assert.deepEqual([state, invoice?.paid, invoice?.due], ['paid', '0', '0']);
    const operator = await openStaff(store);
    t.after(() => operator.close());
    const reported = (await operator.listEvents()).map(({ event }) => event.type);
    assert.deepEqual(reported, ['checkout.paid']);
  });
});

describe('the fee that a payer sees', () => {
  for (const [fee, currency, shown] of [
    ['0.000001499999996212864', 'BTC', '0.0000015'],
    ['0.30000000000000004', 'USDT_TRC20', '0.3'],
    ['0', 'BTC', '0'],
  ] as const) {
    it(`is ${shown} ${currency}, and not ${fee}`, async (t) => {
      const harness = await createHarness(t);
      harness.service.overrides = { fee, feePaidBy: 'client' };
      const { view } = await ordered(harness, currency);
      assert.equal((await view()).invoice?.fee, shown);
    });
  }
});

describe('a lost invoice that is found in the list', () => {
  async function found(t: TestContext, listed: (invoice: Invoice) => readonly Invoice[]) {
    const harness = await createHarness(t);
    harness.service.fate = () => 'answer lost';
    const { service } = harness;
    service.listInvoices = async function* () {
      for (const invoice of service.invoicesById.values()) yield* listed({ ...invoice, fiatCurrency: null });
    };
    const terms = parseOrder({ id: 'A-1', amount: '49.00', currency: 'EUR' });
    const { record } = await harness.parts.checkouts.openCheckout({ terms, issuedAtMs: harness.clock.now });
    await harness.parts.invoices.choose(record.id, { currency: 'BTC', email: null });
    harness.clock.now += 3000;
    await harness.parts.reconciler.reconcileDue();
    return { ...harness, view: async () => harness.parts.serialize(await harness.record(record.id)) };
  }

  it('is adopted without a type: a missing type means nothing', async (t) => {
    const { view } = await found(t, (invoice) => [{ ...invoice, type: null }]);
    assert.equal((await view()).state, 'awaiting');
  });

  it('is ignored if it is of any other type', async (t) => {
    for (const type of ['dw', 'sideways']) {
      const { view } = await found(t, (invoice) => [{ ...invoice, type }]);
      assert.equal((await view()).state, 'creating');
    }
  });

  it('is one, even if the list names it twice', async (t) => {
    const { view } = await found(t, (invoice) => [invoice, { ...invoice }]);
    assert.equal((await view()).state, 'awaiting');
  });

  it('counts in the state with more money if the list names it twice', async (t) => {
    for (const isFirst of [true, false]) {
      const { view, logLines } = await found(t, (invoice) => {
        const more = { ...invoice, transactions: ['t1'] };
        return isFirst ? [more, invoice] : [invoice, more];
      });
      assert.equal((await view()).state, 'choosing');
      assert.match(logLines.join(), /"alert":"adoption_in_doubt".*its address was never displayed/);
    }
  });
});

const DROPPED = ['type', 'created', 'date_finished', 'invoice_status', 'active', 'identify'];
const AMOUNT = /^(?:amount|fee|service_fee|received|to_surcharge)/;

/** A field of a response in the form that differs most from the document's. */
function reformedField(key: string, value: unknown): unknown {
  if (key === 'uuid' && typeof value === 'string') return value.replace(/^INV-/, '').toLowerCase();
  if (AMOUNT.test(key) && typeof value === 'number') return value === 0 ? '0E-8' : value.toFixed(8);
  if (key === 'tx_list' && Array.isArray(value) && value.length === 0) return [''];
  if (key === 'link' && typeof value === 'string') return 'pay.example/checkout';
  if (value === null) return 'None';
  return reformed(value);
}

function reformed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reformed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => !DROPPED.includes(key));
  return Object.fromEntries(fields.map(([key, field]) => [key, reformedField(key, field)]));
}

/** An environment whose service responds in the forms that others have recorded. */
async function startReformed(t: TestContext): Promise<TestEnvironment> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const { apiKey, shopId } = SECRETS;
  const service = {
    ...{ url: sandbox.url, apiKey, shopId, testMode: true },
    fetch: async (...request: Parameters<typeof fetch>) => {
      const response = await fetch(...request);
      const { result, ...envelope }: { result: unknown } = await response.json();
      const isCancellation = request[0] === `${sandbox.url}${CANCEL}`;
      return Response.json(
        { ...envelope, data: isCancellation ? 'ok' : reformed(result) },
        { status: response.status },
      );
    },
  };
  return startProxy(t, sandbox, { proxy: { service } });
}

describe('a service whose responses differ in form from its document', () => {
  it('has an order paid, and the shop is notified', async (t) => {
    const environment = await startReformed(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    assert.match(invoice.id, /^INV-[A-Z0-9]{8}$/);
    assert.equal(invoice.hostedPage, 'https://pay.example/checkout');
    assert.deepEqual([invoice.due, invoice.paid, invoice.transactions], [invoice.amount, '0', []]);
    await environment.control('payments', { uuid: invoice.id });
    const paid = invoiceOf(await environment.becomes(id, 'paid'));
    assert.deepEqual([paid.paid, paid.due], [invoice.amount, '0']);
    await until(
      () => environment.events.map(({ type }) => type),
      'the shop is notified',
      (types) => types.includes('checkout.paid'),
    );
  });

  it('has an order canceled by its payer, and logs no failure', async (t) => {
    const environment = await startReformed(t);
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    assert.equal((await environment.call('POST', `/checkouts/${id}/cancel`)).status, 200);
    await environment.becomes(id, 'canceled');
    assert.doesNotMatch(environment.logLines.join('\n'), /invalid_response|"level":"(?:warn|error)"/);
  });

  it('provides a deposit address for a customer', async (t) => {
    const environment = await startReformed(t);
    const { clock } = environment.sandbox;
    const customer = await createCustomerToken('c-7', { secret: SECRETS.orderSecret, clock });
    const response = await environment.call('POST', '/deposit-addresses', {
      body: { customer, currency: 'USDT_TRC20' },
    });
    assert.equal(response.status, 200, await response.clone().text());
    assert.match((await json<{ address: string }>(response)).address, /^T/);
  });
});
