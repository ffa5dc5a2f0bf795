import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../src/service/index.js';
import { createdText, invoiceText, startService, success } from './scripted-service.js';

const REQUEST = { amount: '9.5', currency: 'EUR', cryptocurrency: 'BTC' };

test('a created invoice is read field by field', async (t) => {
  const { client } = await startService(t, success(createdText()));
  assert.deepEqual(await client.createInvoice(REQUEST), {
    id: 'INV-ABCD1234',
    status: 'created',
    createdAtMs: Date.UTC(2026, 10, 21, 10, 0, 0, 123),
    expiresAtMs: Date.UTC(2026, 10, 21, 10, 15),
    address: 'bc1qaddress',
    currency: {
      code: 'BTC',
      symbol: 'BTC',
      name: 'Bitcoin',
      networkCode: 'BTC',
      networkName: 'Bitcoin',
    },
    amount: '0.00012345',
    amountUsd: '10',
    fiatAmount: '9.5',
    fiatCurrency: 'EUR',
    fee: '0.0000001',
    serviceFee: '0.000001',
    feePaidBy: 'client',
    serviceFeePaidBy: 'merchant',
    emailRequired: false,
    link: 'https://pay.example/INV-ABCD1234',
    project: { name: 'Shop', success: 'https://shop.example/ok', fail: null, logo: null },
    testMode: false,
    type: null,
    orderId: null,
  });
});

for (const [written, expected] of [
  ['"order-7"', 'order-7'],
  ['1042', '1042'],
  ['10000000000000000001', '10000000000000000001'],
  ['"None"', null],
  ['""', null],
  ['null', null],
  ['{"id":7}', null],
] as const) {
  test(`the order id ${written} is ${expected ?? 'absent'}, at creation as in the information`, async (t) => {
    const { client } = await startService(t, (response, entry) =>
      success(
        entry.path.endsWith('/create')
          ? createdText({ order_id: written })
          : `[${invoiceText({ order_id: written })}]`,
      )(response, entry),
    );
    assert.equal((await client.createInvoice(REQUEST)).orderId, expected);
    assert.equal((await client.invoices(['ABCD1234'])).get('INV-ABCD1234')?.orderId, expected);
  });
}

test('an invoice contains the amounts paid and due and its transactions', async (t) => {
  const { client } = await startService(
    t,
    success(
      `[${invoiceText({ status: '"partial"', amount_paid: '"1e-4"', tx_list: '["t1", 5, "None"]', date_finished: '"2026-11-21T10:05:00Z"', to_surcharge: '2.355E-5' })}]`,
    ),
  );
  const invoice = (await client.invoices(['ABCD1234'])).get('INV-ABCD1234');
  assert.ok(invoice);
  const { amountPaid, amountMissing, transactions, finishedAtMs, orderId, type, status } = invoice;
  assert.deepEqual(
    { amountPaid, amountMissing, transactions, finishedAtMs, orderId, type, status },
    {
      amountPaid: '0.0001',
      amountMissing: '0.00002355',
      transactions: ['t1'],
      finishedAtMs: Date.UTC(2026, 10, 21, 10, 5),
      orderId: 'order-7',
      type: 'up',
      status: 'partial',
    },
  );
});

