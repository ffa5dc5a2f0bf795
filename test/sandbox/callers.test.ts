import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { parse } from 'lossless-json';
import type { SandboxServerOptions } from '../../src/sandbox/index.js';
import type { JsonFields } from './harness.js';
import { API_KEY, fieldsOf, openSandbox, SHOP_ID, textOf } from './harness.js';

interface Said {
  readonly status: number;
  readonly body: JsonFields;
  readonly text: string;
}

interface Call {
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: object;
  readonly method?: string;
}

/** As any program may call: `fetch` cannot set a `Host`. */
function call(
  url: string,
  { path, headers = {}, body, method = body ? 'POST' : 'GET' }: Call,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += String(part)));
      answer.on('end', () => {
        const isJson = answer.headers['content-type'] === 'application/json';
        resolve({ status: answer.statusCode ?? 0, text, body: isJson ? fieldsOf(parse(text)) : {} });
      });
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

const CREATION = {
  path: '/v2/invoice/create',
  headers: { 'authorization': `Token ${API_KEY}`, 'content-type': 'application/json' },
  body: { shop_id: SHOP_ID, amount: 5 },
};
const CALLS: readonly Call[] = [
  CREATION,
  { path: '/_sandbox/' },
  { path: '/_sandbox/page.js' },
  { path: '/_sandbox/invoices' },
  { path: '/_sandbox/pay/INV-NOWHERE1' },
  { path: '/_sandbox/invoices', body: { amount: 5 } },
  { path: '/' },
];

const withHeaders = (one: Call, headers: OutgoingHttpHeaders): Call => ({
  ...one,
  headers: { ...one.headers, ...headers },
});

/** In the form of the called interface. */
function reasonOf({ path }: Call, { body }: Said): string {
  return path.startsWith('/_sandbox')
    ? textOf(body, 'error')
    : textOf(fieldsOf(body['result']), 'Bad request');
}

async function start(t: TestContext, options: Partial<SandboxServerOptions> = {}) {
  const merchant = await openSandbox(t, options);
  return { merchant, url: merchant.url, port: Number(new URL(merchant.url).port) };
}

/** Asserts that the request had no effect and was not counted. */
async function assertUntouched({ merchant }: Awaited<ReturnType<typeof start>>): Promise<void> {
  assert.equal(String((await merchant.control('GET', '/invoices')).body['total']), '0');
  assert.equal((await merchant.control('GET', '/requests')).text, '{"counts":{},"requests":[]}');
}

describe('a sandbox called by a foreign name', () => {
  const foreign = [
    ...[
      'shop.example',
      'shop.example:4010',
      'localhost.shop.example',
      'notlocalhost',
      '127.0.0.2',
      '[::2]:4010',
    ],
    ...['127.0.0.1.shop.example', 'sandbox', '10.0.0.7:4010'],
  ];
  for (const host of foreign) {
    test(`refuses ${host} on every path, with the remedy, and does nothing`, async (t) => {
      const sandbox = await start(t);
      for (const one of CALLS) {
        const said = await call(sandbox.url, withHeaders(one, { host }));
        assert.equal(said.status, 403, one.path);
        assert.equal(
          reasonOf(one, said),
          `Host ${JSON.stringify(host)} is not a name of this sandbox. Call it at ${sandbox.url}, or add the name to SANDBOX_ALLOWED_HOSTS (option allowedHosts).`,
        );
      }
      await assertUntouched(sandbox);
    });
  }

  test('accepts every name of the machine itself', async (t) => {
    const { url, port } = await start(t);
    for (const name of ['localhost', 'LocalHost', '127.0.0.1', '[::1]', 'pay.localhost', 'a.b.localhost'])
      for (const host of [name, `${name}:${port}`, `${name}:80`])
        assert.equal((await call(url, withHeaders(CREATION, { host }))).status, 200, host);
  });

  test('accepts the configured names on any port, and no others', async (t) => {
    const { url } = await start(t, { allowedHosts: ['sandbox', 'Pay.Test.Example'] });
    const statusOf = async (host: string) => (await call(url, withHeaders(CREATION, { host }))).status;
    for (const host of ['sandbox', 'sandbox:8080', 'pay.test.example:443'])
      assert.equal(await statusOf(host), 200, host);
    for (const host of ['sandbox.shop.example', 'test.example', 'x.pay.test.example', 'sandbox.'])
      assert.equal(await statusOf(host), 403, host);
  });

  test('accepts its listen address, or the address that a client connected to', async (t) => {
    const one = await start(t, { host: '127.0.0.2' });
    assert.match(one.url, /^http:\/\/127\.0\.0\.2:/);
    assert.equal((await call(one.url, CREATION)).status, 200);
    assert.equal((await call(one.url, withHeaders(CREATION, { host: '127.0.0.3' }))).status, 403);
    for (const host of ['0.0.0.0', '::']) {
      const { port } = await start(t, { host });
      const reached = `http://127.0.0.3:${port}`;
      assert.equal((await call(reached, CREATION)).status, 200, host);
      assert.equal((await call(reached, withHeaders(CREATION, { host: '127.0.0.4' }))).status, 403, host);
      assert.equal((await call(reached, withHeaders(CREATION, { host: 'shop.example' }))).status, 403, host);
    }
  });

  for (const name of ['http://sandbox', 'sandbox:8080', '', 'a b', '*'])
    test(`refuses ${JSON.stringify(name)} at the start: it is not a host name`, async (t) => {
      await assert.rejects(start(t, { allowedHosts: ['fine', name] }), {
        message: `allowedHosts contains ${JSON.stringify(name)}. Use host names without scheme and port, such as sandbox.`,
      });
    });

  test('does not start on an address of another machine', async (t) => {
    await assert.rejects(start(t, { host: '192.0.2.1' }), {
      message:
        'the sandbox cannot listen on 192.0.2.1 (EADDRNOTAVAIL). Use an address of this machine, such as 127.0.0.1.',
    });
  });
});

describe('a page of another site', () => {
  for (const origin of ['https://shop.example', 'null', 'http://127.0.0.1:1', 'http://localhost:4010', '']) {
    test(`from ${JSON.stringify(origin)} is refused on every path, and does nothing`, async (t) => {
      const sandbox = await start(t);
      for (const one of CALLS) {
        const said = await call(sandbox.url, withHeaders(one, { origin }));
        assert.equal(said.status, 403, one.path);
        assert.equal(
          reasonOf(one, said),
          `Origin ${JSON.stringify(origin)} is not this sandbox. Use its own page at ${sandbox.url}/_sandbox/, or call it from a server, which sends no Origin.`,
        );
      }
      await assertUntouched(sandbox);
    });
  }

  test('is not the sandbox itself, for any host name', async (t) => {
    const { url, port } = await start(t, { allowedHosts: ['pay.example'] });
    for (const one of CALLS.filter(({ body }) => body)) {
      const own = { origin: url };
      assert.equal((await call(url, withHeaders(one, own))).status, 200);
      const named = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
      assert.equal((await call(url, withHeaders(one, named))).status, 200);
      // Behind a proxy that ends TLS.
      const secure = { host: 'pay.example', origin: 'https://pay.example' };
      assert.equal((await call(url, withHeaders(one, secure))).status, 200);
    }
  });
});
