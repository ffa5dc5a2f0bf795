import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { parseDepositAddress } from '../../src/protocol/index.js';
import type { DepositAddress } from '../../src/protocol/index.js';
import {
  createCustomerToken,
  createOrderToken,
  verifyCustomerToken,
  verifyOrderToken,
} from '../../src/proxy/domain/shop-tokens.js';
import { signingKey } from '../../src/proxy/domain/jwt.js';
import { freshStore } from './test-stores.js';
import type { TestEnvironment } from './test-environment.js';
import { json, problemOf, SECRETS, startProxy, startService, startEnvironment } from './test-environment.js';
import { until } from '../until.js';

const CREATE_WALLET = '/v2/invoice/static/create';
const LIST_WALLETS = '/v2/invoice/static/list';
const secret = SECRETS.orderSecret;
const BROKEN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9';

async function request(
  environment: TestEnvironment,
  customer: string,
  currency = 'USDT_TRC20',
): Promise<Response> {
  const token = await createCustomerToken(customer, { secret, clock: environment.sandbox.clock });
  return environment.call('POST', '/deposit-addresses', { body: { customer: token, currency } });
}

async function open(
  environment: TestEnvironment,
  customer = 'c-7',
  currency = 'USDT_TRC20',
): Promise<DepositAddress> {
  const response = await request(environment, customer, currency);
  assert.equal(response.status, 200, await response.clone().text());
  return parseDepositAddress(await json(response));
}

interface WalletList {
  readonly result: { readonly staticWallets: readonly { readonly identify: string }[] };
}

const created = async (environment: TestEnvironment) => (await environment.counts())[CREATE_WALLET] ?? 0;

async function refusal(response: Response): Promise<readonly unknown[]> {
  const { code, retryable } = await problemOf(response);
  return [response.status, code, retryable];
}

