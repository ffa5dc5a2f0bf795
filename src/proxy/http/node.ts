import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sink, StreamedBody } from '../streams/stream.js';
import { handlerOf, type CheckoutProxy } from './checkout-proxy.js';
import { hasBody, isBodyConsumed, toNodeRequest } from './node-request.js';
import type { Handler, ProxyResponse } from './request.js';
import { noContent, problem } from './responses.js';
import { WebBody } from './web.js';

/** A request listener as `http.createServer`, Express and similar frameworks accept it. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export interface NodeListenerOptions {
  /** Milliseconds after which a client that has stopped reading is disconnected. Default: 30 seconds. */
  readonly slowReaderMs?: number;
}

/**
 * Returns the proxy as a request listener of `node:http`. A browser that disconnects ends its event stream. One that stops reading
 * is disconnected, after a few kilobytes have queued up for it.
 *
 * If a router has removed a prefix, the listener reads the whole path from `originalUrl`. If a framework has parsed the body, the
 * listener reads it from `body`. Express sets both. The timeouts for headers and requests are those of the server: `headersTimeout` (60 s) and `requestTimeout`
 * (300 s) of `node:http`. A body that takes longer than 10 s is refused.
 */
export function toNodeListener(
  proxy: Pick<CheckoutProxy, 'fetch'>,
  { slowReaderMs = 30_000 }: NodeListenerOptions = {},
): NodeListener {
  const handler = handlerOf(proxy) ?? handlerFromFetch(proxy);
  return (incoming, outgoing) => {
    handle(handler, incoming, outgoing)
      .then((response) => sendResponse(response, outgoing, slowReaderMs))
      .catch(() => outgoing.destroy());
  };
}

async function handle(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<ProxyResponse> {
  const request = toNodeRequest(incoming, outgoing);
  if (!request) return noContent(400);
  if (!isBodyConsumed(incoming) || request.body() !== null) return handler(request);
  const detail = 'The request body was read before. Mount the proxy before body parsers.';
  return problem('internal_error', crypto.randomUUID(), { detail });
}

/** Returns a handler for anything that has a `fetch`, such as the shop's own wrapper around a proxy. */
function handlerFromFetch(proxy: Pick<CheckoutProxy, 'fetch'>): Handler {
  return async (request) => {
    const { clientAddress } = request;
    const webRequest = request.toWebRequest();
    if (!webRequest) return noContent(400);
    const { status, headers, body } = await proxy.fetch(webRequest, { clientAddress });
    return { status, headers: Object.fromEntries(headers), body: body && new WebBody(body) };
  };
}

function sendResponse(
  { status, headers, body }: ProxyResponse,
  outgoing: ServerResponse,
  slowReaderMs: number,
): void {
  const { req: incoming } = outgoing;
  // The connection must not wait for an upload that no handler reads to its end.
  const isUnread = !incoming.complete && hasBody(incoming);
  if (isUnread) outgoing.setHeader('connection', 'close');
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    outgoing.writeHead(status, headers);
    // A stream may be silent for a long time. Without headers, its reader could not know that it is open.
    outgoing.flushHeaders();
    if (outgoing.destroyed) return body.end();
    return body.pipeTo(new ResponseSink(outgoing, body, slowReaderMs));
  }
  // With a known length, node:http needs no chunks.
  const sized = body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, sized).end(body);
  // node:http itself discards an unread body.
  if (isUnread || incoming.readableFlowing !== null) incoming.resume();
}

/** The connection, until either side ends it. Disconnects a client that has not read for too long. */
class ResponseSink implements Sink {
  #deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly outgoing: ServerResponse,
    private readonly body: StreamedBody,
    private readonly slowReaderMs: number,
  ) {
    outgoing.once('close', () => {
      clearTimeout(this.#deadline);
      body.end();
    });
  }

  isReady(): boolean {
    return this.#deadline === undefined;
  }

  write(bytes: Uint8Array): void {
    if (this.outgoing.write(bytes) || this.#deadline) return;
    this.#deadline = setTimeout(() => this.outgoing.destroy(), this.slowReaderMs);
    this.outgoing.once('drain', () => this.#onDrain());
  }

  end(): void {
    this.outgoing.end();
    this.outgoing.req.resume();
  }

  abort(): void {
    this.outgoing.destroy();
  }

  #onDrain(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.body.flush();
  }
}
