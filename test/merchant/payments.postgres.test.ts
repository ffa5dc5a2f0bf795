import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMerchantClient } from '../../src/merchant/client/merchant-client.js';
import {
  MERCHANT_SCOPES,
  type MerchantBalances,
  type MerchantPaymentDetails,
  type MerchantPayments,
  type MerchantStatistics,
} from '../../src/protocol/index.js';
import { createMerchantSession } from '../../src/proxy/server.js';
import {
  invoiceOf,
  problemOf,
  SECRETS,
  startProxy,
  startService,
  type TestEnvironment,
} from '../proxy/test-environment.js';
import { MERCHANT_SECRET, signIn, startMerchant, type Staff } from './staff.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

/** Opens an order and pays it. */
async function sells(environment: TestEnvironment, id: string, amount: string, currency: string) {
  const { id: checkout } = await environment.open({ id, amount });
  const { id: uuid } = invoiceOf(await environment.choose(checkout, currency));
  await environment.control('payments', { uuid });
  return { checkout, uuid, ...invoiceOf(await environment.becomes(checkout, 'paid')) };
}

async function ordersFound(staff: Staff, query: Readonly<Record<string, string>>) {
  const { payments, count } = await staff.get<MerchantPayments>(
    `/payments?${new URLSearchParams(query).toString()}`,
  );
  assert.equal(count, payments.length);
  return payments.map(({ order }) => order.id);
}

describe('the list of payments', { concurrency: 2 }, () => {
  it('finds a payment by order, invoice, address or transaction', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    await sells(environment, 'A-1', '49.00', 'BTC');
    const { checkout, uuid, address, transactions } = await sells(environment, 'A-2', '49.00', 'ETH');
    const searched = [
      'A-2',
      ` ${uuid} `,
      uuid.replace('INV-', ''),
      paymentIdOf(checkout),
      transactions[0] ?? '',
    ];
    for (const search of [...searched, address ?? '', (address ?? '').toLowerCase()])
      assert.deepEqual(await ordersFound(staff, { search }), ['A-2'], search);
    for (const search of ['A-', 'nothing', checkout, "' or 1=1 --", '%'])
      assert.deepEqual(await ordersFound(staff, { search }), [], search);
  });

  it('filters by state, coin, period and price', async (t) => {
    const environment = await startMerchant(t);
    const { clock } = environment.sandbox;
    const staff = signIn(environment);
    await sells(environment, 'A-1', '49.00', 'BTC');
    clock.advance(3600);
    const noon = new Date(clock.nowMs()).toISOString();
    await sells(environment, 'A-2', '120.50', 'ETH');
    await environment.open({ id: 'A-3', amount: '9.99' });
    const cases: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
      [{}, ['A-3', 'A-2', 'A-1']],
      [{ state: 'paid' }, ['A-2', 'A-1']],
      [{ state: 'paid', currency: 'BTC' }, ['A-1']],
      [{ from: noon }, ['A-3', 'A-2']],
      [{ to: noon }, ['A-1']],
      [{ minAmount: '49', maxAmount: '120.5' }, ['A-2', 'A-1']],
      [{ minAmount: '49.01' }, ['A-2']],
      [{ search: 'A-1', state: 'choosing' }, []],
    ];
    for (const [query, expected] of cases)
      assert.deepEqual(await ordersFound(staff, query), expected, JSON.stringify(query));
  });

  it('shows page after page, also while new payments arrive, each payment once', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    const orders = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];
    // All in the same millisecond, so that their ids decide.
    const frozen = environment.sandbox.clock.nowMs();
    for (const id of orders) await environment.open({ id });
    assert.ok(frozen <= environment.sandbox.clock.nowMs());
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: MerchantPayments = await staff.get(`/payments?limit=2${next ? `&cursor=${next}` : ''}`);
      seen.push(...page.payments.map(({ order }) => order.id));
      next = page.next;
      await environment.open({ id: `new-${seen.length}` });
    } while (next !== null);
    assert.deepEqual(seen.toSorted(), orders);
  });

  it('sorts by time, in both directions, page after page', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    const orders = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];
    for (const id of orders) {
      await environment.open({ id });
      environment.sandbox.clock.advance(60);
    }
    const sorted = async (sort: string) => {
      const seen: string[] = [];
      for (let next: string | null = ''; next !== null;) {
        const query = `limit=2&sort=${sort}${next ? `&cursor=${next}` : ''}`;
        const page: MerchantPayments = await staff.get(`/payments?${query}`);
        seen.push(...page.payments.map(({ order }) => order.id));
        next = page.next;
      }
      return seen;
    };
    assert.deepEqual(await sorted('newest'), orders.toReversed());
    assert.deepEqual(await sorted('oldest'), orders);
  });

  it('gives a reason for owed money only where money was received', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    const reasonsOf = async (id: string) => {
      const { invoices } = await staff.get<MerchantPaymentDetails>(`/payments/${paymentIdOf(id)}`);
      return invoices.map(({ state, received, reason }) => [state, received, reason]);
    };
    const canceled = await environment.open({ id: 'A-1' });
    await environment.choose(canceled.id);
    await environment.cancel(canceled.id);
    await environment.becomes(canceled.id, 'canceled');
    assert.deepEqual(await reasonsOf(canceled.id), [['canceled', '0', null]]);
    const repriced = await environment.open({ id: 'A-2' });
    await environment.choose(repriced.id);
    await environment.open({ id: 'A-2', amount: '60.00' });
    assert.deepEqual(await reasonsOf(repriced.id), [['awaiting', '0', null]]);
    const switched = await environment.open({ id: 'A-3' });
    await environment.choose(switched.id, 'BTC');
    const { invoice } = await environment.choose(switched.id, 'LTC');
    await environment.control('payments', { uuid: invoice?.id });
    await environment.becomes(switched.id, 'paid');
    const [unused, paid] = await reasonsOf(switched.id);
    assert.deepEqual(unused?.slice(1), ['0', null]);
    assert.deepEqual([paid?.[0], paid?.[2]], ['paid', null]);
  });

  it('contains no email address and no secret', async (t) => {
    const environment = await startMerchant(t);
    const { id } = await environment.open({ email: 'payer@example.com' });
    await environment.choose(id);
    const staff = signIn(environment);
    for (const path of ['/payments', `/payments/${paymentIdOf(id)}`, '/attention']) {
      const text = await (await staff.call('GET', path)).text();
      assert.doesNotMatch(text, /payer@example|planted/, path);
    }
  });

  it('names what is wrong with a filter', async (t) => {
    const staff = signIn(await startMerchant(t));
    for (const [query, named] of [
      ['state=nice', /state is invalid/],
      ['currency=USDT', /currency is invalid/],
      ['from=yesterday', /from is invalid/],
      ['minAmount=many', /minAmount is invalid/],
      ['limit=1000', /limit is invalid/],
      ['cursor=x', /cursor is invalid/],
      ['sort=best', /sort is invalid. Pass one of newest, oldest/],
    ] as const) {
      const response = await staff.call('GET', `/payments?${query}`);
      assert.equal(response.status, 400, query);
      assert.match((await problemOf(response)).detail ?? '', named);
    }
  });
});

