import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { openStaff } from '../../src/proxy/staff/staff.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import type { Invoice } from '../../src/service/index.js';
import { createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';
import { freshStore } from './test-stores.js';
import { CREATE, invoiceOf, problemOf, SECRETS, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';

const FIRST = 'INV-00000001';

interface Shop {
  readonly harness: Harness;
  readonly path: string;
  readonly reviews: () => Promise<readonly string[]>;
}

const toLine = (event: CheckoutEvent): string => {
  if (!('order' in event)) return event.type;
  return `${event.order.id} ${event.type === 'checkout.review_required' ? event.reason : event.type}`;
};

async function setUp(t: TestContext): Promise<Shop> {
  const path = await freshStore(t);
  const harness = await createHarness(t, path);
  const operator = await openStaff(path);
  t.after(() => operator.close());
  const reviews = async () => (await operator.listEvents()).toReversed().map(({ event }) => toLine(event));
  return { harness, path, reviews };
}

/** The responses to creations differ from the invoices that are created. */
function answerWith({ service }: Harness, change: Partial<Invoice>): () => void {
  const make = service.make.bind(service);
  service.make = (request) => ({ ...make(request), ...change });
  return () => (service.make = make);
}

async function open({ parts, clock }: Harness, id: string): Promise<string> {
  const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
  return (await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now })).record.id;
}

const choose = ({ parts }: Harness, id: string, currency: 'BTC' | 'LTC' = 'BTC') =>
  parts.invoices.choose(id, { currency, email: null });

const viewOf = async ({ parts, record }: Harness, id: string) => parts.serialize(await record(id));

