import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Invoice, ServiceClient, StaticWallet } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import type { Answer } from './scripted-service.js';
import { createdText, invoiceText, json, objectText, startService, success } from './scripted-service.js';

/** The forms in which others have recorded, published or modeled the responses of a real service. */

const PERIOD = { start: new Date('2026-11-20'), end: new Date('2026-11-22') };
const REQUEST = { amount: '10', currency: 'RUB' };

async function clientOf(t: TestContext, answer: Answer): Promise<ServiceClient> {
  return (await startService(t, answer)).client;
}

async function listOf(list: AsyncIterable<Invoice>): Promise<readonly Invoice[]> {
  const found: Invoice[] = [];
  for await (const invoice of list) found.push(invoice);
  return found;
}

/** One invoice of the information call, with these fields instead of the document's. */
async function parsedInvoice(t: TestContext, fields: Record<string, string>): Promise<Invoice> {
  const client = await clientOf(t, success(`[${invoiceText(fields)}]`));
  const invoice = (await client.invoices(['ABCD1234'])).get('INV-ABCD1234');
  assert.ok(invoice);
  return invoice;
}

describe('an invoice without a chosen coin', () => {
  it('has the object and the amounts of the default coin, and no address', async (t) => {
    const currency =
      '{"id":2,"code":"USDT","fullcode":"USDT_TRC20","network":{"code":"TRX","id":2,"fullname":"Tron"}}';
    const fields = { address: '""', currency, amount: '0.11', fee: '1.4', amount_in_fiat: '10' };
    const client = await clientOf(t, success(createdText(fields)));
    const created = await client.createInvoice(REQUEST);
    assert.deepEqual(
      [created.address, created.currency?.code, created.amount, created.fee],
      [null, 'USDT_TRC20', '0.11', '1.4'],
    );
  });
});

describe('an absent field', () => {
  for (const absent of ['"None"', '""', 'null']) {
    it(`may be written ${absent}`, async (t) => {
      const texts = [
        'address',
        'expiry_date',
        'date_finished',
        'created',
        'side_commission',
        'link',
        'order_id',
      ];
      const others = [
        'type',
        'fiat_currency',
        'amount',
        'amount_paid',
        'to_surcharge',
        'tx_list',
        'test_mode',
      ];
      const project = `{"name":${absent},"fail":${absent},"success":${absent},"logo":${absent}}`;
      const fields = Object.fromEntries([...texts, ...others].map((key) => [key, absent]));
      const invoice = await parsedInvoice(t, { ...fields, project, user_email: absent, pay_url: absent });
      const { address, expiresAtMs, finishedAtMs, createdAtMs, feePaidBy, link, orderId, type } = invoice;
      assert.deepEqual(
        [address, expiresAtMs, finishedAtMs, createdAtMs, feePaidBy, link, orderId, type],
        Array.from({ length: 8 }, () => null),
      );
      const { fiatCurrency, amount, amountPaid, amountMissing, transactions, testMode } = invoice;
      assert.deepEqual(
        [fiatCurrency, amount, amountPaid, amountMissing, transactions, testMode],
        [null, null, null, null, [], false],
      );
      assert.deepEqual(invoice.project, { name: null, fail: null, success: null, logo: null });
    });
  }

  it('may be omitted: the short form is read', async (t) => {
    const short = {
      uuid: '"ABCD1234"',
      address: '"bc1qaddress"',
      currency: '{"code":"BTC","fullcode":"BTC"}',
      amount: '"0.00012345"',
      amount_in_fiat: '"101.40"',
      amount_paid: '"0E-8"',
      status: '"created"',
      order_id: '"order-7"',
    };
    const client = await clientOf(t, success(`[${objectText(short)}]`));
    const invoice = (await client.invoices(['ABCD1234'])).get('INV-ABCD1234');
    assert.deepEqual(
      [invoice?.type, invoice?.createdAtMs, invoice?.amountToPay, invoice?.finishedAtMs],
      [null, null, null, null],
    );
    assert.deepEqual([invoice?.fiatAmount, invoice?.amountPaid, invoice?.transactions], ['101.4', '0', []]);
  });
});

