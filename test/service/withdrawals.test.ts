import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { RequestLimiter, WithdrawalRequest } from '../../src/service/index.js';
import { createMemoryLimiter, createWithdrawalClient, ServiceError } from '../../src/service/node.js';
import type { Answer } from './scripted-service.js';
import { json, objectText, startService, success, withdrawalText } from './scripted-service.js';
import { freePort } from '../free-port.js';

const KEY = 'withdrawal-k3y-that-must-stay-here';
const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const ENVELOPE = '{"status":"error","result":{"reason":"no"}}';
const WRONG_KEY = '{"status":"error","result":{"authorization":"no"}}';
const REQUEST: WithdrawalRequest = { currency: 'USDT_TRC20', address: ADDRESS, amount: '12.50' };

/** A limiter without a delay that records the requested intervals. */
function freeLimiter(wanted: number[] = []): RequestLimiter {
  return { take: (minIntervalMs, send) => (wanted.push(minIntervalMs), send()) };
}

function withdrawalClientOf(url: string, limiter = freeLimiter()) {
  return createWithdrawalClient({ url, withdrawalKey: KEY, limiter });
}

async function start(t: TestContext, answer: Answer) {
  const { url, requested } = await startService(t, answer);
  return { requested, client: withdrawalClientOf(url) };
}

async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => assert.fail('the call worked'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, inspect(error));
  assert.ok(!inspect(error, { depth: 20, showHidden: true }).includes(KEY), 'the key is in the error');
  return error;
}

test('a withdrawal is sent with its own key and the exact amount, 12 seconds apart', async (t) => {
  const { url, requested } = await startService(t, success(withdrawalText()));
  const wanted: number[] = [];
  const withdrawal = await withdrawalClientOf(url, freeLimiter(wanted)).withdraw(REQUEST);
  assert.deepEqual(withdrawal, {
    id: 'INV-ABCD1234',
    status: 'created',
    currency: 'USDT_TRC20',
    address: ADDRESS,
    amount: '12.5',
    amountUsd: '10',
    amountToPay: '0.00012355',
    fee: '0.0000001',
    serviceFee: '0.000001',
    createdAtMs: Date.UTC(2026, 10, 21, 10, 0, 0, 123),
    testMode: false,
  });
  assert.equal(requested[0]?.path, '/v2/invoice/api/out/create');
  assert.equal(requested[0].headers.authorization, `Token ${KEY}`);
  assert.equal(requested[0].body, `{"currency_code":"USDT_TRC20","to_address":"${ADDRESS}","amount":12.5}`);
  assert.deepEqual(wanted, [12_000]);
});

test('the short form of the response in the document is enough', async (t) => {
  const short = {
    invoice_id: '"INV-WXYZ5678"',
    status: '"created"',
    currency: '"USDT_TRC20"',
    amount: '1.25e1',
  };
  const { client } = await start(t, success(objectText(short)));
  const { id, status, amount, address, fee, createdAtMs } = await client.withdraw(REQUEST);
  assert.deepEqual(
    [id, status, amount, address, fee, createdAtMs],
    ['INV-WXYZ5678', 'created', '12.5', ADDRESS, null, null],
  );
});

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

for (const [what, fields, request] of [
  ['an identifier without prefix', { uuid: '"ABCD1234"' }, {}],
  ['the same identifier twice', { invoice_id: '"INV-ABCD1234"' }, {}],
  ['the same identifier in other letters', { invoice_id: '"ABCD1234"', uuid: '"inv-abcd1234"' }, {}],
  ['a base code', { currency: '"USDT"' }, {}],
  ['a full code and a short one', { currency: '{"code":"USDT_TRC20","short_code":"USDT"}' }, {}],
  ['an object with the base code alone', { currency: '{"code":"USDT"}' }, {}],
  ['no address', { address: '"None"' }, {}],
  ['the address without its checksum', { address: JSON.stringify(EVM.toLowerCase()) }, { address: EVM }],
  ['an amount as text', { amount: '"12.50"' }, {}],
  ['a word for a state that is not shown', { status: '"queued"' }, {}],
  ['no type', { type: '"None"' }, {}],
  ['no status', { status: 'null' }, {}],
  ['a flag for the test mode that is none', { test_mode: '"None"' }, {}],
  [
    'an amount as a float can carry it',
    { amount: '1.1234567890123457', currency: '"ETH"' },
    { currency: 'ETH', amount: '1.123456789012345678' },
  ],
] as const) {
  test(`${what} is a valid response to a withdrawal`, async (t) => {
    const { client } = await start(t, success(withdrawalText({ ...fields })));
    assert.equal((await client.withdraw({ ...REQUEST, ...request })).id, 'INV-ABCD1234');
  });
}

