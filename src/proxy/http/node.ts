import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sink, StreamedBody } from '../streams/stream.js';
import type { Handler, Incoming, ProxyResponse } from './request.js';
import { noContent, problem } from './responses.js';
import type { CheckoutProxy } from './checkout-proxy.js';
import { handlerOf } from './web.js';

/** A request listener as `http.createServer`, Express and similar frameworks accept it. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export interface NodeListenerOptions {
  /** Milliseconds after which a client that has stopped reading is disconnected. Default: 30 seconds. */
  readonly slowReaderMs?: number;
}

/**
 * Returns the proxy as a request listener of `node:http`. When a browser disconnects, its event stream ends. The listener
 * disconnects a browser that stops reading, after a few kilobytes have queued up for it.
 *
 * If a router has removed a prefix, the listener reads the whole path from `originalUrl`. If a framework has parsed the body, the
 * listener reads it from `body`. Express sets both. The server's timeouts for headers and requests apply: `headersTimeout` (60 s)
 * and `requestTimeout` (300 s) of `node:http`. The proxy refuses a body that takes longer than 10 s.
 */
export function toNodeListener(
  proxy: Pick<CheckoutProxy, 'fetch'>,
  { slowReaderMs = 30_000 }: NodeListenerOptions = {},
): NodeListener {
  const handler = handlerOf(proxy) ?? handlerFromFetch(proxy);
  return (incoming, outgoing) => void respondToRequest(handler, incoming, outgoing, slowReaderMs);
}

/** Never rejects: closes a connection to which it cannot respond. */
async function respondToRequest(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  slowReaderMs: number,
): Promise<void> {
  try {
    sendResponse(await handleRequest(handler, incoming, outgoing), outgoing, slowReaderMs);
  } catch {
    outgoing.destroy();
  }
}

function handleRequest(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): ProxyResponse | Promise<ProxyResponse> {
  const request = toNodeRequest(incoming, outgoing);
  if (!request) return noContent(400);
  if (!isBodyConsumed(incoming) || request.body() !== null) return handler(request);
  const detail = 'The request body was read before. Mount the proxy before body parsers.';
  return problem('internal_error', crypto.randomUUID(), { detail });
}

/** Returns a handler for any object with a `fetch`, such as the shop's own wrapper around a proxy. */
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
  // The connection must not wait for an upload that no handler reads completely.
  const isUnread = !incoming.complete && hasBody(incoming);
  if (isUnread) outgoing.setHeader('connection', 'close');
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    outgoing.writeHead(status, headers);
    // A stream may be silent for a long time. Send the headers first: the client must know that the stream is open.
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

/** Writes to the connection until either side ends it. Disconnects a client that has not read for too long. */
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

/** A request with the fields that Express adds: the path before a router removed its prefix, and the parsed body. */
type FrameworkRequest = IncomingMessage & { readonly originalUrl?: unknown; readonly body?: unknown };

/** Matches URLs that are certainly valid, with a path that needs no normalization. Parsing one would cost more than the response. */
const SIMPLE_URL =
  /^https?:\/\/(?:[a-z][a-z\d-]*|127\.0\.0\.1)(?:\.[a-z][a-z\d-]*)*(?::[1-5]?\d{1,4})?((?:\/[\w-]+)+)(?:\?browser=[\w-]*)?$/;

/** Returns `null` if the request line or the Host header is invalid. */
function toNodeRequest(incoming: FrameworkRequest, outgoing: ServerResponse): Incoming | null {
  const url = urlOf(incoming);
  const path = SIMPLE_URL.exec(url)?.[1] ?? (URL.canParse(url) ? new URL(url).pathname : null);
  return path === null ? null : new NodeRequest(incoming, outgoing, url, path);
}

class NodeRequest implements Incoming {
  constructor(
    private readonly incoming: FrameworkRequest,
    private readonly outgoing: ServerResponse,
    readonly url: string,
    readonly path: string,
  ) {}

  get method(): string {
    return this.incoming.method ?? 'GET';
  }

  get clientAddress(): string | undefined {
    return this.incoming.socket.remoteAddress;
  }

  header(name: string): string | null {
    const value = this.incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  body(): ReadableStream<Uint8Array<ArrayBuffer>> | string | null {
    const { incoming } = this;
    return isBodyConsumed(incoming) ? parsedBody(incoming) : streamOf(incoming);
  }

  toWebRequest(): Request | null {
    const { url, method, incoming } = this;
    const headers = new Headers();
    try {
      for (const [name, value] of Object.entries(incoming.headers)) {
        if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
      }
      const body = method === 'GET' || method === 'HEAD' ? null : this.body();
      // A parsed body that is serialized again has another length.
      if (typeof body === 'string') headers.delete('content-length');
      // `duplex` is missing in the library's types, and required for a body that streams (Fetch standard).
      const init: RequestInit & { duplex: 'half' } = {
        ...{ method, headers, body, duplex: 'half' },
        signal: disconnectSignal(this.outgoing),
      };
      return new Request(url, init);
    } catch {
      return null;
    }
  }
}

function urlOf({ url = '/', originalUrl, headers, socket }: FrameworkRequest): string {
  const path = typeof originalUrl === 'string' ? originalUrl : url;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  return `${scheme}://${headers.host ?? 'localhost'}${path.startsWith('/') ? path : '/'}`;
}

/** Returns a signal that aborts if the client disconnects before the response is finished. */
function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!outgoing.writableFinished) controller.abort();
  };
  if (outgoing.destroyed) onClose();
  else outgoing.once('close', onClose);
  return controller.signal;
}

/** Returns whether the headers announce a body, even if none has arrived yet. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns whether the proxy or a framework before it has read the body completely. */
function isBodyConsumed(incoming: IncomingMessage): boolean {
  return incoming.readableEnded && hasBody(incoming);
}

/** Returns the body that a framework has parsed, as text; `null` if there is none. */
function parsedBody({ body }: FrameworkRequest): string | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body);
}

/**
 * Returns the body as a stream that reads only on demand. `Readable.toWeb` would destroy the connection of a rejected body before
 * the client receives the response.
 */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(controller) {
      if (incoming.readableEnded) return controller.close();
      incoming.on('data', (chunk: Buffer<ArrayBuffer>) => {
        incoming.pause();
        controller.enqueue(chunk);
      });
      incoming.once('end', () => controller.close());
      incoming.once('error', (error) => controller.error(error));
      incoming.pause();
    },
    pull: () => void incoming.resume(),
    cancel() {
      incoming.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error');
      incoming.on('error', () => undefined).resume();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** The body of a Web response, for `handlerFromFetch`. */
class WebBody implements StreamedBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #sink: Sink | undefined;
  #isReading = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  pipeTo(sink: Sink): void {
    this.#sink = sink;
    this.flush();
  }

  flush(): void {
    const sink = this.#sink;
    if (!sink || this.#isReading) return;
    this.#isReading = true;
    this.#read(sink).catch(() => sink.abort());
  }

  end(): void {
    this.#reader.cancel().catch(() => undefined);
  }

  async #read(sink: Sink): Promise<void> {
    while (sink.isReady()) {
      const { done, value } = await this.#reader.read();
      // `#isReading` stays true, so that a later flush reads nothing more.
      if (done) return sink.end();
      sink.write(value);
    }
    this.#isReading = false;
  }
}
