import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { KEEP_ALIVE_MS, listen } from './listen.js';

export interface ShopRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface ShopServer {
  /** The webhook endpoint. Its query is a secret of the shop. */
  readonly url: string;
  readonly requests: ShopRequest[];
  /** The response from now on. Default: 204. */
  answer: (request: ShopRequest, response: ServerResponse) => void;
}

/** The shop's own server: records every event that it receives, and responds as the test sets. */
export async function startShopServer(t: TestContext): Promise<ShopServer> {
  const shop: ShopServer = { url: '', requests: [], answer: status(204) };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (incoming, response) => {
    const { url: path = '', headers } = incoming;
    const request = { path, headers, body: await text(incoming), atMs: performance.now() };
    shop.requests.push(request);
    shop.answer(request, response);
  });
  return Object.assign(shop, { url: `${await listen(t, server)}/events?token=of-the-shop` });
}

export function status(code: number, headers: Readonly<Record<string, string>> = {}): ShopServer['answer'] {
  return (_, response) => void response.writeHead(code, headers).end();
}
