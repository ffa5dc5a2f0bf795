import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import {
  addAmounts,
  compareAmounts,
  CURRENCY_CODES,
  currencyOf,
  isZeroAmount,
  plainAmount,
  subtractAmounts,
} from '../../src/payment/index.js';
import type { JsonFields, Merchant } from './harness.js';
import { amountOf, fieldsOf, openCore, openSandbox, textOf } from './harness.js';

const MINUTE = 60;

describe('invoice information', () => {
  test('an entry holds the documented fields and no others', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    assert.deepEqual(
      Object.keys(await merchant.info(id)).sort(),
      [
        ...[
          'uuid',
          'created',
          'address',
          'expiry_date',
          'date_finished',
          'side_commission',
          'side_commission_cc',
        ],
        ...['type_payments', 'amount', 'amount_usd', 'amount_in_fiat', 'amount_in_crypto'],
        ...['amount_to_pay', 'amount_to_pay_usd', 'amount_paid', 'amount_paid_usd', 'fee', 'fee_usd'],
        ...['service_fee', 'service_fee_usd', 'received', 'received_usd', 'to_surcharge', 'to_surcharge_usd'],
        ...[
          'status',
          'invoice_status',
          'is_email_required',
          'currency',
          'project',
          'test_mode',
          'tx_list',
          'type',
        ],
        ...['user_email', 'phone', 'pay_url', 'order_id'],
      ].sort(),
    );
  });

  test('the amount to pay exceeds the price if the payer pays the transfer fee', async (t) => {
    const merchant = await openSandbox(t);
    const created = await merchant.create();
    const info = await merchant.info(textOf(created, 'uuid'));
    assert.equal(amountOf(created, 'amount'), '56.84');
    assert.equal(amountOf(info, 'amount_to_pay'), '57.84');
    assert.equal(info['side_commission'], 'client');
  });

  test('the amount to pay is the price if the merchant pays the fee', async (t) => {
    const merchant = await openSandbox(t, { feePaidBy: 'merchant' });
    const info = await merchant.info(await merchant.createId());
    assert.equal(amountOf(info, 'amount_to_pay'), '56.84');
    assert.equal(info['side_commission'], 'merchant');
  });

  test('ids are accepted with and without prefix, and each invoice is returned once', async (t) => {
    const merchant = await openSandbox(t);
    const first = await merchant.createId();
    const second = await merchant.createId();
    const answer = await merchant.requestInfo(second.slice(4), first, second);
    const { result } = answer.body;
    assert.ok(Array.isArray(result));
    assert.deepEqual(
      result.map((entry) => fieldsOf(entry)['uuid']),
      [second, first],
    );
  });

  test('a hundred ids are accepted, one more is rejected', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    assert.equal((await merchant.requestInfo(...Array<string>(100).fill(id))).status, 200);
    const tooMany = await merchant.requestInfo(...Array<string>(101).fill(id));
    assert.equal(tooMany.status, 400);
    assert.match(tooMany.text, /uuids contains 101 ids\. Send at most 100/);
  });

  test('an unknown id, a missing list and an invalid list are rejected', async (t) => {
    const merchant = await openSandbox(t);
    const unknown = await merchant.requestInfo(await merchant.createId(), 'INV-NOWHERE1');
    assert.equal(unknown.status, 400);
    assert.equal(unknown.body['status'], 'error');
    assert.match(unknown.text, /INV-NOWHERE1/);
    for (const body of [{}, { uuids: 'INV-AAAAAAAA' }, { uuids: [5] }]) {
      assert.equal((await merchant.call('/v2/invoice/merchant/info', body)).status, 400);
    }
  });

  test('a missing value is the text None, and an email is masked', async (t) => {
    const merchant = await openSandbox(t);
    const bare = await merchant.info(await merchant.createId({ order_id: null }));
    assert.equal(bare['order_id'], 'None');
    assert.equal(bare['pay_url'], 'None');
    assert.equal(bare['user_email'], '');
    const full = await merchant.info(await merchant.createId({ email: 'maja@example.com', order_id: 1001 }));
    assert.equal(full['order_id'], '1001');
    assert.equal(full['user_email'], 'm***@example.com');
  });

  test('test_mode is the option of the sandbox', async (t) => {
    const merchant = await openSandbox(t, { testMode: false });
    const created = await merchant.create();
    assert.equal(created['test_mode'], false);
    assert.equal((await merchant.info(textOf(created, 'uuid')))['test_mode'], false);
  });
});

