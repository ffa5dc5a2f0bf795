import type { Checkout } from '../../protocol/index.js';

/**
 * Accepts the chunks of one body. Its owner calls the body's `flush` when there is room again, and its `end` when the reader is
 * gone.
 */
export interface Sink {
  /** Returns whether there is room for more. */
  isReady(): boolean;
  write(bytes: Uint8Array): void;
  end(): void;
  /** Ends the body before it is complete. */
  abort(): void;
}

/** A response body that is pushed into a sink. */
export interface StreamedBody {
  /** Starts writing. A body has one sink. */
  pipeTo(sink: Sink): void;
  /** Writes the waiting chunk, if the sink is ready. */
  flush(): void;
  /** Called when the reader is gone. */
  end(): void;
}

/** An event as bytes, which are the same for every subscriber. Its mark differs if the page would change. */
type StreamMessage = Readonly<ReturnType<typeof toStreamMessage>>;

/**
 * Interval of `heartbeat`, in the streams of payers and of the staff. `Bun.serve` closes a connection without traffic after
 * 10 s, and its timer has steps of 4 s: 8 s at the earliest.
 */
export const HEARTBEAT_MS = 7_000;

/** Sets the time after which a browser reconnects. */
const RETRY = retryField(2000);

/** A closed stream sends a random delay from this range, so that the browsers do not reconnect all together. */
const RECONNECT_MS = { min: 1000, max: 5000 } as const;

/** A comment, as the standard advises, and an event, since a page cannot read comments. */
const HEARTBEAT = Buffer.from(':\nevent: heartbeat\ndata:\n\n');

export function toStreamMessage(checkout: Checkout) {
  const { version, stale } = checkout;
  const text = `event: checkout\nid: ${version}\ndata: ${JSON.stringify(checkout)}\n\n`;
  return { version, mark: `${version} ${stale}`, bytes: Buffer.from(text) };
}

/** The event stream of one subscriber. Messages do not queue: a slow subscriber gets only the latest one once it is ready. */
export class Stream implements StreamedBody {
  /** Missing until the client reads. */
  #sink: Sink | undefined;
  #waiting: StreamMessage | undefined;
  /** The last bytes of a closed stream. */
  #finalRetry: Buffer | undefined;
  #isOver = false;
  #lastMark = '';
  #version = 0;

  /**
   * @param onEnd called once
   * @param browser the payer's browser that reads it: see `withView`
   */
  constructor(
    private readonly onEnd: (stream: Stream) => void,
    readonly browser: string | null = null,
  ) {}

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

  /** Makes `send` write the next message even if it equals the last one. */
  forgetLastMessage(): void {
    this.#lastMark = '';
  }

  heartbeat(): void {
    if (this.#sink?.isReady()) this.#sink.write(HEARTBEAT);
  }

  /** Ends the stream because the proxy stops, the session of the staff ends, or another stream needs the slot. */
  close(): void {
    const { min, max } = RECONNECT_MS;
    this.#finalRetry = retryField(Math.round(min + Math.random() * (max - min)));
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
    if (this.#finalRetry) this.#sink?.write(this.#finalRetry);
    this.#sink?.end();
  }
}

function retryField(ms: number): Buffer {
  return Buffer.from(`retry: ${ms}\n\n`);
}
