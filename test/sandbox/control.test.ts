import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringify } from 'lossless-json';
import { createMovableClock, startSandbox } from '../../src/sandbox/index.js';
import type { JsonFields } from './harness.js';
import {
  API_KEY,
  fieldsOf,
  Merchant,
  openCore,
  openSandbox,
  SHOP_ID,
  START_MS,
  textOf,
  WITHDRAWAL_KEY,
} from './harness.js';

describe('requests', () => {
  test('requests are counted per endpoint and logged with their body, without the key', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.info(id);
    await merchant.send('/v2/invoice/merchant/info/', 'not json');
    const { body, text } = await merchant.control('GET', '/requests');
    assert.equal(stringify(body['counts']), '{"/v2/invoice/create":1,"/v2/invoice/merchant/info":2}');
    assert.ok(Array.isArray(body['requests']));
    const [create, info, broken] = body['requests'].map(fieldsOf);
    assert.equal(fieldsOf(create?.['body'])['order_id'], 'A-1001');
    assert.deepEqual(fieldsOf(info?.['body'])['uuids'], [id]);
    assert.equal(broken?.['body'], 'not json');
    assert.ok(!text.includes(API_KEY) && !/authorization/i.test(text));
  });

  test('a call with a fault is counted too', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'reset-before', times: 1 });
    await assert.rejects(merchant.requestInvoice());
    const { body } = await merchant.control('GET', '/requests');
    assert.equal(stringify(body['counts']), '{"/v2/invoice/create":1}');
    assert.match(stringify(body['requests']) ?? '', /"fault":"reset-before"/);
  });

  test('the log can be limited and cleared', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.createId();
    await merchant.createId();
    const last = await merchant.control('GET', '/requests?last=1');
    assert.ok(Array.isArray(last.body['requests']) && last.body['requests'].length === 1);
    await merchant.control('DELETE', '/requests');
    assert.equal((await merchant.control('GET', '/requests')).text, '{"counts":{},"requests":[]}');
  });
});

describe('clock', () => {
  test('a clock can be shared', async (t) => {
    const clock = createMovableClock(() => START_MS);
    const merchant = await openSandbox(t, { clock });
    assert.equal((await merchant.advance(90))['now'], '2026-03-01T12:01:30.000Z');
    assert.equal(clock.nowMs(), START_MS + 90_000);
    clock.advance(10);
    assert.equal((await merchant.create())['created'], '2026-03-01 12:01:40.000000');
  });

  test('the clock runs by default', () => {
    const before = Date.now();
    const clock = createMovableClock();
    assert.ok(clock.nowMs() >= before && clock.nowMs() <= Date.now());
  });

  test('the clock moves neither back nor beyond its limits', async (t) => {
    const merchant = await openSandbox(t);
    for (const advance of [-1, '60', 1e12, null]) {
      const answer = await merchant.control('POST', '/clock', { advance });
      assert.equal(answer.status, 400);
      assert.match(textOf(answer.body, 'error'), /advance is/);
    }
    assert.throws(() => createMovableClock().advance(-1), RangeError);
  });
});