describe('forms of one and the same value', () => {
  for (const [written, orderId] of [
    ['1001', '1001'],
    ['"1001"', '1001'],
    ['0', '0'],
    ['12345678901234567890', '12345678901234567890'],
    ['[]', null],
  ] as const) {
    it(`the order id ${written} is ${orderId}`, async (t) => {
      assert.equal((await parsedInvoice(t, { order_id: written })).orderId, orderId);
    });
  }

  for (const [written, link] of [
    ['"pay.example/INV-ABCD1234"', 'https://pay.example/INV-ABCD1234'],
    ['"//pay.example/INV-ABCD1234"', 'https://pay.example/INV-ABCD1234'],
    ['"pay.example:8443/x"', 'https://pay.example:8443/x'],
    ['"http://pay.example/x"', 'http://pay.example/x'],
    ['"javascript:alert(1)"', null],
    ['"data:text/html,x.example/"', null],
    ['"somewhere"', null],
    ['"/relative.html"', null],
  ] as const) {
    it(`the link ${written} is ${link}`, async (t) => {
      const client = await clientOf(t, success(createdText({ link: written })));
      assert.equal((await client.createInvoice(REQUEST)).link, link);
    });
  }

  it('the payer of the service fee is named under two keys', async (t) => {
    const fields = { side_commission_service: 'null', side_commission_cc: '"client"' };
    const client = await clientOf(t, success(createdText(fields)));
    assert.equal((await client.createInvoice(REQUEST)).serviceFeePaidBy, 'client');
  });

  for (const written of ['[""]', 'null', '["None"]', '[null]']) {
    it(`the transactions ${written} are an empty list`, async (t) => {
      assert.deepEqual((await parsedInvoice(t, { tx_list: written })).transactions, []);
    });
  }

  it('a money laundering check may contain texts', async (t) => {
    assert.equal((await parsedInvoice(t, { aml_checks: '["passed","low"]' })).id, 'INV-ABCD1234');
  });

  it('a fee with rounding noise keeps its digits, without an exponent', async (t) => {
    const { amount, fee } = await parsedInvoice(t, { amount: '0.034187', fee: '1.499999996212864e-06' });
    assert.deepEqual([amount, fee], ['0.034187', '0.000001499999996212864']);
  });

  it('a coin that the document does not list is accepted, in invoices, balances and short responses', async (t) => {
    const network = '{"code":"TRX","id":2,"fullname":"Tron"}';
    for (const currency of [
      `{"code":"TUSD","fullcode":"TUSD_TRC20","network":${network}}`,
      `{"code":"TUSD_TRC20","short_code":"TUSD","obj_network":${network}}`,
      `{"code":"TUSD_TRC20","obj_network":${network}}`,
      '"TUSD_TRC20"',
    ]) {
      assert.equal((await parsedInvoice(t, { currency })).currency?.code, 'TUSD_TRC20', currency);
      const balance = objectText({ currency, balance_crypto: '1', available_balance: '"0E-8"' });
      const client = await clientOf(t, success(`[${balance}]`));
      const [entry] = await client.balances();
      assert.deepEqual([entry?.currency?.code, entry?.available], ['TUSD_TRC20', '0']);
    }
  });

  it('a sum may be an integer, or have rounding noise', async (t) => {
    const keys = ['all', 'created', 'paid', 'overpaid', 'partial', 'canceled'];
    const all = (value: string) => objectText(Object.fromEntries(keys.map((key) => [key, value])));
    for (const [written, sum] of [
      ['105', '105'],
      ['2.4000000000000057', '2.4000000000000057'],
      ['"101.40"', '101.4'],
    ]) {
      const client = await clientOf(t, success(objectText({ count: all('3'), amount: all(written ?? '') })));
      const statistics = await client.statistics(PERIOD);
      assert.deepEqual([statistics.count.paid, statistics.amountUsd.paid], [3, sum]);
    }
  });
});

describe('the missing amount is zero', () => {
  for (const status of ['paid', 'overpaid']) {
    it(`for an invoice that is ${status}, whatever the service states as still to be paid`, async (t) => {
      const { amountMissing } = await parsedInvoice(t, { status: `"${status}"`, to_surcharge: '0.5' });
      assert.equal(amountMissing, '0');
    });
  }
});

describe('the requested invoice ids', () => {
  const spellings = ['INV-ABCD1234', 'ABCD1234', 'INV-abcd1234', 'inv-abcd1234', 'abcd1234'];
  for (const requestedId of spellings) {
    for (const answered of spellings) {
      it(`"${requestedId}" is answered by "${answered}"`, async (t) => {
        const client = await clientOf(t, success(`[${invoiceText({ uuid: JSON.stringify(answered) })}]`));
        const found = await client.invoices([requestedId]);
        assert.deepEqual(
          [...found].map(([key, { id }]) => [key, id]),
          [['INV-ABCD1234', 'INV-ABCD1234']],
        );
      });
    }
  }

  it('are answered by the state with more money, in any spelling', async (t) => {
    const [part, paid] = [
      invoiceText({ uuid: '"INV-ABCD1234"', status: '"partial"' }),
      invoiceText({ uuid: '"abcd1234"', status: '"paid"' }),
    ];
    for (const answer of [`[${part},${paid}]`, `[${paid},${part}]`]) {
      const client = await clientOf(t, success(answer));
      const found = await client.invoices(['INV-ABCD1234', 'abcd1234']);
      assert.deepEqual(
        [...found].map(([id, { status }]) => [id, status]),
        [['INV-ABCD1234', 'paid']],
      );
    }
  });
});

