import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout, Problem } from '../../src/protocol/index.js';
import {
  CANCEL,
  CREATE,
  INFO,
  invoiceOf,
  json,
  problemOf,
  SECRETS,
  startProxy,
  startService,
  startEnvironment,
} from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

const choose = (environment: TestEnvironment, id: string, currency = 'USDT_TRC20') =>
  environment.call('POST', `/checkouts/${id}/invoice`, { body: { currency } });

async function refused(answer: Promise<Response>, status: number, code: Problem['code']): Promise<void> {
  const response = await answer;
  assert.equal(response.status, status);
  assert.equal((await problemOf(response)).code, code);
}

describe('one invoice per order and currency', { concurrency: 6 }, () => {
  it('when the same request arrives twenty times concurrently', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const all = await Promise.all(Array.from({ length: 20 }, () => environment.choose(id)));
    assert.equal((await environment.counts())[CREATE], 1);
    assert.equal(new Set(all.map((checkout) => invoiceOf(checkout).address)).size, 1);
  });

  it('when twenty pages open the same order and choose', async (t) => {
    const environment = await startEnvironment(t);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { id } = await environment.open();
        await environment.choose(id);
      }),
    );
    assert.equal((await environment.counts())[CREATE], 1);
  });

  it('when the payer returns to a currency chosen before', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id, 'BTC'));
    const second = invoiceOf(await environment.choose(id, 'LTC'));
    assert.notEqual(first.address, second.address);
    assert.equal(invoiceOf(await environment.choose(id, 'BTC')).address, first.address);
    assert.equal((await environment.counts())[CREATE], 2);
  });

  it('when two currencies are chosen concurrently, the last one chosen is shown', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await Promise.all([environment.choose(id, 'BTC'), environment.choose(id, 'LTC')]);
    assert.equal((await environment.counts())[CREATE], 2);
    assert.ok(['BTC', 'LTC'].includes(invoiceOf(await environment.get(id)).currency));
  });

  it('is created with the order, its price, its currency and its lifetime', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open({ lifetime: { hours: 2 }, email: 'payer@shop.example' });
    await environment.choose(id);
    const created = (await environment.requests()).find(({ path }) => path === CREATE);
    assert.equal(created?.body['order_id'], 'A-1');
    assert.equal(String(created?.body['amount']), '49');
    assert.equal(created?.body['currency'], 'EUR');
    assert.equal(created?.body['email'], 'payer@shop.example');
    assert.equal(
      JSON.stringify(created?.body['add_fields']),
      JSON.stringify({ time_to_pay: { hours: 2, minutes: 0 }, cryptocurrency: 'USDT_TRC20' }),
    );
  });
});

describe('the email address in a request to the service', { concurrency: 3 }, () => {
  const reported = async (environment: TestEnvironment) =>
    (await environment.requests()).filter(({ path }) => path === CREATE).map(({ body }) => body['email']);
  const chooseAs = async (environment: TestEnvironment, id: string, currency: string, email: string) => {
    const body = { currency, email };
    assert.equal((await environment.call('POST', `/checkouts/${id}/invoice`, { body })).status, 200);
  };

  it('is the one that the shop has set, whatever the page sends', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open({ email: 'payer@shop.example' });
    await chooseAs(environment, id, 'BTC', 'attacker@evil.example');
    await environment.choose(id, 'LTC');
    assert.deepEqual(await reported(environment), ['payer@shop.example', 'payer@shop.example']);
  });

  it('is the one that the shop sets later, even if the payer has given one before', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await chooseAs(environment, id, 'BTC', 'payer@home.example');
    await environment.open({ email: 'payer@shop.example' });
    await chooseAs(environment, id, 'LTC', 'attacker@evil.example');
    assert.deepEqual(await reported(environment), ['payer@home.example', 'payer@shop.example']);
  });

  it('is the one that the page sends if the shop has set none', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open({ emailRequired: true });
    await chooseAs(environment, id, 'BTC', 'payer@home.example');
    await environment.choose(id, 'LTC');
    assert.deepEqual(await reported(environment), ['payer@home.example', 'payer@home.example']);
  });
});

