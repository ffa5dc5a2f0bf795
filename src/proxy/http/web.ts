import type { Sink, StreamedBody } from '../streams/stream.js';
import type { RequestSource } from './checkout-proxy.js';
import type { Handler, Incoming, ProxyResponse } from './request.js';

export async function handleWebRequest(
  handler: Handler,
  request: Request,
  source: RequestSource | undefined,
): Promise<Response> {
  return toWebResponse(await handler(toIncoming(request, source)));
}

function toIncoming(request: Request, source: RequestSource | undefined): Incoming {
  const { method, url, headers } = request;
  const clientAddress = source?.clientAddress;
  return {
    method,
    url,
    path: new URL(url).pathname,
    // Callers without type checks may pass anything.
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
    // Queues nothing before the reader pulls.
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

/** The body of a Web response, as `toNodeListener` sends it. */
export class WebBody implements StreamedBody {
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
