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
import { openWorkshop } from './fake-service.js';
import type { FakeService, Workshop } from './fake-service.js';
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
  readonly workshop: Workshop;
  readonly id: string;
  readonly canceled: readonly string[];
}

/** The payer has chosen, the answer to the creation was lost, and the payer gives up. */
async function giveUp(
  t: TestContext,
  fate: 'answer lost' | 'lost' = 'answer lost',
  store?: string,
): Promise<GivenUp> {
  const workshop = await openWorkshop(t, store);
  const canceled = letCancel(workshop.service);
  workshop.service.fate = () => (workshop.service.created.length === 1 ? fate : 'answered');
  const terms = parseOrder({ id: 'A-1', amount: '49.00', currency: 'EUR' });
  const { record } = await workshop.parts.checkouts.open({ terms, issuedAtMs: workshop.clock.now });
  await choose(workshop, record.id);
  assert.equal((await cancel(workshop, record.id)).state, 'creating');
  return { workshop, id: record.id, canceled };
}

const choose = (workshop: Workshop, id: string, currency: CurrencyCode = 'BTC') =>
  workshop.parts.invoices.choose(id, { currency, email: null });

async function cancel({ parts }: Workshop, id: string): Promise<Checkout> {
  return parts.serialize(await cancelCheckout(id, parts));
}

async function see({ record, parts }: Workshop, id: string): Promise<Checkout> {
  return parts.serialize(await record(id));
}

/** Second by second, as the loops do it; the states that the payer has seen. */
async function pass(workshop: Workshop, id: string, seconds: number): Promise<ReadonlySet<string>> {
  const states = new Set<string>();
  for (let second = 0; second < seconds; second += 1) {
    workshop.clock.now += 1000;
    const { reconciler, pendingCancellations, poller } = workshop.parts;
    const rounds = [
      () => reconciler.reconcileDue(),
      () => pendingCancellations.cancelDue(),
      () => poller.pollDue(),
    ];
    for (const round of rounds) {
      await round();
      states.add((await see(workshop, id)).state);
    }
  }
  return states;
}

async function toldTo(t: TestContext, path: string): Promise<readonly string[]> {
  const store = await openStore(path);
  t.after(() => store.close());
  return (await listEvents(store.db, { limit: 100 })).map(({ type }) => type);
}

describe('a payer who gives up while the invoice is being made', { concurrency: 4 }, () => {
  it('sees it as canceled when the service has done so, and never sees its address', async (t) => {
    const path = await freshStore(t);
    const { workshop, id, canceled } = await giveUp(t, 'answer lost', path);
    const states = await pass(workshop, id, 10);
    assert.deepEqual([...states], ['creating', 'canceled']);
    assert.deepEqual(canceled, ['INV-00000001']);
    assert.deepEqual(await toldTo(t, path), ['checkout.canceled']);
  });

  it('sees it as canceled too if the cancellation comes during the create call', async (t) => {
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

  it('sees it as canceled too if the cancellation comes while the service is asked what is due', async (t) => {
    // What was made is stored when this takes its time: a proxy that runs would cancel it before the answer comes.
    const environment = await startHeld(t, INFO, { isIdle: true });
    const { id } = await environment.open();
    const chosen = environment.choose(id);
    await environment.held;
    // Canceled at once if this comes after it was stored.
    assert.match((await environment.cancel(id)).state, /^(creating|canceled)$/);
    environment.letGo();
    assert.match((await chosen).state, /^(creating|canceled)$/);
    await environment.proxy.start();
    await environment.becomes(id, 'canceled');
    assert.equal((await environment.counts())[CANCEL], 1);
  });

  it('has it canceled also by a process that is started later', async (t) => {
    const path = await freshStore(t);
    const first = await giveUp(t, 'answer lost', path);
    await first.workshop.parts.stop();
    const second = await openWorkshop(t, path);
    const canceled = letCancel(second.service);
    for (const [id, invoice] of first.workshop.service.invoicesById)
      second.service.invoicesById.set(id, invoice);
    second.clock.now = first.workshop.clock.now;
    await pass(second, first.id, 30);
    assert.equal((await see(second, first.id)).state, 'canceled');
    assert.deepEqual(canceled, ['INV-00000001']);
  });

  it('sees the truth while the service cannot be asked, and the end when it can', async (t) => {
    const { workshop, id } = await giveUp(t);
    let asked = 0;
    workshop.service.cancelInvoice = () => {
      asked += 1;
      return Promise.reject(new ServiceError('unavailable', 'cancel invoice'));
    };
    const states = await pass(workshop, id, 5 * 60);
    assert.deepEqual([...states], ['creating', 'awaiting']);
    assert.ok(asked >= 5 && asked <= 15, `asked ${asked} times in five minutes`);
    const canceled = letCancel(workshop.service);
    assert.ok((await pass(workshop, id, 60)).has('canceled'));
    assert.equal(canceled.length, 1);
  });

  it('has the service asked no more once the deadline has passed', async (t) => {
    const { workshop, id } = await giveUp(t);
    let asked = 0;
    workshop.service.cancelInvoice = () => {
      asked += 1;
      return Promise.reject(new ServiceError('unavailable', 'cancel invoice'));
    };
    await pass(workshop, id, 60);
    workshop.clock.now += 31 * 60_000;
    await pass(workshop, id, 2);
    asked = 0;
    await pass(workshop, id, 120);
    assert.equal(asked, 0);
  });

  it('sees the money if it was quicker', async (t) => {
    const { workshop, id, canceled } = await giveUp(t);
    const { service } = workshop;
    const cancelInvoice = service.cancelInvoice.bind(service);
    // It comes between the information and the cancellation.
    service.cancelInvoice = (invoiceId) => {
      service.set(invoiceId, { status: 'paid', amountPaid: '1' });
      return cancelInvoice(invoiceId);
    };
    const states = await pass(workshop, id, 10);
    assert.deepEqual([...states], ['creating', 'paid']);
    assert.deepEqual(canceled, []);
  });

  it('and chooses the same again has undone it', async (t) => {
    const { workshop, id, canceled } = await giveUp(t);
    await choose(workshop, id);
    const states = await pass(workshop, id, 60);
    assert.deepEqual([...states], ['creating', 'awaiting']);
    assert.deepEqual(canceled, []);
    assert.equal(workshop.service.created.length, 1);
  });

  it('and chooses another currency has undone it: the first one stays watched, as after any change', async (t) => {
    const { workshop, id, canceled } = await giveUp(t);
    await choose(workshop, id, 'LTC');
    await pass(workshop, id, 60);
    const seen = await see(workshop, id);
    assert.deepEqual([seen.state, seen.invoice?.currency], ['awaiting', 'LTC']);
    assert.deepEqual(canceled, []);
  });

  it('may give up again after that', async (t) => {
    const { workshop, id, canceled } = await giveUp(t);
    await choose(workshop, id);
    await cancel(workshop, id);
    await pass(workshop, id, 10);
    assert.equal((await see(workshop, id)).state, 'canceled');
    assert.equal(canceled.length, 1);
  });

  it('has no other one made in its place when it was never made, and may choose again', async (t) => {
    const { workshop, id } = await giveUp(t, 'lost');
    const states = await pass(workshop, id, 200);
    assert.deepEqual([...states], ['creating', 'choosing']);
    assert.equal(workshop.service.created.length, 1);
    await choose(workshop, id);
    assert.equal((await see(workshop, id)).state, 'awaiting');
  });
});
