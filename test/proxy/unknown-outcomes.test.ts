import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import {
  CREATE,
  invoiceOf,
  json,
  SECRETS,
  frozenClock,
  startProxy,
  startService,
  startEnvironment,
  streamOf,
} from './test-environment.js';
import type { TestEnvironment } from './test-environment.js';
import {
  createAtService,
  invoicesAtService,
  LIST,
  timePassesUntil,
  timePassesUntilSo,
} from './lost-invoices.js';
import { withResult } from './tampered-service.js';
import { temporaryFolder } from '../temporary-folder.js';

/** The payer only keeps the page open: the checkout gets its one invoice, and the service has no other for the order. */
async function getsOneInvoice(environment: TestEnvironment, id: string): Promise<Checkout> {
  const shown = await timePassesUntil(environment, id, 'awaiting');
  const created = await invoicesAtService(environment.sandbox, 'A-1');
  assert.deepEqual(
    created.map(({ uuid }) => uuid),
    [invoiceOf(shown).id],
  );
  assert.equal(created[0]?.address, invoiceOf(shown).address);
  return shown;
}

type ListEntry = Readonly<Record<string, unknown>>;

/** An environment in which the test changes the entries of the service's list of invoices. */
async function startBentList(t: TestContext) {
  const sandbox = await startService({ clock: frozenClock() });
  t.after(() => sandbox.close());
  const list = { change: (entry: ListEntry): ListEntry => entry };
  const bent: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    return input === `${sandbox.url}${LIST}`
      ? withResult(response, (entries) => entries.map(list.change))
      : response;
  };
  const { apiKey, shopId } = SECRETS;
  const service = { url: sandbox.url, apiKey, shopId, testMode: true, fetch: bent };
  return { environment: await startProxy(t, sandbox, { proxy: { service } }), list };
}

