import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import { cancelCheckout } from '../../src/proxy/invoices/cancel-checkout.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { listEvents } from '../../src/proxy/store/admin-queries.js';
import { openStore } from '../../src/proxy/store/store.js';
import type { Checkout } from '../../src/protocol/index.js';
import { ServiceError } from '../../src/service/index.js';
import { startHeld } from './tampered-service.js';
import { freshStore } from './test-stores.js';
import { createHarness } from './fake-service.js';
import type { FakeService, Harness } from './fake-service.js';
import { CANCEL, CREATE, INFO } from './test-environment.js';

/** The service cancels what is still `created`, as its document says; the ids, in order. */
function letCancel(service: FakeService): string[] {
  const canceled: string[] = [];
  service.cancelInvoice = (id: string) => {
    if (service.invoicesById.get(id)?.status !== 'created')
      return Promise.reject(new ServiceError('refused', 'cancel invoice'));
    canceled.push(id);
    service.set(id, { status: 'canceled' });
    return Promise.resolve();
  };
  return canceled;
}

interface GivenUp {
  readonly harness: Harness;
  readonly id: string;
  readonly canceled: readonly string[];
}

/** The payer has chosen, the response to the creation was lost, and the payer cancels. */
async function giveUp(
  t: TestContext,
  fate: 'answer lost' | 'lost' = 'answer lost',
  store?: string,
): Promise<GivenUp> {
  const harness = await createHarness(t, store);
  const canceled = letCancel(harness.service);
  harness.service.fate = () => (harness.service.created.length === 1 ? fate : 'answered');
  const terms = parseOrder({ id: 'A-1', amount: '49.00', currency: 'EUR' });
  const { record } = await harness.parts.checkouts.openCheckout({ terms, issuedAtMs: harness.clock.now });
  await choose(harness, record.id);
  assert.equal((await cancel(harness, record.id)).state, 'creating');
  return { harness, id: record.id, canceled };
}

const choose = (harness: Harness, id: string, currency: CurrencyCode = 'BTC') =>
  harness.parts.invoices.choose(id, { currency, email: null });

async function cancel({ parts }: Harness, id: string): Promise<Checkout> {
  return parts.serialize(await cancelCheckout(id, parts));
}

async function see({ record, parts }: Harness, id: string): Promise<Checkout> {
  return parts.serialize(await record(id));
}

/** Second by second, as the loops do it; returns the states that the payer has seen. */
async function pass(harness: Harness, id: string, seconds: number): Promise<ReadonlySet<string>> {
  const states = new Set<string>();
  for (let second = 0; second < seconds; second += 1) {
    harness.clock.now += 1000;
    const { reconciler, pendingCancellations, poller } = harness.parts;
    const rounds = [
      () => reconciler.reconcileDue(),
      () => pendingCancellations.cancelDue(),
      () => poller.pollDue(),
    ];
    for (const round of rounds) {
      await round();
      states.add((await see(harness, id)).state);
    }
  }
  return states;
}

async function toldTo(t: TestContext, path: string): Promise<readonly string[]> {
  const store = await openStore(path);
  t.after(() => store.close());
  return (await listEvents(store.db, { limit: 100 })).map(({ type }) => type);
}

