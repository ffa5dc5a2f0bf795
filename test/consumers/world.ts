import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type * as ServerModule from 'crypto-checkout/server';
import type * as ProxyModule from 'crypto-checkout/proxy';
import type * as NodeModule from 'crypto-checkout/proxy/node';
import type { Shop } from '../server-example/payer.js';
import { built, startPaymentService } from './payment-service.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const STAFF_SECRET = 'fedcba9876543210fedcba9876543210';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/** A server with the pages of all projects, the proxy as it is built, and a sandbox behind it. */
export interface World extends Shop {
  readonly orderToken: (id: string) => Promise<string>;
  /** A page that a server has rendered, in the place of the file. */
  readonly show: (path: string, html: string) => void;
  readonly stop: () => Promise<void>;
}

/**
 * @param folders what is served, by the first part of the path
 * @param policies Content-Security-Policy of a folder's pages
 */
export async function startWorld(
  folders: ReadonlyMap<string, string>,
  policies: ReadonlyMap<string, string>,
): Promise<World> {
  const { createCheckoutProxy } = await built<typeof ProxyModule>('proxy.js');
  const { toNodeListener } = await built<typeof NodeModule>('proxy/node.js');
  const { createMerchantSession, createOrderToken } = await built<typeof ServerModule>('server.js');

  const { sandbox, control } = await startPaymentService();
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, apiKey: 'k', shopId: 's', testMode: true },
    orderSecrets: [SECRET],
    merchant: { secrets: [STAFF_SECRET] },
    store: ':memory:',
    clock: sandbox.clock,
    onEvent: () => Promise.resolve(),
  });
  await proxy.start();
  const checkout = toNodeListener(proxy);
  const staffSession = () =>
    createMerchantSession({ person: 'Maja Lind', scopes: ['payments:read'] }, { secret: STAFF_SECRET });
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/crypto-checkout/')) return checkout(request, response);
    if (pathname === '/staff-session') return void staffSession().then((session) => response.end(session));
    const [, name = '', ...rest] = pathname.split('/');
    const file = join(folders.get(name) ?? '', rest.join('/') || 'index.html');
    const page = pages.get(pathname);
    if (page === undefined && !(folders.has(name) && existsSync(file))) return response.writeHead(404).end();
    const policy = policies.get(name);
    if (policy !== undefined) response.setHeader('content-security-policy', policy);
    response.setHeader(
      'content-type',
      page === undefined ? (TYPES[extname(file)] ?? 'text/plain') : 'text/html',
    );
    return page === undefined ? createReadStream(file).pipe(response) : response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    shopUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    control,
    orderToken: (id) => createOrderToken({ id, amount: '49.00', currency: 'EUR' }, { secret: SECRET }),
    show: (path, html) => pages.set(path, html),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await proxy.stop();
      await sandbox.close();
    },
  };
}
