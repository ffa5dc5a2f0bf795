import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { CheckoutEvent } from '../../src/proxy/index.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { freshStore } from './test-stores.js';
import {
  CREATE,
  frozenClock,
  invoiceOf,
  openPaid,
  orderToken,
  problemOf,
  startProxy,
  startService,
} from './test-environment.js';
import { until } from '../until.js';

async function setUp(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await startService(options);
  t.after(() => sandbox.close());
  const store = await freshStore(t);
  return { store, start: (proxy = {}) => startProxy(t, sandbox, { proxy: { store, ...proxy } }) };
}

describe('a proxy that is restarted on the same file', { concurrency: 6 }, () => {
  it('knows its checkouts, and detects money that arrived while it was off', async (t) => {
    const { start } = await setUp(t);
    const first = await start();
    const { id } = await first.open();
    const invoice = invoiceOf(await first.choose(id));
    await first.proxy.stop();
    await first.control('payments', { uuid: invoice.id });

    const second = await start();
    const paid = await second.becomes(id, 'paid');
    assert.equal(invoiceOf(paid).address, invoice.address);
    const again = await second.call('POST', '/checkouts', { body: { order: await orderToken() } });
    assert.equal((await problemOf(again)).code, 'checkout_closed', 'the order is known as paid');
    await until(
      () => second.events.map(({ type }) => type).join(),
      'the shop is notified',
      (types) => types === 'checkout.paid',
    );
    assert.deepEqual(first.events, []);
    assert.equal((await second.counts())[CREATE], 1);
  });

  it('delivers events that it could not deliver before', async (t) => {
    const { start } = await setUp(t);
    let tries = 0;
    const first = await start({
      onEvent: () => {
        tries += 1;
        throw new Error('the shop is away');
      },
    });
    await openPaid(first);
    await until(() => tries, 'a first try');
    await first.proxy.stop();

    const second = await start();
    second.sandbox.clock.advance(60);
    const [event] = await until(
      () => second.events,
      'the shop is notified',
      (events: readonly CheckoutEvent[]) => events.length > 0,
    );
    assert.equal(event?.type, 'checkout.paid');
  });

  it('finds the invoice whose response was lost, and creates no second one', async (t) => {
    const { start } = await setUp(t, { clock: frozenClock() });
    const first = await start();
    const { id } = await first.open();
    await first.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    await first.choose(id);
    await first.proxy.stop();

    const second = await start();
    assert.equal((await second.choose(id)).state, 'creating');
    await second.becomes(id, 'awaiting');
    assert.equal((await second.counts())[CREATE], 1);
  });

  it('may overlap with the old one: both create one invoice, and the shop is notified of one payment', async (t) => {
    const { start } = await setUp(t);
    const [a, b] = [await start(), await start()];
    const [{ id }, other] = await Promise.all([a.open(), b.open()]);
    assert.equal(other.id, id);
    await Promise.all([a.choose(id), b.choose(id), a.choose(id), b.choose(id)]);
    assert.equal((await a.counts())[CREATE], 1);
    const shown = await a.becomes(id, 'awaiting');
    await a.control('payments', { uuid: invoiceOf(shown).id });
    await a.becomes(id, 'paid');
    await b.becomes(id, 'paid');
    const reported = await until(
      () => [...a.events, ...b.events],
      'the shop is notified',
      (events) => events.length > 0,
    );
    assert.equal(new Set(reported.map((event) => event.id)).size, 1);
  });

  it('stops although a page is connected and an invoice is being created', async (t) => {
    const { start } = await setUp(t);
    const environment = await start();
    const { id } = await environment.open();
    await environment.call('GET', `/checkouts/${id}/events`);
    await environment.control('faults', { kind: 'delay', ms: 200, endpoint: CREATE, times: 1 });
    const choosing = environment.choose(id);
    await until(environment.counts, 'the service is called', (counts) => counts[CREATE] === 1);
    await environment.proxy.stop();
    assert.equal((await choosing).state, 'awaiting');
    await environment.proxy.stop();
  });
});
