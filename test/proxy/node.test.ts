import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { toNodeListener } from '../../src/proxy/node.js';
import { SlowPage } from './slow-reader.js';
import { startEnvironment } from './test-environment.js';
import { until } from '../until.js';
import { listen, portOf } from '../listen.js';

/** A server with this handler. @returns its URL */
function serve(t: TestContext, fetch: (request: Request) => Promise<Response>): Promise<string> {
  return listen(t, createServer(toNodeListener({ fetch })));
}

/** An endless stream that records how much was read and whether it was canceled. */
function endless() {
  const seen = { pulled: 0, isCancelled: false };
  const chunk = new Uint8Array(64 * 1024);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.pulled += 1;
      controller.enqueue(chunk);
    },
    cancel: () => void (seen.isCancelled = true),
  });
  return { seen, body };
}

describe('the proxy behind node:http', () => {
  it('answers consecutive requests on one connection, also with immediate responses', async (t) => {
    const { proxy } = await startEnvironment(t, { proxy: { rateLimits: false } });
    const server = createServer(toNodeListener(proxy));
    await listen(t, server);
    const ports = new Set<number | undefined>();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    for (const path of ['healthz', 'nothing', 'checkouts/unknown', 'nothing']) {
      const outgoing = get({ port: portOf(server), path: `/crypto-checkout/${path}`, agent });
      const [answer]: IncomingMessage[] = await once(outgoing, 'response');
      assert.ok(answer);
      assert.notEqual(answer.headers.connection, 'close', path);
      ports.add(outgoing.socket?.localPort);
      await once(answer.resume(), 'end');
    }
    assert.equal(ports.size, 1);
  });

  it('cancels a stream when its reader leaves', async (t) => {
    const { seen, body } = endless();
    const url = await serve(t, () => Promise.resolve(new Response(body)));
    const gone = new AbortController();
    const response = await fetch(url, { signal: gone.signal });
    await response.body?.getReader().read();
    gone.abort();
    await until(() => seen.isCancelled, 'the stream is given up');
  });

  it('cancels a silent stream as well', async (t) => {
    let isCancelled = false;
    const quiet = new ReadableStream({ cancel: () => void (isCancelled = true) });
    const headers = { 'content-type': 'text/event-stream' };
    const url = await serve(t, () => Promise.resolve(new Response(quiet, { headers })));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await until(() => isCancelled, 'the stream is given up');
  });

  it('waits for a reader who does not read, and continues with them', async (t) => {
    const { seen, body } = endless();
    const server = createServer(toNodeListener({ fetch: () => Promise.resolve(new Response(body)) }));
    const page = new SlowPage(t, server);
    await page.holds();
    const { pulled } = seen;
    assert.ok(pulled <= 3, `${pulled} chunks of 64 kB`);
    await page.takes(() => seen.pulled > pulled, 'the stream goes on');
    await page.holds();
    assert.ok(seen.pulled <= pulled + 3, `${seen.pulled} chunks of 64 kB`);
  });

  it('passes on method, address, headers and body', async (t) => {
    const url = await serve(t, async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        cookie: request.headers.get('cookie'),
        body: await request.text(),
      }),
    );
    const response = await fetch(`${url}/a/b?c=d`, {
      method: 'POST',
      headers: { cookie: 'x=1' },
      body: 'grüße',
    });
    assert.deepEqual(await response.json(), {
      method: 'POST',
      url: `${url}/a/b?c=d`,
      cookie: 'x=1',
      body: 'grüße',
    });
  });

  it('survives a request without a valid address', async (t) => {
    const url = await serve(t, () => Promise.resolve(new Response('fine')));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nhost: a b\r\n\r\n');
    const [data] = await once(socket, 'data');
    assert.match(String(data), /^HTTP\/1\.1 400/);
    assert.equal(await (await fetch(url)).text(), 'fine');
  });
});