for (const [what, written, amount] of [
  ['no amount', 'null', null],
  ['the noise of a float', '12.500000000000001', '12.500000000000001'],
  ['its amount as text', '"12.50"', '12.5'],
] as const) {
  test(`a withdrawal answered with ${what} succeeds, and returns the answered amount`, async (t) => {
    const { client, requested } = await start(t, success(withdrawalText({ amount: written })));
    const withdrawal = await client.withdraw(REQUEST);
    assert.deepEqual([withdrawal.id, withdrawal.amount], ['INV-ABCD1234', amount]);
    assert.equal(requested.length, 1);
  });
}

for (const [what, written, amount] of [
  ['less than requested', '12.4', '12.4'],
  ['a little less than requested', '12.49999', '12.49999'],
  ['more than requested', '13', '13'],
  ['nothing', '0', '0'],
  ['an amount that cannot be read', '"some"', null],
  ['a negative amount', '-12.5', null],
] as const) {
  test(`a withdrawal answered with ${what} has an unknown outcome, and its id is known`, async (t) => {
    const { client, requested } = await start(t, success(withdrawalText({ amount: written })));
    const error = await failureOf(client.withdraw(REQUEST));
    assert.equal(error.code, 'outcome_unknown');
    assert.deepEqual(error.created, { id: 'INV-ABCD1234', amount });
    assert.match(error.message, /reported the id INV-ABCD1234/);
    assert.equal(requested.length, 1);
  });
}

test('the published pair has an unknown outcome: 0.003 requested, 0.0029 answered', async (t) => {
  const answered = { invoice_id: '"INV-WXYZ5678"', status: '"created"', currency: '"BTC"', amount: '0.0029' };
  const { client } = await start(t, success(objectText(answered)));
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const error = await failureOf(client.withdraw({ currency: 'BTC', address, amount: '0.003' }));
  assert.equal(error.code, 'outcome_unknown');
  assert.deepEqual(error.created, { id: 'INV-WXYZ5678', amount: '0.0029' });
});

test('a withdrawal with its result under "data" succeeds', async (t) => {
  const { client } = await start(t, json(`{"status":"success","data":${withdrawalText()}}`));
  assert.equal((await client.withdraw(REQUEST)).id, 'INV-ABCD1234');
});

for (const [what, fields, request] of [
  ['another coin', { currency: '"BTC"' }, {}],
  ['the coin on another network', { currency: '{"code":"USDT","fullcode":"USDT_TON"}' }, {}],
  ['the coin that has this code', { currency: '"ETH"' }, { currency: 'ETH_ARB' }],
  ['no currency', { currency: 'null' }, {}],
  ['another address', { address: '"TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF"' }, {}],
  ['the address in another case', { address: JSON.stringify(ADDRESS.toLowerCase()) }, {}],
  ['two identifiers', { invoice_id: '"INV-WXYZ5678"' }, {}],
  ['no identifier', { uuid: 'null' }, {}],
  ['a payment instead', { type: '"up"' }, {}],
] as const) {
  test(`a response with ${what} has an unknown outcome: money may be on its way`, async (t) => {
    const { client, requested } = await start(t, success(withdrawalText({ ...fields })));
    const error = await failureOf(client.withdraw({ ...REQUEST, ...request }));
    assert.equal(error.code, 'outcome_unknown');
    assert.match(
      error.message,
      /^create withdrawal may have succeeded \(outcome_unknown\)\. .*type dw.*before you send it again. Its amount may differ\.$/,
    );
    assert.equal(requested.length, 1);
  });
}

