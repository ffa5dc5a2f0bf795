import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import type { TestContext } from 'node:test';
import fastify from 'fastify';
import type { Logger } from '../../src/proxy/base/log.js';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import type { Checkout } from '../../src/protocol/index.js';
import type { SandboxServer } from '../../src/sandbox/index.js';
import { MOUNTS } from './mounts.js';
import type { Mount, Mounted } from './mounts.js';
import { json, orderToken, problemOf, SECRETS, startService } from './test-environment.js';
import { until } from '../until.js';
import { listen } from '../listen.js';
import { control } from '../sandbox-control.js';

/** `Bun.serve` closes a connection without traffic after 10 s, and its timer has steps of 4 s: 8 s at the earliest. */
const SHORTEST_IDLE_MS = 8000;
const QUIET: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The traffic between the framework and the proxy. */
interface Seen {
  readonly clients: Set<unknown>;
  readonly openStreams: Set<Response>;
}

interface Shop {
  readonly base: string;
  readonly sandbox: SandboxServer;
  readonly seen: Seen;
  /** The number of invoices that each postback has prioritized. */
  readonly postbacks: readonly unknown[];
  readonly post: (path: string, body: object) => Promise<Response>;
}

async function openShop(t: TestContext, { server }: Mount, basePath: string): Promise<Shop> {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const { apiKey, shopId, orderSecret } = SECRETS;
  const postbacks: unknown[] = [];
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, apiKey, shopId, testMode: true },
    orderSecrets: [orderSecret],
    onEvent: () => undefined,
    store: ':memory:',
    basePath,
    clock: sandbox.clock,
    logger: {
      ...QUIET,
      info: (fields, message) =>
        void (/postback/.test(message) && postbacks.push(Reflect.get(fields, 'invoices'))),
    },
  });
  const seen: Seen = { clients: new Set(), openStreams: new Set() };
  const url = await listen(t, await server(watched(proxy, seen), basePath));
  await proxy.start();
  t.after(() => proxy.stop());
  const base = `${url}${basePath}`;
  const headers = { 'origin': url, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { base, sandbox, seen, postbacks, post };
}

/** Records the client address that the framework passes, and the number of streams that it has not aborted. */
function watched(proxy: Mounted, seen: Seen): Mounted {
  return {
    fetch: async (request, connection) => {
      seen.clients.add(connection?.clientAddress);
      const response = await proxy.fetch(request, connection);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream || !response.body) return response;
      seen.openStreams.add(response);
      return new Response(
        ended(response.body, () => seen.openStreams.delete(response)),
        response,
      );
    },
  };
}

