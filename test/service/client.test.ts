import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AmountError } from '../../src/payment/index.js';
import {
  API_KEY,
  clientOf,
  createdText,
  invoiceText,
  json,
  startService,
  success,
} from './scripted-service.js';

test('creation sends the key, the shop, the price in its currency, and the rest inside add_fields', async (t) => {
  const { client, requested } = await startService(t, success(createdText()));
  await client.createInvoice({
    amount: '49.90',
    currency: 'EUR',
    orderId: 'order-7',
    email: 'ann@example.org',
    lifetime: { hours: 0, minutes: 30 },
    availableCurrencies: ['BTC'],
    cryptocurrency: 'BTC',
  });
  const [first] = requested;
  assert.equal(first?.path, '/v2/invoice/create');
  assert.equal(first.headers.authorization, `Token ${API_KEY}`);
  assert.equal(first.headers['content-type'], 'application/json');
  assert.equal(
    first.body,
    '{"shop_id":"shop-1","amount":49.9,"currency":"EUR","order_id":"order-7","email":"ann@example.org",' +
      '"add_fields":{"time_to_pay":{"hours":0,"minutes":30},"available_currencies":["BTC"],"cryptocurrency":"BTC"}}',
  );
});

test('omitted fields are not sent', async (t) => {
  const { client, requested } = await startService(t, success(createdText()));
  await client.createInvoice({ amount: '5', currency: 'USD' });
  assert.equal(requested[0]?.body, '{"shop_id":"shop-1","amount":5,"currency":"USD"}');
});

test('an order id that the service treats as missing is rejected before the request', async (t) => {
  const { client, requested } = await startService(t, success(createdText()));
  for (const orderId of ['', ' ', 'None', ' None']) {
    const refusal = client.createInvoice({ amount: '5', currency: 'USD', orderId });
    await assert.rejects(refusal, { name: 'TypeError', message: /orderId ".*" is empty or "None"/ });
  }
  assert.equal(requested.length, 0);
});

test('a price that is not a number is rejected before the request', async (t) => {
  const { client, requested } = await startService(t, success(createdText()));
  await assert.rejects(client.createInvoice({ amount: '4,5', currency: 'EUR' }), AmountError);
  const untyped: { amount: string; currency: string } = JSON.parse('{ "amount": 49, "currency": "EUR" }');
  await assert.rejects(client.createInvoice(untyped), {
    name: 'TypeError',
    message: 'amount is 49. Use decimal text, such as "49.00".',
  });
  assert.equal(requested.length, 0);
});

function idOf(index: number): string {
  return `INV-${String(index).padStart(8, '0')}`;
}

test('ids are requested in batches of 100', async (t) => {
  const ids = Array.from({ length: 250 }, (_, index) => idOf(index));
  const { client, requested } = await startService(t, (response, entry) => {
    const { uuids } = JSON.parse(entry.body) as { uuids: string[] };
    const entries = uuids.reverse().map((uuid) => invoiceText({ uuid: JSON.stringify(uuid) }));
    success(`[${entries.join(',')}]`)(response, entry);
  });
  const invoices = await client.invoices([...ids, ...ids]);
  assert.deepEqual([...invoices.keys()], ids);
  assert.deepEqual(
    requested.map(({ path, body }) => [path, (JSON.parse(body) as { uuids: string[] }).uuids.length]),
    [100, 100, 50].map((count) => ['/v2/invoice/merchant/info', count]),
  );
});

test('ids work with and without prefix, missing ones are absent, foreign ones are dropped', async (t) => {
  const { client } = await startService(
    t,
    success(`[${invoiceText({ uuid: '"00000002"' })},${invoiceText({ uuid: '"INV-99999999"' })}]`),
  );
  const invoices = await client.invoices(['INV-00000001', '00000002']);
  assert.deepEqual([...invoices.keys()], ['INV-00000002']);
});

test('an invoice has one id, whatever the spelling in request and response', async (t) => {
  const answered = ['abcd1234', 'inv-ABCD1234', ' INV-AbCd1234 '];
  for (const uuid of answered) {
    const { client, requested } = await startService(
      t,
      success(`[${invoiceText({ uuid: JSON.stringify(uuid) })}]`),
    );
    const invoices = await client.invoices(['abcd1234', 'ABCD1234', 'Inv-abcd1234', ' INV-ABCD1234\n']);
    assert.equal(requested[0]?.body, '{"uuids":["INV-ABCD1234"]}');
    assert.deepEqual([...invoices.keys()], ['INV-ABCD1234']);
    assert.equal(invoices.get('INV-ABCD1234')?.id, 'INV-ABCD1234');
  }
});

