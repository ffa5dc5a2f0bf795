import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LosslessNumber, parse, stringify } from 'lossless-json';
import { CURRENCY_CODES } from '../../src/payment/index.js';
import { amountOf, API_KEY, fieldsOf, openSandbox, SHOP_ID, textOf, WITHDRAWAL_KEY } from './harness.js';

describe('create invoice', () => {
  test('the response contains exactly the documented fields', async (t) => {
    const merchant = await openSandbox(t);
    const invoice = await merchant.create();
    assert.deepEqual(
      Object.keys(invoice).sort(),
      [
        ...[
          'uuid',
          'created',
          'address',
          'expiry_date',
          'side_commission',
          'side_commission_service',
          'type_payments',
        ],
        ...['amount', 'amount_usd', 'amount_in_fiat', 'fee', 'fee_usd', 'service_fee', 'service_fee_usd'],
        ...[
          'fiat_currency',
          'status',
          'is_email_required',
          'link',
          'invoice_id',
          'currency',
          'project',
          'test_mode',
        ],
      ].sort(),
    );
  });

  test('a fixed payment currency gives an address, an amount and the currency in its invoice form', async (t) => {
    const merchant = await openSandbox(t);
    const invoice = await merchant.create();
    assert.match(textOf(invoice, 'uuid'), /^INV-[A-Z0-9]{8}$/);
    assert.match(textOf(invoice, 'address'), /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    assert.equal(amountOf(invoice, 'amount'), '56.84');
    assert.equal(invoice['status'], 'created');
    assert.equal(invoice['invoice_id'], null);
    assert.equal(invoice['test_mode'], true);
    const currency = fieldsOf(invoice['currency']);
    assert.equal(currency['code'], 'USDT');
    assert.equal(currency['fullcode'], 'USDT_TRC20');
    assert.deepEqual(Object.keys(fieldsOf(currency['network'])), ['code', 'id', 'icon', 'fullname']);
    assert.deepEqual(Object.keys(fieldsOf(invoice['project'])), ['id', 'name', 'fail', 'success', 'logo']);
    assert.equal(fieldsOf(invoice['project'])['success'], 'None');
  });

  test('times are in UTC with six decimals, and the lifetime is the requested one', async (t) => {
    const merchant = await openSandbox(t);
    const invoice = await merchant.create({ add_fields: { time_to_pay: { hours: 1, minutes: 30 } } });
    assert.equal(invoice['created'], '2026-03-01 12:00:00.000000');
    assert.equal(invoice['expiry_date'], '2026-03-01 13:30:00.000000');
  });

  test('without a chosen coin, responses contain the default coin and its amounts, and no address', async (t) => {
    const merchant = await openSandbox(t);
    const created = await merchant.create({ add_fields: {} });
    const info = await merchant.info(textOf(created, 'uuid'));
    for (const invoice of [created, info]) {
      assert.equal(invoice['address'], '');
      assert.equal(fieldsOf(invoice['currency'])['fullcode'], 'USDT_TRC20');
      assert.equal(amountOf(invoice, 'amount'), '56.84');
      assert.equal(amountOf(invoice, 'amount_usd'), '56.84');
      assert.equal(amountOf(invoice, 'fee'), '1');
      assert.equal(amountOf(invoice, 'service_fee'), '0.5684');
      assert.equal(invoice['status'], 'created');
    }
    assert.equal(amountOf(info, 'amount_to_pay'), '57.84');
    assert.equal(amountOf(info, 'to_surcharge'), '57.84');
    assert.equal(amountOf(info, 'amount_paid'), '0');
    assert.equal(info['amount_in_crypto'], null);
  });

  for (const [offers, code, amount] of [
    [['LTC', 'BTC'], 'LTC', '0.61515152'],
    [['BTC', 'USDT_TRC20'], 'USDT_TRC20', '56.84'],
    [[], 'USDT_TRC20', '56.84'],
  ] as const) {
    test(`the default coin of an offer of ${offers.join(' and ') || 'all'} is ${code}`, async (t) => {
      const merchant = await openSandbox(t);
      const created = await merchant.create({ add_fields: { available_currencies: offers } });
      const info = await merchant.info(textOf(created, 'uuid'));
      for (const invoice of [created, info]) {
        assert.equal(fieldsOf(invoice['currency'])['fullcode'], code);
        assert.equal(amountOf(invoice, 'amount'), amount);
        assert.equal(invoice['address'], '');
      }
    });
  }

  test('optional parameters outside add_fields are ignored', async (t) => {
    const merchant = await openSandbox(t);
    const outside = { cryptocurrency: 'BTC', time_to_pay: { hours: 1, minutes: 0 } };
    const invoice = await merchant.create({ ...outside, add_fields: {} });
    assert.equal(invoice['address'], '');
    assert.equal(invoice['expiry_date'], '2026-03-02 12:00:00.000000');
  });

  test('the price is in USD by default', async (t) => {
    const merchant = await openSandbox(t);
    const invoice = await merchant.create({ currency: undefined });
    assert.equal(invoice['fiat_currency'], 'USD');
    assert.equal(amountOf(invoice, 'amount_in_fiat'), '49');
    assert.equal(amountOf(invoice, 'amount_usd'), '49');
  });

  test('the amount is in the order currency, or in USD with that option', async (t) => {
    const usual = await (await openSandbox(t)).create();
    assert.equal(amountOf(usual, 'amount_in_fiat'), '49');
    assert.equal(amountOf(usual, 'amount_usd'), '56.84');
    const other = await (await openSandbox(t, { priceReading: 'usd' })).create();
    assert.equal(amountOf(other, 'amount_in_fiat'), '42.25');
    assert.equal(amountOf(other, 'amount_usd'), '49');
    assert.equal(other['fiat_currency'], 'EUR');
  });

  test('every payment currency and every fiat currency of the document has a price', async (t) => {
    const merchant = await openSandbox(t);
    for (const code of CURRENCY_CODES) {
      const invoice = await merchant.createIn(code, '49.99');
      assert.equal(fieldsOf(invoice['currency'])['fullcode'], code);
      assert.notEqual(amountOf(invoice, 'amount'), '0');
    }
    const fiats =
      'USD UZS KGS KZT AMD AZN BYN AUD TRY AED CAD CNY HKD IDR INR JPY PHP SGD THB VND MYR RUB UAH EUR GBP';
    for (const fiat of fiats.split(' ')) {
      const invoice = await merchant.createIn('BTC', '100000', fiat);
      assert.equal(invoice['fiat_currency'], fiat);
    }
  });

  test('eighteen decimals keep every digit, and small amounts are written with an exponent', async (t) => {
    const merchant = await openSandbox(t);
    const create = async (code: string, amount: string): Promise<string> => {
      const addFields = { cryptocurrency: code };
      const answer = await merchant.requestInvoice({
        amount: new LosslessNumber(amount),
        currency: 'USD',
        add_fields: addFields,
      });
      return answer.text;
    };
    assert.match(await create('PEPE_ERC20', '49'), /"amount":10722100\.656455142231947484,/);
    assert.match(await create('BTC', '0.02'), /"amount":2\.2e-07,/);
    assert.match(await create('USDT_TRC20', '50'), /"amount":50\.0,/);
  });

  test('amounts may be in exponent form, as text, and with extra keys around them', async (t) => {
    const merchant = await openSandbox(t);
    for (const amount of [new LosslessNumber('4.9e1'), new LosslessNumber('4900E-2'), '49.00']) {
      assert.equal(amountOf(await merchant.create({ amount, colour: 'blue' }), 'amount_in_fiat'), '49');
    }
  });

  test('a missing content type and a trailing slash are harmless', async (t) => {
    const merchant = await openSandbox(t);
    const body = new Blob([stringify({ shop_id: SHOP_ID, amount: 5 }) ?? '']);
    const headers = { authorization: `Token ${API_KEY}` };
    const response = await fetch(`${merchant.url}/v2/invoice/create/`, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
    assert.equal(fieldsOf(parse(await response.text()))['status'], 'success');
  });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['an amount of zero', { amount: 0 }, /amount is 0/],
    ['a negative amount', { amount: -5 }, /amount is -5/],
    ['an amount that is no number', { amount: 'fifty' }, /amount is "fifty"/],
    ['an amount beyond all money', { amount: new LosslessNumber('1e30') }, /amount is 1e30/],
    ['a missing amount', { amount: null }, /amount is missing/],
    ['another shop', { shop_id: 'other-shop' }, /shop_id "other-shop"/],
    ['a missing shop', { shop_id: undefined }, /shop_id is missing/],
    ['an unknown order currency', { currency: 'CHF' }, /currency is "CHF"/],
    ['an unknown payment currency', { add_fields: { cryptocurrency: 'DOGE' } }, /"DOGE"/],
    ['an unknown offer', { add_fields: { available_currencies: ['BTC', 'DOGE'] } }, /"DOGE"/],
    [
      'a payment currency outside its own offers',
      { add_fields: { available_currencies: ['BTC'], cryptocurrency: 'LTC' } },
      /"LTC"/,
    ],
    [
      'offers that are no list',
      { add_fields: { available_currencies: 'BTC' } },
      /available_currencies is "BTC"/,
    ],
    ['a lifetime of nothing', { add_fields: { time_to_pay: { hours: 0, minutes: 0 } } }, /time_to_pay is 0/],
    ['a broken lifetime', { add_fields: { time_to_pay: { hours: 1.5 } } }, /hours is 1.5/],
    ['add_fields that are no object', { add_fields: [] }, /add_fields is \[\]/],
    ['an invalid email address', { email: 'nobody' }, /email is "nobody"/],
    ['an order id that is no text', { order_id: {} }, /order_id is \{\}/],
  ];
  for (const [name, overrides, reason] of refused) {
    test(`${name} is refused with the reason, and creates no invoice`, async (t) => {
      const merchant = await openSandbox(t);
      const answer = await merchant.requestInvoice({ ...overrides });
      assert.equal(answer.status, 400);
      assert.equal(answer.body['status'], 'error');
      assert.match(textOf(fieldsOf(answer.body['result']), 'Bad request'), reason);
      assert.equal(String((await merchant.control('GET', '/invoices')).body['total']), '0');
    });
  }

  test('a body that is not JSON is rejected', async (t) => {
    const merchant = await openSandbox(t);
    for (const body of ['{"shop_id":', '[]', '"text"', '12']) {
      const answer = await merchant.send('/v2/invoice/create', body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body['status'], 'error');
    }
  });
});

describe('authentication', () => {
  const paths = [
    ...['/v2/invoice/create', '/v2/invoice/merchant/info', '/v2/invoice/merchant/canceled'],
    ...['/v2/invoice/merchant/list', '/v2/invoice/merchant/statistics', '/v2/merchant/wallet/balance/all'],
    ...['/v2/invoice/static/create', '/v2/invoice/static/list'],
  ];
  const wrong = ['', 'Token wrong', `Token ${WITHDRAWAL_KEY}`, `Bearer ${API_KEY}`, API_KEY];
  test('every endpoint rejects a missing key, another key, the withdrawal key and another scheme', async (t) => {
    const merchant = await openSandbox(t);
    for (const path of paths) {
      for (const authorization of wrong) {
        const { body } = await merchant.send(path, '{}', { authorization });
        assert.equal(body['status'], 'error', `${path} ${authorization}`);
        assert.match(textOf(fieldsOf(body['result']), 'authorization'), /unauthorized/i);
      }
    }
  });

  test('one key for both purposes is rejected at the start', async (t) => {
    await assert.rejects(openSandbox(t, { withdrawalKey: API_KEY }), /apiKey and withdrawalKey are the same/);
  });
});

test('an unknown path and another method are rejected in the same envelope', async (t) => {
  const merchant = await openSandbox(t);
  const unknown = await merchant.call('/v2/invoice/creat', {});
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body['status'], 'error');
  const get = await merchant.send('/v2/invoice/create', undefined, {}, 'GET');
  assert.equal(get.status, 405);
});
