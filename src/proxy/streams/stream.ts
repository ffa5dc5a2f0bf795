import type { Checkout } from '../../protocol/index.js';

/** What takes the bytes of one stream. Whoever gives it calls `flush` when there is room again, and `end` when nobody reads. */
export interface Sink {
  /** There is room for more. */
  isReady(): boolean;
  write(bytes: Buffer): void;
  end(): void;
}

/** An event as it goes to every reader: in the same bytes. */
export interface StreamMessage {
  readonly version: number;
  /** Differs where a page would see a difference. */
  readonly mark: string;
  readonly bytes: Buffer;
}

/** How long a browser waits before it connects again. */
const RETRY = retry(2000);

/** When the proxy stops, its readers come back one after another. */
const COME_BACK_MS = { first: 1000, last: 5000 } as const;

/** A comment, as the standard advises, and an event: a page cannot see comments. */
const HEARTBEAT = Buffer.from(':\nevent: alive\ndata:\n\n');

export function toStreamMessage(checkout: Checkout): StreamMessage {
  const { version, stale } = checkout;
  const text = `event: checkout\nid: ${version}\ndata: ${JSON.stringify(checkout)}\n\n`;
  return { version, mark: `${version} ${stale}`, bytes: Buffer.from(text) };
}

/** One reader. A slow one gets the latest checkout when it is ready, and nothing piles up. */
export class Stream {
  /** Nothing before somebody reads. */
  #sink: Sink | undefined;
  #waiting: StreamMessage | undefined;
  #farewell: Buffer | undefined;
  #isOver = false;
  #sent = '';
  #version = 0;

  /** @param onEnd told once */
  constructor(private readonly onEnd: (stream: Stream) => void) {}

  /** From now on it is read, by one reader alone. */
  pour(sink: Sink): void {
    this.#sink = sink;
    if (this.#isOver) return this.#part();
    sink.write(RETRY);
    this.flush();
  }

  send(told: StreamMessage): void {
    if (told.version < this.#version) return;
    this.#version = told.version;
    this.#waiting = told.mark === this.#sent ? undefined : told;
    this.flush();
  }

  flush(): void {
    const told = this.#waiting;
    if (!told || !this.#sink?.isReady()) return;
    this.#waiting = undefined;
    this.#sent = told.mark;
    this.#sink.write(told.bytes);
  }

  get version(): number {
    return this.#version;
  }

  /** What comes next is news, also when it looks the same. */
  forget(): void {
    this.#sent = '';
  }

  beat(): void {
    if (this.#sink?.isReady()) this.#sink.write(HEARTBEAT);
  }

  /** The proxy stops, or another stream needs the place. */
  close(): void {
    const { first, last } = COME_BACK_MS;
    this.#farewell = retry(Math.round(first + Math.random() * (last - first)));
    this.#part();
    this.end();
  }

  /** Nobody reads any more. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting = undefined;
    this.onEnd(this);
  }

  #part(): void {
    if (this.#farewell) this.#sink?.write(this.#farewell);
    this.#sink?.end();
  }
}

function retry(ms: number): Buffer {
  return Buffer.from(`retry: ${ms}\n\n`);
}
