import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { LosslessNumber, stringify } from 'lossless-json';
import { CURRENCY_CODES, currencyOf } from '../../src/payment/index.js';
import { createIdentifiers } from '../../src/sandbox/core/chain/identifiers.js';
import type { Answer, JsonFields, Merchant } from './harness.js';
import { amountOf, fieldsOf, openSandbox, textOf } from './harness.js';

const LIST = '/v2/invoice/merchant/list';
const STATISTICS = '/v2/invoice/merchant/statistics';
const TODAY = { start: '01.03.2026', end: '01.03.2026' };
const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const REQUEST = { currency_code: 'USDT_TRC20', to_address: ADDRESS, amount: 40 };

/** With 100 USDT on TRON, where a transfer costs 1. */
async function openFunded(t: TestContext): Promise<Merchant> {
  const merchant = await openSandbox(t);
  await merchant.fund('USDT_TRC20', '100');
  return merchant;
}

async function withdraw(merchant: Merchant, overrides: JsonFields = {}): Promise<JsonFields> {
  const answer = await merchant.requestWithdrawal({ ...REQUEST, ...overrides });
  if (answer.status !== 200) throw new Error(answer.text);
  return fieldsOf(answer.body['result']);
}

async function available(merchant: Merchant): Promise<string> {
  const { body, text } = await merchant.send('/v2/merchant/wallet/balance/all', undefined);
  if (!Array.isArray(body['result'])) throw new TypeError(text);
  const entry = fieldsOf(body['result'][0]);
  assert.equal(amountOf(entry, 'balance_crypto'), amountOf(entry, 'available_balance'));
  return amountOf(entry, 'available_balance');
}

function reasonOf(answer: Answer): string {
  assert.equal(answer.status, 400);
  assert.equal(answer.body['status'], 'error');
  return textOf(fieldsOf(answer.body['result']), 'Bad request');
}

const INFO_FIELDS = [
  ...['uuid', 'created', 'address', 'expiry_date', 'date_finished', 'side_commission', 'side_commission_cc'],
  ...['type_payments', 'amount', 'amount_usd', 'amount_in_fiat', 'amount_in_crypto', 'amount_to_pay'],
  ...['amount_to_pay_usd', 'amount_paid', 'amount_paid_usd', 'fee', 'fee_usd', 'service_fee'],
  ...['service_fee_usd', 'received', 'received_usd', 'to_surcharge', 'to_surcharge_usd', 'status'],
  ...['invoice_status', 'is_email_required', 'currency', 'project', 'test_mode', 'tx_list', 'type', 'phone'],
  ...['pay_url', 'order_id'],
];
const WITHDRAWAL_FIELDS = [
  ...['invoice_id', 'step', 'total_rub', 'currency_list', 'aml_enabled', 'aml_side', 'aml_cost'],
  ...['aml_cost_usd', 'aml_checks', 'links', 'quiz_result', 'quiz_detail', 'memo'],
];

