import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { stringify } from 'lossless-json';
import { addAmounts, CURRENCY_CODES } from '../../src/payment/index.js';
import type { Answer, JsonFields, Merchant } from './harness.js';
import { amountOf, fieldsOf, openSandbox, SHOP_ID, textOf } from './harness.js';

const CREATE = '/v2/invoice/static/create';
const LIST = '/v2/invoice/static/list';
const DAY = 24 * 3600;

function requestWallet(merchant: Merchant, overrides: JsonFields = {}): Promise<Answer> {
  const body = { shop_id: SHOP_ID, currency: 'USDT_TRC20', identify: 'customer-7' };
  return merchant.call(CREATE, { ...body, ...overrides });
}

async function openWallet(merchant: Merchant, overrides: JsonFields = {}): Promise<JsonFields> {
  const answer = await requestWallet(merchant, overrides);
  if (answer.status !== 200) throw new Error(answer.text);
  return fieldsOf(answer.body['result']);
}

async function listWallets(merchant: Merchant, overrides: JsonFields = {}): Promise<readonly JsonFields[]> {
  const { body, text } = await merchant.call(LIST, { shop_id: SHOP_ID, ...overrides });
  const { staticWallets } = body['status'] === 'success' ? fieldsOf(body['result']) : {};
  if (!Array.isArray(staticWallets)) throw new TypeError(text);
  return staticWallets.map(fieldsOf);
}

async function balances(merchant: Merchant): Promise<readonly JsonFields[]> {
  const { body } = await merchant.send('/v2/merchant/wallet/balance/all', undefined);
  return Array.isArray(body['result']) ? body['result'].map(fieldsOf) : [];
}