describe('money', () => {
  test('the exact amount makes an invoice paid', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.advance(5 * MINUTE);
    await merchant.pay(id);
    const info = await merchant.info(id);
    assert.equal(info['status'], 'paid');
    assert.equal(info['invoice_status'], 'success');
    assert.equal(amountOf(info, 'amount_paid'), '57.84');
    assert.equal(amountOf(info, 'to_surcharge'), '0');
    assert.equal(amountOf(info, 'received'), '56.2716');
    assert.equal(info['date_finished'], '2026-03-01 12:05:00.000000');
    assert.ok(Array.isArray(info['tx_list']) && info['tx_list'].length === 1);
  });

  test('two partial payments show the amount due, then make it paid', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id, '30');
    const part = await merchant.info(id);
    assert.equal(part['status'], 'partial');
    assert.equal(amountOf(part, 'to_surcharge'), '27.84');
    assert.equal(part['date_finished'], null);
    await merchant.pay(id);
    const whole = await merchant.info(id);
    assert.equal(whole['status'], 'paid');
    assert.equal(amountOf(whole, 'amount_paid'), '57.84');
  });

  test('more than the amount makes an invoice overpaid', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id, '60.5');
    const info = await merchant.info(id);
    assert.equal(info['status'], 'overpaid');
    assert.equal(amountOf(info, 'amount_paid'), '60.5');
    assert.equal(amountOf(info, 'to_surcharge'), '0');
  });

  test('an unconfirmed transaction is listed, and the invoice stays created until it is confirmed', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    const { transaction } = await merchant.pay(id, undefined, false);
    const seen = await merchant.info(id);
    assert.equal(seen['status'], 'created');
    assert.deepEqual(seen['tx_list'], [transaction]);
    assert.equal(amountOf(seen, 'amount_paid'), '0');
    await merchant.steer('/confirmations', { uuid: id });
    const confirmed = await merchant.info(id);
    assert.equal(confirmed['status'], 'paid');
    assert.deepEqual(confirmed['tx_list'], [transaction]);
  });

  test('a payment may name the address instead of the id', async (t) => {
    const merchant = await openSandbox(t);
    const created = await merchant.create();
    await merchant.steer('/payments', { address: created['address'] });
    assert.equal((await merchant.info(textOf(created, 'uuid')))['status'], 'paid');
  });

  test('for any payments, the sums add up in coin and in USD to the last digit', async (t) => {
    const merchant = await openSandbox(t);
    const price = fc.bigInt(1n, 10n ** 8n).map((cents) => plainAmount(`${cents}e-2`));
    const order = fc.record({
      code: fc.constantFrom(...CURRENCY_CODES),
      price,
      parts: fc.array(fc.bigInt(0n, 10n ** 24n), { maxLength: 3 }),
      thenTheRest: fc.boolean(),
    });
    const property = fc.asyncProperty(order, async ({ code, price, parts, thenTheRest }) => {
      const id = textOf(await merchant.createIn(code, price), 'uuid');
      const { decimals } = currencyOf(code);
      const inCoins = (units: bigint): string =>
        plainAmount(`${(units % 10n ** BigInt(decimals + 2)) + 1n}e-${decimals}`);
      const payments = parts.map(inCoins);
      for (const payment of payments) await merchant.pay(id, payment);
      const due = amountOf(await merchant.info(id), 'to_surcharge');
      if (thenTheRest && !isZeroAmount(due)) payments.push(due);
      if (payments.length > parts.length) await merchant.pay(id);
      assertSums(await merchant.info(id), payments);
    });
    await fc.assert(property, { numRuns: 80 });
  });
});

function assertSums(info: JsonFields, payments: readonly string[]): void {
  assert.equal(amountOf(info, 'amount_paid'), payments.reduce(addAmounts, '0'));
  for (const unit of ['', '_usd']) {
    const amount = (name: string): string => amountOf(info, name + unit);
    const fees = addAmounts(amount('fee'), amount('service_fee'));
    const covered = addAmounts(amount('amount_paid'), amount('to_surcharge'));
    assert.equal(compareAmounts(covered, amount('amount_to_pay')), info['status'] === 'overpaid' ? 1 : 0);
    assert.equal(
      isZeroAmount(amount('to_surcharge')),
      info['status'] === 'paid' || info['status'] === 'overpaid',
    );
    if (isZeroAmount(amount('received'))) assert.notEqual(compareAmounts(amount('amount_paid'), fees), 1);
    else assert.equal(amount('amount_paid'), addAmounts(amount('received'), fees));
  }
  assert.equal(amountOf(info, 'amount_to_pay'), addAmounts(amountOf(info, 'amount'), amountOf(info, 'fee')));
}

