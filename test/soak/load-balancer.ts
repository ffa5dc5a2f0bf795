import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening.js';

/**
 * Forwards requests to a ready proxy, as the load balancer in front of a shop's processes does.
 * @param onAccepted gets the body of a request that a proxy has accepted
 */
export async function startLoadBalancer(
  url: () => string,
  onAccepted: (body: string) => void,
): Promise<{ url: string; server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const headers = { 'content-type': incoming.headers['content-type'] ?? '' };
      const body = await buffer(incoming);
      const init = { method: 'POST', headers, body: new Uint8Array(body) };
      const response = await fetch(`${url()}${incoming.url ?? ''}`, init);
      if (response.ok) onAccepted(String(body));
      outgoing.writeHead(response.status).end(await response.text());
    } catch {
      outgoing.writeHead(502).end();
    }
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, server };
}
