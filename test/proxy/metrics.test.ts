import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import libsql from 'libsql';
import { freshStore } from './test-stores.js';
import { CREATE, invoiceOf, openPaid, SECRETS, startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

/** The value of a metric, by its name and labels as they appear in the text. */
function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`crypto_checkout_${name} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

async function metricsOf(environment: TestEnvironment): Promise<string> {
  const response = await environment.call('GET', '/metrics');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

describe('the metrics', { concurrency: 4 }, () => {
  it('are not public unless the shop allows it', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    assert.equal((await environment.call('GET', '/metrics')).status, 404);
    assert.match(await environment.proxy.metrics(), /crypto_checkout_store_up 1/);
  });

  it('cover invoices, calls, events, streams and requests', async (t) => {
    const environment = await startEnvironment(t, { proxy: { metrics: true } });
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    const stream = await environment.call('GET', `/checkouts/${id}/events`);
    await environment.call('GET', '/checkouts/x');
    await environment.call('GET', '/elsewhere/at/all');
    const before = await metricsOf(environment);
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

    await environment.control('payments', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
    await until(() => environment.events.length, 'the shop is notified');
    const after = await until(
      () => metricsOf(environment),
      'the payment is counted, and no event waits',
      (text) => figure(text, 'invoices{state="paid"}') === 1 && figure(text, 'events{state="pending"}') === 0,
    );
    assert.equal(figure(after, 'invoices{state="open"}'), undefined);
    await stream.body?.cancel();
  });

  it('show failed calls, and the delay of polls', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { metrics: true } });
    const { id } = await environment.open();
    await environment.choose(id, 'BTC');
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'ETH' } });
    environment.sandbox.clock.advance(600);
    const text = await metricsOf(environment);
    const refused =
      'service_request_duration_seconds_count{operation="create_invoice",outcome="unauthorized"}';
    assert.equal(figure(text, refused), 1);
    const lag = figure(text, 'poll_lag_seconds') ?? 0;
    assert.ok(lag > 500 && lag < 700, `${lag} s`);
  });

  it('count prices that the service has changed', async (t) => {
    const sandbox = { priceReading: 'usd' } as const;
    const environment = await startEnvironment(t, { isIdle: true, sandbox, proxy: { metrics: true } });
    const { id } = await environment.open();
    await environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency: 'BTC' } });
    const text = await metricsOf(environment);
    assert.equal(figure(text, 'price_mismatches'), 1);
    assert.equal(figure(text, 'invoices_needing_review{reason="price_mismatch"}'), 1);
    assert.equal(figure(text, 'invoices_needing_review{reason="unexpected_test_mode"}'), 0);
  });

  it('count undelivered events', async (t) => {
    const onEvent = () => Promise.reject(new Error('the shop is away'));
    const environment = await startEnvironment(t, { proxy: { metrics: true, onEvent } });
    await openPaid(environment);
    const text = await metricsOf(environment);
    assert.ok((figure(text, 'events{state="pending"}') ?? 0) >= 1);
    assert.equal(figure(text, 'events{state="dead"}'), 0);
  });

  it('contain no id, no address and no secret, whatever was requested', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true, proxy: { metrics: true } });
    const { id } = await environment.open({ id: 'ORDER-77', email: 'payer@private.example' });
    const { address, id: serviceId } = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.call('PROPFIND', `/checkouts/${id}`);
    await environment.call('GET', `/${SECRETS.apiKey}`);
    await environment.call('GET', `/checkouts/${SECRETS.apiKey}`);
    const text = await metricsOf(environment);
    for (const word of [id, 'ORDER-77', 'private', address, serviceId, 'PROPFIND', ...Object.values(SECRETS)])
      assert.ok(!text.includes(String(word)), `${word} is in the figures`);
  });
});

describe('a store that fails', () => {
  it('makes the proxy not ready, and the metrics show it', async (t) => {
    const store = await freshStore(t);
    const environment = await startEnvironment(t, { isIdle: true, proxy: { store, metrics: true } });
    assert.equal((await environment.call('GET', '/readyz')).status, 200);
    const other = new libsql(store);
    other.exec('PRAGMA foreign_keys = OFF; DROP TABLE invoices; DROP TABLE checkouts');
    other.close();
    const response = await environment.call('GET', '/readyz');
    assert.equal(response.status, 503);
    assert.deepEqual(await response.json(), { status: 'not ready' });
    assert.equal((await environment.call('GET', '/healthz')).status, 200);
    const text = await metricsOf(environment);
    assert.equal(figure(text, 'store_up'), 0);
    assert.equal(figure(text, 'poll_lag_seconds'), undefined);
  });
});