describe('invalid payments', () => {
  const refused: readonly (readonly [string, (id: string) => object, RegExp])[] = [
    ['without a recipient', () => ({}), /uuid and address are missing\. Send one of them/],
    ['to an empty id', () => ({ uuid: '' }), /uuid and address are missing\. Send one of them/],
    ['to an unknown invoice', () => ({ uuid: 'INV-NOWHERE1' }), /"INV-NOWHERE1" is unknown/],
    ['to an unknown address', () => ({ address: 'bc1qnobody' }), /"bc1qnobody" is unknown/],
    ['of zero', (uuid) => ({ uuid, amount: 0 }), /amount is 0/],
    ['of less than nothing', (uuid) => ({ uuid, amount: '-1' }), /amount is "-1"/],
    [
      'of a fraction that the coin does not have',
      (uuid) => ({ uuid, amount: '1.0000001' }),
      /USDT_TRC20 has 6 decimals/,
    ],
    [
      'with a misspelt field',
      (uuid) => ({ uuid, confirmed: false }),
      /"confirmed" is unknown\. Use uuid, address, currency, amount, confirm/,
    ],
    ['of two minds', (uuid) => ({ uuid, confirm: 'maybe' }), /confirm is "maybe"/],
  ];
  for (const [name, body, reason] of refused) {
    test(`${name}: refused with the reason`, async (t) => {
      const merchant = await openSandbox(t);
      const answer = await merchant.control('POST', '/payments', body(await merchant.createId()));
      assert.equal(answer.status, 400);
      assert.match(textOf(answer.body, 'error'), reason);
    });
  }

  const OFFERS = { available_currencies: ['LTC', 'TRX'] };
  const refusedCoins: readonly (readonly [string, JsonFields, JsonFields, RegExp])[] = [
    [
      'without a chosen coin, and without a currency',
      OFFERS,
      {},
      /^INV-\w{8} has no chosen coin\. Send a currency, one of LTC, TRX\.$/,
    ],
    [
      'in a coin that was not offered',
      OFFERS,
      { currency: 'BTC' },
      /^currency is "BTC", which INV-\w{8} does not offer\. Send one of LTC, TRX\.$/,
    ],
    [
      'in a coin that there is not',
      OFFERS,
      { currency: 'DOGE' },
      /"DOGE" is not a payment currency\. Send one/,
    ],
    [
      'in another coin than the chosen one',
      { cryptocurrency: 'LTC' },
      { currency: 'TRX' },
      /^currency is "TRX", but INV-\w{8} is paid in LTC\. Send LTC, or omit the currency\.$/,
    ],
    [
      'of more decimals than the coin has',
      OFFERS,
      { currency: 'TRX', amount: '1.0000001' },
      /TRX has 6 decimals/,
    ],
  ];
  for (const [name, addFields, payment, reason] of refusedCoins) {
    test(`${name}: refused with the remedy, and no coin is chosen`, async (t) => {
      const merchant = await openSandbox(t);
      const { uuid, address } = await merchant.create({ add_fields: addFields });
      const answer = await merchant.control('POST', '/payments', { uuid, ...payment });
      assert.equal(answer.status, 400);
      assert.match(textOf(answer.body, 'error'), reason);
      const invoice = await merchant.info(String(uuid));
      assert.deepEqual([invoice['address'], invoice['status']], [address, 'created']);
    });
  }

  test('a payment without a chosen coin to a closed invoice is rejected', async (t) => {
    const merchant = await openSandbox(t);
    const canceled = await merchant.createId({ add_fields: {} });
    await merchant.cancel(canceled);
    const expired = await merchant.createId({ add_fields: {} });
    await merchant.advance(24 * 3600);
    for (const uuid of [canceled, expired]) {
      const answer = await merchant.control('POST', '/payments', { uuid, currency: 'BTC' });
      assert.match(
        textOf(answer.body, 'error'),
        /^INV-\w{8} is canceled\. Choose a coin while it is created\.$/,
      );
    }
  });

  test('a payment to a static wallet in another coin is rejected', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.fund('TRX', '1');
    const { body } = await merchant.control('GET', '/wallets');
    assert.ok(Array.isArray(body['wallets']));
    const { address } = fieldsOf(body['wallets'][0]);
    const pay = (currency: string) =>
      merchant.control('POST', '/payments', { address, amount: '1', currency });
    assert.match(
      textOf((await pay('LTC')).body, 'error'),
      /^currency is "LTC", but the static wallet T\w+ is for TRX\. Send TRX, or omit the currency\.$/,
    );
    assert.equal((await pay('TRX')).status, 200);
  });

  test('a payment with the address of one invoice and the id of another is rejected', async (t) => {
    const merchant = await openSandbox(t);
    const { address } = await merchant.create();
    const answer = await merchant.control('POST', '/payments', { address, uuid: await merchant.createId() });
    assert.equal(answer.status, 400);
  });

  test('a payment without an amount due and a confirmation without a payment are rejected', async (t) => {
    const merchant = await openSandbox(t);
    const uuid = await merchant.createId();
    await merchant.pay(uuid);
    const payment = await merchant.control('POST', '/payments', { uuid });
    assert.match(textOf(payment.body, 'error'), /nothing is due/);
    const confirmation = await merchant.control('POST', '/confirmations', { uuid });
    assert.match(textOf(confirmation.body, 'error'), /no unconfirmed transaction/);
  });

  test('a confirmation may name one transaction, and the others stay unconfirmed', async (t) => {
    const merchant = await openSandbox(t);
    const uuid = await merchant.createId();
    const pay = async (amount: string) =>
      (await merchant.control('POST', '/payments', { uuid, amount, confirm: false })).body['transaction'];
    const [first, second] = [await pay('20'), await pay('37.84')];
    const confirm = (fields: object) => merchant.control('POST', '/confirmations', { uuid, ...fields });
    const paymentAfter = async (fields: object) =>
      fieldsOf(fieldsOf((await confirm(fields)).body['invoice'])['payment']);
    const part = await paymentAfter({ transaction: second });
    assert.deepEqual([part['amountPaid'], part['pending']], ['37.84', '20']);
    for (const [fields, error] of [
      [{ transaction: second }, /already confirmed/],
      [{ transaction: 'another' }, /transaction "another" is unknown/],
      [{ transaction: first, byHand: true }, /transaction and byHand/],
      [{ transactions: [first] }, /transactions/],
    ] as const) {
      const { status, body } = await confirm(fields);
      assert.deepEqual([status, error.test(textOf(body, 'error'))], [400, true], JSON.stringify(body));
    }
    assert.equal((await paymentAfter({ transaction: first }))['pending'], '0');
  });
});