const NO_MONEY = invoiceText({ order_id: '"created"' });
const SEEN = invoiceText({ order_id: '"seen"', tx_list: '["t1"]' });
const PART = invoiceText({ order_id: '"part"', status: '"partial"', amount_paid: '0.0001' });
const MORE = invoiceText({ order_id: '"more"', status: '"partial"', amount_paid: '0.00012' });
const BY_HAND = invoiceText({ order_id: '"by hand"', status: '"paid"', amount_paid: '0' });
const PAID = invoiceText({ order_id: '"paid"', status: '"paid"', amount_paid: '0.00012355' });
const OVERPAID = invoiceText({ order_id: '"overpaid"', status: '"overpaid"', amount_paid: '0.0002' });

describe('an invoice that is listed twice', () => {
  const growing = [NO_MONEY, SEEN, PART, MORE, BY_HAND, PAID, OVERPAID];
  const orderOf = (text: string) => /"order_id":"(\w+(?: \w+)?)"/.exec(text)?.[1];
  for (const [index, more] of growing.entries()) {
    for (const less of growing.slice(0, index)) {
      it(`is "${orderOf(more)}", and not "${orderOf(less)}"`, async (t) => {
        for (const both of [
          [less, more],
          [more, less],
        ]) {
          const text = `"result":[${both.join()}],"all_count":2`;
          const client = await clientOf(t, json(`{"status":"success",${text}}`));
          const found = await client.invoices(['ABCD1234']);
          assert.equal(found.get('INV-ABCD1234')?.orderId, orderOf(more));
          const listed = await listOf(client.listInvoices(PERIOD));
          assert.deepEqual(
            listed.map(({ orderId }) => orderId),
            [orderOf(more)],
          );
        }
      });
    }
  }

  it('on two pages of a list is returned again only if the later page has more money', async (t) => {
    for (const [first, second, expected] of [
      [PART, PAID, ['part', 'paid']],
      [PAID, PART, ['paid']],
      [PAID, PAID, ['paid']],
    ] as const) {
      const other = invoiceText({ uuid: '"ABCD1235"', order_id: '"other"' });
      const client = await clientOf(t, (response, entry) => {
        const isFirst = entry.body.includes('"offset":0');
        const page = isFirst ? first : `${second},${other}`;
        json(`{"status":"success","result":[${page}],"all_count":3}`)(response, entry);
      });
      const found = await listOf(client.listInvoices(PERIOD));
      assert.deepEqual(
        found.map(({ orderId }) => orderId),
        [...expected, 'other'],
      );
    }
  });
});

describe('a cancellation', () => {
  for (const answer of [
    '"result":["ok"]',
    '"result":"ok"',
    '"data":["ok"]',
    '"data":"ok"',
    '"result":null,"data":["ok"]',
  ]) {
    it(`is confirmed by {${answer}}`, async (t) => {
      const client = await clientOf(t, json(`{"status":"success",${answer}}`));
      await client.cancelInvoice('ABCD1234');
    });
  }

  for (const answer of ['"result":[]', '"result":"no"', '"result":"okay"', '"result":{"ok":true}']) {
    it(`is not confirmed by {${answer}}`, async (t) => {
      const client = await clientOf(t, json(`{"status":"success",${answer}}`));
      await assert.rejects(client.cancelInvoice('ABCD1234'), { code: 'invalid_response' });
    });
  }
});

describe('"data" instead of "result"', () => {
  it('is read in every call', async (t) => {
    const list = await clientOf(t, json(`{"status":"success","data":[${invoiceText()}],"all_count":1}`));
    assert.equal((await listOf(list.listInvoices(PERIOD))).length, 1);
    const creation = await clientOf(t, json(`{"status":"success","data":${createdText()}}`));
    assert.equal((await creation.createInvoice(REQUEST)).id, 'INV-ABCD1234');
  });

  it('is ignored beside a result', async (t) => {
    const [result, data] = [invoiceText(), invoiceText({ uuid: '"INV-ABCD1235"' })];
    const answer = json(`{"status":"success","data":[${data}],"result":[${result}],"all_count":1}`);
    const found = await listOf((await clientOf(t, answer)).listInvoices(PERIOD));
    assert.deepEqual(
      found.map(({ id }) => id),
      ['INV-ABCD1234'],
    );
  });
});

