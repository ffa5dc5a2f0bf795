import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import type { Problem } from '../../src/protocol/index.js';
import { orderToken, problemOf, startEnvironment } from './test-environment.js';
import type { CallOptions } from './test-environment.js';

interface Case {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly options?: CallOptions;
  readonly status: number;
  readonly code: Problem['code'];
  /** Default: any. */
  readonly detail?: RegExp;
}

const UNKNOWN = 'A'.repeat(32);
const big = JSON.stringify({ order: 'x'.repeat(17 * 1024) });

const cases: readonly Case[] = [
  {
    name: 'an unknown order',
    path: '/checkouts',
    options: { body: { order: 'A-1' } },
    status: 404,
    code: 'order_not_found',
  },
  {
    name: 'an unsigned token',
    path: '/checkouts',
    options: { body: { order: 'a.b.c' } },
    status: 404,
    code: 'order_not_found',
  },
  {
    name: 'an endless reference',
    path: '/checkouts',
    options: { body: { order: 'a'.repeat(9000) } },
    status: 404,
    code: 'order_not_found',
  },
  { name: 'no order', path: '/checkouts', options: { body: {} }, status: 400, code: 'invalid_request' },
  {
    name: 'an order that is no text',
    path: '/checkouts',
    options: { body: { order: 7 } },
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'malformed JSON',
    path: '/checkouts',
    options: { text: '{"order":' },
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'JSON that is no object',
    path: '/checkouts',
    options: { text: '[1]' },
    status: 400,
    code: 'invalid_request',
  },
  { name: 'an empty body', path: '/checkouts', options: { text: '' }, status: 400, code: 'invalid_request' },
  {
    name: 'a foreign page',
    path: '/checkouts',
    options: { headers: { origin: 'https://evil.example' } },
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'a page without an origin',
    path: '/checkouts',
    options: { headers: { origin: 'null' } },
    status: 403,
    code: 'origin_not_allowed',
  },
  {
    name: 'a form',
    path: '/checkouts',
    options: { headers: { 'content-type': 'text/plain' } },
    status: 415,
    code: 'unsupported_media_type',
    detail: /Content-Type: application\/json/,
  },
  {
    name: 'a body that is too large',
    path: '/checkouts',
    options: { text: big },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'GET where POST is meant',
    method: 'GET',
    path: '/checkouts',
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'GET on an invoice',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}/invoice`,
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'GET on a cancellation',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}/cancel`,
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'DELETE',
    method: 'DELETE',
    path: `/checkouts/${UNKNOWN}`,
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'an unknown checkout',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}`,
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'a damaged checkout id',
    method: 'GET',
    path: '/checkouts/x',
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'a path with a trick',
    method: 'GET',
    path: '/checkouts/%2e%2e%2f',
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'the events of an unknown checkout',
    method: 'GET',
    path: `/checkouts/${UNKNOWN}/events`,
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'an invoice for an unknown checkout',
    path: `/checkouts/${UNKNOWN}/invoice`,
    options: { body: { currency: 'BTC' } },
    status: 404,
    code: 'checkout_not_found',
  },
  {
    name: 'a cancellation of an unknown checkout',
    path: `/checkouts/${UNKNOWN}/cancel`,
    status: 404,
    code: 'checkout_not_found',
  },
  { name: 'a path that is not there', method: 'GET', path: '/elsewhere', status: 404, code: 'not_found' },
];

describe('a request that is refused gets a problem, and causes no service call', () => {
  for (const { name, method = 'POST', path, options, status, code, detail } of cases) {
    it(name, async (t) => {
      const environment = await startEnvironment(t, { isIdle: true });
      const response = await environment.call(method, path, options);
      assert.equal(response.status, status);
      assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      const problem = await problemOf(response);
      assert.equal(problem.code, code);
      if (detail) assert.match(problem.detail ?? '', detail);
      assert.equal(problem.status, status);
      assert.match(problem.requestId, /^[\w-]{20,}$/);
      assert.deepEqual(await environment.counts(), {});
    });
  }

  const choices: readonly (readonly [string, object, number, Problem['code']])[] = [
    ['a currency that is not offered', { currency: 'LTC' }, 422, 'currency_not_offered'],
    ['a currency that does not exist', { currency: 'DOGE' }, 422, 'currency_not_offered'],
    ['a name that every object has', { currency: 'constructor' }, 422, 'currency_not_offered'],
    ['no currency', {}, 400, 'invalid_request'],
    ['a currency that is no text', { currency: ['BTC'] }, 400, 'invalid_request'],
    ['a required address that is missing', { currency: 'BTC' }, 422, 'email_required'],
    ['an invalid email address', { currency: 'BTC', email: 'invalid' }, 400, 'invalid_request'],
    ['an address that is no text', { currency: 'BTC', email: 5 }, 400, 'invalid_request'],
  ];
  for (const [name, body, status, code] of choices) {
    it(name, async (t) => {
      const environment = await startEnvironment(t, { isIdle: true, proxy: { offers: ['BTC', 'ETH'] } });
      const { id } = await environment.open({ emailRequired: true });
      const response = await environment.call('POST', `/checkouts/${id}/invoice`, { body });
      assert.equal(response.status, status);
      assert.equal((await problemOf(response)).code, code);
      assert.deepEqual(await environment.counts(), {});
    });
  }

  it('an order whose token is too old', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = await orderToken();
    environment.sandbox.clock.advance(25 * 3600);
    const response = await environment.call('POST', '/checkouts', { body: { order } });
    assert.equal(response.status, 410);
    assert.equal((await problemOf(response)).code, 'order_expired');
  });

  it('a POST without an origin', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = await orderToken();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const url = `${environment.url}/crypto-checkout/checkouts`;
      const call = request(
        url,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      call.on('error', reject).end(JSON.stringify({ order }));
    });
    assert.equal(status, 403);
  });

  it('a body of unknown length that never ends', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const response = await fetch(`${environment.url}/crypto-checkout/checkouts`, {
      method: 'POST',
      headers: { 'origin': environment.url, 'content-type': 'application/json' },
      body: endless(),
      ...{ duplex: 'half' },
    });
    assert.equal(response.status, 413);
  });
});

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(32)) });
}