describe('invoices in the control API', () => {
  test('the newest comes first, with exact amounts for the buttons', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.createId({ order_id: 'first' });
    const uuid = await merchant.createId({ order_id: 'second' });
    await merchant.pay(uuid, '7.84', false);
    const { body } = await merchant.control('GET', '/invoices');
    assert.ok(Array.isArray(body['invoices']));
    const [newest, oldest] = body['invoices'].map(fieldsOf);
    assert.equal(newest?.['orderId'], 'second');
    assert.equal(oldest?.['orderId'], 'first');
    const payment = fieldsOf(newest?.['payment']);
    assert.equal(payment['due'], '57.84');
    assert.equal(payment['pending'], '7.84');
    assert.deepEqual(fieldsOf(payment['suggestions']), { exact: '50', short: '25', over: '55.784' });
  });

  test('the suggested amounts have the stated effect', async (t) => {
    const merchant = await openSandbox(t);
    const expected = { exact: 'paid', short: 'partial', over: 'overpaid' };
    for (const [button, status] of Object.entries(expected)) {
      const uuid = textOf(await merchant.createIn('PEPE_ERC20', '49'), 'uuid');
      const { body } = await merchant.control('GET', '/invoices');
      assert.ok(Array.isArray(body['invoices']));
      const { suggestions } = fieldsOf(fieldsOf(body['invoices'][0])['payment']);
      await merchant.pay(uuid, textOf(fieldsOf(suggestions), button));
      assert.equal((await merchant.info(uuid))['status'], status);
    }
  });
});

test('a page of another site can neither pay nor move the clock', async (t) => {
  const merchant = await openSandbox(t);
  const uuid = await merchant.createId();
  for (const origin of ['https://elsewhere.example', 'null', merchant.url.replace(/\d+$/, '1')]) {
    for (const path of ['/payments', '/clock', '/faults']) {
      const answer = await merchant.control(
        'POST',
        path,
        { uuid, advance: 1 },
        { origin, 'content-type': 'text/plain' },
      );
      assert.equal(answer.status, 403, `${path} from ${origin}`);
    }
    assert.equal((await merchant.control('DELETE', '/requests', undefined, { origin })).status, 403);
  }
  assert.equal((await merchant.info(uuid))['status'], 'created');
  assert.equal(
    (await merchant.control('POST', '/clock', { advance: 1 }, { origin: merchant.url })).status,
    200,
  );
});