describe('an error', () => {
  const gateway = '<html><body><h1>Bad Gateway</h1></body></html>';
  for (const [what, answer, reading, creating] of [
    ['status error with 200', json('{"status":"error","result":{"amount":"low"}}'), 'refused', 'refused'],
    ['field names', json('{"status":"error","result":{"amount":["low"]}}', 400), 'refused', 'refused'],
    [
      'validate_error',
      json('{"status":"error","result":{"validate_error":"amount"}}', 400),
      'refused',
      'refused',
    ],
    ['a bare text', json('{"status":"error","result":"amount is low"}', 400), 'refused', 'refused'],
    ['a wrong key', json('{"authorization":"unauthorized"}', 401), 'unauthorized', 'unauthorized'],
    [
      'a wrong key in the envelope',
      json('{"status":"error","result":{"authorization":"no"}}', 401),
      'unauthorized',
      'unauthorized',
    ],
    ['a wrong key with 403', json('{"detail":"Invalid token."}', 403), 'unauthorized', 'unauthorized'],
    ['a wrong key of the previous interface', json('{"message":"no"}', 401), 'unauthorized', 'unauthorized'],
    ['406 and nothing else', json('', 406), 'unavailable', 'outcome_unknown'],
    ['a refusal with 406', json('{"status":"error","result":"no"}', 406), 'refused', 'outcome_unknown'],
    ['HTML of a gateway, 502', json(gateway, 502), 'unavailable', 'outcome_unknown'],
    ['HTML of a gateway, 504', json(gateway, 504), 'unavailable', 'outcome_unknown'],
    ['HTML of a gateway, 200', json(gateway), 'invalid_response', 'outcome_unknown'],
  ] as const) {
    it(`written as ${what} is ${reading}, and ${creating} for a creation`, async (t) => {
      const client = await clientOf(t, answer);
      const codeOf = (call: Promise<unknown>) =>
        call.then(
          () => 'none',
          (error: unknown) => (error instanceof ServiceError ? error.code : 'another'),
        );
      const calls = [
        client.invoices(['ABCD1234']),
        client.balances(),
        client.cancelInvoice('ABCD1234'),
        client.createInvoice(REQUEST),
        client.createStaticWallet({ currency: 'BTC', customer: 'c' }),
      ];
      assert.deepEqual(await Promise.all(calls.map(codeOf)), [reading, reading, reading, creating, creating]);
    });
  }
});

describe('a static wallet', () => {
  const uuid = '3f2b8c1d9e7a4f60b5c8d2e1a9f07b34';
  const bare = objectText({
    currency: '{"code":"USDT_TRC20","short_code":"USDT"}',
    address: '"Taddress"',
    uuid: JSON.stringify(uuid),
  });
  const wallet = { id: uuid, address: 'Taddress', active: null, createdAtMs: null };

  async function walletsOf(client: ServiceClient): Promise<readonly StaticWallet[]> {
    const found: StaticWallet[] = [];
    for await (const entry of client.listStaticWallets(PERIOD)) found.push(entry);
    return found;
  }

  it('may consist of currency, address and uuid alone, for the customer it was requested for', async (t) => {
    const client = await clientOf(t, success(bare));
    const { currency, ...created } = await client.createStaticWallet({
      currency: 'USDT_TRC20',
      customer: 'c-7',
    });
    assert.equal(currency.code, 'USDT_TRC20');
    assert.deepEqual(created, { ...wallet, customer: 'c-7' });
  });

  it('is listed without its customer if the service does not name one', async (t) => {
    const [found] = await walletsOf(await clientOf(t, success(`{"staticWallets":[${bare}]}`)));
    assert.deepEqual([found?.id, found?.address, found?.customer], [uuid, 'Taddress', null]);
  });

  it('may name its customer by a number', async (t) => {
    const numbered = `${bare.slice(0, -1)},"identify":1001}`;
    const client = await clientOf(t, success(numbered));
    const created = await client.createStaticWallet({ currency: 'USDT_TRC20', customer: '1001' });
    assert.equal(created.customer, '1001');
    await assert.rejects(client.createStaticWallet({ currency: 'USDT_TRC20', customer: '1002' }), {
      code: 'outcome_unknown',
    });
  });
});
