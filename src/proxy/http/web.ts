import { hasMethods } from '../options/option-schemas.js';
import type { Sink, StreamedBody } from '../streams/stream.js';
import type { CheckoutProxy, RequestSource } from './checkout-proxy.js';
import type { Handler, Incoming, ProxyResponse } from './request.js';

const HANDLER: unique symbol = Symbol('handler');

type Fetch = CheckoutProxy['fetch'] & { readonly [HANDLER]?: Handler };

/** Returns the `fetch` of a proxy. `toNodeListener` finds the handler behind it. */
export function toFetch(handler: Handler): CheckoutProxy['fetch'] {
  return withHandler(
    async (request, source) => toWebResponse(await handler(toIncoming(request, source))),
    handler,
  );
}

/**
 * Attaches the handler to its `fetch`, not to the proxy: if the shop replaces or wraps `fetch`, its own function must be called.
 * The property is not enumerable: a logged proxy must not show settings.
 */
export function withHandler(fetch: CheckoutProxy['fetch'], handler: Handler): CheckoutProxy['fetch'] {
  return Object.defineProperty(fetch, HANDLER, { value: handler });
}

/**
 * Returns the handler of a proxy of this package; `undefined` for any other object with a `fetch`.
 * @throws {TypeError} if the object has no `fetch`
 */
export function handlerOf(proxy: Pick<CheckoutProxy, 'fetch'>): Handler | undefined {
  if (!hasMethods(proxy, ['fetch']))
    throw new TypeError('proxy has no method fetch. Pass the proxy that createCheckoutProxy returns.');
  const { fetch }: { readonly fetch: Fetch } = proxy;
  return fetch[HANDLER];
}

function toIncoming(request: Request, source: RequestSource | undefined): Incoming {
  const { method, url, headers } = request;
  const clientAddress = source?.clientAddress;
  return {
    method,
    url,
    path: new URL(url).pathname,
    // JavaScript callers may pass anything.
    clientAddress: typeof clientAddress === 'string' ? clientAddress : undefined,
    header: (name) => headers.get(name),
    body: () => request.body,
    toWebRequest: () => request,
  };
}

export function toWebResponse({ status, headers, body }: ProxyResponse): Response {
  const isWhole = body === null || typeof body === 'string' || body instanceof Uint8Array;
  return new Response(isWhole ? body : toWebStream(body), { status, headers });
}

export function toWebStream(body: StreamedBody): ReadableStream<Uint8Array> {
  let sink: WebSink | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sink) return sink.onPull();
        sink = new WebSink(controller, body);
        body.pipeTo(sink);
      },
      cancel: () => body.end(),
    },
    // Do not queue anything before the reader pulls.
    { highWaterMark: 0 },
  );
}

/** Accepts one chunk for each pull. */
class WebSink implements Sink {
  #isPulled = true;

  constructor(
    private readonly controller: ReadableStreamDefaultController<Uint8Array>,
    private readonly body: StreamedBody,
  ) {}

  onPull(): void {
    this.#isPulled = true;
    this.body.flush();
  }

  isReady(): boolean {
    return this.#isPulled;
  }

  write(bytes: Uint8Array): void {
    this.#isPulled = false;
    // Copied, because several readers share the chunk and one may change its bytes.
    this.controller.enqueue(new Uint8Array(bytes));
  }

  end(): void {
    this.controller.close();
  }

  abort(): void {
    this.controller.error();
  }
}
