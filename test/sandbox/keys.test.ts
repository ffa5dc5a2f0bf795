import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_KEY, fieldsOf, openSandbox, textOf, WITHDRAWAL_KEY } from './harness.js';

const WITHDRAW = '/v2/invoice/api/out/create';

describe('the withdrawal key', () => {
  test('is accepted for withdrawals only, and the API key for everything else', async (t) => {
    const merchant = await openSandbox(t);
    for (const key of [API_KEY, '', 'another']) {
      const { body } = await merchant.send(WITHDRAW, '{}', { authorization: `Token ${key}` });
      assert.equal(body['status'], 'error');
      assert.match(textOf(fieldsOf(body['result']), 'authorization'), /unauthorized/i);
    }
    const right = await merchant.send(WITHDRAW, '{}', { authorization: `Token ${WITHDRAWAL_KEY}` });
    assert.match(right.text, /currency_code is missing/);
  });
});

describe('the header', () => {
  for (const name of ['Token  key', 'token key', 'TOKEN key ', ' Token key']) {
    test(`"${name}" carries the key`, async (t) => {
      const merchant = await openSandbox(t);
      const authorization = name.replace('key', API_KEY);
      const { status } = await merchant.send('/v2/merchant/wallet/balance/all', '', { authorization });
      assert.equal(status, 200);
    });
  }

  for (const name of ['Tokenkey', 'Token key key', 'Token "key"', 'Token KEY']) {
    test(`"${name}" does not`, async (t) => {
      const merchant = await openSandbox(t);
      const authorization = name.replaceAll('key', API_KEY).replace('KEY', API_KEY.toUpperCase());
      const { body } = await merchant.send('/v2/merchant/wallet/balance/all', '', { authorization });
      assert.equal(body['status'], 'error');
    });
  }
});

describe('the previous interface', () => {
  test('returns 401 and a message for a wrong key', async (t) => {
    const merchant = await openSandbox(t);
    for (const authorization of ['', 'Token wrong', `Token ${WITHDRAWAL_KEY}`, `Bearer ${API_KEY}`]) {
      const answer = await merchant.send('/v1/invoice/create', '{}', { authorization });
      assert.equal(answer.status, 401);
      assert.deepEqual(Object.keys(answer.body), ['message']);
      assert.match(textOf(answer.body, 'message'), /unauthenticated/i);
    }
  });

  test('names the current version for a right key', async (t) => {
    const merchant = await openSandbox(t);
    for (const path of ['/v1/invoice/create', '/v1/anything/', '/v1']) {
      const answer = await merchant.call(path, {});
      assert.equal(answer.status, 404);
      assert.match(textOf(answer.body, 'message'), /Use the endpoints below \/v2\//);
    }
  });
});
