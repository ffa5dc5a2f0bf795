import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import type { DepositAddress } from '../../src/protocol/index.js';
import { invoicesAtService, timePassesUntil } from './lost-invoices.js';
import { call, commit, once, restarted, delivering } from './crash-plan.js';
import type { Moment, Plan, Setting } from './crash-plan.js';
import { CANCEL, CREATE, INFO, json, SECRETS } from './test-environment.js';
import { until } from '../until.js';
import type { TestEnvironment } from './test-environment.js';

const CREATE_WALLET = '/v2/invoice/static/create';
const LIST_WALLETS = '/v2/invoice/static/list';

async function statuses({ sandbox }: TestEnvironment): Promise<readonly string[]> {
  return (await invoicesAtService(sandbox, 'A-1')).map(({ status }) => status);
}

describe('a proxy that is restarted after it was killed with an invoice for another price', () => {
  const setting: Setting = { sandbox: { priceReading: 'usd' } };
  // The addresses of invoices that stay are not known to anyone: they end with their deadline.
  const moments: readonly (readonly [string, Moment, readonly string[]])[] = [
    // In the list it does not match the order, like one of another system: the proxy ignores it and creates another one.
    ['that it had not checked', call('after', CREATE), ['canceled', 'created']],
    ['that it had not canceled', call('before', CANCEL), ['created']],
    ['that it had canceled', call('after', CANCEL), ['canceled']],
  ];
  for (const [name, at, expected] of moments) {
    it(`${name} never shows it, and reports it once`, async (t) => {
      const { environment, id, reported } = await restarted(t, { story: 'choosing', at }, setting);
      const { invoice } = await timePassesUntil(
        environment,
        id,
        'choosing',
        () => once(reported(), 'checkout.review_required').length > 0,
      );
      assert.equal(invoice, null);
      await until(
        async () => (await statuses(environment)).toSorted().join(),
        'the service has received the cancellation',
        (ended) => ended === expected.join(),
      );
      assert.equal(once(reported(), 'checkout.review_required').length, 1);
    });
  }
});

describe('a proxy that is restarted after it was killed while the payer canceled', () => {
  const moments: readonly (readonly [string, Moment])[] = [
    ['before it requested the cancellation', call('before', CANCEL)],
    ['when it was done, and not stored', call('after', CANCEL)],
  ];
  for (const [name, at] of moments) {
    it(`(${name}) shows one invoice, which ends canceled`, async (t) => {
      const { environment, id, reported } = await restarted(t, { story: 'canceling', at });
      if ((await statuses(environment)).includes('created')) await environment.cancel(id);
      const { invoice } = await timePassesUntil(environment, id, 'canceled');
      assert.deepEqual(await statuses(environment), ['canceled']);
      assert.equal(invoice?.transactions.length, 0);
      assert.deepEqual(once(reported(), 'checkout.paid'), []);
    });
  }
});

async function walletOf(environment: TestEnvironment): Promise<DepositAddress> {
  const customer = await createCustomerToken('c-7', {
    secret: SECRETS.orderSecret,
    clock: environment.sandbox.clock,
  });
  const body = { customer, currency: 'USDT_TRC20' };
  const response = await until(
    () => {
      environment.sandbox.clock.advance(5);
      return environment.call('POST', '/deposit-addresses', { body });
    },
    'the wallet is there',
    ({ status }) => status === 200,
  );
  return json<DepositAddress>(response);
}

async function walletsAtService({ sandbox }: TestEnvironment): Promise<readonly string[]> {
  const [today = ''] = new Date(sandbox.clock.nowMs()).toISOString().split('T');
  const day = today.split('-').reverse().join('.');
  const response = await fetch(`${sandbox.url}${LIST_WALLETS}`, {
    method: 'POST',
    headers: { 'authorization': `Token ${SECRETS.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ shop_id: SECRETS.shopId, start: day, end: day }),
  });
  const { result } = await json<{ result: { staticWallets: readonly { address: string }[] } }>(response);
  return result.staticWallets.map(({ address }) => address);
}

describe('a proxy that is restarted after it was killed with a deposit address', { concurrency: 3 }, () => {
  const story = 'opening a wallet';
  const lost = { faults: [{ kind: 'reset-after', endpoint: CREATE_WALLET, times: 1 }] };
  const moments: readonly (readonly [string, Moment, Setting?])[] = [
    ['that was wished for', commit('after', 'insert into "deposit_addresses"')],
    ['that it had not requested', call('before', CREATE_WALLET)],
    ['that was created, and not stored', call('after', CREATE_WALLET)],
    ['that was lost, and found, and not stored', call('after', LIST_WALLETS), lost],
    ['while it was stored', commit('before', '"service_id" =')],
    ['that was stored', commit('after', '"service_id" =')],
  ];
  for (const [name, at, setting] of moments) {
    it(`${name} returns one address`, async (t) => {
      const { environment } = await restarted(t, { story, at }, setting);
      const { address } = await walletOf(environment);
      assert.deepEqual(await walletsAtService(environment), [address]);
      assert.equal((await walletOf(environment)).address, address);
    });
  }

  const deposits: readonly (readonly [string, Plan['at']])[] = [
    ['whose deposit was stored', commit('after', 'insert into "deposits"')],
    ['whose deposit it had not checked', call('before', INFO)],
    ['whose deposit it knew, and had not stored', call('after', INFO)],
    ['whose deposit it stored', commit('before', 'insert into "events"')],
    ['whose deposit it had stored', commit('after', 'insert into "events"')],
    ['whose deposit it had not delivered', delivering('before')],
    ['whose deposit it had delivered, before recording that', delivering('after')],
  ];
  for (const [name, at] of deposits) {
    it(`${name} has reported it once, after duplicates are dropped`, async (t) => {
      const { environment, reported } = await restarted(t, { story: 'depositing', at });
      const received = () => once(reported(), 'deposit.received');
      await until(
        () => {
          environment.sandbox.clock.advance(5);
          return received();
        },
        'the deposit is reported',
        ({ length }) => length > 0,
      );
      const [event] = received();
      assert.ok(event?.type === 'deposit.received');
      assert.deepEqual([event.amount, event.verified, received().length], ['5', true, 1]);
    });
  }
});
