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

for (const [what, result, count, amountUsd] of [
  ['a missing count', statisticsText().replace('"paid":3,', ''), { paid: null }, {}],
  ['a count with a fraction', statisticsText({ all: '7.5' }), { all: null }, {}],
  ['a count below zero', statisticsText({ all: '-1' }), { all: null }, {}],
  ['a count as text', statisticsText({ all: '"7"' }), { all: null }, {}],
  ['an amount of null', statisticsText({}, { partial: 'null' }), {}, { partial: null }],
  ['an amount that is no number', statisticsText({}, { paid: '"much"' }), {}, { paid: null }],
  ['an amount below zero', statisticsText({}, { partial: '-0.10' }), {}, { partial: '-0.1' }],
] as const) {
  test(`${what} in the statistics hides no other number, and is not a zero`, async (t) => {
    const { client } = await startService(t, success(result));
    const read = await client.statistics(PERIOD);
    assert.deepEqual(read.count, {
      all: 7,
      created: 1,
      paid: 3,
      overpaid: 1,
      partial: 0,
      canceled: 2,
      ...count,
    });
    const sums = { all: '1234567890.123456789', created: '10', paid: '0.0000003', overpaid: '5' };
    assert.deepEqual(read.amountUsd, { ...sums, partial: '0', canceled: '20.5', ...amountUsd });
  });
}

for (const [what, result] of [
  ['no amounts', objectText({ count: objectText(COUNTS) })],
  ['no readable number', objectText({ count: '{}', amount: '{}' })],
  ['a list', '[]'],
] as const) {
  test(`statistics with ${what} are an invalid response`, async (t) => {
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

const USDT = { code: 'USDT_TRC20', symbol: 'USDT', name: 'Tether', networkCode: 'TRX', networkName: 'Tron' };
const READ = {
  ...{ currency: USDT, balance: '12.500001', balanceUsd: '12.49', available: '0.000001', availableUsd: '0' },
};

for (const [field, written, read] of [
  ['currency', 'null', { currency: null }],
  ['currency', '{"name":"Tether"}', { currency: null }],
  ['balance_crypto', 'null', { balance: null }],
  ['balance_crypto', '"much"', { balance: null }],
  ['balance_crypto', '-1.50', { balance: '-1.5' }],
  ['balance_crypto', '-0.0', { balance: '0' }],
  ['balance_usd', '-3.1e1', { balanceUsd: '-31' }],
  ['available_balance', '-1e-07', { available: '-0.0000001' }],
  ['available_balance', '"--1"', { available: null }],
  ['available_balance', '"-"', { available: null }],
  ['available_balance', '{}', { available: null }],
] as const) {
  test(`${field} ${written} in one balance hides neither the others nor the rest of its row`, async (t) => {
    const odd = balanceText({ [field]: written });
    const { client } = await startService(t, success(`[${odd},${balanceText()}]`));
    assert.deepEqual(await client.balances(), [{ ...READ, ...read }, READ]);
  });
}

test('a balance without a network is named by the code that it has', async (t) => {
  const odd = balanceText({ currency: '{"code":"USDT","name":"Tether"}' });
  const { client } = await startService(t, success(`[${odd}]`));
  const currency = { code: 'USDT', symbol: 'USDT', name: 'Tether', networkCode: null, networkName: null };
  assert.deepEqual(await client.balances(), [{ ...READ, currency }]);
});

test('an entry that is no balance hides no other', async (t) => {
  const { client } = await startService(t, success(`[7,null,[],${balanceText()}]`));
  const none = { currency: null, balance: null, balanceUsd: null, available: null, availableUsd: null };
  assert.deepEqual(await client.balances(), [none, none, none, READ]);
});

for (const result of ['{}', '[7]', `[${balanceText({ currency: 'null' })}]`]) {
  test(`balances that name no coin are an invalid response: ${result.slice(0, 9)}`, async (t) => {
    const { client } = await startService(t, success(result));
    await assert.rejects(client.balances(), { code: 'invalid_response', operation: 'balances' });
  });
}