test('amounts keep every digit in requests and responses', async (t) => {
  const digits = fc
    .tuple(fc.bigInt(0n, 10n ** 18n), fc.bigInt(0n, 10n ** 18n - 1n))
    .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(18, '0')}`);
  let amount = '0';
  const { client, requested } = await startService(t, (response, entry) =>
    success(createdText({ amount, amount_in_fiat: JSON.stringify(amount) }))(response, entry),
  );
  const plain = (text: string) => text.replace(/0+$/, '').replace(/\.$/, '') || '0';
  await fc.assert(
    fc.asyncProperty(digits, async (text) => {
      amount = text;
      const created = await client.createInvoice({ amount: text, currency: 'EUR' });
      assert.equal(created.amount, plain(text));
      assert.equal(created.fiatAmount, plain(text));
      assert.match(requested.at(-1)?.body ?? '', new RegExp(`"amount":${plain(text).replace('.', '\\.')},`));
    }),
    { numRuns: 60 },
  );
});

for (const [written, plain] of [
  ['1e-07', '0.0000001'],
  ['1e21', '1000000000000000000000'],
  ['0.1234567890123456789', '0.1234567890123456789'],
  ['-0.0', '0'],
  ['"12.50"', '12.5'],
  ['"None"', null],
  ['""', null],
  ['null', null],
] as const) {
  test(`the amount ${written} is ${plain}`, async (t) => {
    const { client } = await startService(t, success(`[${invoiceText({ amount_to_pay: written })}]`));
    const invoices = await client.invoices(['INV-ABCD1234']);
    assert.equal(invoices.get('INV-ABCD1234')?.amountToPay, plain);
  });
}

test('a negative amount due is zero', async (t) => {
  const overpaid = invoiceText({ status: '"overpaid"', to_surcharge: '-0.5' });
  const { client } = await startService(t, success(`[${overpaid}]`));
  assert.equal((await client.invoices(['ABCD1234'])).get('INV-ABCD1234')?.amountMissing, '0');
});

for (const [written, expected] of [
  ['"2026-11-21 10:00:00"', Date.UTC(2026, 10, 21, 10)],
  ['"2026-11-21T10:00:00.5Z"', Date.UTC(2026, 10, 21, 10, 0, 0, 500)],
  ['"2026-11-21T10:00:00+00:00"', Date.UTC(2026, 10, 21, 10)],
  ['"2026-02-30 10:00:00"', null],
  ['"yesterday"', null],
  ['"None"', null],
  ['1763719200', null],
] as const) {
  test(`the time ${written} is ${expected === null ? 'unknown' : 'read as UTC'}`, async (t) => {
    const { client } = await startService(t, success(createdText({ expiry_date: written })));
    assert.equal((await client.createInvoice(REQUEST)).expiresAtMs, expected);
  });
}

test('both forms of a currency give the same value', async (t) => {
  const network = '{"code":"TRX","id":2,"fullname":"Tron"}';
  let currency = '';
  const { client } = await startService(t, (response, entry) =>
    success(createdText({ currency }))(response, entry),
  );
  const expected = {
    code: 'USDT_TRC20',
    symbol: 'USDT',
    name: 'Tether',
    networkCode: 'TRX',
    networkName: 'Tron',
  };
  currency = `{"code":"USDT","fullcode":"USDT_TRC20","name":"Tether","network":${network}}`;
  assert.deepEqual((await client.createInvoice(REQUEST)).currency, expected);
  currency = `{"code":"USDT_TRC20","short_code":"USDT","name":"Tether","obj_network":${network}}`;
  assert.deepEqual((await client.createInvoice(REQUEST)).currency, expected);
  for (const [code, network, full] of [
    ['USDT', 'TRC20', 'USDT_TRC20'],
    ['ETH', 'ARB', 'ETH_ARB'],
    ['ETH', 'ERC20', 'ETH'],
  ] as const) {
    currency = `{"code":"${code}","network":{"code":"${network}"}}`;
    assert.equal((await client.createInvoice(REQUEST)).currency?.code, full);
  }
  currency = '{"code":"USDT"}';
  assert.equal(
    (await client.createInvoice(REQUEST)).currency,
    null,
    'a coin without its network is no currency',
  );
});

test('a fee side is read under both of its names', async (t) => {
  const both = createdText({ side_commission_cc: '"client"', side_commission_service: '"merchant"' });
  const { client } = await startService(t, success(both));
  assert.equal((await client.createInvoice(REQUEST)).serviceFeePaidBy, 'client');
});

test('unknown statuses, unknown fields and hostile keys are harmless', async (t) => {
  const strange = invoiceText({
    status: '"frozen"',
    type: '"sideways"',
    extra: '{"deep":[1]}',
    __proto__x: '1',
    ['__proto__']: '{"status":"paid","polluted":true}',
    constructor: '1',
  });
  const { client } = await startService(t, success(`[${strange}]`));
  const invoice = (await client.invoices(['ABCD1234'])).get('INV-ABCD1234');
  assert.equal(invoice?.status, 'frozen');
  assert.equal(invoice?.type, 'sideways');
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});

test('an inherited status is not a status', async (t) => {
  const { client } = await startService(
    t,
    success('[{"uuid":"INV-ABCD1234","__proto__":{"status":"paid"}}]'),
  );
  await assert.rejects(client.invoices(['ABCD1234']), {
    code: 'invalid_response',
  });
});

test('an unreadable entry is reported with its field to a caller who wants to know', async (t) => {
  let text = '';
  const { client } = await startService(t, (response, entry) => success(text)(response, entry));
  const reported: string[] = [];
  const read = () =>
    client.invoices(['ABCD1234', 'ABCD5678'], (id, field) => reported.push(`${id} ${field}`));
  text = `[${invoiceText({ amount_paid: '"N/A"' })}]`;
  assert.equal((await read()).size, 0);
  assert.deepEqual(reported, ['INV-ABCD1234 amount_paid']);
  await assert.rejects(client.invoices(['ABCD1234']), {
    code: 'invalid_response',
  });
  text = `[null, ${invoiceText({ uuid: '"INV-FOREIGN1"', status: '7' })}]`;
  await assert.rejects(read(), { code: 'invalid_response' });
  assert.equal(reported.length, 1);
});

test('fields of a wrong type that prove no money count as missing', async (t) => {
  const { client } = await startService(
    t,
    success(
      createdText({
        link: '"javascript:alert(1)"',
        project: '[]',
        fee: '{}',
        side_commission: '3',
        created: '[]',
      }),
    ),
  );
  const created = await client.createInvoice(REQUEST);
  assert.deepEqual(
    [created.link, created.project, created.fee, created.feePaidBy, created.createdAtMs],
    [null, null, null, null, null],
  );
});

test('a project name that no page can show is cut', async (t) => {
  const project = `{"name":"${'\u{1f600}'.repeat(100_000)}"}`;
  const { client } = await startService(t, success(createdText({ project })));
  const { project: read } = await client.createInvoice(REQUEST);
  assert.equal(read?.name, '\u{1f600}'.repeat(100));
});

for (const [field, written] of [
  ['address', '{}'],
  ['amount', '-1'],
  ['amount_to_pay', '"1,5"'],
  ['amount_to_pay', '"N/A"'],
  ['amount_to_pay', '-1'],
  ['to_surcharge', '{}'],
  ['received', '"none yet"'],
  ['amount_in_fiat', '"ten"'],
  ['amount_usd', '"ten"'],
  ['fiat_currency', '978'],
  ['currency', '7'],
  ['date_finished', '{}'],
  ['tx_list', '"t1"'],
] as const) {
  test(`${field} ${written} counts as missing, and hides no payment`, async (t) => {
    const read = async (fields: Readonly<Record<string, string>>) => {
      const entry = invoiceText({ status: '"partial"', amount_paid: '0.0001', ...fields });
      const { client } = await startService(t, success(`[${entry}]`));
      return (await client.invoices(['ABCD1234'])).get('INV-ABCD1234');
    };
    const invoice = await read({ [field]: written });
    assert.deepEqual([invoice?.status, invoice?.amountPaid], ['partial', '0.0001']);
    assert.deepEqual(invoice, await read({ [field]: 'null' }));
  });
}

for (const [field, written] of [
  ['uuid', '12345678'],
  ['uuid', 'null'],
  ['status', 'null'],
  ['status', '["paid"]'],
  ['amount_paid', 'true'],
  ['amount_paid', '-1'],
  ['amount_paid', '"N/A"'],
  ['type', '7'],
  ['test_mode', '"true"'],
] as const) {
  test(`${field} ${written} makes the response invalid`, async (t) => {
    const { client } = await startService(t, success(`[${invoiceText({ [field]: written })}]`));
    await assert.rejects(client.invoices(['ABCD1234']), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.equal(error.code, 'invalid_response');
      assert.equal(error.cause instanceof Error && error.cause.message, field);
      return true;
    });
  });
}
