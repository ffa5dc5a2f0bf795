import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from './http/http.js';
import type { CheckoutProxy } from './index.js';
import { bodyOf, isReadBefore, toRequest } from './node-request.js';

/** What `http.createServer`, Express and their kin take. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export interface NodeListenerOptions {
  /** A browser that has stopped reading is cut off after so long; 30 seconds unless set. */
  readonly slowReaderMs?: number;
}

/**
 * The proxy as a request listener of `node:http`. A browser that goes away ends its event stream; one that does not read
 * is cut off while a few kilobytes wait for it.
 *
 * Below a router that cuts off a prefix the whole path is taken from `originalUrl`, and a body that was parsed before
 * from `body`: both as Express leaves them. The deadlines for headers and requests are the server's own:
 * `headersTimeout` (60 s) and `requestTimeout` (300 s) of `node:http`; a body that is too slow is refused after 10 s.
 */
export function toNodeListener(
  proxy: Pick<CheckoutProxy, 'fetch'>,
  { slowReaderMs = 30_000 }: NodeListenerOptions = {},
): NodeListener {
  return (incoming, outgoing) => {
    void answer(proxy, incoming, outgoing, slowReaderMs).catch(() => outgoing.destroy());
  };
}

async function answer(
  proxy: Pick<CheckoutProxy, 'fetch'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  slowReaderMs: number,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await ask(proxy, incoming, gone.signal);
  // An upload that nobody has read to its end must not wait for somebody.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A stream may be quiet for long; its reader is to know that it is there.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) outgoing.flushHeaders();
  await send(response.body, outgoing, { gone: gone.signal, slowReaderMs });
  incoming.resume();
}

async function ask(
  proxy: Pick<CheckoutProxy, 'fetch'>,
  incoming: IncomingMessage,
  gone: AbortSignal,
): Promise<Response> {
  const body = bodyOf(incoming);
  if (body === undefined && isReadBefore(incoming)) {
    const detail = 'the body was read before the proxy saw it: mount the proxy before what parses bodies';
    return problem('internal_error', crypto.randomUUID(), { detail });
  }
  const request = toRequest(incoming, gone, body);
  if (!request) return new Response(null, { status: 400 });
  return proxy.fetch(request, { clientAddress: incoming.socket.remoteAddress });
}

interface Reading {
  readonly gone: AbortSignal;
  readonly slowReaderMs: number;
}

async function send(
  body: ReadableStream<Uint8Array> | null,
  outgoing: ServerResponse,
  reading: Reading,
): Promise<void> {
  if (body === null) {
    outgoing.end();
    return;
  }
  const { gone } = reading;
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  if (gone.aborted) stop();
  gone.addEventListener('abort', stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await drained(outgoing, reading);
  }
  outgoing.end();
}

/** Resolves when there is room again, or nobody who reads. */
function drained(outgoing: ServerResponse, { gone, slowReaderMs }: Reading): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(deadline);
      outgoing.off('drain', over);
      gone.removeEventListener('abort', over);
      resolve();
    };
    const deadline = setTimeout(() => outgoing.destroy(), slowReaderMs);
    outgoing.once('drain', over);
    gone.addEventListener('abort', over, { once: true });
    if (gone.aborted) over();
  });
}