describe('create static wallet', () => {
  test('the answer holds the documented fields, and the currency in its other form', async (t) => {
    const wallet = await openWallet(await openSandbox(t));
    assert.deepEqual(Object.keys(wallet), ['currency', 'address', 'uuid', 'active', 'created', 'identify']);
    assert.match(textOf(wallet, 'address'), /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    assert.equal(wallet['active'], true);
    assert.equal(wallet['created'], '2026-03-01 12:00:00.000000');
    assert.equal(wallet['identify'], 'customer-7');
    const currency = fieldsOf(wallet['currency']);
    assert.deepEqual(
      [currency['code'], currency['short_code'], currency['enable'], 'fullcode' in currency],
      ['USDT_TRC20', 'USDT', true, false],
    );
    assert.equal(fieldsOf(currency['obj_network'])['code'], 'TRC20');
  });

  test('a repeated request returns the same wallet, also concurrently', async (t) => {
    const merchant = await openSandbox(t);
    const atOnce = await Promise.all([openWallet(merchant), openWallet(merchant), openWallet(merchant)]);
    await merchant.advance(DAY);
    const later = await openWallet(merchant);
    for (const wallet of atOnce) assert.deepEqual(wallet, later);
    assert.equal((await listWallets(merchant)).length, 1);
  });

  test('other customers and other currencies have other wallets', async (t) => {
    const merchant = await openSandbox(t);
    const wallets = [
      await openWallet(merchant),
      await openWallet(merchant, { identify: 'customer-8' }),
      await openWallet(merchant, { currency: 'TRX' }),
    ];
    assert.equal(new Set(wallets.map(({ address }) => address)).size, 3);
    assert.equal(new Set(wallets.map(({ uuid }) => uuid)).size, 3);
  });

  test('every currency except those on TON has wallets', async (t) => {
    const merchant = await openSandbox(t);
    const without: string[] = [];
    for (const currency of CURRENCY_CODES) {
      if ((await requestWallet(merchant, { currency })).status !== 200) without.push(currency);
    }
    assert.deepEqual(without, ['TON', 'USDT_TON', 'XAUT_TON']);
  });

  const refused: readonly (readonly [string, JsonFields, RegExp])[] = [
    ['a currency on TON', { currency: 'USDT_TON' }, /currency is "USDT_TON", which has no static wallets/],
    ['an unknown currency', { currency: 'DOGE' }, /currency is "DOGE"/],
    ['no currency', { currency: undefined }, /currency is missing/],
    ['no customer', { identify: '' }, /identify is missing/],
    ['another shop', { shop_id: 'other-shop' }, /shop_id "other-shop" is unknown/],
  ];
  for (const [name, overrides, reason] of refused) {
    test(`${name}: refused with the reason, and no wallet is created`, async (t) => {
      const merchant = await openSandbox(t);
      const { status, body } = await requestWallet(merchant, overrides);
      assert.equal(status, 400);
      assert.equal(body['status'], 'error');
      assert.match(textOf(fieldsOf(body['result']), 'Bad request'), reason);
      assert.deepEqual(await listWallets(merchant), []);
    });
  }
});

describe('static wallet list', () => {
  /** One wallet a day from the first of March on. */
  async function openDaily(t: TestContext, count: number): Promise<Merchant> {
    const merchant = await openSandbox(t);
    for (let day = 1; day <= count; day += 1) {
      await openWallet(merchant, { identify: `day-${day}` });
      await merchant.advance(DAY);
    }
    return merchant;
  }
  const names = async (merchant: Merchant, overrides: JsonFields): Promise<readonly unknown[]> =>
    (await listWallets(merchant, overrides)).map(({ identify }) => identify);

  test('an entry equals the created wallet', async (t) => {
    const merchant = await openSandbox(t);
    const wallet = await openWallet(merchant);
    assert.deepEqual(await listWallets(merchant), [wallet]);
  });

  test('days may have a long or a short year, are inclusive, and are optional', async (t) => {
    const merchant = await openDaily(t, 4);
    const middle = ['day-3', 'day-2'];
    assert.deepEqual(await names(merchant, { start: '02.03.2026', end: '03.03.2026' }), middle);
    assert.deepEqual(await names(merchant, { start: '02.03.26', end: '03.03.26' }), middle);
    assert.deepEqual(await names(merchant, { start: '03.03.26' }), ['day-4', 'day-3']);
    assert.deepEqual(await names(merchant, { end: '01.03.2026' }), ['day-1']);
  });

  test('the newest ten come first, and the limit counts from the offset', async (t) => {
    const merchant = await openDaily(t, 12);
    const all = Array.from({ length: 12 }, (_, index) => `day-${12 - index}`);
    assert.deepEqual(await names(merchant, {}), all.slice(0, 10));
    assert.deepEqual(await names(merchant, { offset: 9, limit: 2 }), all.slice(9, 11));
    assert.deepEqual(await names(merchant, { limit: 100 }), all);
  });

  const refused: readonly (readonly [string, JsonFields, RegExp])[] = [
    [
      'an end before the start',
      { start: '02.03.26', end: '01.03.2026' },
      /end is "01\.03\.2026", before start/,
    ],
    [
      'a malformed date',
      { start: '2.3.2026' },
      /start is "2\.3\.2026"\. Send a day as dd\.mm\.yyyy or dd\.mm\.yy/,
    ],
    ['a limit above a hundred', { limit: 101 }, /limit is 101/],
    ['no shop', { shop_id: undefined }, /shop_id is missing/],
  ];
  for (const [name, overrides, reason] of refused) {
    test(`${name}: refused with the reason`, async (t) => {
      const merchant = await openSandbox(t);
      const answer = await merchant.call(LIST, { shop_id: SHOP_ID, ...overrides });
      assert.equal(answer.status, 400);
      assert.match(textOf(fieldsOf(answer.body['result']), 'Bad request'), reason);
    });
  }
});

describe('deposits', () => {
  test('every deposit is listed and added to the balance, without fees', async (t) => {
    const merchant = await openSandbox(t);
    const { address, uuid } = await openWallet(merchant, { currency: 'ETH' });
    await merchant.steer('/payments', { address, amount: '0.000000000000000001' });
    const { transaction, wallet } = await merchant.steer('/payments', { address, amount: '2.5' });
    const report = fieldsOf(wallet);
    assert.equal(report['uuid'], uuid);
    assert.equal(report['received'], '2.500000000000000001');
    assert.ok(Array.isArray(report['transactions']));
    assert.deepEqual(
      report['transactions'].map((entry) => fieldsOf(entry)['amount']),
      ['0.000000000000000001', '2.5'],
    );
    assert.equal(fieldsOf(report['transactions'][1])['id'], transaction);
    const [balance = {}] = await balances(merchant);
    assert.equal(amountOf(balance, 'balance_crypto'), '2.500000000000000001');
    assert.equal(amountOf(balance, 'balance_usd'), '7553.70000000000000302148');
  });

  test('concurrent deposits all arrive', async (t) => {
    const merchant = await openSandbox(t);
    const { address } = await openWallet(merchant);
    await Promise.all([1, 2, 3, 4].map((amount) => merchant.steer('/payments', { address, amount })));
    const [balance = {}] = await balances(merchant);
    assert.equal(amountOf(balance, 'balance_crypto'), '10');
  });

  test('deposits and payments share one balance per currency', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id);
    const { address } = await openWallet(merchant);
    await merchant.steer('/payments', { address, amount: '7.25' });
    const shown = await balances(merchant);
    const received = amountOf(await merchant.info(id), 'received');
    assert.deepEqual(
      shown.map((entry) => amountOf(entry, 'balance_crypto')),
      [addAmounts(received, '7.25')],
    );
  });

  const refused: readonly (readonly [string, (wallet: JsonFields) => object, RegExp])[] = [
    ['without an amount', () => ({}), /amount is missing, and nothing is due on the static wallet/],
    ['of zero', () => ({ amount: 0 }), /amount is 0/],
    ['of a fraction that the coin does not have', () => ({ amount: '1.0000001' }), /has 6 decimals/],
    ['that is not confirmed', () => ({ amount: 1, confirm: false }), /confirm is false/],
    ['with a uuid too', ({ uuid }) => ({ amount: 1, uuid }), /Send the address without a uuid/],
  ];
  for (const [name, body, reason] of refused) {
    test(`${name}: refused with the reason, and nothing arrives`, async (t) => {
      const merchant = await openSandbox(t);
      const wallet = await openWallet(merchant);
      const { address } = wallet;
      const answer = await merchant.control('POST', '/payments', { address, ...body(wallet) });
      assert.equal(answer.status, 400);
      assert.match(textOf(answer.body, 'error'), reason);
      assert.deepEqual(await balances(merchant), []);
    });
  }
});

test('the endpoints of lists, statistics and wallets accept faults too, and are counted', async (t) => {
  const merchant = await openSandbox(t);
  const paths = [
    ...['/v2/invoice/merchant/list', '/v2/invoice/merchant/statistics', '/v2/merchant/wallet/balance/all'],
    ...[CREATE, LIST],
  ];
  for (const endpoint of paths) {
    await merchant.steer('/faults', { kind: 'status', code: 503, endpoint, times: 1 });
    assert.equal((await merchant.call(endpoint, {})).status, 503);
  }
  const { body } = await merchant.control('GET', '/requests');
  assert.deepEqual(Object.keys(fieldsOf(body['counts'])), paths);
  assert.ok(Object.values(fieldsOf(body['counts'])).every((count) => stringify(count) === '1'));
});
