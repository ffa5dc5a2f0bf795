import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type { CurrencyCode } from '../../src/payment/index.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { serviceOrderId } from '../../src/proxy/domain/creation.js';
import { createAtService, invoicesAtService, timePassesUntil } from './lost-invoices.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';
import { CREATE, invoiceOf, startEnvironment } from './test-environment.js';

async function open({ parts, clock }: Harness, id: string): Promise<string> {
  const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
  return (await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now })).record.id;
}

const choose = ({ parts }: Harness, id: string, currency: CurrencyCode) =>
  parts.invoices.choose(id, { currency, email: null });

async function pass(harness: Harness, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    harness.clock.now += 1000;
    await harness.parts.reconciler.reconcileDue();
    await harness.parts.poller.pollDue();
  }
}

/** The numbers under which the service knows the invoices of a checkout. */
async function numbersOf({ service, record }: Harness, id: string): Promise<readonly unknown[]> {
  const { invoices } = await record(id);
  return invoices.map((invoice) =>
    invoice.stage === 'creating' ? null : service.invoicesById.get(invoice.serviceId)?.orderId,
  );
}

/** The second invoice of order A-1 and the first of order, for the same price and in the same currency. */
async function bothLost(t: TestContext) {
  const harness = await createHarness(t);
  const [one, other] = [await open(harness, 'A-1'), await open(harness, 'A-1.2')];
  await choose(harness, one, 'BTC');
  harness.service.fate = () => 'answer lost';
  await choose(harness, one, 'LTC');
  await choose(harness, other, 'LTC');
  return { harness, one, other };
}

describe('the second invoice of order A-1 and an order with the id A-1.2', () => {
  it('have different numbers at the service', async (t) => {
    const { harness } = await bothLost(t);
    const numbers = harness.service.created.map(({ orderId }) => orderId);
    assert.equal(new Set(numbers).size, 3, numbers.join(' '));
    assert.deepEqual(numbers.slice(0, 2), ['A-1', 'A-1.2']);
  });

  it('each find their own lost invoice again, and no other', async (t) => {
    const { harness, one, other } = await bothLost(t);
    await pass(harness, 60);
    for (const id of [one, other])
      assert.equal(harness.parts.serialize(await harness.record(id)).state, 'awaiting');
    const found = [await numbersOf(harness, one), await numbersOf(harness, other)];
    const requested = harness.service.created.map(({ orderId }) => orderId);
    assert.deepEqual(found, [requested.slice(0, 2), requested.slice(2)]);
    assert.doesNotMatch(harness.logLines.join('\n'), /"alert":/);
  });

  it('are not confused by a postback that names one of them', async (t) => {
    const harness = await createHarness(t);
    const { checkoutId: one } = await harness.order('A-1');
    await choose(harness, one, 'LTC');
    await harness.order('A-1.2');
    harness.clock.now += 7 * 3600_000;
    await harness.parts.poller.pollDue();
    harness.clock.now += 1000;
    for (const orderId of harness.service.created.map((request) => request.orderId ?? ''))
      assert.equal(await harness.parts.poller.prioritize({ orderIds: [orderId] }), 1, orderId);
  });
});

describe('the number of an invoice at the service', () => {
  const ids = fc.oneof(
    fc.stringMatching(/^(A|A-1|None|null)?(\.(0|1|2|3|10|02|None))*$/),
    fc.constantFrom('A-1', 'A-1.1', 'A-1.2', 'A-1.1.1', 'None', 'None.1', 'null', ' None'),
    fc.string({ minLength: 1, maxLength: 20 }),
  );
  const sequences = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 1000 }));

  /** Usually one that looks like an invoice of the first. */
  const others = fc.oneof(
    fc
      .array(sequences, { minLength: 1, maxLength: 2 })
      .map((parts) => (id: string) => [id, ...parts].join('.')),
    ids.map((id) => () => id),
  );

  it('is never that of another one, for any order ids', () => {
    fc.assert(
      fc.property(ids, sequences, others, sequences, (id, sequence, otherOf, other) => {
        const otherId = otherOf(id);
        fc.pre(id !== otherId || sequence !== other);
        assert.notEqual(serviceOrderId(id, sequence), serviceOrderId(otherId, other));
      }),
      { numRuns: 5000 },
    );
  });

  it('is the id of the order itself, unless it conflicts', () => {
    for (const id of ['A-1', '1042', 'INV.2026-7', 'A.B', '2026/17', 'Nonesuch'])
      assert.equal(serviceOrderId(id, 1), id);
    assert.equal(serviceOrderId('A-1', 2), 'A-1.2');
  });
});

describe('an order whose id the service treats as missing', () => {
  for (const id of ['None', 'null', 'NULL']) {
    it(`gets its lost invoice back if its id is ${id}`, async (t) => {
      const environment = await startEnvironment(t);
      // Another system on the account creates invoices without a number.
      await createAtService(environment.sandbox, id);
      const checkout = await environment.open({ id });
      await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
      assert.equal((await environment.choose(checkout.id)).state, 'creating');
      const shown = await timePassesUntil(environment, checkout.id, 'awaiting');
      assert.equal(shown.order.id, id);
      const created = (await invoicesAtService(environment.sandbox, `${id}.1`)).map(({ uuid }) => uuid);
      assert.deepEqual(created, [invoiceOf(shown).id]);
      assert.equal((await environment.counts())[CREATE], 2, 'no second one is created for it');
    });
  }

  it('is refused if it consists of blanks alone', () => {
    for (const id of [' ', '\u00a0 '])
      assert.throws(() => parseOrder({ id, amount: '49.00', currency: 'EUR' }), {
        message: /order\.id is blank\. Pass 1 to 200 characters on one line/,
      });
  });
});