describe('the account at the payment service', { concurrency: 2 }, () => {
  it('shows balances and statistics as the service reports them', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    await sells(environment, 'A-1', '49.00', 'BTC');
    const { balances } = await staff.get<MerchantBalances>('/balances');
    const bitcoin = balances.find(({ currency }) => currency === 'BTC');
    assert.match(bitcoin?.availableBalance ?? '', /^0\.\d+$/);
    const day = new Date(environment.sandbox.clock.nowMs()).toISOString().slice(0, 10);
    const { statuses } = await staff.get<MerchantStatistics>(`/statistics?from=${day}&to=${day}`);
    const paid = statuses.find(({ status }) => status === 'paid');
    assert.equal(paid?.count, 1);
    assert.notEqual(paid?.amountUsd, '0');
    const wrong = await staff.call('GET', '/statistics?from=2026-02-31&to=2026-03-01');
    assert.equal((await problemOf(wrong)).code, 'invalid_request');
  });

  it('shows every coin if one balance is below zero and one is unreadable', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const { apiKey, shopId } = SECRETS;
    const row = (code: string, available: string) =>
      `{"currency":{"code":"${code}","short_code":"x"},"balance_crypto":2.50,"balance_usd":2.4,"available_balance":${available}}`;
    const rows = [row('BTC', '0.1'), row('ETH', '-0.2500'), row('LTC', '"much"'), '{"currency":{}}'];
    const environment = await startProxy(t, sandbox, {
      proxy: {
        merchant: { secrets: [MERCHANT_SECRET] },
        service: {
          ...{ url: sandbox.url, apiKey, shopId, testMode: true },
          fetch: (input, init) =>
            String(input).endsWith('/balance/all')
              ? Promise.resolve(new Response(`{"status":"success","result":[${rows.join(',')}]}`))
              : fetch(input, init),
        },
      },
    });
    const { balances } = await signIn(environment).get<MerchantBalances>('/balances');
    assert.deepEqual(
      balances.map(({ currency, balance, availableBalance }) => [currency, balance, availableBalance]),
      [
        ['BTC', '2.5', '0.1'],
        ['ETH', '2.5', '-0.25'],
        ['LTC', '2.5', null],
        [null, null, null],
      ],
    );
    const client = createMerchantClient({
      endpoint: `${environment.url}/crypto-checkout`,
      session: () =>
        createMerchantSession({ person: 'Maja Lind', scopes: MERCHANT_SCOPES }, { secret: MERCHANT_SECRET }),
    });
    const read = await client.balances();
    assert.deepEqual(read.ok && read.value.balances, balances);
  });

  it('says that the service is unavailable, and does not show zeros', async (t) => {
    const environment = await startMerchant(t);
    await environment.control('faults', { kind: 'status', code: 500 });
    const response = await signIn(environment).call('GET', '/balances');
    assert.equal(response.status, 503);
    assert.equal((await problemOf(response)).code, 'service_unavailable');
  });
});