for (const [what, answer, code] of [
  ['a cut connection', ((response) => response.destroy()) as Answer, 'outcome_unknown'],
  ['a server error', json('{}', 500), 'outcome_unknown'],
  ['a 429', json('{}', 429, { 'retry-after': '0' }), 'outcome_unknown'],
  ['HTML', json('<html>'), 'outcome_unknown'],
  ['a redirect', json('{}', 307, { location: '/elsewhere' }), 'outcome_unknown'],
  ['a refusal', json(`{"status":"error","result":{"amount":"${KEY}"}}`, 400), 'refused'],
  ...[200, 400, 404, 405, 422].map(
    (status) => [`an error envelope with ${status}`, json(ENVELOPE, status), 'refused'] as const,
  ),
  ...[401, 403].map(
    (status) => [`an error envelope with ${status}`, json(ENVELOPE, status), 'unauthorized'] as const,
  ),
  ...[202, 204, 206, 303, 402, 406, 408, 409, 410, 412, 418, 423, 425, 429, 499, 500, 502, 503, 504].map(
    (status) => [`an error envelope with ${status}`, json(ENVELOPE, status), 'outcome_unknown'] as const,
  ),
  ...[202, 409, 500].map(
    (status) => [`a wrong key with ${status}`, json(WRONG_KEY, status), 'outcome_unknown'] as const,
  ),
  ...[401, 403].map((status) => [`HTML with ${status}`, json('<html>', status), 'outcome_unknown'] as const),
  ['a wrong key', json(`{"status":"error","result":{"authorization":"${KEY}"}}`), 'unauthorized'],
] as const) {
  test(`${what} fails as ${code}, and a withdrawal is never sent twice`, async (t) => {
    const { client, requested } = await start(t, answer);
    assert.equal((await failureOf(client.withdraw(REQUEST))).code, code);
    assert.equal(requested.length, 1);
  });
}

const SUCCESS = `{"status":"success","result":${withdrawalText()}}`;

/** Bodies that may report a withdrawal, whatever they are called. */
for (const [what, body, created] of [
  ['a success', SUCCESS, { id: 'INV-ABCD1234', amount: '12.5' }],
  [
    'an error with the withdrawal',
    SUCCESS.replace('success', 'error'),
    { id: 'INV-ABCD1234', amount: '12.5' },
  ],
  [
    'an error with a withdrawal of another amount under "data"',
    `{"status":"error","data":${withdrawalText({ amount: '12.4' })}}`,
    { id: 'INV-ABCD1234', amount: '12.4' },
  ],
  [
    'an error with a withdrawal to another address',
    `{"status":"error","result":${withdrawalText({ address: `"${EVM}"` })}}`,
    undefined,
  ],
  [
    'an error with nothing but the id',
    '{"status":"error","result":{"invoice_id":"INV-ABCD1234"}}',
    undefined,
  ],
  [
    'an error with the id in its text',
    '{"status":"error","result":{"reason":"see inv-abcd1234"}}',
    undefined,
  ],
  ['an error with the id beside the result', '{"status":"error","result":{},"uuid":"ABCD1234"}', undefined],
  ['an error with a state', '{"status":"error","result":{"status":"created"}}', undefined],
  ['an error with a text', '{"status":"error","result":"INV-ABCD1234 is on its way"}', undefined],
  ['an error without a result', '{"status":"error"}', undefined],
  [
    'an error of more depth than any',
    `{"status":"error","result":${'{"a":'.repeat(20)}1${'}'.repeat(20)}}`,
    undefined,
  ],
  [
    'a message with a result',
    `{"message":"no","result":${withdrawalText()}}`,
    { id: 'INV-ABCD1234', amount: '12.5' },
  ],
  ['a message and a success', '{"status":"success","message":"no"}', undefined],
  ['another object', '{"error":"no"}', undefined],
  ['an empty object', '{}', undefined],
  [
    'a wrong key with the withdrawal',
    `{"status":"error","result":${withdrawalText({ authorization: '"no"' })}}`,
    { id: 'INV-ABCD1234', amount: '12.5' },
  ],
] as const) {
  for (const status of [200, 400, 401, 403, 404, 422]) {
    if (status === 200 && body === SUCCESS) continue;
    test(`${what} with ${status} proves no refusal of a withdrawal`, async (t) => {
      const { client, requested } = await start(t, json(body, status));
      const error = await failureOf(client.withdraw(REQUEST));
      assert.deepEqual([error.code, error.created], ['outcome_unknown', created]);
      assert.equal(requested.length, 1);
    });
  }
}