test('the choices are what the requests accept', async (t) => {
  const merchant = await openSandbox(t);
  const { body: choices } = await merchant.control('GET', '/choices');
  const textsOf = (name: string): readonly unknown[] => {
    const values = choices[name];
    assert.ok(Array.isArray(values) && values.length > 0, name);
    return values;
  };
  for (const cryptocurrency of textsOf('currencyCodes'))
    await merchant.steer('/invoices', { amount: 5, add_fields: { cryptocurrency } });
  for (const currency of textsOf('fiatCodes')) await merchant.steer('/invoices', { amount: 5, currency });
  for (const fault of textsOf('faults').map(fieldsOf))
    await merchant.steer('/faults', { kind: fault['kind'], ms: 1, code: 500, times: 1 });
  for (const endpoint of textsOf('endpoints'))
    await merchant.steer('/faults', { kind: 'html', endpoint, times: 1 });
  for (const endpoint of textsOf('staleEndpoints'))
    await merchant.steer('/faults', { kind: 'stale', endpoint, times: 1 });
  for (const format of textsOf('postbackFormats')) await merchant.steer('/postbacks', { format });
  for (const status of textsOf('statuses'))
    assert.equal((await merchant.control('GET', `/invoices?status=${String(status)}`)).status, 200);
});

test('without a server and its files, there is no page', async () => {
  const call = openCore();
  assert.equal((await call('/page.js')).status, 404);
  assert.equal((await call('/constructor')).status, 404);
  assert.equal((await call('/state')).status, 200);
});

test('an unknown control path lists the known ones', async (t) => {
  const merchant = await openSandbox(t);
  const answer = await merchant.control('POST', '/payment', {});
  assert.equal(answer.status, 404);
  assert.match(textOf(answer.body, 'error'), /POST \/_sandbox\/payments/);
});

describe('the server', () => {
  test('the same seed gives the same responses, another seed other ids', async (t) => {
    const transcript = async (seed: string): Promise<string> => {
      const merchant = await openSandbox(t, { seed });
      const created = await merchant.create();
      const { transaction } = await merchant.pay(textOf(created, 'uuid'));
      const info = await merchant.info(textOf(created, 'uuid'));
      return (stringify([created, transaction, info]) ?? '').replaceAll(merchant.url, '');
    };
    const first = await transcript('seed');
    assert.equal(await transcript('seed'), first);
    assert.notEqual(await transcript('another seed'), first);
  });

  test('a sandbox without a seed does not repeat the ids of an earlier one', async (t) => {
    const first = await (await openSandbox(t)).create();
    const second = await (await openSandbox(t)).create();
    assert.notEqual(first['uuid'], second['uuid']);
    assert.notEqual(first['address'], second['address']);
  });

  test('a taken port is named', async (t) => {
    const { url } = await openSandbox(t);
    const port = Number(new URL(url).port);
    await assert.rejects(openSandbox(t, { port }), new RegExp(`port ${port} on 127.0.0.1 is taken`));
  });

  test('closing frees the port, also during a delayed response', async () => {
    const keys = { apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID };
    const server = await startSandbox({ ...keys, port: 0 });
    const merchant = new Merchant(server.url);
    await merchant.steer('/faults', { kind: 'delay', ms: 600_000 });
    const call = assert.rejects(merchant.requestInvoice());
    const deadline = Date.now() + 5000;
    while (
      (await merchant.control('GET', '/requests')).text.includes('"counts":{}') &&
      Date.now() < deadline
    );
    await server.close();
    await call;
    await (await startSandbox({ ...keys, port: server.port })).close();
  });

  test('an idle connection stays open for more than a minute', async (t) => {
    const keys = { apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID };
    const server = await startSandbox({ ...keys, port: 0 });
    t.after(() => server.close());
    const answer = await fetch(`${server.url}/_sandbox/requests`);
    assert.equal(answer.headers.get('keep-alive'), 'timeout=75');
  });

  test('a body that is too large is rejected', async (t) => {
    const merchant = await openSandbox(t);
    const answer = await merchant.send('/v2/invoice/create', ' '.repeat(5 * 1024 * 1024));
    assert.equal(answer.status, 413);
  });
});
