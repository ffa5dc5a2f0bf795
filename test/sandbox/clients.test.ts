import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import type { Merchant } from './harness.js';
import { API_KEY, fieldsOf, openSandbox, SHOP_ID } from './harness.js';

/** Clients that others have written, in other languages, and their form of the documented requests. */
const CREATE = '/v2/invoice/create';
const LIST = '/v2/invoice/merchant/list';
const BALANCES = '/v2/merchant/wallet/balance/all';
const BODY = `{"shop_id":"${SHOP_ID}","amount":25,"add_fields":{"cryptocurrency":"BTC"}}`;

interface Raw {
  readonly path?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The exact bytes: `fetch` would add a content type and drop a byte order mark. */
function sendRaw(merchant: Merchant, { path = CREATE, body, headers = {} }: Raw): Promise<[number, string]> {
  const options = { method: 'POST', headers: { authorization: `Token ${API_KEY}`, ...headers } };
  return new Promise((resolve, reject) => {
    const outgoing = request(merchant.url + path, options, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => resolve([incoming.statusCode ?? 0, text]));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const accepted: readonly (readonly [string, Raw])[] = [
  ['no content type', { body: BODY }],
  [
    'a content type with a charset',
    { body: BODY, headers: { 'content-type': 'application/json; charset=utf-8' } },
  ],
  [
    'the content type of a form',
    { body: BODY, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  ['a content type that is none', { body: BODY, headers: { 'content-type': 'json' } }],
  ['a slash at the end', { path: `${CREATE}/`, body: BODY }],
  ['a query', { path: `${CREATE}?lang=en`, body: BODY }],
  ['a byte order mark', { body: Buffer.from(`\uFEFF${BODY}`) }],
  ['white space around the body', { body: `\r\n ${BODY}\n` }],
  ['unknown keys', { body: BODY.replace('{', '{"version":2,"meta":{"a":[null]},') }],
  [
    'null for what is left out',
    { body: BODY.replace('{', '{"email":null,"order_id":null,"currency":null,') },
  ],
  ['an amount with an exponent', { body: BODY.replace('25', '2.5E1') }],
  ['a tiny amount', { body: BODY.replace('25', '1e-07') }],
  ['an amount with an exponent as text', { body: BODY.replace('25', '"2.5E1"') }],
  ['an amount with digits that a float adds', { body: BODY.replace('25', '0.30000000000000004') }],
  [
    'a lifetime in texts',
    { body: BODY.replace('"add_fields":{', '$&"time_to_pay":{"hours":"1","minutes":"30"},') },
  ],
  ['a lifetime in floats', { body: BODY.replace('"add_fields":{', '$&"time_to_pay":{"hours":1.0},') }],
  ['escaped text', { body: BODY.replace('shop_id', '\\u0073hop_id') }],
  ['a body in pieces', { body: BODY, headers: { 'transfer-encoding': 'chunked' } }],
  [
    'a name of an agent and a wish for gzip',
    { body: BODY, headers: { 'accept-encoding': 'gzip', 'user-agent': '' } },
  ],
];

describe('create invoice accepts', () => {
  for (const [name, raw] of accepted) {
    test(name, async (t) => {
      const [status, text] = await sendRaw(await openSandbox(t), raw);
      assert.equal(status, 200, text);
      assert.match(text, /^\{"status":"success","result":\{"uuid":"INV-/);
    });
  }
});

describe('balances, which have no body, accept', () => {
  for (const body of [undefined, '', '{}', '[]', 'null', 'a=b']) {
    test(`${body ?? 'no body'} instead`, async (t) => {
      const [status, text] = await sendRaw(await openSandbox(t), { path: BALANCES, ...(body && { body }) });
      assert.equal(status, 200, text);
    });
  }
});

test('a page of a list may be requested with text values', async (t) => {
  const merchant = await openSandbox(t);
  for (let count = 0; count < 3; count += 1) await merchant.createId();
  const period = { start: '01.03.2026', end: '01.03.2026' };
  const { body } = await merchant.call(LIST, { ...period, offset: '1', limit: '1' });
  assert.ok(Array.isArray(body['result']));
  assert.equal(body['result'].length, 1);
  assert.ok(fieldsOf(body['result'][0])['uuid']);
});
