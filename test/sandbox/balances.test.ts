import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addAmounts, CURRENCY_CODES } from '../../src/payment/index.js';
import type { JsonFields, Merchant } from './harness.js';
import { amountOf, fieldsOf, openSandbox, textOf } from './harness.js';

async function balances(merchant: Merchant): Promise<readonly JsonFields[]> {
  const { body, text } = await merchant.send('/v2/merchant/wallet/balance/all', undefined);
  if (body['status'] !== 'success' || !Array.isArray(body['result'])) throw new TypeError(text);
  return body['result'].map(fieldsOf);
}

function codeOf(balance: JsonFields): string {
  return textOf(fieldsOf(balance['currency']), 'code');
}

describe('balances', () => {
  test('a call without a body returns an empty list without payments', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.createId();
    await merchant.pay(await merchant.createId(), undefined, false);
    assert.deepEqual(await balances(merchant), []);
  });

  test('an entry holds the documented fields, and the currency in its other form', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.pay(await merchant.createId());
    const [entry = {}] = await balances(merchant);
    assert.deepEqual(Object.keys(entry), [
      ...['currency', 'balance_crypto', 'balance_usd', 'available_balance', 'available_balance_usd'],
    ]);
    const { code, short_code, obj_network, enable, ...currency } = fieldsOf(entry['currency']);
    assert.deepEqual([code, short_code, enable], ['USDT_TRC20', 'USDT', true]);
    assert.deepEqual(Object.keys(fieldsOf(obj_network)), ['code', 'id', 'icon', 'fullname']);
    assert.deepEqual(Object.keys(currency), [
      ...['id', 'name', 'is_email_required', 'stablecoin', 'icon_base', 'icon_network', 'icon_qr', 'order'],
    ]);
  });

  test('the balance is the amount received, available as a whole, with its value in USD', async (t) => {
    const merchant = await openSandbox(t);
    const id = textOf(await merchant.createIn('LTC', '100'), 'uuid');
    await merchant.pay(id);
    const [entry = {}] = await balances(merchant);
    const info = await merchant.info(id);
    assert.equal(amountOf(entry, 'balance_crypto'), amountOf(info, 'received'));
    assert.equal(amountOf(entry, 'balance_usd'), amountOf(info, 'received_usd'));
    assert.equal(amountOf(entry, 'available_balance'), amountOf(info, 'received'));
    assert.equal(amountOf(entry, 'available_balance_usd'), amountOf(info, 'received_usd'));
  });

  test('a payment that the fees consume leaves a balance of zero', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.pay(await merchant.createId(), '0.000001');
    const [entry = {}] = await balances(merchant);
    assert.equal(amountOf(entry, 'balance_crypto'), '0');
  });

  test('balances are the exact sum of the amounts received per currency', async (t) => {
    const merchant = await openSandbox(t);
    const received = new Map<string, string>();
    const codes = fc.constantFrom('BTC', 'ETH', 'USDT_TRC20', 'USDT_BSC', 'SHIB_BSC', 'TON');
    const actions = fc.constantFrom('leave', 'pay', 'part', 'over', 'unconfirmed', 'late');
    const prices = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((digits) => `${digits}e-6`);
    const property = fc.asyncProperty(codes, prices, actions, async (code, price, action) => {
      const id = textOf(await merchant.createIn(code, price), 'uuid');
      if (action === 'late') await merchant.advance(25 * 3600);
      if (action === 'pay' || action === 'late') await merchant.pay(id);
      if (action === 'part') await merchant.pay(id, '0.0003');
      if (action === 'over') await merchant.pay(id, '123456789012345.654321');
      if (action === 'unconfirmed') await merchant.pay(id, undefined, false);
      const info = await merchant.info(id);
      if (info['status'] !== 'created')
        received.set(code, addAmounts(received.get(code) ?? '0', amountOf(info, 'received')));
      const shown = (await balances(merchant)).map((entry) => [
        codeOf(entry),
        amountOf(entry, 'balance_crypto'),
      ]);
      const order = (code: string): number => CURRENCY_CODES.findIndex((other) => other === code);
      assert.deepEqual(
        shown,
        [...received].toSorted(([a], [b]) => order(a) - order(b)),
      );
    });
    await fc.assert(property, { numRuns: 100 });
  });
});
