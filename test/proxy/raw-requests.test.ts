import assert from 'node:assert/strict';
import { once } from 'node:events';
import { maxHeaderSize } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { assertLinear } from '../faults/parser-properties.js';
import { invoiceOf, orderToken, startEnvironment } from './test-environment.js';
import type { TestEnvironment } from './test-environment.js';

const BASE = '/crypto-checkout';
/** The number of concurrent slow clients. */
const CROWD = 300;

const hostOf = ({ url }: TestEnvironment): string => new URL(url).host;

async function wire(t: TestContext, environment: TestEnvironment): Promise<Socket> {
  const socket = connect(Number(new URL(environment.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** The complete response to these bytes until the proxy closes the connection, which each request asks for. */
async function answerTo(t: TestContext, environment: TestEnvironment, text: string): Promise<string> {
  const socket = await wire(t, environment);
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  socket.write(text);
  await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  return answer;
}

const statusesIn = (answer: string): readonly number[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

interface Post {
  readonly path?: string;
  readonly headers: readonly string[];
  readonly body: string;
}

function post(environment: TestEnvironment, { path = `${BASE}/checkouts`, headers, body }: Post): string {
  const lines = [`POST ${path} HTTP/1.1`, 'content-type: application/json', 'connection: close', ...headers];
  const hasHost = headers.some((line) => /^host:/i.test(line));
  return `${[...lines, ...(hasHost ? [] : [`host: ${hostOf(environment)}`])].join('\r\n')}\r\n\r\n${body}`;
}

describe('a request with a malicious head', { concurrency: 4 }, () => {
  it('is refused if it has a wrong length, or two of them, and content hidden behind it is never read', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const body = JSON.stringify({ order: await orderToken() });
    const hidden = `GET ${BASE}/healthz HTTP/1.1\r\nhost: ${hostOf(environment)}\r\n\r\n`;
    const length = `content-length: ${body.length}`;
    const tricks: readonly (readonly string[])[] = [
      [length, `content-length: ${body.length + hidden.length}`],
      [length, 'transfer-encoding: chunked'],
      ['transfer-encoding: chunked, identity'],
      ['transfer-encoding: xchunked'],
      ['content-length: -1'],
      [`content-length: +${body.length}`],
      [`content-length : ${body.length}`],
    ];
    for (const trick of tricks) {
      const headers = [`origin: ${environment.url}`, ...trick];
      const answer = await answerTo(t, environment, post(environment, { headers, body: body + hidden }));
      assert.deepEqual(statusesIn(answer), [400], `${trick.join(' | ')}: ${answer}`);
    }
  });

  it('cannot disguise a foreign page as one of the shop', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const body = JSON.stringify({ order: await orderToken() });
    const foreign = 'origin: https://evil.example';
    const tricks: readonly (readonly string[])[] = [
      [foreign, `origin: ${environment.url}`],
      [`origin: ${environment.url}`, foreign],
      [foreign, 'x-forwarded-host: evil.example', 'x-forwarded-proto: https'],
      [foreign, 'forwarded: host=evil.example;proto=https'],
      [foreign, 'x-original-host: evil.example', `x-origin: ${environment.url}`],
      [foreign, `referer: ${environment.url}/`],
      [`host: ${hostOf(environment)}`, 'host: evil.example', foreign],
      [`origin: ${environment.url}.evil.example`],
      [`origin: ${environment.url}@evil.example`],
      [`origin: ${environment.url} https://evil.example`],
    ];
    for (const trick of tricks) {
      const headers = [`content-length: ${body.length}`, ...trick];
      const answer = await answerTo(t, environment, post(environment, { headers, body }));
      assert.deepEqual(statusesIn(answer), [403], `${trick.join(' | ')}: ${answer}`);
      assert.doesNotMatch(answer, /^access-control-allow-origin:/im);
    }
  });

  it('cannot change the method or the path', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const get = (target: string, ...headers: readonly string[]) =>
      answerTo(
        t,
        environment,
        [
          `GET ${target} HTTP/1.1`,
          `host: ${hostOf(environment)}`,
          'connection: close',
          ...headers,
          '',
          '',
        ].join('\r\n'),
      );
    const override = ['x-http-method-override: POST', 'x-method-override: POST', 'x-http-method: POST'];
    assert.deepEqual(statusesIn(await get(`${BASE}/checkouts`, ...override)), [405]);
    const rewritten = [`x-original-url: ${BASE}/healthz`, `x-rewrite-url: ${BASE}/healthz`];
    assert.deepEqual(statusesIn(await get(`${BASE}/unknown`, ...rewritten)), [404]);
    for (const target of [`//evil.example${BASE}/healthz`, `http://evil.example${BASE}/healthz`, '*'])
      assert.deepEqual(statusesIn(await get(target)), [404], target);
    assert.deepEqual(statusesIn(await get(`${BASE}/healthz`)), [200]);
  });

  it('is refused before it uses memory if it is endless', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const begun = post(environment, { headers: [`origin: ${environment.url}`], body: '' }).trimEnd();
    // Just above the limit, in one piece: bytes that the proxy leaves unread would reset the connection, and its response with it.
    const endless = `${begun}\r\nx-much: `.padEnd(maxHeaderSize + 64, 'a');
    assert.deepEqual(statusesIn(await answerTo(t, environment, endless)), [431]);
  });
});

describe('a body', () => {
  it('with __proto__ or constructor as a key gives no object a property', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    const order = JSON.stringify(await orderToken());
    const bodies = [
      `{"order":${order},"__proto__":{"currency":"BTC","polluted":1}}`,
      `{"order":${order},"constructor":{"prototype":{"currency":"BTC","polluted":1}}}`,
      `{"__proto__":{"order":${order}}}`,
    ];
    const statuses: number[] = [];
    for (const text of bodies) statuses.push((await environment.call('POST', '/checkouts', { text })).status);
    assert.deepEqual(statuses, [201, 200, 400], 'what is only inherited is not there');
    const { id } = await environment.open();
    const inherited = { text: '{"__proto__":{"currency":"BTC"}}' };
    assert.equal((await environment.call('POST', `/checkouts/${id}/invoice`, inherited)).status, 400);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.equal(Reflect.get({}, 'currency'), undefined);
  });

  it('with the deepest possible nesting is refused immediately', async (t) => {
    const environment = await startEnvironment(t, { isIdle: true });
    for (const open of ['[', '{"order":', '{"a":[']) {
      await assertLinear(1600, async (size) => {
        const text = open.repeat(Math.floor(size / open.length));
        assert.equal((await environment.call('POST', '/checkouts', { text })).status, 400);
      });
    }
  });
});

describe('slow clients', () => {
  const halves: readonly (readonly [string, (environment: TestEnvironment) => string])[] = [
    ['headers', (environment) => `GET ${BASE}/healthz HTTP/1.1\r\nhost: ${hostOf(environment)}\r\nx-slow: `],
    [
      'bodies',
      (environment) =>
        post(environment, {
          headers: [`origin: ${environment.url}`, 'content-length: 5000'],
          body: '{"order":',
        }),
    ],
  ];
  for (const [what, half] of halves) {
    it(`that never finish their ${what}, ${CROWD} concurrently, keep no payer from paying`, async (t) => {
      const environment = await startEnvironment(t);
      const crowd = await Promise.all(Array.from({ length: CROWD }, () => wire(t, environment)));
      for (const socket of crowd) socket.write(half(environment));
      const { id } = await environment.open();
      const { id: uuid } = invoiceOf(await environment.choose(id));
      await environment.control('payments', { uuid });
      await environment.becomes(id, 'paid');
      for (const socket of crowd) socket.destroy();
    });
  }
});
