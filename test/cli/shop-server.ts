import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';

/** The shop's own server: receives the events. */
export interface ShopServer {
  readonly url: string;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** Its response status; only events that it accepts with 204 are recorded. */
  status: number;
}

/** After Node's five seconds, a client on a busy machine sends an event on a connection that is just closing. */
const KEEP_ALIVE_MS = 75_000;

export async function startShop(t: TestContext): Promise<ShopServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (shop.status === 204) shop.received.push({ headers: request.headers, body });
    response.writeHead(shop.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  const shop: ShopServer = { url: `http://127.0.0.1:${address.port}/events`, received: [], status: 204 };
  return shop;
}
