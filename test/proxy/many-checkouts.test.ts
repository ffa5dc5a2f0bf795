import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutRecord } from '../../src/proxy/checkouts/record.js';
import type { Checkout } from '../../src/protocol/index.js';
import { toCheckoutRow, toInvoiceRow } from '../../src/proxy/store/rows.js';
import { openStore } from '../../src/proxy/store/store.js';
import { freshStore } from './stores.js';
import { addressFor, openWorkshop } from './workshop.js';
import type { Workshop } from './workshop.js';
import { INFO, startWorld, until } from './world.js';

const COUNT = 5000;

const numbered = (index: number) => `INV-${String(index).padStart(8, '0')}`;

/** As many as that, each with an invoice as the first one has it, in one transaction. */
async function fill(path: string, { order, record, service }: Workshop): Promise<readonly CheckoutRecord[]> {
  const first = await record((await order('A-1')).checkoutId);
  const [invoice] = service.invoicesById.values();
  assert.ok(invoice);
  const records = Array.from({ length: COUNT - 1 }, (_, index): CheckoutRecord => {
    const serviceId = numbered(index + 2);
    const address = addressFor('BTC', serviceId);
    const orderId = `A-${index + 2}`;
    service.invoicesById.set(serviceId, { ...invoice, id: serviceId, orderId, address });
    const invoices = first.invoices.map((shown) =>
      shown.stage === 'shown' ? { ...shown, serviceId, orderId, address } : shown,
    );
    return { ...first, id: `${first.id}-${index + 2}`, order: { ...first.order, id: orderId }, invoices };
  });
  const store = await openStore(path);
  await store.transaction(async ({ tx }) => {
    // A statement has a limited number of places.
    for (let start = 0; start < records.length; start += 200) {
      const some = records.slice(start, start + 200);
      await tx.insertInto('checkouts').values(some.map(toCheckoutRow)).execute();
      const rows = some.flatMap(({ id, invoices }) => invoices.map((shown) => toInvoiceRow(id, shown)));
      await tx.insertInto('invoices').values(rows).execute();
    }
  });
  await store.close();
  return [first, ...records];
}

interface Page {
  readonly id: string;
  readonly seen: Checkout[];
}

/** Reads a stream as a browser does. */
function listen({ parts }: Workshop, record: CheckoutRecord): Page {
  const page: Page = { id: record.id, seen: [] };
  const stream = parts.streams.open(parts.view(record), () => undefined);
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      for (const line of decoder.decode(chunk).split('\n'))
        if (line.startsWith('data: ')) page.seen.push(JSON.parse(line.slice(6)));
    }
  })();
  return page;
}

describe(`${COUNT} open checkouts, each with a page that listens`, () => {
  it('cost one call per hundred and round; a change is seen within one round, by its page alone', async (t) => {
    const path = await freshStore(t);
    const workshop = await openWorkshop(t, path);
    const { parts, service, clock } = workshop;
    const records = await fill(path, workshop);
    const pages = records.map((record) => listen(workshop, record));
    clock.now += 5000;
    service.asked.length = 0;
    const middle = COUNT / 2;
    service.set(numbered(middle + 1), { status: 'paid', amountPaid: '1' });
    await parts.watcher.round();
    assert.equal(service.asked.length, COUNT / 100);
    assert.equal(new Set(service.asked.flat()).size, COUNT);
    const page = pages[middle];
    assert.ok(page);
    await until(
      () => page.seen.at(-1)?.state,
      (state) => state === 'paid',
      'the page sees the payment',
    );
    assert.deepEqual(
      pages.filter(({ seen }) => seen.length !== 1).map(({ id }) => id),
      [page.id],
    );
    // Each is due again after four seconds, and not before.
    clock.now += 1000;
    await parts.watcher.round();
    assert.equal(service.asked.length, COUNT / 100);
  });
});

describe('what watching costs, counted by the sandbox', () => {
  it('1,000 open checkouts cost 10 calls per round', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    const one = async (index: number): Promise<void> => {
      const { id } = await world.open({ id: `A-${index}` });
      await world.choose(id, 'BTC');
    };
    for (let start = 0; start < 1000; start += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => one(start + index)));
    }
    world.sandbox.clock.advance(120);
    await world.clear('requests');
    await world.proxy.start();
    for (const rounds of [1, 2, 3]) {
      await until(world.counts, (seen) => (seen[INFO] ?? 0) >= rounds * 10, 'a round has been taken');
      world.sandbox.clock.advance(20);
    }
    // On a machine under load a create's answer may be lost: then the list is asked between the rounds.
    const calls = (await world.requests()).filter(({ path }) => path === INFO);
    const asked = calls.map(({ body }) => (Array.isArray(body['uuids']) ? body['uuids'] : []));
    // A machine under load may have begun the next round meanwhile: its calls are as full.
    const full = asked.filter(({ length }) => length === 100);
    assert.ok(asked.length - full.length <= 3, `${asked.length} calls, ${full.length} with 100`);
    assert.ok(asked.length <= 2 * 30, `${asked.length} calls in three rounds and what was begun after each`);
    const ids = asked.slice(0, 10).flat();
    assert.equal(ids.length, 1000);
    assert.equal(new Set(ids).size, 1000);
  });
});
