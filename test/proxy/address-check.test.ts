import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { SandboxServer } from '../../src/sandbox/index.js';
import type { TestEnvironment } from './test-environment.js';
import { CREATE, invoiceOf, SECRETS, startProxy, startService, streamOf } from './test-environment.js';
import { until } from '../until.js';

const LIST = '/v2/invoice/merchant/list';
/** The checksum of a real address with its last letter changed. */
const BROKEN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9';
const HOSTED = 'https://pay.example/hosted';

interface Tampered extends TestEnvironment {
  readonly addressOf: (invoiceId: string) => string | undefined;
}

/** A service that returns a broken address for every invoice; `loses`: the responses to its creations do not arrive. */
async function startBroken(t: TestContext, { loses = false, link = HOSTED } = {}): Promise<Tampered> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const real = new Map<string, string>();
  const service = { ...account(sandbox), fetch: bending(sandbox, real, link, loses) };
  const environment = await startProxy(t, sandbox, { proxy: { service } });
  return Object.assign(environment, { addressOf: (id: string) => real.get(id) });
}

const account = ({ url }: SandboxServer) => {
  const { apiKey, shopId } = SECRETS;
  return { url, apiKey, shopId, testMode: true };
};

interface Entry {
  readonly uuid: string;
  readonly address: string;
}

function bending(
  sandbox: SandboxServer,
  real: Map<string, string>,
  link: string,
  loses: boolean,
): typeof fetch {
  const tampered = (entry: Entry) => {
    real.set(entry.uuid, entry.address);
    return { ...entry, address: BROKEN, link };
  };
  return async (input, init) => {
    const response = await fetch(input, init);
    if (loses && input === `${sandbox.url}${CREATE}`) throw new TypeError('the connection was cut');
    const answer: { result: Entry | readonly Entry[] } = await response.json();
    const { result } = answer;
    const changed = 'uuid' in result ? tampered(result) : result.map(tampered);
    return Response.json({ ...answer, result: changed }, { status: response.status });
  };
}

const alarmed = (environment: TestEnvironment) =>
  until(
    () => environment.events.filter(({ type }) => type === 'checkout.review_required'),
    'the shop is alarmed',
    ({ length }) => length > 0,
  );

describe('an invoice with an invalid address', () => {
  it('never shows it: the payer gets the hosted page, the shop a review event, the log a line', async (t) => {
    const environment = await startBroken(t);
    const { id } = await environment.open();
    const chosen = await environment.choose(id);
    assert.equal(chosen.state, 'awaiting');
    assert.equal(invoiceOf(chosen).address, null);
    assert.equal(invoiceOf(chosen).hostedPage, HOSTED);
    assert.notEqual(invoiceOf(chosen).due, '0');

    const stream = await environment.call('GET', `/checkouts/${id}/events`);
    const { value: first } = await streamOf(stream).next();
    assert.equal(first?.invoice?.address, null);
    const [event] = await alarmed(environment);
    assert.ok(event?.type === 'checkout.review_required');
    assert.equal(event.reason, 'address_invalid');
    assert.equal(event.invoice.address, null);
    const everything = JSON.stringify([
      chosen,
      await environment.get(id),
      first,
      environment.events,
      environment.logLines,
    ]);
    assert.ok(!everything.includes(BROKEN));
    assert.match(
      environment.logLines.join('\n'),
      /invalid address hidden.*"alert":"address_invalid".*"fault":"checksum"/,
    );
  });

  it('is polled like any other: a payment on the hosted page pays the order, and one review event is sent', async (t) => {
    const environment = await startBroken(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    await environment.control('payments', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
    const paid = await until(
      () => environment.events.find(({ type }) => type === 'checkout.paid'),
      'the shop is notified',
    );
    assert.ok(paid?.type === 'checkout.paid');
    assert.equal(paid.invoice.address, null);
    assert.deepEqual(
      environment.events.map(({ type }) => type),
      ['checkout.review_required', 'checkout.paid'],
    );
  });

  it('does not show it after its response was lost and it was adopted from the list either', async (t) => {
    const environment = await startBroken(t, { loses: true });
    const { id } = await environment.open();
    assert.equal((await environment.choose(id)).state, 'creating');
    const adopted = await environment.becomes(id, 'awaiting');
    assert.equal(invoiceOf(adopted).address, null);
    assert.ok(((await environment.counts())[LIST] ?? 0) > 0);
    const [event] = await alarmed(environment);
    assert.ok(event?.type === 'checkout.review_required' && event.reason === 'address_invalid');
  });

  it('leaves the payer another currency if the service has no secure hosted page', async (t) => {
    const environment = await startBroken(t, { link: 'http://pay.example/hosted' });
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id));
    assert.deepEqual([invoice.address, invoice.hostedPage], [null, null]);
    assert.equal(invoiceOf(await environment.choose(id, 'USDT_BSC')).currency, 'USDT_BSC');
  });
});

describe('an invoice with a valid address', () => {
  it('shows it as the service returned it, and requires no review', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const environment = await startProxy(t, sandbox);
    const { id } = await environment.open();
    for (const currency of ['BTC', 'LTC', 'TRX', 'SOL', 'USDT_TON', 'ETH_BASE']) {
      assert.ok((invoiceOf(await environment.choose(id, currency)).address ?? '').length > 20, currency);
    }
    assert.doesNotMatch(environment.logLines.join('\n'), /"alert":/);
  });
});
