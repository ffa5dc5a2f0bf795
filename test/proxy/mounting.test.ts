import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import type { CheckoutProxy, CheckoutProxyOptions } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import type { Checkout } from '../../src/protocol/index.js';
import { close, json, orderToken, portOf, problemOf, SECRETS, until } from './world.js';

function proxyOf(t: TestContext, options: Partial<CheckoutProxyOptions> = {}): CheckoutProxy {
  const proxy = createCheckoutProxy({
    service: { url: 'https://pay.example', apiKey: SECRETS.apiKey, shopId: SECRETS.shopId },
    orderSecrets: [SECRETS.orderSecret],
    store: ':memory:',
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...options,
  });
  t.after(() => proxy.stop());
  return proxy;
}

type Listening = ReturnType<typeof createServer>;

async function listen(t: TestContext, server: Listening): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => close(server));
  return `http://127.0.0.1:${portOf(server)}`;
}

async function open(url: string, basePath: string): Promise<Response> {
  return fetch(`${url}${basePath}/checkouts`, {
    method: 'POST',
    headers: { 'origin': url, 'content-type': 'application/json' },
    body: JSON.stringify({ order: await orderToken() }),
  });
}

/** A page's way through the proxy: open, read, listen, and a path that is not there. */
async function assertServes(url: string, basePath: string): Promise<void> {
  const opened = await open(url, basePath);
  assert.equal(opened.status, 201);
  const { id } = await json<Checkout>(opened);
  const read = await fetch(`${url}${basePath}/checkouts/${id}`);
  assert.equal((await json<Checkout>(read)).state, 'choosing');
  const stream = await fetch(`${url}${basePath}/checkouts/${id}/events`);
  assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
  const reader = stream.body?.getReader();
  let text = '';
  while (!text.includes('event: checkout'))
    text += Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  assert.equal((await fetch(`${url}${basePath}/elsewhere`)).status, 404);
}

/** As `express.json()` does: it reads the body and leaves the value. */
async function parseBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
}

/** As Express mounts below a path: the prefix is cut off `url`, and the whole is in `originalUrl`. */
function mounted(prefix: string, listener: RequestListener, hasParser: boolean): RequestListener {
  return (incoming, outgoing) => {
    const { url = '/' } = incoming;
    Object.assign(incoming, { originalUrl: url, url: url.slice(prefix.length) || '/' });
    if (!hasParser) return void listener(incoming, outgoing);
    void parseBody(incoming).then((body) => listener(Object.assign(incoming, { body }), outgoing));
  };
}

describe('the proxy serves under any base path', { concurrency: 6 }, () => {
  for (const basePath of ['/crypto-checkout', '/shop/pay', '']) {
    const options = { basePath };
    const name = basePath === '' ? 'the root' : basePath;

    it(`behind node:http, at ${name}`, async (t) => {
      await assertServes(await listen(t, createServer(toNodeListener(proxyOf(t, options)))), basePath);
    });

    it(`in a Hono application, at ${name}`, async (t) => {
      const proxy = proxyOf(t, options);
      const app = new Hono().all(`${basePath}/*`, ({ req }) => proxy.fetch(req.raw));
      const server = createAdaptorServer({ fetch: app.fetch });
      if (!('closeAllConnections' in server)) throw new Error('no HTTP/1.1 server');
      await assertServes(await listen(t, server), basePath);
    });

    for (const hasParser of [false, true]) {
      it(`mounted as in Express, ${hasParser ? 'after' : 'without'} a body parser, at ${name}`, async (t) => {
        const listener = mounted(basePath, toNodeListener(proxyOf(t, options)), hasParser);
        await assertServes(await listen(t, createServer(listener)), basePath);
      });
    }

    it(`hijacked as in Fastify, with the body that it has parsed, at ${name}`, async (t) => {
      const listener = toNodeListener(proxyOf(t, options));
      const server = createServer((raw, reply) => {
        void parseBody(raw).then((body) => listener(Object.assign(raw, { body }), reply));
      });
      await assertServes(await listen(t, server), basePath);
    });

    it(`as the route handlers of Next.js, at ${name}`, async (t) => {
      const proxy = proxyOf(t, options);
      const GET = (request: Request) => proxy.fetch(request);
      const POST = (request: Request) => proxy.fetch(request);
      const server = createServer(
        toNodeListener({ fetch: (request) => (request.method === 'POST' ? POST : GET)(request) }),
      );
      await assertServes(await listen(t, server), basePath);
    });
  }

  it('and says what is wrong when the body was thrown away before', async (t) => {
    const listener = toNodeListener(proxyOf(t));
    const server = createServer((incoming, outgoing) => {
      void parseBody(incoming).then(() => listener(incoming, outgoing));
    });
    const response = await open(await listen(t, server), '/crypto-checkout');
    assert.equal(response.status, 500);
    assert.match((await problemOf(response)).detail ?? '', /mount the proxy before what parses bodies/);
  });

  it('and takes whatever a runtime gives beside the request', async (t) => {
    const proxy = proxyOf(t);
    const request = new Request('https://shop.example/crypto-checkout/healthz');
    const given = { clientAddress: { port: 1 }, waitUntil: () => undefined };
    const fetchOf: (request: Request, given: never) => Promise<Response> = proxy.fetch;
    assert.equal((await Reflect.apply(fetchOf, null, [request, given])).status, 200);
  });
});

describe('a page that stops reading', () => {
  it('is cut off, and little was kept for it', async (t) => {
    const seen = { pulled: 0, isCancelled: false };
    const chunk = new Uint8Array(64 * 1024);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        seen.pulled += 1;
        controller.enqueue(chunk);
      },
      cancel: () => void (seen.isCancelled = true),
    });
    const fetchBody = () =>
      Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    const url = await listen(t, createServer(toNodeListener({ fetch: fetchBody }, { slowReaderMs: 300 })));
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n');
    await until(
      () => seen.isCancelled,
      (is) => is,
      'the stream is given up',
    );
    assert.ok(seen.pulled < 500, `${seen.pulled} chunks of 64 kB`);
  });
});