describe('a response to a creation with an id that another invoice has', { concurrency: 4 }, () => {
  it('is a mismatch with a review, and the other order stays as it was', async (t) => {
    const { harness, reviews } = await setUp(t);
    const first = await harness.order('A-1');
    const before = await harness.record(first.checkoutId);
    answerWith(harness, { id: FIRST });
    const id = await open(harness, 'A-2');
    await assert.rejects(choose(harness, id), { code: 'service_refused' });
    assert.deepEqual(await reviews(), ['A-2 order_mismatch']);
    assert.deepEqual(await harness.record(first.checkoutId), before);
    assert.deepEqual(harness.service.canceled, []);
    const { state, invoice } = await viewOf(harness, id);
    assert.deepEqual([state, invoice], ['choosing', null]);
    assert.match(harness.logLines.join('\n'), /foreign invoice rejected.*the id of another invoice/);
  });

  for (const currency of ['BTC', 'LTC'] as const) {
    it(`leaves the payer the choice of a new invoice (${currency})`, async (t) => {
      const { harness } = await setUp(t);
      await harness.order('A-1');
      const recover = answerWith(harness, { id: FIRST });
      const id = await open(harness, 'A-2');
      await assert.rejects(choose(harness, id));
      // The service repeats its mistake.
      await assert.rejects(choose(harness, id), { code: 'service_refused' });
      recover();
      await choose(harness, id, currency);
      const { state, invoice } = await viewOf(harness, id);
      assert.equal(state, 'awaiting');
      assert.equal(invoice?.currency, currency);
      assert.notEqual(invoice.id, FIRST);
    });
  }

  it('gives the money to the order that had the id first, and to no other', async (t) => {
    const { harness, path, reviews } = await setUp(t);
    await harness.order('A-1');
    const recover = answerWith(harness, { id: FIRST });
    const id = await open(harness, 'A-2');
    await assert.rejects(choose(harness, id));
    recover();
    // An invoice of its own, which the proxy polls in the same call.
    await choose(harness, id);
    harness.service.set(FIRST, { status: 'paid', amountPaid: '1', transactions: ['tx'] });
    harness.clock.now += 60_000;
    await harness.parts.poller.pollDue();
    assert.deepEqual(await reviews(), ['A-2 order_mismatch', 'A-1 checkout.paid']);
    const operator = await openStaff(path);
    t.after(() => operator.close());
    assert.deepEqual(
      (await harness.record(id)).invoices.map(({ stage, money }) => [stage, money.paid]),
      [
        ['rejected', '0'],
        ['open', '0'],
      ],
    );
  });

  it('is a mismatch if the same order has it in another currency', async (t) => {
    const { harness, reviews } = await setUp(t);
    const { checkoutId } = await harness.order('A-1');
    answerWith(harness, { id: FIRST });
    await assert.rejects(choose(harness, checkoutId, 'LTC'), { code: 'service_refused' });
    assert.deepEqual(await reviews(), ['A-1 order_mismatch']);
    const { state, invoice } = await viewOf(harness, checkoutId);
    assert.deepEqual([state, invoice?.id, invoice?.currency], ['awaiting', FIRST, 'BTC']);
    harness.service.set(FIRST, { status: 'paid', amountPaid: '1' });
    harness.clock.now += 60_000;
    await harness.parts.poller.pollDue();
    assert.deepEqual(await reviews(), ['A-1 order_mismatch', 'A-1 checkout.paid']);
  });

  it('does not cancel the invoice of the other order, whatever else is wrong with it', async (t) => {
    const { harness, reviews } = await setUp(t);
    await harness.order('A-1');
    answerWith(harness, { id: FIRST, fiatAmount: '1.00' });
    await assert.rejects(choose(harness, await open(harness, 'A-2')), { code: 'service_refused' });
    assert.deepEqual(await reviews(), ['A-2 order_mismatch']);
    assert.deepEqual(harness.service.canceled, []);
  });

  it('is a mismatch for one of two processes that store it at the same time', async (t) => {
    const { harness, path, reviews } = await setUp(t);
    const other = await createHarness(t, path);
    const ids = [await open(harness, 'A-1'), await open(harness, 'A-2')] as const;
    // Both services answer with the first id.
    const results = await Promise.allSettled([choose(harness, ids[0]), choose(other, ids[1])]);
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.deepEqual(
      failures.map(({ code }: { code?: string }) => code),
      ['service_refused'],
    );
    const states = await Promise.all(ids.map(async (id) => (await viewOf(harness, id)).state));
    assert.deepEqual(states.toSorted(), ['awaiting', 'choosing']);
    const [review, ...others] = await reviews();
    assert.match(review ?? '', /order_mismatch$/);
    assert.deepEqual(others, []);
  });

  it('is a mismatch if another process stores it while the proxy adopts it from the list', async (t) => {
    const { harness, path, reviews } = await setUp(t);
    const other = await createHarness(t, path);
    harness.service.fate = () => 'answer lost';
    const id = await open(harness, 'A-2');
    await choose(harness, id);
    const invoices = harness.service.invoices.bind(harness.service);
    harness.service.invoices = async (ids) => {
      // Between the proxy's look into the store and its own entry.
      if (other.service.created.length === 0) await other.order('A-1');
      return invoices(ids);
    };
    harness.clock.now += 3000;
    await harness.parts.reconciler.reconcileDue();
    assert.deepEqual(await reviews(), ['A-2 order_mismatch']);
    assert.equal((await viewOf(harness, id)).state, 'choosing');
    harness.service.fate = () => 'answered';
    await choose(harness, id);
    assert.equal((await viewOf(harness, id)).state, 'awaiting');
  });
});

it('an order whose invoice has the id of another order can be paid after a second attempt', async (t) => {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  let id: string | null = null;
  const { apiKey, shopId } = SECRETS;
  const service = {
    ...{ url: sandbox.url, apiKey, shopId, testMode: true },
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(input, init);
      if (input !== `${sandbox.url}${CREATE}` || id === null) return response;
      const answer: { readonly result: object } = await response.json();
      return Response.json({ ...answer, result: { ...answer.result, uuid: id } });
    },
  };
  const environment = await startProxy(t, sandbox, { proxy: { service } });
  const first = await environment.open({ id: 'A-1' });
  const invoice = invoiceOf(await environment.choose(first.id));
  const second = await environment.open({ id: 'A-2' });
  id = invoice.id;
  const body = { currency: 'USDT_TRC20' };
  const response = await environment.call('POST', `/checkouts/${second.id}/invoice`, { body });
  assert.equal(response.status, 502);
  assert.equal((await problemOf(response)).code, 'service_refused');
  id = null;
  const own = invoiceOf(await environment.choose(second.id));
  assert.notEqual(own.address, invoice.address);
  await environment.control('payments', { uuid: own.id });
  await environment.becomes(second.id, 'paid');
  assert.equal((await environment.get(first.id)).state, 'awaiting');
  await until(
    () => environment.events.map(toLine),
    'the shop is notified',
    (lines) => lines.join() === 'A-2 order_mismatch,A-2 checkout.paid',
  );
});