describe('an invoice whose creation was not answered', { concurrency: 6 }, () => {
  for (const [name, fault] of [
    ['was created, and the connection was cut', { kind: 'reset-after' }],
    ['was created, and the response was cut in half', { kind: 'truncate' }],
    ['was created, and the response is unreadable', { kind: 'malformed' }],
    ['was perhaps created behind an HTML page of a gateway', { kind: 'html', code: 200 }],
  ] as const) {
    it(`${name}: it is found and shown`, async (t) => {
      const environment = await startEnvironment(t);
      const { id } = await environment.open();
      await environment.control('faults', { ...fault, endpoint: CREATE, times: 1 });
      assert.equal((await environment.choose(id)).state, 'creating');
      await getsOneInvoice(environment, id);
    });
  }

  for (const [name, fault] of [
    ['never reached the service', { kind: 'reset-before' }],
    ['met a server error', { kind: 'status', code: 503 }],
    ['came too often for the service', { kind: 'status', code: 429 }],
  ] as const) {
    it(`${name}: after enough empty lookups it is requested once more, under another number`, async (t) => {
      const environment = await startEnvironment(t);
      const { id } = await environment.open();
      await environment.control('faults', { ...fault, endpoint: CREATE, times: 1 });
      assert.equal((await environment.choose(id)).state, 'creating');
      await getsOneInvoice(environment, id);
      const creations = (await environment.requests()).filter(({ path }) => path === CREATE);
      assert.deepEqual(
        creations.map(({ body }) => body['order_id']),
        ['A-1', 'A-1.2'],
      );
      assert.ok(((await environment.counts())[LIST] ?? 0) >= 3);
    });
  }

  it('was answered after our deadline: it is found and shown', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const { apiKey, shopId } = SECRETS;
    // Stands for the deadline of 20 seconds.
    const impatient: typeof fetch = (input, init) => {
      const signals = [...(init?.signal ? [init.signal] : []), AbortSignal.timeout(250)];
      return fetch(
        input,
        String(input).endsWith(CREATE) ? { ...init, signal: AbortSignal.any(signals) } : init,
      );
    };
    const service = { url: sandbox.url, apiKey, shopId, testMode: true, fetch: impatient };
    const environment = await startProxy(t, sandbox, { proxy: { service } });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'delay', ms: 2500, endpoint: CREATE, times: 1 });
    assert.equal((await environment.choose(id)).state, 'creating');
    await getsOneInvoice(environment, id);
    assert.equal((await environment.counts())[CREATE], 1);
  });

  it('reaches the payer through the stream', async (t) => {
    const environment = await startEnvironment(t, { sandbox: { clock: frozenClock() } });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.choose(id);
    const stream = streamOf(await environment.call('GET', `/checkouts/${id}/events`));
    assert.equal((await stream.next()).value?.state, 'creating');
    environment.sandbox.clock.advance(3);
    for await (const checkout of stream) if (checkout.state === 'awaiting') break;
    assert.equal((await environment.counts())[CREATE], 1);
  });

  it('is one, although twenty clients request it concurrently, and again while it is looked up', async (t) => {
    const environment = await startEnvironment(t, { sandbox: { clock: frozenClock() } });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    const wishes = () => Promise.all(Array.from({ length: 20 }, () => environment.choose(id)));
    for (const { state } of [...(await wishes()), ...(await wishes())]) assert.equal(state, 'creating');
    await getsOneInvoice(environment, id);
    assert.equal((await environment.counts())[CREATE], 1);
  });

  it('is found among hundreds of other orders, on a later page', async (t) => {
    const environment = await startEnvironment(t, { sandbox: { clock: frozenClock() } });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.choose(id);
    // The newest are first in the list.
    for (let n = 0; n < 250; n += 25) {
      const orders = Array.from({ length: 25 }, (_, index) => `other-${n + index}`);
      await Promise.all(orders.map((order) => createAtService(environment.sandbox, order)));
    }
    await getsOneInvoice(environment, id);
    const pages = (await environment.requests()).filter(({ path }) => path === LIST);
    assert.ok(pages.some(({ body }) => String(body['offset']) === '200'));
  });

  it('is found when the list works again', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.control('faults', { kind: 'status', code: 503, endpoint: LIST, times: 4 });
    await environment.choose(id);
    await getsOneInvoice(environment, id);
    const counts = await environment.counts();
    assert.equal(counts[CREATE], 1);
    assert.ok((counts[LIST] ?? 0) > 4);
  });

  for (const [what, odd] of [
    ['', { status: 7 }],
    [', and so is its order', { status: 7, order_id: {} }],
  ] as const) {
    it(`is neither shown nor created again while its entry in the list is unreadable${what}`, async (t) => {
      const { environment, list } = await startBentList(t);
      await createAtService(environment.sandbox, 'B-1');
      const { id } = await environment.open();
      await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
      list.change = (entry) => (entry['order_id'] === 'A-1' ? { ...entry, ...odd } : entry);
      assert.equal((await environment.choose(id)).state, 'creating');
      const { clock } = environment.sandbox;
      const startedMs = clock.nowMs();
      const isLater = () => clock.nowMs() > startedMs + 300_000;
      // After two minutes and three lookups, a creation that is not in the list has failed.
      const waiting = await timePassesUntilSo(environment, id, isLater, 'five minutes have passed', 3);
      assert.equal(waiting.state, 'creating');
      assert.equal((await invoicesAtService(environment.sandbox, 'A-1')).length, 1);
      list.change = (entry) => entry;
      await getsOneInvoice(environment, id);
    });
  }

  it('is created again, although the entries of another order and of none, as of a withdrawal, are unreadable', async (t) => {
    const { environment, list } = await startBentList(t);
    for (const order of ['B-1', 'B-2', 'B-3']) await createAtService(environment.sandbox, order);
    const odd: Readonly<Record<string, ListEntry>> = { 'B-1': {}, 'B-2': { order_id: 'None' } };
    list.change = (entry) => {
      const change = odd[String(entry['order_id'])];
      return change ? { ...entry, status: 7, ...change } : entry;
    };
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-before', endpoint: CREATE, times: 1 });
    await environment.choose(id);
    await getsOneInvoice(environment, id);
  });

  it('is found although the date has changed meanwhile', async (t) => {
    const beforeMidnightMs = Date.UTC(2026, 4, 31, 23, 59, 50);
    const clock = frozenClock(beforeMidnightMs);
    const environment = await startEnvironment(t, { sandbox: { clock } });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.choose(id);
    clock.advance(20);
    await getsOneInvoice(environment, id);
    assert.equal((await environment.counts())[CREATE], 1);
    const list = (await environment.requests()).find(({ path }) => path === LIST);
    assert.equal(list?.body['start'], '30.05.2026');
    assert.equal(list?.body['end'], '02.06.2026');
  });

  it('does not keep the payer from another currency, and does not replace it', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await environment.choose(id, 'BTC');
    const chosen = invoiceOf(await environment.choose(id, 'LTC'));
    environment.sandbox.clock.advance(3);
    await timePassesUntil(
      environment,
      id,
      'awaiting',
      async () => ((await environment.counts())[LIST] ?? 0) > 0,
    );
    assert.equal(invoiceOf(await environment.get(id)).id, chosen.id);
    // Returning to the first currency leads to the invoice that was found.
    const created = await invoicesAtService(environment.sandbox, 'A-1');
    const lost = created.find(({ uuid }) => uuid !== chosen.id);
    assert.equal(created.length, 2);
    await timePassesUntil(
      environment,
      id,
      'awaiting',
      async () => (await environment.choose(id, 'BTC')).invoice?.id === lost?.uuid,
    );
  });
});

describe('two processes on one file', () => {
  async function twoEnvironments(t: TestContext): Promise<readonly [TestEnvironment, TestEnvironment]> {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const folder = temporaryFolder(t);
    const proxy = { store: join(folder, 'store.sqlite') };
    return [await startProxy(t, sandbox, { proxy }), await startProxy(t, sandbox, { proxy })];
  }

  it('send one more creation between them', async (t) => {
    const [a, b] = await twoEnvironments(t);
    const { id } = await a.open();
    await a.control('faults', { kind: 'reset-before', endpoint: CREATE, times: 1 });
    await a.choose(id);
    await getsOneInvoice(a, id);
    assert.equal((await b.get(id)).state, 'awaiting');
    assert.equal((await a.counts())[CREATE], 2);
  });

  it('show an invoice that the other one has found', async (t) => {
    const [a, b] = await twoEnvironments(t);
    const { id } = await a.open();
    await a.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await Promise.all([a.choose(id), b.choose(id)]);
    const shown = await getsOneInvoice(a, id);
    const response = await b.call('GET', `/checkouts/${id}`);
    assert.equal(invoiceOf(await json<Checkout>(response)).id, invoiceOf(shown).id);
    assert.equal((await a.counts())[CREATE], 1);
  });
});