describe('a payer who changes the currency', { concurrency: 6 }, () => {
  it('can still pay the first address, which pays the order', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.choose(id, 'LTC');
    await environment.control('payments', { uuid: first.id });
    environment.sandbox.clock.advance(20);
    const paid = await environment.becomes(id, 'paid');
    assert.equal(invoiceOf(paid).id, first.id);
  });

  it('and pays both is reported as a duplicate payment', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id, 'BTC'));
    const second = invoiceOf(await environment.choose(id, 'LTC'));
    await environment.control('payments', { uuid: second.id });
    await environment.becomes(id, 'paid');
    await environment.control('payments', { uuid: first.id });
    environment.sandbox.clock.advance(6 * 60);
    const reported = await until(
      () => environment.events.map(({ type, invoice }) => `${type} ${invoice.id}`),
      'both events arrive',
      (types) => types.length === 2,
    );
    assert.deepEqual(reported, [`checkout.paid ${second.id}`, `checkout.duplicate_payment ${first.id}`]);
    assert.equal(invoiceOf(await environment.get(id)).id, second.id);
  });

  it('cannot do so while money is detected on the current one', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.control('payments', { uuid: invoice.id, confirm: false });
    await environment.becomes(id, 'detected');
    await refused(choose(environment, id, 'LTC'), 409, 'payment_in_progress');
    assert.equal(invoiceOf(await environment.choose(id, 'BTC')).id, invoice.id);
  });

  it('cannot do so once the order is paid', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const invoice = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.control('payments', { uuid: invoice.id });
    await environment.becomes(id, 'paid');
    await refused(choose(environment, id, 'LTC'), 409, 'checkout_closed');
    await refused(choose(environment, id, 'BTC'), 409, 'checkout_closed');
    assert.equal((await environment.counts())[CREATE], 1);
  });

  it('can still pay the old address after its deadline: it is polled for a day', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.choose(id, 'LTC');
    environment.sandbox.clock.advance(23 * 3600);
    await environment.becomes(id, 'expired');
    await environment.control('payments', { uuid: first.id });
    environment.sandbox.clock.advance(6 * 60);
    const paid = await environment.becomes(id, 'paid');
    assert.equal(paid.late, true);
    assert.equal(invoiceOf(paid).id, first.id);
  });
});

describe('the shop sets the price', { concurrency: 6 }, () => {
  it('and an invoice for another one is canceled and never shown', async (t) => {
    // A service that reads the amount as dollars would create another price.
    const environment = await startEnvironment(t, { sandbox: { priceReading: 'usd' } });
    const { id } = await environment.open();
    await refused(choose(environment, id), 502, 'price_mismatch');
    const counts = await environment.counts();
    assert.deepEqual([counts[CREATE], counts[CANCEL], counts[INFO]], [1, 1, undefined]);
    const after = await environment.get(id);
    assert.equal(after.state, 'choosing');
    assert.equal(after.invoice, null);
    assert.match(
      environment.logLines.join('\n'),
      /mismatched invoice rejected, canceling it.*does not confirm the ordered price/,
    );
    assert.match(environment.logLines.join('\n'), /"ordered":"49.00 EUR, USDT_TRC20"/);
  });

  it('and an amount with other digits for the same value is accepted', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open({ amount: '49.5000' });
    assert.equal((await environment.choose(id)).state, 'awaiting');
  });

  it('and test money is refused unless the shop has enabled test mode', async (t) => {
    const { apiKey, shopId } = SECRETS;
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const environment = await startProxy(t, sandbox, {
      proxy: { service: { url: sandbox.url, apiKey, shopId } },
    });
    const { id } = await environment.open();
    await refused(choose(environment, id), 502, 'service_refused');
    assert.match(environment.logLines.join('\n'), /in code: testMode: true/);
    assert.equal((await environment.counts())[CANCEL], 1);
  });
});

