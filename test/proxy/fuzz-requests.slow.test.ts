import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { parseCheckout, parseProblem } from '../../src/protocol/index.js';
import { mutatedJson, mutatedText } from '../faults/mutations.js';
import { assertLinear, assertUnpolluted } from '../faults/parser-properties.js';
import { orderToken, SECRETS } from './test-environment.js';

const BASE = 'https://shop.example/crypto-checkout';
const PAYER = 'payer.of.the.fuzz@shop.example';

/** A proxy whose service is unavailable, called without a network. */
function facelessProxy(t: TestContext) {
  const lines: string[] = [];
  const line = (fields: object, message: string) => void lines.push(JSON.stringify({ message, ...fields }));
  const { apiKey, shopId, orderSecret } = SECRETS;
  const unreachable = () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
  const proxy = createCheckoutProxy({
    service: { url: 'https://pay.example', apiKey, shopId, fetch: unreachable },
    orderSecrets: [orderSecret],
    postbackSecrets: [`${orderSecret}-postback`],
    store: ':memory:',
    rateLimits: false,
    logger: { info: line, warn: line, error: line },
  });
  t.after(() => proxy.stop());
  const request = async (path: string, body?: BodyInit, headers: Record<string, string> = {}) => {
    const own = {
      'origin': 'https://shop.example',
      'content-type': 'application/json',
      'host': 'shop.example',
    };
    const init = body === undefined ? {} : { method: 'POST', body };
    const response = await proxy.fetch(
      new Request(`${BASE}${path}`, { headers: { ...own, ...headers }, ...init }),
    );
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { request, lines };
}

type Result = Awaited<ReturnType<ReturnType<typeof facelessProxy>['request']>>;

/** A response of the protocol: the result, or a problem that reveals no internals. */
function assertAnswer({ status, headers, text }: Result): void {
  assertUnpolluted();
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  for (const secret of [...Object.values(SECRETS), PAYER])
    assert.ok(!text.includes(secret), text.slice(0, 300));
  if (status < 300) return;
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const problem = parseProblem(JSON.parse(text));
  assert.ok(problem, text.slice(0, 300));
  assert.notEqual(problem.code, 'internal_error');
  assert.ok(text.length < 1_000, 'a problem does not echo what was sent');
}

describe('the proxy answers invalid input', () => {
  it('in a body by the protocol, without an internal error', async (t) => {
    const { request, lines } = facelessProxy(t);
    const order = await orderToken({ email: PAYER });
    const customer = await createCustomerToken('customer-1', { secret: SECRETS.orderSecret });
    const opened = await request('/checkouts', JSON.stringify({ order }));
    assert.equal(opened.status, 201);
    const { id } = parseCheckout(JSON.parse(opened.text));
    for (const [path, body] of [
      ['/checkouts', { order }],
      [`/checkouts/${id}/invoice`, { currency: 'BTC', email: PAYER }],
      [`/checkouts/${id}/cancel`, { reason: 'none' }],
      ['/deposit-addresses', { customer, currency: 'BTC' }],
    ] as const) {
      const property = fc.asyncProperty(mutatedJson(body), async (text) =>
        assertAnswer(await request(path, text)),
      );
      await fc.assert(property, { numRuns: 120 });
      const bytes = fc.asyncProperty(fc.uint8Array(), async (raw) =>
        assertAnswer(await request(path, new Uint8Array(raw))),
      );
      await fc.assert(bytes, { numRuns: 30 });
    }
    for (const line of lines)
      for (const secret of [...Object.values(SECRETS), PAYER, order, customer, id])
        assert.ok(!line.includes(secret), `a log line holds ${secret}: ${line.slice(0, 300)}`);
  });

  it('in a path or a header by the protocol', async (t) => {
    const { request } = facelessProxy(t);
    const text = mutatedText(
      '/checkouts/x',
      '/checkouts/x/events',
      '/checkouts/%00/cancel',
      '//evil.example',
      '/..',
    );
    const property = fc.asyncProperty(text, fc.constantFrom('{}', undefined), async (path, body) => {
      if (URL.canParse(`${BASE}${path}`)) assertAnswer(await request(path, body));
    });
    await fc.assert(property, { numRuns: 300 });
    const value = mutatedText('application/json', 'https://shop.example', '12', 'W/"1"').filter(isHeader);
    const names = fc.constantFrom('origin', 'content-type', 'if-none-match', 'x-forwarded-for', 'host');
    const headers = fc.asyncProperty(names, value, async (name, text) => {
      assertAnswer(await request('/checkouts', '{"order":"x"}', { [name]: text }));
      assertAnswer(await request('/checkouts/x', undefined, { [name]: text }));
    });
    await fc.assert(headers, { numRuns: 200 });
  });

  it('in a postback with one and the same response', async (t) => {
    const { request } = facelessProxy(t);
    const body = {
      order_id: 'customer-1',
      invoice: { uuid: 'INV-ABCD1234', amount: '0.5', currency: { fullcode: 'BTC' }, tx_list: ['f00d'] },
      address: 'bc1qexample',
      token: await orderToken(),
    };
    const good = await request('/postbacks', JSON.stringify(body));
    assert.equal(good.status, 200);
    const property = fc.asyncProperty(mutatedJson(body), async (text) => {
      const { status, text: reported } = await request('/postbacks', text);
      const isTooLong = Buffer.byteLength(text) > 16 * 1024;
      assert.equal(status, isTooLong ? 413 : 200);
      if (!isTooLong) assert.equal(reported, good.text);
      assertUnpolluted();
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('in time proportional to its length', async () => {
    for (const [open, filler] of [
      ['{"a":"', 'x'],
      ['[', '0,'],
      ['', 'a=b&'],
      ['[', '['],
      ['{', '"uuid":"INV-ABCD1234",'],
    ] as const)
      await assertLinear(3_000, (size) => parsePostback(open + filler.repeat(size)));
  });

  it('without reading more than a request needs', async (t) => {
    const { request } = facelessProxy(t);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1024;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
    });
    const own = {
      'origin': 'https://shop.example',
      'host': 'shop.example',
      'content-type': 'application/json',
    };
    assert.equal((await request('/checkouts', 'x'.repeat(10_000_000))).status, 413);
    const init = { method: 'POST', headers: own, body: endless, duplex: 'half' } as const;
    const proxy = createCheckoutProxy({
      service: { url: 'https://pay.example', apiKey: 'key-of-a-test', shopId: 'shop' },
      orders: () => null,
      store: ':memory:',
      rateLimits: false,
    });
    t.after(() => proxy.stop());
    assert.equal((await proxy.fetch(new Request(`${BASE}/checkouts`, init))).status, 413);
    assert.ok(pulled < 64 * 1024, `${pulled} bytes`);
  });
});

function isHeader(text: string): boolean {
  try {
    new Headers({ x: text });
    return text.length < 5_000;
  } catch {
    return false;
  }
}
