import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CheckoutProxy } from './index.js';

/** What `http.createServer`, Express and their kin take. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * The proxy as a request listener of `node:http`. A browser that goes away ends its event stream.
 *
 * The path must arrive whole: below a router that cuts off a prefix, set `basePath` to what is left.
 */
export function toNodeListener(proxy: Pick<CheckoutProxy, 'fetch'>): NodeListener {
  return (incoming, outgoing) => {
    void answer(proxy, incoming, outgoing).catch(() => outgoing.destroy());
  };
}

async function answer(
  proxy: Pick<CheckoutProxy, 'fetch'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const request = toRequest(incoming, gone.signal);
  const response = request ? await proxy.fetch(request) : new Response(null, { status: 400 });
  // An upload that nobody has read to its end must not wait for somebody.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A stream may be quiet for long; its reader is to know that it is there.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) outgoing.flushHeaders();
  await send(response.body, outgoing, gone.signal);
  incoming.resume();
}

/** `null` when the request line or the Host header cannot be read. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET', url = '/', headers: incomingHeaders } = incoming;
  const headers = new Headers();
  const isBodiless = method === 'GET' || method === 'HEAD';
  try {
    for (const [name, value] of Object.entries(incomingHeaders)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
    const address = `${scheme}://${incomingHeaders.host ?? 'localhost'}${url.startsWith('/') ? url : '/'}`;
    const init = { method, headers, signal };
    // `duplex` is missing in the library's types, and required for a body that streams (Fetch standard).
    const streaming: RequestInit & { duplex: 'half' } = { ...init, duplex: 'half' };
    return new Request(address, isBodiless ? init : { ...streaming, body: toBody(incoming) });
  } catch {
    return null;
  }
}

/**
 * The body as it is asked for. `Readable.toWeb` would destroy the connection together with an unwanted body, and with
 * it the answer that says so.
 */
function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(controller) {
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

async function send(
  body: ReadableStream<Uint8Array> | null,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  if (body === null) {
    outgoing.end();
    return;
  }
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  if (gone.aborted) stop();
  gone.addEventListener('abort', stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await drained(outgoing, gone);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) resolve();
    outgoing.once('drain', () => resolve());
    gone.addEventListener('abort', () => resolve(), { once: true });
  });
}
