import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Checkout } from '../../src/protocol/index.js';
import {
  CREATE,
  invoiceOf,
  json,
  SECRETS,
  standingClock,
  startProxy,
  startService,
  startWorld,
  streamOf,
} from './test-environment.js';
import type { World } from './test-environment.js';
import { createAtService, invoicesAtService, LIST, timePassesUntil } from './lost-invoices.js';

/** The payer only looks on: the checkout gets its one invoice, and the service has no other for the order. */
async function getsOneInvoice(world: World, id: string): Promise<Checkout> {
  const shown = await timePassesUntil(world, id, 'awaiting');
  const made = await invoicesAtService(world.sandbox, 'A-1');
  assert.deepEqual(
    made.map(({ uuid }) => uuid),
    [invoiceOf(shown).id],
  );
  assert.equal(made[0]?.address, invoiceOf(shown).address);
  return shown;
}

describe('an invoice whose creation was not answered', { concurrency: 6 }, () => {
  for (const [name, fault] of [
    ['was made, and the connection was cut', { kind: 'reset-after' }],
    ['was made, and the answer was cut in half', { kind: 'truncate' }],
    ['was made, and the answer cannot be read', { kind: 'malformed' }],
    ['was perhaps made behind a page of something in between', { kind: 'html', code: 200 }],
  ] as const) {
    it(`${name}: it is found and shown`, async (t) => {
      const world = await startWorld(t);
      const { id } = await world.open();
      await world.control('faults', { ...fault, endpoint: CREATE, times: 1 });
      assert.equal((await world.choose(id)).state, 'creating');
      await getsOneInvoice(world, id);
    });
  }

  for (const [name, fault] of [
    ['never reached the service', { kind: 'reset-before' }],
    ['met a server error', { kind: 'status', code: 503 }],
    ['came too often for the service', { kind: 'status', code: 429 }],
  ] as const) {
    it(`${name}: after enough empty looks it is asked for once more, under another number`, async (t) => {
      const world = await startWorld(t);
      const { id } = await world.open();
      await world.control('faults', { ...fault, endpoint: CREATE, times: 1 });
      assert.equal((await world.choose(id)).state, 'creating');
      await getsOneInvoice(world, id);
      const asked = (await world.requests()).filter(({ path }) => path === CREATE);
      assert.deepEqual(
        asked.map(({ body }) => body['order_id']),
        ['A-1', 'A-1.2'],
      );
      assert.ok(((await world.counts())[LIST] ?? 0) >= 3);
    });
  }

  it('came after our deadline: it is found and shown', async (t) => {
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
    const world = await startProxy(t, sandbox, { proxy: { service } });
    const { id } = await world.open();
    await world.control('faults', { kind: 'delay', ms: 2500, endpoint: CREATE, times: 1 });
    assert.equal((await world.choose(id)).state, 'creating');
    await getsOneInvoice(world, id);
    assert.equal((await world.counts())[CREATE], 1);
  });

  it('reaches the payer through the stream', async (t) => {
    const world = await startWorld(t, { sandbox: { clock: standingClock() } });
    const { id } = await world.open();
    await world.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await world.choose(id);
    const stream = streamOf(await world.call('GET', `/checkouts/${id}/events`));
    assert.equal((await stream.next()).value?.state, 'creating');
    world.sandbox.clock.advance(3);
    for await (const checkout of stream) if (checkout.state === 'awaiting') break;
    assert.equal((await world.counts())[CREATE], 1);
  });

  it('is one, although twenty requests want it at once, and again while it is looked for', async (t) => {
    const world = await startWorld(t, { sandbox: { clock: standingClock() } });
    const { id } = await world.open();
    await world.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    const wishes = () => Promise.all(Array.from({ length: 20 }, () => world.choose(id)));
    for (const { state } of [...(await wishes()), ...(await wishes())]) assert.equal(state, 'creating');
    await getsOneInvoice(world, id);
    assert.equal((await world.counts())[CREATE], 1);
  });

  it('is found among hundreds of other orders, on a later page', async (t) => {
    const world = await startWorld(t, { sandbox: { clock: standingClock() } });
    const { id } = await world.open();
    await world.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await world.choose(id);
    // The newest come first in the list.
    for (let n = 0; n < 250; n += 25) {
      const orders = Array.from({ length: 25 }, (_, index) => `other-${n + index}`);
      await Promise.all(orders.map((order) => createAtService(world.sandbox, order)));
    }
    await getsOneInvoice(world, id);
    const pages = (await world.requests()).filter(({ path }) => path === LIST);
    assert.ok(pages.some(({ body }) => String(body['offset']) === '200'));
  });

  it('is found when the list works again', async (t) => {
    const world = await startWorld(t);
    const { id } = await world.open();
    await world.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await world.control('faults', { kind: 'status', code: 503, endpoint: LIST, times: 4 });
    await world.choose(id);
    await getsOneInvoice(world, id);
    const counts = await world.counts();
    assert.equal(counts[CREATE], 1);
    assert.ok((counts[LIST] ?? 0) > 4);
  });

  it('is found although the day has changed meanwhile', async (t) => {
    const beforeMidnightMs = Date.UTC(2026, 4, 31, 23, 59, 50);
    const clock = standingClock(beforeMidnightMs);
    const world = await startWorld(t, { sandbox: { clock } });
    const { id } = await world.open();
    await world.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await world.choose(id);
    clock.advance(20);
    await getsOneInvoice(world, id);
    assert.equal((await world.counts())[CREATE], 1);
    const list = (await world.requests()).find(({ path }) => path === LIST);
    assert.equal(list?.body['start'], '30.05.2026');
    assert.equal(list?.body['end'], '02.06.2026');
  });

  it('does not keep the payer from another currency, and does not take its place', async (t) => {
    const world = await startWorld(t);
    const { id } = await world.open();
    await world.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await world.choose(id, 'BTC');
    const chosen = invoiceOf(await world.choose(id, 'LTC'));
    world.sandbox.clock.advance(3);
    await timePassesUntil(world, id, 'awaiting', async () => ((await world.counts())[LIST] ?? 0) > 0);
    assert.equal(invoiceOf(await world.get(id)).id, chosen.id);
    // Coming back to the first currency leads to the invoice that was found.
    const made = await invoicesAtService(world.sandbox, 'A-1');
    const lost = made.find(({ uuid }) => uuid !== chosen.id);
    assert.equal(made.length, 2);
    await timePassesUntil(
      world,
      id,
      'awaiting',
      async () => (await world.choose(id, 'BTC')).invoice?.id === lost?.uuid,
    );
  });
});

describe('two processes on one file', () => {
  async function twoWorlds(t: TestContext): Promise<readonly [World, World]> {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const folder = await mkdtemp(join(tmpdir(), 'crypto-checkout-lost-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const proxy = { store: join(folder, 'store.sqlite') };
    return [await startProxy(t, sandbox, { proxy }), await startProxy(t, sandbox, { proxy })];
  }

  it('send one more creation between them', async (t) => {
    const [a, b] = await twoWorlds(t);
    const { id } = await a.open();
    await a.control('faults', { kind: 'reset-before', endpoint: CREATE, times: 1 });
    await a.choose(id);
    await getsOneInvoice(a, id);
    assert.equal((await b.get(id)).state, 'awaiting');
    assert.equal((await a.counts())[CREATE], 2);
  });

  it('show what the other one has found', async (t) => {
    const [a, b] = await twoWorlds(t);
    const { id } = await a.open();
    await a.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await Promise.all([a.choose(id), b.choose(id)]);
    const shown = await getsOneInvoice(a, id);
    const response = await b.call('GET', `/checkouts/${id}`);
    assert.equal(invoiceOf(await json<Checkout>(response)).id, invoiceOf(shown).id);
    assert.equal((await a.counts())[CREATE], 1);
  });
});
