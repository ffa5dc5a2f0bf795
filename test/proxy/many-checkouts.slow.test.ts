import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toWebStream } from '../../src/proxy/http/web.js';
import type { CheckoutRecord } from '../../src/proxy/domain/record.js';
import type { Checkout } from '../../src/protocol/index.js';
import { toCheckoutRow, toInvoiceRow } from '../../src/proxy/store/rows.js';
import { openStore } from '../../src/proxy/store/store.js';
import { freshStore } from './test-stores.js';
import { addressFor, createHarness } from './fake-service.js';
import type { Harness } from './fake-service.js';
import { INFO, json, startProxy, startService } from './test-environment.js';
import { until } from '../until.js';

const COUNT = 2000;

const numbered = (index: number) => `INV-${String(index).padStart(8, '0')}`;

/** That many checkouts, each with an invoice like that of the first one, in one transaction. */
async function fill(path: string, { order, record, service }: Harness): Promise<readonly CheckoutRecord[]> {
  const first = await record((await order('A-1')).checkoutId);
  const [invoice] = service.invoicesById.values();
  assert.ok(invoice);
  const records = Array.from({ length: COUNT - 1 }, (_, index): CheckoutRecord => {
    const serviceId = numbered(index + 2);
    const address = addressFor('BTC', serviceId);
    const orderId = `A-${index + 2}`;
    service.invoicesById.set(serviceId, { ...invoice, id: serviceId, orderId, address });
    const invoices = first.invoices.map((shown) =>
      shown.stage === 'open' ? { ...shown, serviceId, orderId, address } : shown,
    );
    return { ...first, id: `${first.id}-${index + 2}`, order: { ...first.order, id: orderId }, invoices };
  });
  const store = await openStore(path);
  await store.transaction(async ({ tx }) => {
    // A statement has a limited number of parameters.
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
function listen({ parts }: Harness, record: CheckoutRecord): Page {
  const page: Page = { id: record.id, seen: [] };
  const stream = toWebStream(parts.streams.open(parts.serialize(record)));
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      for (const line of decoder.decode(chunk).split('\n'))
        if (line.startsWith('data: ')) page.seen.push(JSON.parse(line.slice(6)));
    }
  })();
  return page;
}

describe(`${COUNT} open checkouts, each with a connected page`, () => {
  it('cost one call per hundred and round; a change is seen within one round, by its page alone', async (t) => {
    const path = await freshStore(t);
    const harness = await createHarness(t, path);
    const { parts, service, clock } = harness;
    const records = await fill(path, harness);
    const pages = records.map((record) => listen(harness, record));
    clock.now += 5000;
    service.polled.length = 0;
    const middle = COUNT / 2;
    service.set(numbered(middle + 1), { status: 'paid', amountPaid: '1' });
    await parts.poller.pollDue();
    assert.equal(service.polled.length, COUNT / 100);
    assert.equal(new Set(service.polled.flat()).size, COUNT);
    const page = pages[middle];
    assert.ok(page);
    await until(
      () => page.seen.at(-1)?.state,
      'the page sees the payment',
      (state) => state === 'paid',
    );
    assert.deepEqual(
      pages.filter(({ seen }) => seen.length !== 1).map(({ id }) => id),
      [page.id],
    );
    // Each is due again after four seconds, and not before.
    clock.now += 1000;
    await parts.poller.pollDue();
    assert.equal(service.polled.length, COUNT / 100);
  });
});

/** A machine under load aborts calls, which the proxy repeats: that takes its time, and is not counted here. */
const PATIENCE_MS = 120_000;
const ROUND = 3;

describe('the costs of polling, counted by the sandbox', () => {
  it(`${ROUND}00 open checkouts cost ${ROUND} calls per round`, async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const store = await freshStore(t);
    const before = await startProxy(t, sandbox, { proxy: { store } });
    const one = async (index: number): Promise<void> => {
      const { id } = await before.open({ id: `A-${index}` });
      const choose = async () => {
        const choice = { body: { currency: 'BTC' } };
        const checkout = await json<Partial<Checkout>>(
          await before.call('POST', `/checkouts/${id}/invoice`, choice),
        );
        // The proxy waits before it repeats a call without a response.
        if (checkout.state === 'creating') sandbox.clock.advance(1);
        return checkout;
      };
      const hasAddress = ({ invoice }: Partial<Checkout>) => typeof invoice?.address === 'string';
      await until(choose, 'an address is shown', hasAddress, PATIENCE_MS);
    };
    for (let start = 0; start < ROUND * 100; start += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => one(start + index)));
    }
    // Every lost call is repeated by now: its invoices would be polled separately from the rounds.
    await before.proxy.stop();
    sandbox.clock.advance(120);
    await before.clear('requests');
    const environment = await startProxy(t, sandbox, { proxy: { store } });
    for (const rounds of [1, 2, 3]) {
      const isTaken = (seen: Readonly<Record<string, number>>) => (seen[INFO] ?? 0) >= rounds * ROUND;
      await until(environment.counts, 'a round has been taken', isTaken, PATIENCE_MS);
      sandbox.clock.advance(20);
    }
    const troubles = environment.logLines.filter((line) => !line.startsWith('{"level":"info"'));
    const calls = (await environment.requests()).filter(({ path }) => path === INFO);
    const all = calls.map(({ body }) => (Array.isArray(body['uuids']) ? body['uuids'] : []));
    // At its start, the proxy learns the time of the service by up to two calls about one invoice.
    const requested = all.slice(
      Math.min(
        2,
        all.findIndex(({ length }) => length > 1),
      ),
    );
    const seen = `polled ${requested.map(({ length }) => length).join(', ')}; ${troubles.join('; ')}`;
    // After a call without a response one invoice is polled alone, and the slots in that round no longer fit.
    const partial = requested.filter(({ length }) => length !== 100);
    assert.ok(partial.length <= 2 * troubles.length, seen);
    // A machine under load may have begun the next round meanwhile: its calls are as full.
    assert.ok(requested.length <= 2 * 3 * ROUND, seen);
    const first = requested.slice(0, ROUND + 2 * troubles.length).flat();
    assert.equal(new Set(first).size, ROUND * 100, seen);
  });
});