describe('time', () => {
  test('an unpaid invoice is canceled at its deadline, not a second before', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.advance(30 * MINUTE - 1);
    assert.equal((await merchant.info(id))['status'], 'created');
    await merchant.advance(1);
    const info = await merchant.info(id);
    assert.equal(info['status'], 'canceled');
    assert.equal(info['date_finished'], info['expiry_date']);
  });

  test('a partial payment keeps an invoice partial past its deadline', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id, '30');
    await merchant.advance(31 * MINUTE);
    const info = await merchant.info(id);
    assert.equal(info['status'], 'partial');
    assert.equal(info['date_finished'], null);
  });

  test('a transaction that was detected in time keeps the invoice open past its deadline', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id, undefined, false);
    await merchant.advance(31 * MINUTE);
    assert.equal((await merchant.info(id))['status'], 'created');
    await merchant.steer('/confirmations', { uuid: id });
    assert.equal((await merchant.info(id))['status'], 'paid');
  });

  test('a late payment counts, and finishes after the deadline', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.advance(31 * MINUTE);
    await merchant.pay(id, undefined, false);
    assert.equal((await merchant.info(id))['status'], 'canceled');
    await merchant.steer('/confirmations', { uuid: id });
    const info = await merchant.info(id);
    assert.equal(info['status'], 'paid');
    assert.ok(textOf(info, 'date_finished') > textOf(info, 'expiry_date'));
  });

  test('a further payment makes a paid invoice overpaid, finished when it was first fully paid', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id);
    const { date_finished } = await merchant.info(id);
    await merchant.advance(MINUTE);
    await merchant.pay(id, '2.5');
    const info = await merchant.info(id);
    assert.equal(info['status'], 'overpaid');
    assert.equal(info['date_finished'], date_finished);
    assert.equal(subtractAmounts(amountOf(info, 'amount_paid'), amountOf(info, 'amount_to_pay')), '2.5');
  });
});

describe('cancel invoice', () => {
  test('a created invoice is canceled and says ok', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    const answer = await merchant.cancel(id);
    assert.equal(answer.text, '{"status":"success","result":["ok"]}');
    const info = await merchant.info(id);
    assert.equal(info['status'], 'canceled');
    assert.equal(info['date_finished'], '2026-03-01 12:00:00.000000');
  });

  test('an invoice with another status is not changed', async (t) => {
    const merchant = await openSandbox(t);
    const states = [
      ['paid', (id: string) => merchant.pay(id)],
      ['partial', (id: string) => merchant.pay(id, '1')],
      ['overpaid', (id: string) => merchant.pay(id, '100')],
      ['canceled', (id: string) => merchant.cancel(id)],
    ] as const;
    for (const [status, reach] of states) {
      const id = await merchant.createId();
      await reach(id);
      const answer = await merchant.cancel(id);
      assert.equal(answer.status, 400);
      assert.equal(answer.body['status'], 'error');
      assert.equal((await merchant.info(id))['status'], status);
    }
  });

  test('an unknown or missing id is rejected', async (t) => {
    const merchant = await openSandbox(t);
    assert.equal((await merchant.cancel('INV-NOWHERE1')).status, 400);
    assert.equal((await merchant.call('/v2/invoice/merchant/canceled', {})).status, 400);
  });
});

