import type { Checkout } from '../../protocol/index.js';

export interface StreamsOptions {
  /** The checkout as it is now. */
  readonly read: (checkoutId: string) => Promise<Checkout>;
  readonly onError: (error: unknown) => void;
  readonly heartbeatMs: number;
}

/** How long a browser waits before it connects again. */
const RETRY_MS = 2000;

/** When the proxy stops, its readers come back one after another. */
const COME_BACK_MS = { first: 1000, last: 5000 } as const;

/** A comment, as the standard advises, and an event: a page cannot see comments. */
const HEARTBEAT = ':\nevent: alive\ndata:\n\n';

const encoder = new TextEncoder();

/** The open event streams (HTML standard, "Server-sent events"), by checkout. */
export class Streams {
  readonly #byCheckout = new Map<string, Set<Stream>>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** To be sent. */
  readonly #changed = new Set<string>();
  #publishing: Promise<void> | undefined;
  #isClosed = false;

  constructor(private readonly options: StreamsOptions) {
    this.#timer = setInterval(() => this.#all().forEach((stream) => stream.beat()), options.heartbeatMs);
    this.#timer.unref();
  }

  /** A stream that begins with `first`. It ends with its reader, or with `close`; `onEnd` is told. */
  open(first: Checkout, onEnd: () => void = () => undefined): ReadableStream<Uint8Array> {
    const stream = new Stream(() => {
      this.#remove(first.id, stream);
      onEnd();
    });
    if (this.#isClosed) stream.close();
    else this.#add(first.id, stream);
    stream.send(first);
    // What changed between the reading of `first` and now would be missed otherwise.
    void this.publish([first.id]);
    return stream.body;
  }

  has(checkoutId: string): boolean {
    return this.#byCheckout.has(checkoutId);
  }

  get count(): number {
    return this.#all().length;
  }

  /** The checkouts that somebody looks at. */
  ids(): readonly string[] {
    return [...this.#byCheckout.keys()];
  }

  /** The same with the version that was sent last. */
  versions(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#byCheckout].map(([id, streams]) => [
        id,
        Math.min(...[...streams].map(({ version }) => version)),
      ]),
    );
  }

  /** Sends the checkouts that look different now to whoever looks at them. */
  publish(checkoutIds: Iterable<string>): Promise<void> {
    for (const id of checkoutIds) this.#changed.add(id);
    this.#publishing ??= this.#publishChanged();
    return this.#publishing;
  }

  /** One after another, since a crowd that comes back at once would wait for the store in ever longer queues. */
  async #publishChanged(): Promise<void> {
    await Promise.resolve();
    // What is added meanwhile comes in the same turn, also one that has had its turn.
    for (const id of this.#changed) {
      this.#changed.delete(id);
      if (this.has(id)) await this.#publishOne(id);
    }
    this.#publishing = undefined;
  }

  async #publishOne(id: string): Promise<void> {
    try {
      const checkout = await this.options.read(id);
      this.#byCheckout.get(id)?.forEach((stream) => stream.send(checkout));
    } catch (error) {
      this.options.onError(error);
    }
  }

  publishAll(): Promise<void> {
    return this.publish(this.ids());
  }

  /** The same once more, with the time of now: browsers measure their countdowns against it. */
  resendAll(): void {
    for (const stream of this.#all()) stream.forget();
    void this.publishAll();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const stream of this.#all()) stream.close();
  }

  #all(): readonly Stream[] {
    return [...this.#byCheckout.values()].flatMap((streams) => [...streams]);
  }

  #add(checkoutId: string, stream: Stream): void {
    const streams = this.#byCheckout.get(checkoutId) ?? new Set();
    this.#byCheckout.set(checkoutId, streams.add(stream));
  }

  #remove(checkoutId: string, stream: Stream): void {
    const streams = this.#byCheckout.get(checkoutId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#byCheckout.delete(checkoutId);
  }
}

/** One reader. A slow one gets the latest checkout when it is ready, and nothing piles up. */
class Stream {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #latest: Checkout | undefined;
  #sent = '';

  constructor(private readonly onEnd: () => void) {
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      },
      pull: () => this.#flush(),
      cancel: () => this.#end(),
    });
  }

  send(checkout: Checkout): void {
    if (this.#latest && checkout.version < this.#latest.version) return;
    this.#latest = checkout;
    this.#flush();
  }

  get version(): number {
    return this.#latest?.version ?? 0;
  }

  /** What comes next is news, also when it looks the same. */
  forget(): void {
    this.#sent = '';
  }

  beat(): void {
    if (this.#isReady()) this.#controller?.enqueue(encoder.encode(HEARTBEAT));
  }

  close(): void {
    const { first, last } = COME_BACK_MS;
    const retryMs = Math.round(first + Math.random() * (last - first));
    this.#controller?.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
    this.#controller?.close();
    this.#end();
  }

  #flush(): void {
    if (!this.#latest || !this.#isReady()) return;
    const mark = `${this.#latest.version} ${this.#latest.stale}`;
    if (mark === this.#sent) return;
    this.#sent = mark;
    const { version } = this.#latest;
    const text = `event: checkout\nid: ${version}\ndata: ${JSON.stringify(this.#latest)}\n\n`;
    this.#controller?.enqueue(encoder.encode(text));
  }

  #isReady(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #end(): void {
    this.#controller = undefined;
    this.onEnd();
  }
}
