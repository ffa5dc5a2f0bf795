import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from './request.js';

/** Contains the fields that Express adds: the path before a router removed its prefix, and the parsed body. */
type FrameworkRequest = IncomingMessage & { readonly originalUrl?: unknown; readonly body?: unknown };

/** Matches URLs that are certainly valid, with a path that needs no normalization. Parsing one would cost more than the response. */
const SIMPLE_URL =
  /^https?:\/\/(?:[a-z][a-z\d-]*|127\.0\.0\.1)(?:\.[a-z][a-z\d-]*)*(?::[1-5]?\d{1,4})?((?:\/[\w-]+)+)(?:\?browser=[\w-]*)?$/;

/** Returns `null` if the request line or the Host header is invalid. */
export function toNodeRequest(incoming: FrameworkRequest, outgoing: ServerResponse): Incoming | null {
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
    return isBodyConsumed(incoming) ? parsedBody(incoming) : toWebStream(incoming);
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

/** Returns whether the headers announce a body, even if it has not been received. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns whether the body has been read to its end, by the proxy or by a framework before it. */
export function isBodyConsumed(incoming: IncomingMessage): boolean {
  return incoming.readableEnded && hasBody(incoming);
}

/** Returns the body that a framework has parsed, as text; `null` if it kept none. */
function parsedBody({ body }: FrameworkRequest): string | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body);
}

/**
 * Returns the body as a stream that reads only what is pulled. `Readable.toWeb` would destroy the connection along with a rejected
 * body, before the client gets the response.
 */
function toWebStream(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
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
