import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type { CurrencyCode } from '../../src/payment/index.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { serviceOrderId } from '../../src/proxy/domain/intent.js';
import { createAtService, invoicesAtService, timePassesUntil } from './lost-invoices.js';
import { openStore } from '../../src/proxy/store/store.js';
import { freshStore } from './test-stores.js';
import { openWorkshop } from './fake-service.js';
import type { Workshop } from './fake-service.js';
import { CREATE, invoiceOf, startEnvironment } from './test-environment.js';

async function open({ parts, clock }: Workshop, id: string): Promise<string> {
  const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
  return (await parts.checkouts.open({ terms, issuedAtMs: clock.now })).record.id;
}

const choose = ({ parts }: Workshop, id: string, currency: CurrencyCode) =>
  parts.invoices.choose(id, { currency, email: null });

async function pass(workshop: Workshop, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    workshop.clock.now += 1000;
    await workshop.parts.reconciler.reconcileDue();
    await workshop.parts.poller.pollDue();
  }
}

/** The numbers under which the service knows the invoices of a checkout. */
async function numbersOf({ service, record }: Workshop, id: string): Promise<readonly unknown[]> {
  const { invoices } = await record(id);
  return invoices.map((invoice) =>
    invoice.stage === 'intended' ? null : service.invoicesById.get(invoice.serviceId)?.orderId,
  );
}

/** The second invoice of order A-1 and the first of order, for the same price and in the same currency. */
async function bothLost(t: TestContext, url?: string) {
  const workshop = await openWorkshop(t, url);
  const [one, other] = [await open(workshop, 'A-1'), await open(workshop, 'A-1.2')];
  await choose(workshop, one, 'BTC');
  workshop.service.fate = () => 'answer lost';
  await choose(workshop, one, 'LTC');
  await choose(workshop, other, 'LTC');
  return { workshop, one, other };
}

describe('the second invoice of order A-1 and an order that is called A-1.2', () => {
  it('have different numbers at the service', async (t) => {
    const { workshop } = await bothLost(t);
    const numbers = workshop.service.created.map(({ orderId }) => orderId);
    assert.equal(new Set(numbers).size, 3, numbers.join(' '));
    assert.deepEqual(numbers.slice(0, 2), ['A-1', 'A-1.2']);
  });

  it('each find their own lost invoice again, and no other', async (t) => {
    const { workshop, one, other } = await bothLost(t);
    await pass(workshop, 60);
    for (const id of [one, other])
      assert.equal(workshop.parts.serialize(await workshop.record(id)).state, 'awaiting');
    const found = [await numbersOf(workshop, one), await numbersOf(workshop, other)];
    const asked = workshop.service.created.map(({ orderId }) => orderId);
    assert.deepEqual(found, [asked.slice(0, 2), asked.slice(2)]);
    assert.doesNotMatch(workshop.logLines.join('\n'), /"alert":/);
  });

  it('leave each other alone when a postback names one of them', async (t) => {
    const workshop = await openWorkshop(t);
    const { checkoutId: one } = await workshop.order('A-1');
    await choose(workshop, one, 'LTC');
    await workshop.order('A-1.2');
    workshop.clock.now += 7 * 3600_000;
    await workshop.parts.poller.pollDue();
    workshop.clock.now += 1000;
    for (const orderId of workshop.service.created.map((request) => request.orderId ?? ''))
      assert.equal(await workshop.parts.poller.prioritize({ orderIds: [orderId] }), 1, orderId);
  });

  it('are not mixed up where an older release gave both of them one number', async (t) => {
    const url = await freshStore(t);
    const { workshop, one, other } = await bothLost(t, url);
    const store = await openStore(url);
    t.after(() => store.close());
    const ofOther = store.db.updateTable('invoices').where('checkout_id', '=', other);
    await ofOther.set({ service_order_id: 'A-1.2' }).execute();
    for (const id of ['INV-00000002', 'INV-00000003']) workshop.service.set(id, { orderId: 'A-1.2' });
    workshop.service.fate = () => 'answered';
    await pass(workshop, 120);
    const found = [await numbersOf(workshop, one), await numbersOf(workshop, other)];
    assert.deepEqual(found, [
      ['A-1', null, 'A-1.3'],
      [null, 'A-1.2.2'],
    ]);
  });
});

describe('the number of an invoice at the service', () => {
  const ids = fc.oneof(
    fc.stringMatching(/^(A|A-1|None|null)?(\.(0|1|2|3|10|02|None))*$/),
    fc.constantFrom('A-1', 'A-1.1', 'A-1.2', 'A-1.1.1', 'None', 'None.1', 'null', ' None'),
    fc.string({ minLength: 1, maxLength: 20 }),
  );
  const sequences = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 1000 }));

  /** Mostly one that looks like an invoice of the first. */
  const others = fc.oneof(
    fc
      .array(sequences, { minLength: 1, maxLength: 2 })
      .map((parts) => (id: string) => [id, ...parts].join('.')),
    ids.map((id) => () => id),
  );

  it('is never that of another one, whatever the orders are called', () => {
    fc.assert(
      fc.property(ids, sequences, others, sequences, (id, sequence, otherOf, other) => {
        const otherId = otherOf(id);
        fc.pre(id !== otherId || sequence !== other);
        assert.notEqual(serviceOrderId(id, sequence), serviceOrderId(otherId, other));
      }),
      { numRuns: 5000 },
    );
  });

  it('is the id of the order itself, where nothing speaks against it', () => {
    for (const id of ['A-1', '1042', 'INV.2026-7', 'A.B', '2026/17', 'Nonesuch'])
      assert.equal(serviceOrderId(id, 1), id);
    assert.equal(serviceOrderId('A-1', 2), 'A-1.2');
  });
});

describe('an order whose id the service takes for none', () => {
  for (const id of ['None', 'null', 'NULL']) {
    it(`gets its lost invoice back when it is called ${id}`, async (t) => {
      const environment = await startEnvironment(t);
      // Another system on the account makes invoices without a number.
      await createAtService(environment.sandbox, id);
      const checkout = await environment.open({ id });
      await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
      assert.equal((await environment.choose(checkout.id)).state, 'creating');
      const shown = await timePassesUntil(environment, checkout.id, 'awaiting');
      assert.equal(shown.order.id, id);
      const made = (await invoicesAtService(environment.sandbox, `${id}.1`)).map(({ uuid }) => uuid);
      assert.deepEqual(made, [invoiceOf(shown).id]);
      assert.equal((await environment.counts())[CREATE], 2, 'no second one is made for it');
    });
  }

  it('is refused where it is made of blanks alone', () => {
    for (const id of [' ', '\u00a0 '])
      assert.throws(() => parseOrder({ id, amount: '49.00', currency: 'EUR' }), {
        message: /order\.id is blank\. Pass 1 to 200 characters on one line/,
      });
  });
});