describe('when the service fails', { concurrency: 6 }, () => {
  it('a lost response leaves the checkout "creating", and a repeated choice creates no second invoice', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE, times: 1 });
    const response = await choose(environment, id);
    assert.equal(response.status, 200);
    assert.equal((await json<Checkout>(response)).state, 'creating');
    for (let again = 0; again < 3; again += 1) assert.equal((await environment.choose(id)).state, 'creating');
    assert.equal((await environment.counts())[CREATE], 1);
    assert.match(environment.logLines.join('\n'), /unknown outcome/);
    // Another currency is another invoice.
    assert.equal((await environment.choose(id, 'BTC')).state, 'awaiting');
  });

  for (const [name, fault] of [
    ['malformed', { kind: 'malformed' }],
    ['cut in half', { kind: 'truncate' }],
    ['a server error', { kind: 'status', code: 500 }],
    ['a page of something in between', { kind: 'html', code: 200 }],
  ] as const) {
    it(`a response that is ${name} does so too`, async (t) => {
      const environment = await startEnvironment(t, { isIdle: true });
      const { id } = await environment.open();
      await environment.control('faults', { ...fault, endpoint: CREATE, times: 1 });
      assert.equal((await environment.choose(id)).state, 'creating');
      assert.equal((await environment.choose(id)).state, 'creating');
      assert.equal((await environment.counts())[CREATE], 1);
    });
  }

  it('a refused key is logged for the shop, and the payer can try again', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    await refused(choose(environment, id), 502, 'service_refused');
    assert.equal((await environment.get(id)).state, 'choosing');
    assert.equal((await environment.choose(id)).state, 'awaiting');
    const orderIds = (await environment.requests())
      .filter(({ path }) => path === CREATE)
      .map(({ body }) => body['order_id']);
    assert.deepEqual(orderIds, ['A-1', 'A-1']);
  });

  it('an unavailable service can be called again later', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.sandbox.close();
    await refused(choose(environment, id), 503, 'service_unavailable');
    assert.equal((await environment.get(id)).state, 'choosing');
  });

  it('a refused second currency leaves the payer with the first', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    const first = invoiceOf(await environment.choose(id, 'BTC'));
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE, times: 1 });
    await refused(choose(environment, id, 'LTC'), 502, 'service_refused');
    const after = await environment.get(id);
    assert.equal(after.state, 'awaiting');
    assert.equal(invoiceOf(after).id, first.id);
  });

  it('no address is shown before the amount due is known; the poller completes it', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'status', code: 503, endpoint: INFO, times: 1 });
    const created = await environment.choose(id);
    assert.equal(created.state, 'creating');
    assert.equal(created.invoice, null);
    const shown = await environment.becomes(id, 'awaiting');
    assert.match(invoiceOf(shown).amount, /^\d/);
    assert.equal((await environment.counts())[CREATE], 1);
  });

  it('a service that is slow to return the amount due is polled meanwhile', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.control('faults', { kind: 'delay', endpoint: INFO, ms: 15_000, times: 1 });
    let isAnswered = false;
    const chosen = environment.choose(id).finally(() => (isAnswered = true));
    const shown = await until(
      () => environment.get(id),
      'the poller has sent a request',
      ({ state }) => state === 'awaiting',
    );
    assert.equal(isAnswered, false);
    assert.equal(invoiceOf(await chosen).address, invoiceOf(shown).address);
    assert.equal((await environment.counts())[CREATE], 1);
  });

  it('a cancellation that does not reach it is reported, and can be retried', async (t) => {
    const environment = await startEnvironment(t);
    const { id } = await environment.open();
    await environment.choose(id);
    await environment.control('faults', { kind: 'reset-before', endpoint: CANCEL, times: 1 });
    await refused(environment.call('POST', `/checkouts/${id}/cancel`), 503, 'service_unavailable');
    assert.equal((await environment.cancel(id)).state, 'canceled');
  });
});
