import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';

/** The shop's own server: takes in what it is told. */
export interface ShopServer {
  readonly url: string;
  readonly told: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** What it answers; only what it takes in with 204 is noted. */
  status: number;
}

/** After the five seconds of Node, a client on a busy machine meets the end of a connection with an event. */
const KEEP_ALIVE_MS = 75_000;

export async function startShop(t: TestContext): Promise<ShopServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (shop.status === 204) shop.told.push({ headers: request.headers, body });
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
  const shop: ShopServer = { url: `http://127.0.0.1:${address.port}/events`, told: [], status: 204 };
  return shop;
}
