import type { Checkout } from '../../protocol/index.js';

/** Accepts the chunks of one body. Its owner calls `flush` when there is room again, and `end` when no reader is left. */
export interface Sink {
  /** Returns whether there is room for more. */
  isReady(): boolean;
  write(bytes: Uint8Array): void;
  end(): void;
  /** The rest of the body is lost. */
  abort(): void;
}

/** A response body that is pushed into a sink. */
export interface StreamedBody {
  /** Starts writing. A body has one sink. */
  pipeTo(sink: Sink): void;
  /** Writes what is waiting, if the sink is ready. */
  flush(): void;
  /** No reader is left. */
  end(): void;
}

/** An event, in the bytes that every subscriber gets. Its mark differs if a page would show a difference. */
type StreamMessage = Readonly<ReturnType<typeof toStreamMessage>>;

/** Interval of `heartbeat`, in the streams of payers and of the staff. */
export const HEARTBEAT_MS = 15_000;

/** Time after which a browser reconnects. */
const RETRY = retry(2000);

/** On shutdown, each subscriber gets another delay before it reconnects, so that they do not return all together. */
const RECONNECT_MS = { min: 1000, max: 5000 } as const;

/**
 * A comment, as the standard advises, and an event: a page cannot see comments. Elements of earlier releases know the event
 * as `alive`.
 */
const HEARTBEAT = Buffer.from(':\nevent: heartbeat\ndata:\n\nevent: alive\ndata:\n\n');

export function toStreamMessage(checkout: Checkout) {
  const { version, stale } = checkout;
  const text = `event: checkout\nid: ${version}\ndata: ${JSON.stringify(checkout)}\n\n`;
  return { version, mark: `${version} ${stale}`, bytes: Buffer.from(text) };
}

/** The event stream of one subscriber. A slow one gets the latest checkout once it is ready: messages do not queue. */
export class Stream implements StreamedBody {
  /** Writes nothing before the client reads. */
  #sink: Sink | undefined;
  #waiting: StreamMessage | undefined;
  #farewell: Buffer | undefined;
  #isOver = false;
  #lastMark = '';
  #version = 0;

  /** @param onEnd called once */
  constructor(private readonly onEnd: (stream: Stream) => void) {}

  pipeTo(sink: Sink): void {
    this.#sink = sink;
    if (this.#isOver) return this.#endSink();
    sink.write(RETRY);
    this.flush();
  }

  send(message: StreamMessage): void {
    if (message.version < this.#version) return;
    this.#version = message.version;
    this.#waiting = message.mark === this.#lastMark ? undefined : message;
    this.flush();
  }

  flush(): void {
    const message = this.#waiting;
    if (!message || !this.#sink?.isReady()) return;
    this.#waiting = undefined;
    this.#lastMark = message.mark;
    this.#sink.write(message.bytes);
  }

  get version(): number {
    return this.#version;
  }

  /** Sends the next message even if it is the same. */
  forgetLastMessage(): void {
    this.#lastMark = '';
  }

  heartbeat(): void {
    if (this.#sink?.isReady()) this.#sink.write(HEARTBEAT);
  }

  /** Ends the stream: the proxy stops, or another stream needs the slot. */
  close(): void {
    const { min, max } = RECONNECT_MS;
    this.#farewell = retry(Math.round(min + Math.random() * (max - min)));
    this.#endSink();
    this.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting = undefined;
    this.onEnd(this);
  }

  #endSink(): void {
    if (this.#farewell) this.#sink?.write(this.#farewell);
    this.#sink?.end();
  }
}

function retry(ms: number): Buffer {
  return Buffer.from(`retry: ${ms}\n\n`);
}