describe('create withdrawal request', () => {
  test('the answer holds every documented field and no others', async (t) => {
    const withdrawal = await withdraw(await openFunded(t));
    assert.deepEqual(Object.keys(withdrawal).sort(), [...INFO_FIELDS, ...WITHDRAWAL_FIELDS].sort());
    assert.deepEqual(fieldsOf(withdrawal['quiz_detail']), {
      ...{ invoice: null, rating: null, comment: null, created: null },
    });
    for (const list of ['tx_list', 'aml_checks', 'links']) assert.deepEqual(withdrawal[list], [], list);
    assert.ok(Array.isArray(withdrawal['currency_list']));
    const summary = fieldsOf(withdrawal['currency_list'][0]);
    assert.deepEqual(Object.keys(summary), [
      ...['code', 'fullcode', 'name', 'is_email_required', 'stablecoin', 'icon_base', 'icon_qr', 'order'],
      'network',
    ]);
    assert.ok(Array.isArray(summary['network']));
    assert.deepEqual(Object.keys(fieldsOf(summary['network'][0])), ['code', 'id', 'icon', 'fullname']);
  });

  test('it is a created dw with one id under two names, and the requested address and amount', async (t) => {
    const withdrawal = await withdraw(await openFunded(t));
    assert.match(textOf(withdrawal, 'uuid'), /^INV-[A-Z0-9]{8}$/);
    assert.equal(withdrawal['invoice_id'], withdrawal['uuid']);
    assert.deepEqual([withdrawal['type'], withdrawal['status']], ['dw', 'created']);
    assert.equal(withdrawal['address'], ADDRESS);
    assert.equal(amountOf(withdrawal, 'amount'), '40');
    assert.equal(amountOf(withdrawal, 'total_rub'), '3200');
    const currency = fieldsOf(withdrawal['currency']);
    assert.deepEqual([currency['code'], currency['fullcode']], ['USDT', 'USDT_TRC20']);
    assert.ok('network' in currency);
  });

  test('amount and transfer fee reduce the balance immediately', async (t) => {
    const merchant = await openFunded(t);
    const withdrawal = await withdraw(merchant, { amount: new LosslessNumber('2.55E1') });
    assert.equal(amountOf(withdrawal, 'fee'), '1');
    assert.equal(amountOf(withdrawal, 'amount_to_pay'), '26.5');
    assert.equal(await available(merchant), '73.5');
  });

  test('the balance less the fee can be withdrawn, and not a unit more', async (t) => {
    const merchant = await openFunded(t);
    const tooMuch = await merchant.requestWithdrawal({ ...REQUEST, amount: '99.000001' });
    assert.match(
      reasonOf(tooMuch),
      /amount 99\.000001 USDT_TRC20 plus the transfer fee of 1 exceeds the balance of 100\./,
    );
    await withdraw(merchant, { amount: 99 });
    assert.equal(await available(merchant), '0');
    const other = { currency_code: 'BTC', to_address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', amount: 1 };
    await merchant.advance(12);
    assert.match(reasonOf(await merchant.requestWithdrawal(other)), /the balance of 0\./);
  });

  test('twelve seconds must pass after an accepted request only', async (t) => {
    const merchant = await openFunded(t);
    reasonOf(await merchant.requestWithdrawal({ ...REQUEST, amount: 1000 }));
    await withdraw(merchant, { amount: 1 });
    await merchant.advance(11.999);
    const early = await merchant.requestWithdrawal({ ...REQUEST, amount: 1 });
    assert.match(reasonOf(early), /less than 12 seconds ago\. Wait 1 more/);
    await merchant.advance(0.001);
    await withdraw(merchant, { amount: 1 });
    assert.equal(await available(merchant), '96');
  });

  test('of concurrent requests, one is accepted', async (t) => {
    const merchant = await openFunded(t);
    const all = await Promise.all(Array.from({ length: 8 }, () => merchant.requestWithdrawal(REQUEST)));
    assert.equal(all.filter(({ status }) => status === 200).length, 1);
    assert.equal(await available(merchant), '59');
  });

  const refused: readonly (readonly [string, JsonFields, RegExp])[] = [
    ['no currency', { currency_code: undefined }, /currency_code is missing/],
    ['an unknown currency', { currency_code: 'DOGE' }, /currency_code is "DOGE"/],
    ['no address', { to_address: '' }, /to_address is missing/],
    [
      'an address of another network',
      { to_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
      /to_address is .*, which is not the address of a wallet on TRON \(TRC-20\)/,
    ],
    ['an address that was cut', { to_address: ADDRESS.slice(1) }, /to_address is/],
    ['an address with a wrong letter', { to_address: ADDRESS.replace(/.$/, 'F') }, /to_address is/],
    ['no amount', { amount: null }, /amount is missing/],
    ['an amount of zero', { amount: 0 }, /amount is 0/],
    ['a negative amount', { amount: -1 }, /amount is -1/],
    ['a fraction that the coin does not have', { amount: '1.0000001' }, /USDT_TRC20 has 6 decimals/],
  ];
  for (const [name, overrides, reason] of refused) {
    test(`${name}: refused with the reason, and the balance is unchanged`, async (t) => {
      const merchant = await openFunded(t);
      assert.match(reasonOf(await merchant.requestWithdrawal({ ...REQUEST, ...overrides })), reason);
      assert.equal(await available(merchant), '100');
    });
  }

  test('an address of every network is accepted for its own currencies', async (t) => {
    const merchant = await openSandbox(t);
    const identifiers = createIdentifiers('recipients');
    for (const code of CURRENCY_CODES) {
      const body = {
        currency_code: code,
        to_address: identifiers.address(currencyOf(code).network.key),
      };
      // Everything is valid, only the balance is missing.
      assert.match(
        reasonOf(await merchant.requestWithdrawal({ ...body, amount: 1 })),
        /the balance of 0\./,
        code,
      );
    }
  });
});

describe('a withdrawal among the invoices', () => {
  test('it is in the list and in the information', async (t) => {
    const merchant = await openFunded(t);
    const invoice = await merchant.createId();
    const { uuid } = await withdraw(merchant);
    const { body } = await merchant.call(LIST, TODAY);
    assert.ok(Array.isArray(body['result']));
    assert.equal(String(body['all_count']), '2');
    const [newest = {}, older = {}] = body['result'].map(fieldsOf);
    assert.deepEqual([newest['uuid'], newest['type']], [uuid, 'dw']);
    assert.deepEqual([older['uuid'], older['type']], [invoice, 'up']);
    assert.deepEqual(Object.keys(newest).sort(), [...INFO_FIELDS, 'user_email'].sort());
    assert.deepEqual(newest, await merchant.info(textOf(newest, 'uuid')));
  });

  test('statistics count incoming payments only', async (t) => {
    const merchant = await openFunded(t);
    await merchant.createId();
    await withdraw(merchant);
    const { body } = await merchant.call(STATISTICS, TODAY);
    assert.equal(String(fieldsOf(fieldsOf(body['result'])['count'])['all']), '1');
  });

  test('one confirmation marks it paid, with its transaction', async (t) => {
    const merchant = await openFunded(t);
    const id = textOf(await withdraw(merchant), 'uuid');
    await merchant.advance(60);
    const { withdrawal } = await merchant.steer('/confirmations', { uuid: id });
    const info = await merchant.info(id);
    assert.deepEqual([info['status'], info['invoice_status']], ['paid', 'success']);
    assert.deepEqual(info['tx_list'], [fieldsOf(withdrawal)['transaction']]);
    assert.equal(info['date_finished'], '2026-03-01 12:01:00.000000');
    assert.equal(amountOf(info, 'amount_paid'), '41');
    assert.equal(amountOf(info, 'received'), '0');
    assert.equal(await available(merchant), '59');
    const again = await merchant.control('POST', '/confirmations', { uuid: id });
    assert.match(textOf(again.body, 'error'), /is already paid/);
  });

  test('it can be neither paid nor canceled', async (t) => {
    const merchant = await openFunded(t);
    const uuid = textOf(await withdraw(merchant), 'uuid');
    assert.match(reasonOf(await merchant.cancel(uuid)), /^invoice .* is unknown/);
    const payment = await merchant.control('POST', '/payments', { uuid, amount: 1 });
    assert.match(textOf(payment.body, 'error'), /^invoice .* is unknown/);
    assert.equal((await merchant.info(uuid))['status'], 'created');
    assert.equal(await available(merchant), '59');
  });

  test('the control API lists withdrawals separately', async (t) => {
    const merchant = await openFunded(t);
    await withdraw(merchant);
    const { body } = await merchant.control('GET', '/withdrawals');
    assert.ok(Array.isArray(body['withdrawals']));
    assert.equal(fieldsOf(body['withdrawals'][0])['amount'], '40');
    assert.equal(stringify((await merchant.control('GET', '/invoices')).body['total']), '0');
  });
});