describe('the deposit address of a customer', () => {
  it('is returned with exactly the fields of the contract', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const response = await request(environment, 'c-7');
    const body = await json<DepositAddress>(response);
    const names = ['address', 'caip19', 'caip2', 'createdAt', 'currency', 'id', 'testMode'];
    assert.deepEqual(Object.keys(body).sort(), names);
    assert.match(body.address, /^T/);
    assert.equal(body.currency, 'USDT_TRC20');
    assert.equal(body.caip19, 'tron:728126428/trc20:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    assert.equal(body.testMode, true);
    assert.equal(parseDepositAddress(body).id, body.id);
  });

  it('is created once per customer and currency, however many requests arrive concurrently', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const all = await Promise.all(Array.from({ length: 20 }, () => open(environment)));
    assert.equal(new Set(all.map(({ address }) => address)).size, 1);
    assert.deepEqual(await open(environment), all[0]);
    assert.equal(await created(environment), 1);
    const others = [await open(environment, 'c-7', 'BTC'), await open(environment, 'c-8')];
    assert.equal(new Set([...all, ...others].map(({ address }) => address)).size, 3);
    assert.equal(await created(environment), 3);
  });

  it('is created once by two proxies that share a store, and is the same after a restart', async (t) => {
    const store = await freshStore(t);
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const environments = await Promise.all(
      [1, 2].map(() => startProxy(t, sandbox, { isIdle: true, proxy: { store } })),
    );
    const [first] = environments;
    assert.ok(first);
    await Promise.all(environments.map((environment) => environment.call('GET', '/readyz')));
    const answers = await Promise.all(environments.map((environment) => request(environment, 'c-7')));
    // The second request may be answered with a retry.
    assert.ok(answers.every(({ status }) => status === 200 || status === 503));
    const wallets = await Promise.all(environments.map((environment) => open(environment)));
    assert.deepEqual(wallets[0], wallets[1]);
    const later = await startProxy(t, sandbox, { isIdle: true, proxy: { store } });
    assert.deepEqual(await open(later), wallets[0]);
    assert.equal(await created(first), 1);
  });

  it('is found in the list if its response was lost, and not created twice', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    await open(environment, 'another customer');
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE_WALLET, times: 1 });
    const wallet = await open(environment);
    assert.equal(await created(environment), 2);
    assert.deepEqual(await open(environment), wallet);
  });

  it('is looked up later if the list could not be read either', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE_WALLET, times: 1 });
    await environment.control('faults', { kind: 'reset-before', endpoint: LIST_WALLETS, times: 1 });
    assert.deepEqual(await refusal(await request(environment, 'c-7')), [503, 'service_unavailable', true]);
    await open(environment);
    assert.equal(await created(environment), 1);
  });

  it('is looked up later, and not created again, while its entry in the list is unreadable', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    let isReadable = false;
    const bent: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (isReadable || input !== `${sandbox.url}${LIST_WALLETS}`) return response;
      const { result, ...answer }: WalletList = await response.json();
      const staticWallets = result.staticWallets.map((wallet) =>
        wallet.identify === 'c-7' ? { ...wallet, address: 7 } : wallet,
      );
      return Response.json({ ...answer, result: { ...result, staticWallets } });
    };
    const { apiKey, shopId } = SECRETS;
    const service = { url: sandbox.url, apiKey, shopId, testMode: true, fetch: bent };
    const environment = await startProxy(t, sandbox, { isIdle: true, proxy: { service } });
    await open(environment, 'another customer');
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE_WALLET, times: 1 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      assert.deepEqual(await refusal(await request(environment, 'c-7')), [503, 'service_unavailable', true]);
      sandbox.clock.advance(300);
    }
    isReadable = true;
    await open(environment);
    assert.equal(await created(environment), 2);
  });

  it('is requested again after it was not created, but only when it is certainly not in the list', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    await environment.control('faults', { kind: 'reset-before', endpoint: CREATE_WALLET, times: 1 });
    assert.deepEqual(await refusal(await request(environment, 'c-7')), [503, 'service_unavailable', true]);
    assert.deepEqual(await refusal(await request(environment, 'c-7')), [503, 'service_unavailable', true]);
    assert.equal(await created(environment), 1);
    environment.sandbox.clock.advance(130);
    await open(environment);
    assert.equal(await created(environment), 2);
  });

  it('can be requested again after the service has refused it', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    await environment.control('faults', { kind: 'unauthorized', endpoint: CREATE_WALLET, times: 1 });
    assert.deepEqual(await refusal(await request(environment, 'c-7')), [502, 'service_refused', false]);
    await open(environment);
  });

  it('is not available on the TON network or in a currency that is not offered, and the problem says so', async (t) => {
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: { offers: ['BTC', 'USDT_TON', 'TON'] },
    });
    for (const currency of ['TON', 'USDT_TON']) {
      const response = await request(environment, 'c-7', currency);
      const { code, detail } = await problemOf(response);
      assert.deepEqual([response.status, code], [422, 'currency_not_offered']);
      assert.match(detail ?? '', new RegExp(`^${currency} has no deposit addresses.*TON network`));
    }
    for (const currency of ['ETH', 'NONSENSE', '__proto__']) {
      assert.deepEqual(await refusal(await request(environment, 'c-7', currency)), [
        422,
        'currency_not_offered',
        false,
      ]);
    }
    assert.equal(await created(environment), 0);
  });

  it('never leaves the proxy if it is invalid, now or later, and requires a review', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const { apiKey, shopId } = SECRETS;
    const tampered: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (input !== `${sandbox.url}${CREATE_WALLET}`) return response;
      const answer: { result: object } = await response.json();
      return Response.json({ ...answer, result: { ...answer.result, address: BROKEN } });
    };
    const service = { url: sandbox.url, apiKey, shopId, testMode: true, fetch: tampered };
    const environment = await startProxy(t, sandbox, { proxy: { service } });
    for (let time = 0; time < 2; time += 1) {
      const response = await request(environment, 'c-7');
      assert.ok(!(await response.clone().text()).includes(BROKEN));
      assert.deepEqual(await refusal(response), [502, 'address_unusable', false]);
    }
    assert.equal(await created(environment), 1);
    assert.equal(environment.logLines.filter((line) => line.includes('"alert":')).length, 1);
    await until(() => environment.depositAddressReviews.length, 'the shop is alarmed');
    // Another address is another review, and after it none of the first could still be on its way.
    await request(environment, 'c-8');
    const alarms = await until(
      () => environment.depositAddressReviews,
      'the shop is alarmed again',
      (all) => all.some(({ customer }) => customer === 'c-8'),
    );
    assert.deepEqual(
      alarms.map(({ customer, type, reason, currency, testMode }) => [
        customer,
        type,
        reason,
        currency,
        testMode,
      ]),
      ['c-7', 'c-8'].map((customer) => [
        customer,
        'deposit_address.review_required',
        'address_invalid',
        alarms[0]?.currency,
        true,
      ]),
    );
    assert.notEqual(alarms[0]?.wallet.id, alarms[1]?.wallet.id);
    assert.ok(!JSON.stringify(alarms).includes(BROKEN));
  });
});

