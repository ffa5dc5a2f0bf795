import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringify } from 'lossless-json';
import type { Merchant } from './harness.js';
import { openSandbox, textOf } from './harness.js';

const LIST = '/v2/invoice/merchant/list';
const STATISTICS = '/v2/invoice/merchant/statistics';
const BALANCES = '/v2/merchant/wallet/balance/all';
const TODAY = { start: '01.03.2026', end: '01.03.2026' };

async function send(merchant: Merchant, path: string): Promise<string> {
  const { body } = await merchant.call(path, TODAY);
  return stringify(body['result']) ?? '';
}

async function askStale(merchant: Merchant, path: string): Promise<string> {
  await merchant.steer('/faults', { kind: 'stale', times: 1, endpoint: path });
  return send(merchant, path);
}

describe('stale responses', () => {
  test('list and statistics show each invoice before its last change', async (t) => {
    const merchant = await openSandbox(t);
    const paid = await merchant.createId();
    const canceled = await merchant.createId();
    const before = { list: await send(merchant, LIST), statistics: await send(merchant, STATISTICS) };
    await merchant.pay(paid);
    await merchant.cancel(canceled);
    const now = { list: await send(merchant, LIST), statistics: await send(merchant, STATISTICS) };
    assert.equal(await askStale(merchant, LIST), before.list);
    assert.equal(await askStale(merchant, STATISTICS), before.statistics);
    assert.equal(await send(merchant, LIST), now.list);
    assert.equal(await send(merchant, STATISTICS), now.statistics);
    assert.notEqual(now.list, before.list);
    assert.notEqual(now.statistics, before.statistics);
  });

  test('balances are those before their last change', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.fund('USDT_TRC20', '100');
    await merchant.fund('ETH', '2');
    const before = await send(merchant, BALANCES);
    await merchant.pay(await merchant.createId());
    assert.equal(await askStale(merchant, BALANCES), before);
    assert.notEqual(await send(merchant, BALANCES), before);
  });

  test('the first payment in a currency is not included yet', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.fund('ETH', '2');
    assert.equal(await askStale(merchant, BALANCES), '[]');
  });

  test('without an endpoint, every call that can be stale is, and no other is counted', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'stale', times: 2 });
    const id = textOf(await merchant.create(), 'uuid');
    await merchant.pay(id);
    assert.equal((await merchant.info(id))['status'], 'created');
    assert.equal(await send(merchant, BALANCES), '[]');
    assert.equal((await merchant.info(id))['status'], 'paid');
  });
});
