import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { LosslessNumber } from 'lossless-json';
import type { Merchant } from './harness.js';
import { API_KEY, fieldsOf, openSandbox, SHOP_ID, textOf } from './harness.js';

const CREATE = '/v2/invoice/create';
const INFO = '/v2/invoice/merchant/info';

async function invoiceCount(merchant: Merchant): Promise<string> {
  return String((await merchant.control('GET', '/invoices')).body['total']);
}

interface RawAnswer {
  readonly text: string;
  readonly error: string | null;
}

/** The bytes on the wire, before any HTTP client interprets them. */
async function rawCreate(merchant: Merchant): Promise<RawAnswer> {
  const { hostname, port } = new URL(merchant.url);
  const body = JSON.stringify({ shop_id: SHOP_ID, amount: 49, add_fields: { cryptocurrency: 'BTC' } });
  const head = `POST ${CREATE} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Token ${API_KEY}\r\ncontent-length: ${body.length}`;
  const socket = connect(Number(port), hostname);
  let text = '';
  let error: string | null = null;
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', (cause: NodeJS.ErrnoException) => (error = cause.code ?? cause.message));
  socket.write(`${head}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, error };
}

describe('faults at the socket', () => {
  test('reset-before resets the connection without a byte, and nothing is done', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'reset-before', times: 1 });
    assert.deepEqual(await rawCreate(merchant), { text: '', error: 'ECONNRESET' });
    assert.equal(await invoiceCount(merchant), '0');
  });

  test('reset-after cuts the connection without a byte, and the invoice exists', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'reset-after', times: 1 });
    assert.deepEqual(await rawCreate(merchant), { text: '', error: 'ECONNRESET' });
    assert.equal(await invoiceCount(merchant), '1');
  });

  test('truncate sends half of the announced body, and the invoice exists', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'truncate', times: 1 });
    const { text } = await rawCreate(merchant);
    const announced = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    const [, body = ''] = text.split('\r\n\r\n');
    assert.match(text, /^HTTP\/1\.1 200/);
    assert.equal(body.length, Math.floor(announced / 2));
    assert.match(body, /^\{"status":"success"/);
    assert.equal(await invoiceCount(merchant), '1');
  });

  test('a client sees a reset connection as an error, never as a response', async (t) => {
    const merchant = await openSandbox(t);
    for (const kind of ['reset-before', 'reset-after', 'truncate']) {
      await merchant.steer('/faults', { kind, times: 1 });
      await assert.rejects(merchant.requestInvoice(), TypeError, kind);
    }
    assert.equal((await merchant.requestInvoice()).status, 200);
  });
});

describe('faults in the answer', () => {
  test('delay does the work immediately and delays the response', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'delay', ms: 60, times: 1 });
    const startedAt = performance.now();
    assert.equal((await merchant.requestInvoice()).status, 200);
    assert.ok(performance.now() - startedAt >= 55);
  });

  test('a client that disconnects during a delay has created an invoice', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'delay', ms: 600_000, times: 1 });
    const headers = { authorization: `Token ${API_KEY}` };
    const giveUp = new AbortController();
    const body = JSON.stringify({ shop_id: SHOP_ID, amount: 5 });
    const call = fetch(merchant.url + CREATE, { method: 'POST', headers, body, signal: giveUp.signal });
    const deadline = Date.now() + 5000;
    while ((await invoiceCount(merchant)) === '0' && Date.now() < deadline);
    giveUp.abort();
    await assert.rejects(call, { name: 'AbortError' });
    assert.equal(await invoiceCount(merchant), '1');
  });

  test('status returns that status and does nothing', async (t) => {
    const merchant = await openSandbox(t);
    for (const code of [204, 429, 500, 503]) {
      await merchant.steer('/faults', { kind: 'status', code, times: 1 });
      assert.equal((await merchant.requestInvoice()).status, code);
    }
    assert.equal(await invoiceCount(merchant), '0');
  });

  test('a redirection leads away from the service', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'status', code: 302, times: 1 });
    const response = await fetch(merchant.url + CREATE, { method: 'POST', redirect: 'manual' });
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), '/_sandbox/');
  });

  test('malformed does the work and returns invalid JSON', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'malformed', times: 1 });
    const body = JSON.stringify({ shop_id: SHOP_ID, amount: 5 });
    const response = await fetch(merchant.url + CREATE, {
      method: 'POST',
      body,
      headers: { authorization: `Token ${API_KEY}` },
    });
    assert.equal(response.headers.get('content-type'), 'application/json');
    await assert.rejects(response.json(), SyntaxError);
    assert.equal(await invoiceCount(merchant), '1');
  });

  test('html returns a web page, by default with status 200', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'html', times: 1 });
    await merchant.steer('/faults', { kind: 'html', code: 502, times: 1 });
    for (const status of [200, 502]) {
      const answer = await merchant.requestInvoice();
      assert.equal(answer.status, status);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    }
    assert.equal(await invoiceCount(merchant), '0');
  });

  test('unauthorized rejects the right key', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'unauthorized', times: 1 });
    assert.match((await merchant.requestInvoice()).text, /"authorization"/);
  });

  test('unknown-status returns a status that the document does not define, then the real one', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id);
    await merchant.steer('/faults', { kind: 'unknown-status', times: 1 });
    assert.equal((await merchant.info(id))['status'], 'reviewing');
    assert.equal((await merchant.info(id))['status'], 'paid');
  });

  test('recorded returns the shorter formats that others have recorded', async (t) => {
    const merchant = await openSandbox(t);
    const created = await merchant.create();
    const id = textOf(created, 'uuid');
    await merchant.pay(id, '10');
    await merchant.fund('USDT_TRC20', '100');
    const usual = await merchant.info(id);
    const other = await merchant.createId();
    await merchant.steer('/faults', { kind: 'recorded' });

    const invoice = await merchant.info(id);
    const left = Object.keys(usual).filter((name) => !(name in invoice));
    assert.deepEqual(left.sort(), [
      ...['amount_to_pay', 'amount_to_pay_usd', 'created', 'date_finished', 'tx_list', 'type'],
    ]);
    assert.equal(invoice['uuid'], id.slice(4));
    assert.equal(invoice['expiry_date'], '2026-03-01 12:30:00');
    assert.deepEqual([invoice['amount_paid'], invoice['to_surcharge']], ['10.0', '47.84']);
    assert.equal(invoice['status'], 'partial');
    const period = { start: '01.03.2026', end: '01.03.2026' };
    const list = await merchant.call('/v2/invoice/merchant/list', period);
    assert.ok(Array.isArray(list.body['result']));
    assert.deepEqual(fieldsOf(list.body['result'][1]), invoice);
    assert.equal(String(list.body['all_count']), '2');

    const fresh = await merchant.create();
    assert.equal(fresh['side_commission_cc'], 'merchant');
    assert.ok(!('side_commission_service' in fresh));
    assert.equal(fieldsOf(fresh['project'])['logo'], 'None');
    assert.equal((await merchant.cancel(other)).body['result'], 'ok');

    const wanted = { shop_id: SHOP_ID, currency: 'USDT_TRC20', identify: 'saver' };
    const wallet = fieldsOf((await merchant.call('/v2/invoice/static/create', wanted)).body['result']);
    assert.deepEqual(Object.keys(wallet), ['currency', 'address', 'uuid']);
    assert.match(textOf(wallet, 'uuid'), /^[0-9a-f]{32}$/);
    const wallets = await merchant.call('/v2/invoice/static/list', { shop_id: SHOP_ID });
    assert.deepEqual(fieldsOf(wallets.body['result'])['staticWallets'], [wallet]);

    const order = {
      currency_code: 'USDT_TRC20',
      to_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      amount: 5,
    };
    const { body } = await merchant.requestWithdrawal(order);
    assert.ok(!('result' in body));
    const { invoice_id: withdrawal, ...rest } = fieldsOf(body['data']);
    assert.match(String(withdrawal), /^INV-\w{8}$/);
    assert.deepEqual(rest, { status: 'created', currency: 'USDT_TRC20', amount: new LosslessNumber('5.0') });
    assert.equal((await merchant.send('/v2/invoice/create', '{}', { authorization: '' })).status, 401);
  });

  test('stale returns an invoice before its last change, then the current one', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.pay(id, '30');
    await merchant.pay(id);
    await merchant.steer('/faults', { kind: 'stale', times: 1 });
    assert.equal((await merchant.info(id))['status'], 'partial');
    assert.equal((await merchant.info(id))['status'], 'paid');
  });

  test('stale returns an expired invoice as it was created', async (t) => {
    const merchant = await openSandbox(t);
    const id = await merchant.createId();
    await merchant.advance(3600);
    await merchant.steer('/faults', { kind: 'stale', times: 1 });
    assert.equal((await merchant.info(id))['status'], 'created');
    assert.equal((await merchant.info(id))['status'], 'canceled');
  });
});

describe('which calls a fault applies to', () => {
  test('a fault applies as often as requested, then the service responds normally', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'status', code: 500, times: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await merchant.requestInvoice()).status);
    assert.deepEqual(statuses, [500, 500, 200]);
  });

  test('a fault for one endpoint does not affect the others', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'status', code: 500, endpoint: INFO });
    const id = await merchant.createId();
    assert.equal((await merchant.requestInfo(id)).status, 500);
    assert.equal((await merchant.requestInfo(id)).status, 500);
    assert.equal((await merchant.cancel(id)).status, 200);
  });

  test('faults apply in the order in which they were added, and can be cleared', async (t) => {
    const merchant = await openSandbox(t);
    await merchant.steer('/faults', { kind: 'status', code: 500, times: 1 });
    await merchant.steer('/faults', { kind: 'status', code: 429 });
    assert.equal((await merchant.requestInvoice()).status, 500);
    assert.equal((await merchant.requestInvoice()).status, 429);
    const cleared = await merchant.control('DELETE', '/faults');
    assert.deepEqual(cleared.body, { faults: [] });
    assert.equal((await merchant.requestInvoice()).status, 200);
  });

  const refused: readonly (readonly [object, RegExp])[] = [
    [{}, /kind is nothing\. Send one of delay, status/],
    [{ kind: 'slow' }, /kind is "slow"/],
    [{ kind: 'delay' }, /ms is missing/],
    [{ kind: 'delay', ms: -1 }, /ms is -1/],
    [{ kind: 'status' }, /code is missing/],
    [{ kind: 'status', code: 99 }, /code is 99/],
    [{ kind: 'html', times: 0 }, /times is 0/],
    [{ kind: 'html', endpoint: '/v2/invoice' }, /endpoint "\/v2\/invoice" is invalid for html/],
    [
      { kind: 'stale', endpoint: CREATE },
      /endpoint .* is invalid for stale\. Send one of \/v2\/invoice\/merchant\/info/,
    ],
  ];
  for (const [fault, reason] of refused) {
    test(`${JSON.stringify(fault)} is refused as a fault, with the reason`, async (t) => {
      const merchant = await openSandbox(t);
      const answer = await merchant.control('POST', '/faults', fault);
      assert.equal(answer.status, 400);
      assert.match(String(answer.body['error']), reason);
    });
  }
});