describe('a payment that chooses the coin', () => {
  const OFFERS = { add_fields: { available_currencies: ['LTC', 'TRX'] } };

  test('fixes currency, address and amounts, and pays in full', async (t) => {
    const merchant = await openSandbox(t);
    const uuid = await merchant.createId(OFFERS);
    const { transaction } = await merchant.steer('/payments', { uuid, currency: 'TRX' });
    const info = await merchant.info(uuid);
    assert.equal(info['status'], 'paid');
    assert.equal(fieldsOf(info['currency'])['fullcode'], 'TRX');
    assert.match(textOf(info, 'address'), /^T\w{33}$/);
    assert.deepEqual(info['tx_list'], [transaction]);
    assert.equal(amountOf(info, 'amount_paid'), amountOf(info, 'amount_to_pay'));
    assert.equal(amountOf(info, 'amount_in_crypto'), amountOf(info, 'amount'));
    assert.equal(amountOf(info, 'amount_usd'), '56.84');
    const direct = await merchant.info(await merchant.createId({ add_fields: { cryptocurrency: 'TRX' } }));
    for (const name of ['amount', 'amount_to_pay', 'fee', 'service_fee', 'amount_usd'])
      assert.equal(amountOf(info, name), amountOf(direct, name), name);
  });

  test('may pay a part, also unconfirmed; the rest needs no currency, or the same', async (t) => {
    const merchant = await openSandbox(t);
    const uuid = await merchant.createId(OFFERS);
    await merchant.steer('/payments', { uuid, currency: 'LTC', amount: '0.1', confirm: false });
    assert.equal((await merchant.info(uuid))['status'], 'created');
    await merchant.steer('/confirmations', { uuid });
    assert.equal((await merchant.info(uuid))['status'], 'partial');
    await merchant.steer('/payments', { uuid, amount: '0.1' });
    await merchant.steer('/payments', { uuid, currency: 'LTC' });
    const info = await merchant.info(uuid);
    assert.equal(info['status'], 'paid');
    assert.ok(Array.isArray(info['tx_list']));
    assert.equal(info['tx_list'].length, 3);
  });

  test('chooses once: of two coins at the same time, one is paid and the other rejected', async () => {
    const call = openCore();
    const { body: created } = await call('/invoices', JSON.stringify({ amount: 5, ...OFFERS }));
    const uuid = textOf(fieldsOf(created['invoice']), 'uuid');
    const coins = ['LTC', 'TRX'];
    const answers = await Promise.all(
      coins.map((currency) => call('/payments', JSON.stringify({ uuid, currency }))),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const paid = coins[answers.findIndex(({ status }) => status === 200)];
    const { body } = await call(`/invoices?uuid=${uuid}`);
    const payment = fieldsOf(fieldsOf(body['invoice'])['payment']);
    assert.equal(payment['currency'], paid);
    assert.ok(Array.isArray(payment['transactions']));
    assert.equal(payment['transactions'].length, 1);
  });
});

describe('an invoice that the merchant confirms by hand', () => {
  const byHand = (merchant: Merchant, uuid: string) =>
    merchant.control('POST', '/confirmations', { uuid, byHand: true });

  test('is paid without a payment, at any time', async (t) => {
    const merchant = await openSandbox(t);
    const open = await merchant.createId();
    const part = await merchant.createId();
    await merchant.pay(part, '7.84');
    const late = await merchant.createId({ add_fields: {} });
    await merchant.advance(24 * 3600);
    for (const [uuid, paid, due] of [
      [open, '0', '57.84'],
      [part, '7.84', '50'],
      [late, '0', '57.84'],
    ] as const) {
      assert.equal((await byHand(merchant, uuid)).status, 200);
      const info = await merchant.info(uuid);
      assert.deepEqual([info['status'], info['invoice_status']], ['paid', 'success']);
      assert.deepEqual([amountOf(info, 'amount_paid'), amountOf(info, 'to_surcharge')], [paid, due]);
      assert.equal(info['date_finished'], '2026-03-02 12:00:00.000000');
    }
    const { body } = await merchant.control('GET', `/invoices?uuid=${open}`);
    assert.match(stringify(body['invoice']) ?? '', /"event":"confirmed-by-hand","status":"paid"/);
    const state = await merchant.control('GET', '/state');
    assert.match(state.text, /"paid":\{"count":3,/);
  });

  test('cannot be confirmed again', async (t) => {
    const merchant = await openSandbox(t);
    const uuid = await merchant.createId();
    await byHand(merchant, uuid);
    const again = await byHand(merchant, uuid);
    assert.equal(again.status, 400);
    assert.match(
      textOf(again.body, 'error'),
      /^INV-\w{8} is already paid\. Confirm by hand only an invoice that is not paid\.$/,
    );
  });

  test('is overpaid after more than its price', async (t) => {
    const merchant = await openSandbox(t);
    const uuid = await merchant.createId();
    await byHand(merchant, uuid);
    await merchant.pay(uuid, '57');
    assert.equal((await merchant.info(uuid))['status'], 'paid');
    await merchant.pay(uuid, '1');
    assert.equal((await merchant.info(uuid))['status'], 'overpaid');
  });
});
