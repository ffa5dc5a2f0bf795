import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_CODES } from '../../src/payment/index.js';
import type { Answer } from './scripted-service.js';
import { json, startService, success, walletText } from './scripted-service.js';

const REQUEST = { currency: 'USDT_TRC20', customer: 'customer-5' };

test('a static wallet is created for one customer and one currency', async (t) => {
  const { client, requested } = await startService(t, success(walletText()));
  assert.deepEqual(await client.createStaticWallet(REQUEST), {
    id: 'wallet-1',
    currency: { code: 'USDT_TRC20', symbol: 'USDT', name: 'Tether', networkCode: 'TRX', networkName: 'Tron' },
    address: 'Taddress',
    active: true,
    createdAtMs: Date.UTC(2026, 10, 21, 10, 0, 0, 123),
    customer: 'customer-5',
  });
  assert.equal(requested[0]?.path, '/v2/invoice/static/create');
  assert.equal(requested[0].body, '{"shop_id":"shop-1","currency":"USDT_TRC20","identify":"customer-5"}');
});

test('37 of the 40 currencies have static wallets: those on TON are rejected before the request', async (t) => {
  const { client, requested } = await startService(t, (response, entry) => {
    const { currency } = JSON.parse(entry.body) as { currency: string };
    const written = `{"code":"${currency}","short_code":"X"}`;
    success(walletText({ currency: written }))(response, entry);
  });
  const refused: string[] = [];
  for (const currency of CURRENCY_CODES) {
    await client.createStaticWallet({ ...REQUEST, currency }).catch((error: unknown) => {
      assert.ok(error instanceof TypeError);
      assert.match(error.message, new RegExp(`"${currency}".*not on the TON network`));
      refused.push(currency);
    });
  }
  assert.deepEqual(refused, ['TON', 'USDT_TON', 'XAUT_TON']);
  assert.equal(requested.length, 37);
});

for (const bad of [
  { currency: 'USDT' },
  { currency: 'usdt_trc20' },
  { currency: '' },
  { customer: '' },
  { customer: 'None' },
  { customer: ' customer-5' },
]) {
  test(`${JSON.stringify(bad)} is refused before anything is sent`, async (t) => {
    const { client, requested } = await startService(t, success(walletText()));
    await assert.rejects(client.createStaticWallet({ ...REQUEST, ...bad }), TypeError);
    assert.equal(requested.length, 0);
  });
}

for (const [what, answer] of [
  ['a cut connection', ((response) => response.destroy()) as Answer],
  ['a server error', json('{}', 500)],
  ['no JSON', json('<html>')],
  ["another customer's wallet", success(walletText({ identify: '"customer-6"' }))],
  ['a wallet for another currency', success(walletText({ currency: '{"code":"BTC","fullcode":"BTC"}' }))],
  ['a wallet without an address', success(walletText({ address: '"None"' }))],
  ['a wallet without an identifier', success(walletText({ uuid: '7' }))],
  ['a wallet whose flag is no flag', success(walletText({ active: '"yes"' }))],
] as const) {
  test(`after ${what} the wallet may exist: the outcome is unknown, and nothing is sent twice`, async (t) => {
    const { client, requested } = await startService(t, answer);
    await assert.rejects(client.createStaticWallet(REQUEST), {
      code: 'outcome_unknown',
      operation: 'create static wallet',
    });
    assert.equal(requested.length, 1);
  });
}

test('a refused static wallet has a known outcome', async (t) => {
  const { client } = await startService(t, json('{"status":"error","result":{"currency":"exists"}}', 400));
  await assert.rejects(client.createStaticWallet(REQUEST), { code: 'refused' });
});

for (const [flags, active] of [
  [{ active: 'true' }, true],
  [{ active: 'false' }, false],
  [{ active: 'null', enable: 'true' }, true],
  [{ active: 'null', enable: 'false' }, false],
  [{ active: 'true', enable: 'false' }, false],
  [{ active: 'false', enable: 'true' }, false],
  [{ active: 'null' }, null],
] as const) {
  test(`${JSON.stringify(flags)} is ${active === null ? 'an unknown state' : active ? 'active' : 'not active'}`, async (t) => {
    const { client } = await startService(t, success(`{"staticWallets":[${walletText({ ...flags })}]}`));
    const period = { start: new Date('2026-11-21'), end: new Date('2026-11-21') };
    const found: (boolean | null)[] = [];
    for await (const wallet of client.listStaticWallets(period)) found.push(wallet.active);
    assert.deepEqual(found, [active]);
  });
}