for (const [body, status] of [
  ['{"message":"Unauthenticated."}', 401],
  ['{"Bad request":"invalid request"}', 400],
  ['{"status":"error","Bad request":"invalid request","result":{"amount":["too small",12.5]}}', 400],
] as const) {
  test(`${body} with ${status} proves that nothing was withdrawn`, async (t) => {
    const { client } = await start(t, json(body, status));
    const { code } = await failureOf(client.withdraw(REQUEST));
    assert.equal(code, status === 401 ? 'unauthorized' : 'refused');
  });
}

test('a refused connection means that nothing was withdrawn', async () => {
  const client = withdrawalClientOf(`http://127.0.0.1:${await freePort()}`);
  assert.equal((await failureOf(client.withdraw(REQUEST))).code, 'unreachable');
});

for (const [bad, message] of [
  [{ amount: '0' }, /amount "0" is not an amount above zero/],
  [{ amount: '-1' }, /amount "-1" .*Use decimal text/],
  [{ amount: '1,5' }, /amount "1,5"/],
  [{ amount: '' }, /amount ""/],
  [{ amount: 12.5 as unknown as string }, /amount "12.5" .*decimal text/],
  [{ amount: '0.1234567' }, /amount "0.1234567" has more decimals than USDT_TRC20\. Use at most 6/],
  [{ currency: 'USDT' as 'ETH' }, /currency "USDT" is not a payment currency/],
  [{ address: '' }, /address "" is empty/],
  [{ address: 'T Qn9' }, /address "T Qn9"/],
] as const) {
  test(`${JSON.stringify(bad)} is refused before anything is sent, and does not use the limiter`, async (t) => {
    const { url, requested } = await startService(t, success(withdrawalText()));
    const wanted: number[] = [];
    const client = withdrawalClientOf(url, freeLimiter(wanted));
    await assert.rejects(client.withdraw({ ...REQUEST, ...bad }), { name: 'TypeError', message });
    assert.deepEqual([requested.length, wanted.length], [0, 0]);
  });
}

test('an empty key is rejected by its name', () => {
  const options = { url: 'https://pay.example', withdrawalKey: '', limiter: freeLimiter() };
  assert.throws(() => createWithdrawalClient(options), {
    name: 'TypeError',
    message: /^withdrawalKey is empty/,
  });
});

test('in one process, requests keep order and interval, also after a failure', async () => {
  const limiter = createMemoryLimiter();
  const times: { readonly name: string; readonly startedMs: number; readonly endedMs: number }[] = [];
  const send = (name: string) => async () => {
    const startedMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    times.push({ name, startedMs, endedMs: performance.now() });
    if (name === 'b') throw new Error('lost');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => limiter.take(100, send(name))));
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
    ['a', 'failed', 'c'],
  );
  assert.deepEqual(times.map(({ name }) => name).join(''), 'abc');
  times.slice(1).forEach(({ startedMs }, index) => {
    assert.ok(startedMs - (times[index]?.endedMs ?? 0) >= 100, inspect(times));
  });
});
