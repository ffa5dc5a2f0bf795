// Run by the bench as a process of its own: only node:http, with the same bytes.
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { listening } from '../../soak/listening.js';
import { settingsOf, answerParent } from './child-protocol.js';

interface BareSettings {
  readonly headers: Readonly<Record<string, string>>;
  /** Written as JSON for each request, as a server does that keeps its state as objects. */
  readonly body: object;
  readonly event: string;
}

const { headers, body, event } = settingsOf<BareSettings>();
const streams = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.url?.endsWith('/events')) return open(response);
  const etag = headers['etag'];
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  response.writeHead(200, headers).end(JSON.stringify(body));
});

function open(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.write(event);
  streams.add(response.once('close', () => streams.delete(response)));
}

answerParent(
  { port: await listening(server, 0) },
  {
    notify() {
      const bytes = Buffer.from(event);
      for (const response of streams) response.write(bytes);
    },
  },
);
