// A shop over TLS, with the built proxy and a sandbox behind it. Its pages and files are sent compressed.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type * as TokenModule from 'crypto-checkout/server';
import type * as ProxyModule from 'crypto-checkout/proxy';
import type * as NodeModule from 'crypto-checkout/proxy/node';
import type * as SandboxModule from 'crypto-checkout/sandbox';
import { root } from '../../../.config/bootstrap.mjs';

const ACCOUNT = { apiKey: 'k', shopId: 's' };
const SECRET = '0123456789abcdef0123456789abcdef';
const BASE = '/crypto-checkout';
const TYPES = new Map(Object.entries({ html: 'text/html; charset=utf-8', js: 'text/javascript' }));

const pem = (name: string) => readFileSync(join(root, `test/service/localhost-${name}.pem`), 'utf8');
const TLS = { key: pem('key'), cert: pem('certificate') };
const publicKey = new X509Certificate(TLS.cert).publicKey.export({ type: 'spki', format: 'der' });
/** A public name, since a page on a loopback address also loads what its developer reads. */
const HOST = 'shop.example';

/** Lets Chromium trust the certificate: it caches no file of an untrusted page. */
export const ARGS = [
  `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicKey).digest('base64')}`,
  `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
];

export interface Shop {
  readonly proxy: ProxyModule.CheckoutProxy;
  readonly urls: Readonly<Record<'http2' | 'http1', string>>;
  /** Serves a file, as one that never changes if it is a script. */
  readonly publish: (path: string, text: string) => void;
  /** Returns the token of a new order. */
  readonly order: () => Promise<string>;
  /** Creates an invoice, as a payer does who then reloads the page. */
  readonly choose: (order: string, currency: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The packed package, not its sources. */
export async function built<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(root, 'dist', file)).href)) as Module;
}

export async function startMeasuredShop(): Promise<Shop> {
  const { startSandbox } = await built<typeof SandboxModule>('sandbox.js');
  const { createCheckoutProxy } = await built<typeof ProxyModule>('proxy.js');
  const { toNodeListener } = await built<typeof NodeModule>('proxy/node.js');
  const { createOrderToken } = await built<typeof TokenModule>('server.js');
  const sandbox = await startSandbox({ port: 0, ...ACCOUNT, withdrawalKey: 'w' });
  const quiet = () => undefined;
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, ...ACCOUNT, testMode: true },
    orderSecrets: [SECRET],
    clock: sandbox.clock,
    logger: { info: quiet, warn: quiet, error: quiet },
    ...{ store: ':memory:', onEvent: quiet, rateLimits: false },
  });
  await proxy.start();
  const checkout = toNodeListener(proxy);
  const files = new Map<string, Buffer>();

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    if (path.startsWith(`${BASE}/`)) return checkout(request, response);
    const file = files.get(path);
    if (!file) return void response.writeHead(404).end();
    const type = TYPES.get(path.replace(/^.*\./, '')) ?? 'application/json';
    const kept = path.endsWith('.js') ? 'max-age=31536000, immutable' : 'no-store';
    const headers = { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': kept };
    response.writeHead(200, { ...headers, 'content-length': file.length }).end(file);
  };
  /** HTTP/2 has another name for the host; Node's classes replace those of HTTP/1.1. */
  const onStream = (request: Http2ServerRequest, response: Http2ServerResponse) => {
    request.headers.host = request.authority;
    onRequest(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  };
  const http1 = createServer(TLS, onRequest);
  const http2 = createSecureServer(TLS, onStream);
  const urls = { http1: await listening(http1), http2: await listening(http2) };
  const post = async (path: string, body: object) => {
    const headers = { 'origin': urls.http2, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await proxy.fetch(new Request(urls.http2 + BASE + path, request));
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly id: string };
  };
  let orders = 0;
  return {
    ...{ proxy, urls },
    publish: (path, text) => void files.set(path, gzipSync(text, { level: 9 })),
    order: () =>
      createOrderToken(
        { id: `order-${(orders += 1)}`, amount: '49.00', currency: 'EUR' },
        { secret: SECRET },
      ),
    async choose(order, currency) {
      const { id } = await post('/checkouts', { order });
      await post(`/checkouts/${id}/invoice`, { currency });
    },
    async stop() {
      http1.closeAllConnections();
      for (const server of [http1, http2]) server.close();
      await proxy.stop();
      await sandbox.close();
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://${HOST}:${(server.address() as AddressInfo).port}`;
}