type Wire = Readonly<Record<string, unknown>>;

/** An environment whose service answers with wallets of another form. */
async function startFormed(t: TestContext, form: (wallet: Wire) => Wire): Promise<TestEnvironment> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const { apiKey, shopId } = SECRETS;
  const formed: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isCreation = input === `${sandbox.url}${CREATE_WALLET}`;
    if (!isCreation && input !== `${sandbox.url}${LIST_WALLETS}`) return response;
    const answer: { result: Wire & { staticWallets?: readonly Wire[] } } = await response.json();
    const { staticWallets = [] } = answer.result;
    const result = isCreation ? form(answer.result) : { staticWallets: staticWallets.map(form) };
    return Response.json({ ...answer, result });
  };
  const service = { url: sandbox.url, apiKey, shopId, testMode: true, fetch: formed };
  return startProxy(t, sandbox, { isIdle: true, proxy: { service } });
}

describe('a deposit address that the service describes by currency, address and uuid alone', () => {
  const bare = ({ currency, address, uuid }: Wire): Wire => ({
    ...{ currency, address },
    uuid: String(uuid).replaceAll('-', ''),
  });

  it('belongs to the customer for whom it was requested', async (t) => {
    const environment = await startFormed(t, bare);
    const [one, other] = [await open(environment, 'c-7'), await open(environment, 'c-8')];
    assert.match(one.id, /^[0-9a-f]{32}$/);
    assert.notEqual(one.address, other.address);
    assert.deepEqual(await open(environment, 'c-7'), one);
    assert.equal(await created(environment), 2);
  });

  it('is not taken from another customer if its response was lost: the proxy requests it again after a while', async (t) => {
    const environment = await startFormed(t, bare);
    const other = await open(environment, 'c-8');
    await environment.control('faults', { kind: 'reset-after', endpoint: CREATE_WALLET, times: 1 });
    assert.deepEqual(await refusal(await request(environment, 'c-7')), [503, 'service_unavailable', true]);
    assert.deepEqual(await refusal(await request(environment, 'c-7')), [503, 'service_unavailable', true]);
    environment.sandbox.clock.advance(130);
    assert.notEqual((await open(environment, 'c-7')).address, other.address);
    assert.equal(await created(environment), 3);
  });

  it('is shown to one customer alone: an address that another one has is refused and logged', async (t) => {
    let first: Wire | undefined;
    const environment = await startFormed(t, (wallet) => bare((first ??= wallet)));
    const { address } = await open(environment, 'c-7');
    const refused = await request(environment, 'c-8');
    assert.ok(!(await refused.clone().text()).includes(address));
    assert.deepEqual(await refusal(refused), [502, 'address_unusable', false]);
    assert.match(
      environment.logLines.join('\n'),
      /"message":"address of another customer hidden".*"alert":"deposit_address_shared"/,
    );
    assert.equal((await open(environment, 'c-7')).address, address);
  });
});

