import type { Checkout } from '../../protocol/index.js';

/**
 * Accepts the chunks of one body. Its owner calls `flush` of the body when there is room again, and `end` when the reader has
 * disconnected.
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
  /** Writes the pending chunk, if the sink is ready. */
  flush(): void;
  /** Ends the body. Called when the reader has disconnected. */
  end(): void;
}

/** An event as bytes, which all subscribers share. Events with the same mark would not change the page. */
type StreamMessage = Readonly<ReturnType<typeof toStreamMessage>>;

/**
 * Interval of `heartbeat`, in the streams of payers and staff. `Bun.serve` closes an idle connection after 10 s, rounded to steps of
 * 4 s: after 8 s at the earliest.
 */
export const HEARTBEAT_MS = 7_000;

/** Delay after which a browser reconnects. */
const RETRY = retryField(2000);

/** Range of the random delay that a closed stream sends, so that browsers do not reconnect at the same time. */
const RECONNECT_MS = { min: 1000, max: 5000 } as const;

/** A comment, as the standard recommends, and an event, since pages cannot read comments. */
const HEARTBEAT = Buffer.from(':\nevent: heartbeat\ndata:\n\n');

export function toStreamMessage(checkout: Checkout) {
  const { version, stale } = checkout;
  const text = `event: checkout\nid: ${version}\ndata: ${JSON.stringify(checkout)}\n\n`;
  return { version, mark: `${version} ${stale}`, bytes: Buffer.from(text) };
}

/** The event stream of one subscriber. Messages do not queue: a slow subscriber receives only the latest one. */
export class Stream implements StreamedBody {
  /** `undefined` until the client reads. */
  #sink: Sink | undefined;
  #waiting: StreamMessage | undefined;
  /** The last bytes of a closed stream. */
  #finalRetry: Buffer | undefined;
  #isOver = false;
  #lastMark = '';
  #version = 0;

  /**
   * @param onEnd called once, when the stream ends
   * @param browser the payer's browser that reads the stream: see `withView`
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

  /** Forces the next `send` to write, even if the message equals the last one. */
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
