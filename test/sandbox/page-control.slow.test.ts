import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, test } from 'node:test';
import { stringify } from 'lossless-json';
import { fieldsOf, openSandbox, textOf } from './harness.js';
import type { JsonFields, Merchant } from './harness.js';

async function read(merchant: Merchant, path: string): Promise<JsonFields> {
  const { status, body, text } = await merchant.control('GET', path);
  assert.equal(status, 200, text);
  return body;
}

function listOf(value: unknown): readonly JsonFields[] {
  assert.ok(Array.isArray(value));
  return value.map(fieldsOf);
}

describe('the data of the control API for the page', () => {
  test('the state contains the changes, and nothing else', async (t) => {
    const merchant = await openSandbox(t);
    const changes = async (): Promise<JsonFields> => fieldsOf((await read(merchant, '/state'))['changes']);
    const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['books', () => merchant.steer('/invoices', { amount: 5 })],
      ['faults', () => merchant.steer('/faults', { kind: 'html', times: 1 })],
      ['requests', () => merchant.control('DELETE', '/requests')],
      ['postbacks', () => merchant.steer('/postbacks', { invoices: true })],
    ];
    for (const [part, call] of calls) {
      const before = await changes();
      await call();
      const after = await changes();
      const changed = Object.keys(after).filter((name) => String(after[name]) !== String(before[name]));
      assert.deepEqual(changed, [part]);
      assert.deepEqual(await changes(), after);
    }
  });

  test('the state counts every invoice under its status at the current time', async (t) => {
    const merchant = await openSandbox(t);
    const statistics = async (): Promise<string> =>
      stringify((await read(merchant, '/state'))['statistics']) ?? '';
    await merchant.createIn('BTC', '0.10');
    const { uuid } = await merchant.createIn('BTC', '7.25');
    await merchant.pay(String(uuid), '0.00000001');
    assert.match(
      await statistics(),
      /"all":\{"count":2,"usd":"7\.35"\},"created":\{"count":1,"usd":"0\.1"\}/,
    );
    await merchant.advance(24 * 3600);
    assert.match(
      await statistics(),
      /"partial":\{"count":1,"usd":"7\.25"\},"canceled":\{"count":1,"usd":"0\.1"\}/,
    );
    await merchant.pay(String(uuid));
    assert.match(await statistics(), /"paid":\{"count":1,"usd":"7\.25"\}/);
  });

  test('the history of an invoice has every step and the status after it', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.advance(60);
    await merchant.pay(id, '7.84');
    await merchant.pay(id, '50', false);
    await merchant.advance(3600);
    await merchant.steer('/confirmations', { uuid: id });
    const invoice = fieldsOf((await read(merchant, `/invoices?uuid=${id}`))['invoice']);
    const steps = listOf(invoice['history']).map(({ at, event, status, amount }) =>
      [textOf({ at }, 'at').slice(11, 19), event, amount, status].join(' '),
    );
    assert.deepEqual(steps, [
      '12:00:00 created  created',
      '12:01:00 paid 7.84 partial',
      '12:01:00 seen 50 partial',
      '12:30:00 deadline  partial',
      '13:01:00 confirmed 50 paid',
    ]);
  });

  test('an invalid search is rejected with the remedy', async (t) => {
    const merchant = await openSandbox(t);
    for (const [query, reason] of [
      ['status=open', /status is "open"\. Send one of created, paid/],
      ['offset=-1', /offset is "-1"/],
      ['uuid=INV-NOWHERE1', /"INV-NOWHERE1" is unknown/],
    ] as const) {
      const answer = await merchant.control('GET', `/invoices?${query}`);
      assert.equal(answer.status, 400);
      assert.match(textOf(answer.body, 'error'), reason);
    }
  });

  test('only a created invoice can be canceled', async (t) => {
    const merchant = await openSandbox(t);
    const uuid = await merchant.createId();
    assert.equal(
      fieldsOf((await merchant.steer('/cancellations', { uuid }))['invoice'])['status'],
      'canceled',
    );
    const again = await merchant.control('POST', '/cancellations', { uuid });
    assert.match(textOf(again.body, 'error'), /is canceled\. Cancel an invoice only while it is created/);
  });

  test('the log contains the outcome of a call and every digit of its body', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'truncate', times: 1 });
    await assert.rejects(merchant.requestInvoice());
    await merchant.send('/v2/invoice/create', '{"amount": 0.1234567890123456789012}');
    const requests = listOf((await read(merchant, '/requests?bodies=text'))['requests']);
    assert.deepEqual(
      requests.map(({ outcome }) => outcome),
      ['HTTP 200, cut short', 'HTTP 400'],
    );
    assert.match(textOf(requests[1] ?? {}, 'body'), /0\.1234567890123456789012/);
  });
});

test('a client that disconnects ends the delay, one that waits gets the response', async (t) => {
  const merchant = await openSandbox(t);
  await merchant.steer('/faults', { kind: 'delay', ms: 600_000, times: 1 });
  const request = http.request(`${merchant.url}/v2/invoice/merchant/info`, { method: 'POST' });
  const gone = new Promise((resolve) => request.once('error', resolve));
  request.end('{}');
  const outcome = async (): Promise<unknown> =>
    listOf((await read(merchant, '/requests'))['requests'])[0]?.['outcome'];
  while ((await outcome()) === undefined) await new Promise(setImmediate);
  assert.equal(await outcome(), null);
  request.destroy();
  await gone;
  for (const deadline = Date.now() + 5000; (await outcome()) === null;)
    assert.ok(Date.now() < deadline, 'the wait ends with the caller');
});