function ended(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The text of an event stream so far, and a way to leave. */
class Listener {
  readonly #gone = new AbortController();
  #text = '';

  async open(url: string): Promise<Response> {
    const response = await fetch(url, { signal: this.#gone.signal });
    void this.#read(response).catch(() => undefined);
    return response;
  }

  async #read({ body }: Response): Promise<void> {
    for await (const chunk of body ?? []) this.#text += Buffer.from(chunk).toString();
  }

  hears(pattern: RegExp): Promise<string> {
    return until(
      () => this.#text,
      String(pattern),
      (text) => pattern.test(text),
    );
  }

  leave(): void {
    this.#gone.abort();
  }
}

async function walk({ base, sandbox, seen, post }: Shop): Promise<void> {
  const opened = await post('/checkouts', { order: await orderToken() });
  assert.equal(opened.status, 201, await opened.clone().text());
  const { id } = await json<Checkout>(opened);

  const page = new Listener();
  const stream = await page.open(`${base}/checkouts/${id}/events`);
  assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
  // Nothing else happens: a mount that waits for more data before it sends would wait forever.
  await page.hears(/event: checkout\nid: \d+\ndata: .*"state":"choosing".*\n\n/);

  const chosen = await post(`/checkouts/${id}/invoice`, { currency: 'USDT_TRC20' });
  const { invoice } = await json<Checkout>(chosen);
  await page.hears(/"state":"awaiting"/);
  await control(sandbox.url, 'payments', { uuid: invoice?.id });
  sandbox.clock.advance(5);
  await page.hears(/"state":"paid"/);

  mock.timers.tick(SHORTEST_IDLE_MS - 1);
  await page.hears(/^:\nevent: heartbeat\n/m);
  assert.equal(seen.openStreams.size, 1);
  page.leave();
  await until(
    () => seen.openStreams.size,
    'the stream of a page that has gone is given up',
    (open) => open === 0,
  );

  const read = await fetch(`${base}/checkouts/${id}`);
  assert.ok(read.headers.get('etag'));
  assert.equal((await json<Checkout>(read)).state, 'paid');
  assert.deepEqual([...seen.clients], ['127.0.0.1']);
}

/** A payer's browser that crashes in the middle of its request. */
async function breakOff(base: string): Promise<void> {
  const { hostname, port, pathname, origin } = new URL(base);
  const socket = connect(Number(port), hostname);
  const path = `${pathname.replace(/\/$/, '')}/checkouts`;
  const head = [`POST ${path} HTTP/1.1`, `host: ${hostname}:${port}`, `origin: ${origin}`];
  const form = ['content-type: application/json', 'content-length: 100', '', '{"order":"'];
  socket.write([...head, ...form].join('\r\n'));
  await once(socket, 'connect');
  socket.destroy();
}

describe('the proxy serves a whole payment', { concurrency: 6 }, () => {
  // Its heartbeat, so that the test does not wait for it. No framework here has an interval of its own.
  before(() => mock.timers.enable({ apis: ['setInterval'] }));
  after(() => mock.timers.reset());

  for (const mount of MOUNTS) {
    for (const basePath of ['/crypto-checkout', '/shop/pay', '']) {
      const place = basePath === '' ? 'the root' : basePath;

      it(`in ${mount.name}, at ${place}`, async (t) => walk(await openShop(t, mount, basePath)));
    }

    it(`in ${mount.name}, also after an aborted request, a refusal and an empty cancel`, async (t) => {
      const { base, post } = await openShop(t, mount, '/pay');
      await breakOff(base);
      assert.equal((await fetch(`${base}/elsewhere`)).status, 404);
      const forged = await post('/checkouts', { order: 'forged' });
      assert.match(forged.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal((await problemOf(forged)).code, 'order_not_found');
      const { id } = await json<Checkout>(await post('/checkouts', { order: await orderToken() }));
      await post(`/checkouts/${id}/invoice`, { currency: 'BTC' });
      const canceled = await post(`/checkouts/${id}/cancel`, {});
      assert.equal((await json<Checkout>(canceled)).state, 'canceled');
    });

    it(`in ${mount.name}, and receives the postbacks of the service`, async (t) => {
      const { base, post, postbacks } = await openShop(t, mount, '/pay');
      for (const order of [{ id: 'A-1' }, { id: 'A-2' }]) {
        const { id } = await json<Checkout>(await post('/checkouts', { order: await orderToken(order) }));
        await post(`/checkouts/${id}/invoice`, { currency: 'BTC' });
      }
      assert.equal((await post('/postbacks', { order_id: 'A-1' })).status, 200);
      const form = new URLSearchParams({ order_id: 'A-2' });
      const { status } = await fetch(`${base}/postbacks`, { method: 'POST', body: form });
      assert.equal(status, mount.refusesForms ? 415 : 200);
      assert.deepEqual(postbacks, mount.refusesForms ? [1] : [1, 1]);
    });
  }
});

describe('a stream without a change', () => {
  it('has a heartbeat before a server ends it as idle', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const [mount] = MOUNTS;
    assert.ok(mount);
    const { base, post } = await openShop(t, mount, '/pay');
    const { id } = await json<Checkout>(await post('/checkouts', { order: await orderToken() }));
    const page = new Listener();
    t.after(() => page.leave());
    await page.open(`${base}/checkouts/${id}/events`);
    await page.hears(/event: checkout\n/);
    t.mock.timers.tick(SHORTEST_IDLE_MS - 1);
    await page.hears(/^:\nevent: heartbeat\n/m);
  });
});

describe('the proxy in a server', () => {
  const unread: Mounted = { fetch: () => assert.fail('the proxy is called without a body') };

  it('reports a body that was discarded before', async (t) => {
    const app = fastify();
    app.all('/*', (request, reply) => {
      reply.hijack();
      toNodeListener(unread)(request.raw, reply.raw);
    });
    await app.ready();
    const url = await listen(t, app.server);
    const headers = { 'origin': url, 'content-type': 'application/json' };
    const response = await fetch(`${url}/crypto-checkout/checkouts`, { method: 'POST', headers, body: '{}' });
    assert.equal(response.status, 500);
    assert.match((await problemOf(response)).detail ?? '', /Mount the proxy before body parsers/);
  });

  it('accepts any further arguments of a runtime', async (t) => {
    const { apiKey, shopId, orderSecret } = SECRETS;
    const proxy = createCheckoutProxy({
      service: { url: 'https://pay.example', apiKey, shopId },
      orderSecrets: [orderSecret],
      store: ':memory:',
      logger: QUIET,
    });
    t.after(() => proxy.stop());
    const request = new Request('https://shop.example/crypto-checkout/healthz');
    const given = { clientAddress: { port: 1 }, waitUntil: () => undefined };
    const fetchOf: (request: Request, given: never) => Promise<Response> = proxy.fetch;
    assert.equal((await Reflect.apply(fetchOf, null, [request, given])).status, 200);
  });
});

describe('a page that stops reading', () => {
  it('is disconnected, and little was buffered for it', async (t) => {
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
    await until(() => seen.isCancelled, 'the stream is given up');
    assert.ok(seen.pulled < 500, `${seen.pulled} chunks of 64 kB`);
  });
});