test('invoices are returned in the requested order, with or without prefix', async (t) => {
  const { client } = await startService(t, (response, entry) => {
    const { uuids } = JSON.parse(entry.body) as { uuids: string[] };
    const entries = uuids
      .sort()
      .map((uuid, index) => invoiceText({ uuid: JSON.stringify(written(uuid, index)) }));
    success(`[${entries.join(',')}]`)(response, entry);
  });
  const written = (uuid: string, index: number) => (index % 2 === 0 ? uuid.slice(4) : uuid);
  const number = fc.integer({ min: 0, max: 99_999_999 });
  await fc.assert(
    fc.asyncProperty(fc.array(number, { maxLength: 220 }), async (numbers) => {
      const requested = numbers.map((index) => (index % 3 === 0 ? idOf(index).slice(4) : idOf(index)));
      assert.deepEqual([...(await client.invoices(requested)).keys()], [...new Set(numbers.map(idOf))]);
    }),
    { numRuns: 15 },
  );
});

test('an empty list of ids sends no request', async (t) => {
  const { client, requested } = await startService(t, success('[]'));
  assert.equal((await client.invoices([])).size, 0);
  assert.equal(requested.length, 0);
});

test('one unreadable invoice does not hide the state of the others', async (t) => {
  const broken = invoiceText({ uuid: '"INV-00000001"', amount_paid: '{}' });
  const { client } = await startService(t, success(`[${broken},${invoiceText({ uuid: '"INV-00000002"' })}]`));
  const invoices = await client.invoices(['INV-00000001', 'INV-00000002']);
  assert.deepEqual([...invoices.keys()], ['INV-00000002']);
});

test('only "ok" confirms a cancellation', async (t) => {
  let result = '["ok"]';
  const { client, requested } = await startService(t, (response, entry) => success(result)(response, entry));
  await client.cancelInvoice('ABCD1234');
  assert.equal(requested[0]?.path, '/v2/invoice/merchant/canceled');
  assert.equal(requested[0].body, '{"uuid":"INV-ABCD1234"}');
  result = '["no"]';
  await assert.rejects(client.cancelInvoice('ABCD1234'), { code: 'invalid_response' });
});

test('canceling an invoice that is not created is refused', async (t) => {
  const { client } = await startService(t, json('{"status":"error","result":{"uuid":"not created"}}', 400));
  await assert.rejects(client.cancelInvoice('ABCD1234'), { code: 'refused', status: 400 });
});

test('a base URL may have a path and a trailing slash', async (t) => {
  const { url, requested } = await startService(t, success('[]'));
  await clientOf(`${url}/gate/`).invoices(['ABCD1234']);
  assert.equal(requested[0]?.path, '/gate/v2/invoice/merchant/info');
});

for (const url of [
  'http://pay.example',
  'ftp://pay.example',
  'pay.example',
  '',
  'https://a:b@pay.example',
  'https://pay.example/?x=1',
  'http://127.0.0.1.evil.example',
]) {
  test(`the address "${url}" is refused immediately, with the remedy`, () => {
    assert.throws(
      () => clientOf(url),
      (error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, /Use https:|base URL/);
        assert.doesNotMatch(error.message, /a:b/);
        return true;
      },
    );
  });
}

for (const url of [
  'https://pay.example',
  'http://localhost:4010',
  'http://127.0.0.1:4010',
  'http://[::1]:4010',
]) {
  test(`the address ${url} is accepted`, () => {
    assert.doesNotThrow(() => clientOf(url));
  });
}

test('an invalid key is rejected and not quoted', () => {
  for (const apiKey of ['', 'se cret', 'secret\n', 'sécret']) {
    assert.throws(
      () => clientOf('https://pay.example', { apiKey }),
      (error) => {
        assert.ok(error instanceof TypeError);
        assert.doesNotMatch(error.message, /cret/);
        return true;
      },
    );
  }
  assert.throws(() => clientOf('https://pay.example', { shopId: '' }), /store identifier/);
});