describe('a request for a deposit address', () => {
  const refused = [404, 'customer_not_found', false];

  it('is refused without a valid token', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const { clock } = environment.sandbox;
    const other = 'another-secret-0123456789abcdef-0123456789';
    const customers = [
      ...['c-7', 'a.b.c', 'x'.repeat(9000)],
      await createCustomerToken('c-7', { secret: other, clock }),
      await createCustomerToken('c-7', {
        secret,
        clock: { nowMs: () => clock.nowMs() - 7200_000 },
        expiresInSeconds: 60,
      }),
      await createOrderToken({ id: 'c-7', amount: '1', currency: 'EUR' }, { secret, clock }),
    ];
    for (const customer of customers) {
      const response = await environment.call('POST', '/deposit-addresses', {
        body: { customer, currency: 'BTC' },
      });
      assert.deepEqual(await refusal(response), refused, customer.slice(0, 40));
    }
    assert.equal(await created(environment), 0);
  });

  it('is for the customer that the shop allows for it', async (t) => {
    const environment = await startEnvironment(t, {
      isIdle: true,
      proxy: {
        customers: (reference, request) =>
          reference === 'me' && request.headers.get('cookie') === 'session=7' ? 'c-7' : null,
      },
    });
    const body = { customer: 'me', currency: 'BTC' };
    const headers = { cookie: 'session=7' };
    const wallet = await json<DepositAddress>(
      await environment.call('POST', '/deposit-addresses', { body, headers }),
    );
    assert.deepEqual(await open(environment, 'c-7', 'BTC'), wallet);
    assert.deepEqual(await refusal(await environment.call('POST', '/deposit-addresses', { body })), refused);
  });

  it('reveals nothing of a resolver that fails except that it failed', async (t) => {
    const failing = ['None', '', ' c ', 'two\nlines'].map((id) => () => id);
    const throwing = () => Promise.reject(new Error('private words'));
    for (const customers of [...failing, throwing]) {
      const environment = await startEnvironment(t, { isIdle: true, proxy: { customers } });
      const response = await environment.call('POST', '/deposit-addresses', {
        body: { customer: 'me', currency: 'BTC' },
      });
      assert.ok(!(await response.clone().text()).includes('private'));
      assert.deepEqual(await refusal(response), [500, 'internal_error', true]);
    }
  });

  it('needs a customer and a currency: the problem names a missing field', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    for (const [body, detail] of [
      [{ currency: 'BTC' }, /customer is missing/],
      [{ customer: 'c' }, /currency is missing/],
    ] as const) {
      assert.match(
        (await problemOf(await environment.call('POST', '/deposit-addresses', { body }))).detail ?? '',
        detail,
      );
    }
  });
});

describe('a customer token', () => {
  const keys = [signingKey(secret, 'secret')];

  it('names the customer until it expires', async () => {
    const clock = { nowMs: () => Date.UTC(2026, 0, 1) };
    const token = await createCustomerToken('customer 7', { secret, clock, expiresInSeconds: 60 });
    assert.equal(await verifyCustomerToken(token, keys, clock.nowMs() + 59_000), 'customer 7');
    await assert.rejects(verifyCustomerToken(token, keys, clock.nowMs() + 61_000), { message: /expired/ });
  });

  it('is not accepted as an order token, nor the other way round', async () => {
    const customer = await createCustomerToken('c-7', { secret });
    await assert.rejects(verifyOrderToken(customer, keys, Date.now()), { code: 'invalid' });
    const order = await createOrderToken({ id: 'c-7', amount: '1', currency: 'EUR' }, { secret });
    await assert.rejects(verifyCustomerToken(order, keys, Date.now()), { message: /invalid/ });
  });

  it('is not created for a name that the service would not return as it was sent', async () => {
    for (const customer of ['', 'None', ' c', 'c ', 'a\nb', 'x'.repeat(201)]) {
      await assert.rejects(createCustomerToken(customer, { secret }), {
        message: /customer is invalid .*Pass 1 to 200/,
      });
    }
    await assert.rejects(createCustomerToken('c', { secret: 'short' }), { message: /has 5 bytes/ });
  });
});
