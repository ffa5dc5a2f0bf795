import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import libsql from 'libsql';
import { freshStore } from './test-stores.js';
import { CREATE, invoiceOf, SECRETS, startWorld, until } from './test-environment.js';
import type { World } from './test-environment.js';

/** The value of a figure, by its name and labels as they stand in the text. */
function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`crypto_checkout_${name} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

async function metricsOf(world: World): Promise<string> {
  const response = await world.call('GET', '/metrics');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

describe('the figures', { concurrency: 4 }, () => {
  it('are not shown to everybody unless the shop says so', async (t) => {
    const world = await startWorld(t, { isIdle: true });
    assert.equal((await world.call('GET', '/metrics')).status, 404);
    assert.match(await world.proxy.metrics(), /crypto_checkout_store_up 1/);
  });

  it('tell of invoices, calls, events, streams and requests', async (t) => {
    const world = await startWorld(t, { proxy: { metrics: true } });
    const { id } = await world.open();
    const invoice = invoiceOf(await world.choose(id, 'BTC'));
    const stream = await world.call('GET', `/checkouts/${id}/events`);
    await world.call('GET', '/checkouts/x');
    await world.call('GET', '/elsewhere/at/all');
    const before = await metricsOf(world);
    assert.equal(figure(before, 'checkouts{state="awaiting"}'), 1);
    assert.equal(figure(before, 'invoices{state="open"}'), 1);
    assert.equal(figure(before, 'open_streams'), 1);
    assert.equal(figure(before, 'store_up'), 1);
    assert.equal(figure(before, 'price_mismatches'), 0);
    const created = 'service_request_duration_seconds_count{operation="create_invoice",outcome="ok"}';
    assert.equal(figure(before, created), 1);
    const requests = (route: string, method: string, status: number) =>
      figure(before, `http_requests_total{route="${route}",method="${method}",status="${status}"}`);
    assert.equal(requests('/checkouts', 'POST', 201), 1);
    assert.equal(requests('/checkouts/:id', 'GET', 404), 1);
    assert.equal(requests('other', 'GET', 404), 1);

    await world.control('payments', { uuid: invoice.id });
    await world.becomes(id, 'paid');
    await until(
      () => world.events.length,
      (count) => count > 0,
      'the shop is told',
    );
    const after = await until(
      () => metricsOf(world),
      (text) => figure(text, 'invoices{state="paid"}') === 1 && figure(text, 'events{state="pending"}') === 0,
      'the payment is counted, and no event waits',
    );
    assert.equal(figure(after, 'invoices{state="open"}'), undefined);
    await stream.body?.cancel();
  });

  it('tell how calls fail, and how late the looks are', async (t) => {
    const world = await startWorld(t, { isIdle: true, proxy: { metrics: true } });
    const { id } = await world.open();
    await world.choose(id, 'BTC');
    await world.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    await world.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'ETH' } });
    world.sandbox.clock.advance(600);
    const text = await metricsOf(world);
    const refused =
      'service_request_duration_seconds_count{operation="create_invoice",outcome="unauthorized"}';
    assert.equal(figure(text, refused), 1);
    const lag = figure(text, 'poll_lag_seconds') ?? 0;
    assert.ok(lag > 500 && lag < 700, `${lag} s`);
  });

  it('tell of prices that the service has changed', async (t) => {
    const sandbox = { priceReading: 'usd' } as const;
    const world = await startWorld(t, { isIdle: true, sandbox, proxy: { metrics: true } });
    const { id } = await world.open();
    await world.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
    const text = await metricsOf(world);
    assert.equal(figure(text, 'price_mismatches'), 1);
    assert.equal(figure(text, 'invoices_needing_review{reason="price_mismatch"}'), 1);
    assert.equal(figure(text, 'invoices_needing_review{reason="unexpected_test_mode"}'), 0);
  });

  it('tell of events that wait for the shop', async (t) => {
    const onEvent = () => Promise.reject(new Error('the shop is away'));
    const world = await startWorld(t, { proxy: { metrics: true, onEvent } });
    const { id } = await world.open();
    await world.control('payments', { uuid: invoiceOf(await world.choose(id, 'BTC')).id });
    await world.becomes(id, 'paid');
    const text = await metricsOf(world);
    assert.ok((figure(text, 'events{state="pending"}') ?? 0) >= 1);
    assert.equal(figure(text, 'events{state="dead"}'), 0);
  });

  it('hold no id, no address and no secret, whatever is asked for', async (t) => {
    const world = await startWorld(t, { isIdle: true, proxy: { metrics: true } });
    const { id } = await world.open({ id: 'ORDER-77', email: 'payer@private.example' });
    const { address, id: serviceId } = invoiceOf(await world.choose(id, 'BTC'));
    await world.call('PROPFIND', `/checkouts/${id}`);
    await world.call('GET', `/${SECRETS.apiKey}`);
    await world.call('GET', `/checkouts/${SECRETS.apiKey}`);
    const text = await metricsOf(world);
    for (const word of [id, 'ORDER-77', 'private', address, serviceId, 'PROPFIND', ...Object.values(SECRETS)])
      assert.ok(!text.includes(String(word)), `${word} is in the figures`);
  });
});

describe('a store that fails', () => {
  it('makes the proxy not ready, and the figures say so', async (t) => {
    const store = await freshStore(t);
    const world = await startWorld(t, { isIdle: true, proxy: { store, metrics: true } });
    assert.equal((await world.call('GET', '/readyz')).status, 200);
    const other = new libsql(store);
    other.exec('DROP TABLE invoices; DROP TABLE checkouts');
    other.close();
    const response = await world.call('GET', '/readyz');
    assert.equal(response.status, 503);
    assert.deepEqual(await response.json(), { status: 'not ready' });
    assert.equal((await world.call('GET', '/healthz')).status, 200);
    const text = await metricsOf(world);
    assert.equal(figure(text, 'store_up'), 0);
    assert.equal(figure(text, 'poll_lag_seconds'), undefined);
  });
});