describe('a payer who cancels while the invoice is being created', { concurrency: 4 }, () => {
  it('sees the checkout as canceled once the service has canceled it, and never sees its address', async (t) => {
    const path = await freshStore(t);
    const { harness, id, canceled } = await giveUp(t, 'answer lost', path);
    const states = await pass(harness, id, 10);
    assert.deepEqual([...states], ['creating', 'canceled']);
    assert.deepEqual(canceled, ['INV-00000001']);
    assert.deepEqual(await toldTo(t, path), ['checkout.canceled']);
  });

  it('sees it as canceled if the cancellation arrives during the create call', async (t) => {
    const environment = await startHeld(t, CREATE);
    const { id } = await environment.open();
    const chosen = environment.choose(id);
    await environment.held;
    assert.equal((await environment.cancel(id)).state, 'creating');
    environment.letGo();
    assert.notEqual((await chosen).state, 'awaiting');
    await environment.becomes(id, 'canceled');
    assert.equal((await environment.counts())[CANCEL], 1);
  });

  it('sees it as canceled if the cancellation arrives while the amount due is being requested', async (t) => {
    // The invoice is stored if this request is slow: a running proxy would cancel it before the response arrives.
    const environment = await startHeld(t, INFO, { isIdle: true });
    const { id } = await environment.open();
    const chosen = environment.choose(id);
    // If even the response to the creation comes too late, the amount due is not requested: the proxy is not running.
    await Promise.race([environment.held, chosen]);
    // Canceled immediately if the cancellation arrives after it was stored.
    assert.match((await environment.cancel(id)).state, /^(creating|canceled)$/);
    environment.letGo();
    assert.match((await chosen).state, /^(creating|canceled)$/);
    await environment.proxy.start();
    await environment.becomes(id, 'canceled');
    assert.equal((await environment.counts())[CANCEL], 1);
  });

  it('sees it as canceled by a process that is started later', async (t) => {
    const path = await freshStore(t);
    const first = await giveUp(t, 'answer lost', path);
    await first.harness.parts.stop();
    const second = await createHarness(t, path);
    const canceled = letCancel(second.service);
    for (const [id, invoice] of first.harness.service.invoicesById)
      second.service.invoicesById.set(id, invoice);
    second.clock.now = first.harness.clock.now;
    await pass(second, first.id, 30);
    assert.equal((await see(second, first.id)).state, 'canceled');
    assert.deepEqual(canceled, ['INV-00000001']);
  });

  it('sees the last known state while the service is unavailable, and the final state afterwards', async (t) => {
    const { harness, id } = await giveUp(t);
    let calls = 0;
    harness.service.cancelInvoice = () => {
      calls += 1;
      return Promise.reject(new ServiceError('unavailable', 'cancel invoice'));
    };
    const states = await pass(harness, id, 5 * 60);
    assert.deepEqual([...states], ['creating', 'awaiting']);
    assert.ok(calls >= 5 && calls <= 15, `polled ${calls} times in five minutes`);
    const canceled = letCancel(harness.service);
    assert.ok((await pass(harness, id, 60)).has('canceled'));
    assert.equal(canceled.length, 1);
  });

  it('causes no further service calls once the deadline has passed', async (t) => {
    const { harness, id } = await giveUp(t);
    let calls = 0;
    harness.service.cancelInvoice = () => {
      calls += 1;
      return Promise.reject(new ServiceError('unavailable', 'cancel invoice'));
    };
    await pass(harness, id, 60);
    harness.clock.now += 31 * 60_000;
    await pass(harness, id, 2);
    calls = 0;
    await pass(harness, id, 120);
    assert.equal(calls, 0);
  });

  it('sees the payment if it arrived first', async (t) => {
    const { harness, id, canceled } = await giveUp(t);
    const { service } = harness;
    const cancelInvoice = service.cancelInvoice.bind(service);
    // The money arrives between the status request and the cancellation.
    service.cancelInvoice = (invoiceId) => {
      service.set(invoiceId, { status: 'paid', amountPaid: '1' });
      return cancelInvoice(invoiceId);
    };
    const states = await pass(harness, id, 10);
    assert.deepEqual([...states], ['creating', 'paid']);
    assert.deepEqual(canceled, []);
  });

  it('undoes the cancellation by choosing the same currency again', async (t) => {
    const { harness, id, canceled } = await giveUp(t);
    await choose(harness, id);
    const states = await pass(harness, id, 60);
    assert.deepEqual([...states], ['creating', 'awaiting']);
    assert.deepEqual(canceled, []);
    assert.equal(harness.service.created.length, 1);
  });

  it('undoes the cancellation by choosing another currency: the first invoice stays polled, as after any change', async (t) => {
    const { harness, id, canceled } = await giveUp(t);
    await choose(harness, id, 'LTC');
    await pass(harness, id, 60);
    const seen = await see(harness, id);
    assert.deepEqual([seen.state, seen.invoice?.currency], ['awaiting', 'LTC']);
    assert.deepEqual(canceled, []);
  });

  it('can cancel again after that', async (t) => {
    const { harness, id, canceled } = await giveUp(t);
    await choose(harness, id);
    await cancel(harness, id);
    await pass(harness, id, 10);
    assert.equal((await see(harness, id)).state, 'canceled');
    assert.equal(canceled.length, 1);
  });

  it('gets no replacement for an invoice that was never created, and can choose again', async (t) => {
    const { harness, id } = await giveUp(t, 'lost');
    const states = await pass(harness, id, 200);
    assert.deepEqual([...states], ['creating', 'choosing']);
    assert.equal(harness.service.created.length, 1);
    await choose(harness, id);
    assert.equal((await see(harness, id)).state, 'awaiting');
  });
});
