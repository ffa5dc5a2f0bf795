import type { Sink, Stream } from '../streams/stream.js';

/** Those that nobody has begun to read. */
const UNREAD = new WeakMap<ReadableStream<Uint8Array>, Stream>();

/** The stream for whoever reads the body of a `Response`. */
export function toBody(stream: Stream): ReadableStream<Uint8Array> {
  let sink: BodySink | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        UNREAD.delete(body);
        if (sink) return sink.ask();
        sink = new BodySink(controller, stream);
        stream.pour(sink);
      },
      cancel: () => stream.end(),
    },
    // Nothing is put into it before somebody reads.
    { highWaterMark: 0 },
  );
  UNREAD.set(body, stream);
  return body;
}

/**
 * The stream behind a body that nobody has begun to read, for who can write bytes without a Web stream between: half
 * the memory, and a third of the work. The body itself can be read no more. `undefined` for any other body.
 */
export function takeStream(body: ReadableStream<Uint8Array>): Stream | undefined {
  const stream = body.locked ? undefined : UNREAD.get(body);
  if (stream) body.getReader();
  return stream;
}

/** Takes one chunk for each that is asked for. */
class BodySink implements Sink {
  #isAsked = true;

  constructor(
    private readonly controller: ReadableStreamDefaultController<Uint8Array>,
    private readonly stream: Stream,
  ) {}

  ask(): void {
    this.#isAsked = true;
    this.stream.flush();
  }

  isReady(): boolean {
    return this.#isAsked;
  }

  write(bytes: Buffer): void {
    this.#isAsked = false;
    // A copy: what a reader does with its bytes must not reach the others.
    this.controller.enqueue(new Uint8Array(bytes));
  }

  end(): void {
    this.controller.close();
  }
}
