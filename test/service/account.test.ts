import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_KEY, objectText, startService, success } from './scripted-service.js';

const PERIOD = { start: new Date('2026-11-01'), end: new Date('2026-11-21') };

const COUNTS = { all: '7', created: '1', paid: '3', overpaid: '1', partial: '0', canceled: '2' };
const AMOUNTS = {
  all: '1234567890.123456789',
  created: '10.0',
  paid: '3e-07',
  overpaid: '5',
  partial: '0.0',
  canceled: '20.50',
};

function statisticsText(counts: Record<string, string> = {}, amounts: Record<string, string> = {}): string {
  return objectText({
    count: objectText({ ...COUNTS, ...counts }),
    amount: objectText({ ...AMOUNTS, ...amounts }),
  });
}

test('statistics return the number and the exact sum of invoices by status', async (t) => {
  const { client, requested } = await startService(t, success(statisticsText()));
  assert.deepEqual(await client.statistics(PERIOD), {
    count: { all: 7, created: 1, paid: 3, overpaid: 1, partial: 0, canceled: 2 },
    amountUsd: {
      all: '1234567890.123456789',
      created: '10',
      paid: '0.0000003',
      overpaid: '5',
      partial: '0',
      canceled: '20.5',
    },
  });
  assert.equal(requested[0]?.path, '/v2/invoice/merchant/statistics');
  assert.equal(requested[0].body, '{"start":"01.11.2026","end":"21.11.2026"}');
});

for (const [what, result] of [
  ['a missing count', statisticsText().replace('"paid":3,', '')],
  ['a count with a fraction', statisticsText({ all: '7.5' })],
  ['a count below zero', statisticsText({ all: '-1' })],
  ['a count as text', statisticsText({ all: '"7"' })],
  ['an amount of null', statisticsText({}, { partial: 'null' })],
  ['an amount below zero', statisticsText({}, { partial: '-0.1' })],
  ['no amounts', objectText({ count: objectText(COUNTS) })],
  ['a list', '[]'],
] as const) {
  test(`statistics with ${what} are an invalid response, not a zero`, async (t) => {
    const { client } = await startService(t, success(result));
    await assert.rejects(client.statistics(PERIOD), { code: 'invalid_response', operation: 'statistics' });
  });
}

function balanceText(fields: Record<string, string> = {}): string {
  return objectText({
    currency:
      '{"id":7,"code":"USDT_TRC20","short_code":"USDT","name":"Tether","enable":true,"obj_network":{"code":"TRX","id":2,"fullname":"Tron"}}',
    balance_crypto: '12.500001',
    balance_usd: '12.49',
    available_balance: '1e-06',
    available_balance_usd: '0.0',
    ...fields,
  });
}

test('balances are read with every digit', async (t) => {
  const { client, requested } = await startService(t, success(`[${balanceText()}]`));
  assert.deepEqual(await client.balances(), [
    {
      currency: {
        code: 'USDT_TRC20',
        symbol: 'USDT',
        name: 'Tether',
        networkCode: 'TRX',
        networkName: 'Tron',
      },
      balance: '12.500001',
      balanceUsd: '12.49',
      available: '0.000001',
      availableUsd: '0',
    },
  ]);
  const [first] = requested;
  assert.equal(first?.path, '/v2/merchant/wallet/balance/all');
  assert.equal(first.headers.authorization, `Token ${API_KEY}`);
});

test('the balances request has neither a body nor a content type', async (t) => {
  const { client, requested } = await startService(t, success('[]'));
  assert.deepEqual(await client.balances(), []);
  assert.equal(requested[0]?.body, '');
  assert.equal(requested[0].headers['content-type'], undefined);
});

test('a balance without a rate has no value in USD', async (t) => {
  const { client } = await startService(
    t,
    success(`[${balanceText({ balance_usd: 'null', available_balance_usd: '[]' })}]`),
  );
  const [balance] = await client.balances();
  assert.deepEqual([balance?.balanceUsd, balance?.availableUsd], [null, null]);
});

for (const [field, written] of [
  ['currency', 'null'],
  ['currency', '{"code":"USDT"}'],
  ['balance_crypto', 'null'],
  ['balance_crypto', '"much"'],
  ['available_balance', '-1'],
] as const) {
  test(`${field} ${written} in one balance makes all of them an invalid response`, async (t) => {
    const broken = balanceText({ [field]: written });
    const { client } = await startService(t, success(`[${balanceText()},${broken}]`));
    await assert.rejects(client.balances(), { code: 'invalid_response', operation: 'balances' });
  });
}
