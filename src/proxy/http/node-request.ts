import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked } from './answer.js';

/** What Express adds: the path before a router cut off its prefix, and the body after a parser. */
type FrameworkRequest = IncomingMessage & { readonly originalUrl?: unknown; readonly body?: unknown };

/** Tells who works on an answer that nobody waits for it any more. */
export class Gone {
  #controller: AbortController | undefined;
  readonly #leave = () => {
    if (!this.outgoing.writableFinished) this.#controller?.abort();
  };

  constructor(private readonly outgoing: ServerResponse) {}

  /** Made when somebody asks for it: that is seldom. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.outgoing.destroyed) this.#leave();
      else this.outgoing.once('close', this.#leave);
    }
    return this.#controller.signal;
  }

  forget(): void {
    this.outgoing.off('close', this.#leave);
  }
}

/** `null` when the request line or the Host header cannot be read. */
export function askedOf(incoming: FrameworkRequest): Asked | null {
  const url = addressOf(incoming);
  const path = SIMPLE.exec(url)?.[1] ?? (URL.canParse(url) ? new URL(url).pathname : null);
  const { method = 'GET' } = incoming;
  return path === null ? null : { method, url, path, headers: new NodeHeaders(incoming) };
}

/** An address that is surely one, and whose path is what it says. */
const SIMPLE =
  /^https?:\/\/(?:[a-z][a-z\d-]*|127\.0\.0\.1)(?:\.[a-z][a-z\d-]*)*(?::[1-5]?\d{1,4})?((?:\/[\w-]+)+)$/;

class NodeHeaders implements Pick<Headers, 'get'> {
  constructor(private readonly incoming: IncomingMessage) {}

  get(name: string): string | null {
    const value = this.incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }
}

/** `null` when the request line, the Host header or another one cannot be read. @param body what `bodyOf` has found */
export function toRequest(
  incoming: FrameworkRequest,
  signal: AbortSignal,
  body: string | undefined,
): Request | null {
  const { method = 'GET', headers: incomingHeaders } = incoming;
  const headers = new Headers();
  const isBodiless = method === 'GET' || method === 'HEAD';
  try {
    for (const [name, value] of Object.entries(incomingHeaders)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    // Written anew, a parsed body has another length.
    if (body !== undefined) headers.delete('content-length');
    const init = { method, headers, signal };
    // `duplex` is missing in the library's types, and required for a body that streams (Fetch standard).
    const streaming: RequestInit & { duplex: 'half' } = { ...init, duplex: 'half' };
    const address = addressOf(incoming);
    return new Request(address, isBodiless ? init : { ...streaming, body: body ?? toBody(incoming) });
  } catch {
    return null;
  }
}

function addressOf({ url = '/', originalUrl, headers, socket }: FrameworkRequest): string {
  const path = typeof originalUrl === 'string' ? originalUrl : url;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  return `${scheme}://${headers.host ?? 'localhost'}${path.startsWith('/') ? path : '/'}`;
}

/** The body as JSON text when somebody has read and parsed it before; `undefined` when it is still to come. */
export function bodyOf(incoming: FrameworkRequest): string | undefined {
  if (!isReadBefore(incoming) || incoming.body === undefined) return undefined;
  const { body } = incoming;
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body);
}

/** Somebody has read a body to its end. */
export function isReadBefore(incoming: IncomingMessage): boolean {
  return incoming.readableEnded && hasBody(incoming);
}

/** The request says that it has one, whether or not it has come. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The body as it is asked for. `Readable.toWeb` would destroy the connection together with an unwanted body, and with
 * it the answer that says so.
 */
function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
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
