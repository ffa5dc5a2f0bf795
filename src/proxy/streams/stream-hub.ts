import type { Checkout } from '../../protocol/index.js';
import { HEARTBEAT_MS, Stream, toStreamMessage } from './stream.js';
import type { StreamSlot } from './stream-slots.js';

interface StreamHubOptions {
  /** Returns the current checkout for these browsers: see `withView`. */
  readonly read: (checkoutId: string, browsers: ReadonlySet<string | null>) => Promise<Checkout>;
  readonly onError: (error: unknown) => void;
}

interface Subscribers {
  readonly streams: Set<Stream>;
  /** Mark of the last message that all of them received. */
  lastMark: string;
}

/** The open event streams (HTML standard, "Server-sent events"), by checkout. */
export class StreamHub {
  readonly #byCheckout = new Map<string, Subscribers>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** Ids of the checkouts to send. */
  readonly #changed = new Set<string>();
  #publishing: Promise<void> | undefined;
  #isClosed = false;

  constructor(private readonly options: StreamHubOptions) {
    this.#timer = setInterval(() => this.#each((stream) => stream.heartbeat()), HEARTBEAT_MS);
    this.#timer.unref();
  }

  /**
   * Opens a stream that begins with `first`. It ends when its reader disconnects, the hub closes, or another stream gets its slot.
   * @param browser the browser that reads the stream: see `withView`
   */
  open(
    first: Checkout,
    { browser = null, slot }: { readonly browser?: string | null; readonly slot?: StreamSlot } = {},
  ): Stream {
    const { id } = first;
    const stream = new Stream(() => {
      this.#remove(id, stream);
      slot?.release();
    }, browser);
    slot?.onEvict(() => stream.close());
    const message = toStreamMessage(first);
    stream.send(message);
    if (this.#isClosed) stream.close();
    // Sends changes since `first` was read. If earlier subscribers have the same mark, there are none.
    else if (this.#add(id, stream).lastMark !== message.mark) void this.publish([id]);
    return stream;
  }

  has(checkoutId: string): boolean {
    return this.#byCheckout.has(checkoutId);
  }

  get count(): number {
    return [...this.#byCheckout.values()].reduce((sum, { streams }) => sum + streams.size, 0);
  }

  /** Returns the ids of the checkouts with subscribers. */
  ids(): readonly string[] {
    return [...this.#byCheckout.keys()];
  }

  /** Returns the oldest version that a subscriber has, by checkout id. */
  versions(): ReadonlyMap<string, number> {
    const versions = new Map<string, number>();
    for (const [id, { streams }] of this.#byCheckout) {
      let oldest = Infinity;
      for (const { version } of streams) oldest = Math.min(oldest, version);
      versions.set(id, oldest);
    }
    return versions;
  }

  /** Sends these checkouts to all subscribers whose page would change. */
  publish(checkoutIds: Iterable<string>): Promise<void> {
    for (const id of checkoutIds) this.#changed.add(id);
    this.#publishing ??= this.#publishChanged();
    return this.#publishing;
  }

  /** Reads one checkout after another: when many pages reconnect, concurrent reads would queue in the store. */
  async #publishChanged(): Promise<void> {
    await Promise.resolve();
    try {
      // The loop also visits ids that are added meanwhile, even if it sent their checkout before.
      for (const id of this.#changed) {
        this.#changed.delete(id);
        if (this.has(id)) await this.#publishOne(id);
      }
    } finally {
      // Otherwise no stream would ever be written to again.
      this.#publishing = undefined;
    }
  }

  async #publishOne(id: string): Promise<void> {
    const readers = new Set(this.#byCheckout.get(id)?.streams);
    try {
      const message = toStreamMessage(
        await this.options.read(id, new Set([...readers].map(({ browser }) => browser))),
      );
      const subscribers = this.#byCheckout.get(id);
      if (!subscribers) return;
      subscribers.lastMark = message.mark;
      for (const stream of subscribers.streams) {
        if (readers.has(stream)) stream.send(message);
        // The browser has subscribed meanwhile: it gets the message once that view is recorded.
        else this.#changed.add(id);
      }
    } catch (error) {
      this.options.onError(error);
    }
  }

  publishAll(): Promise<void> {
    return this.publish(this.ids());
  }

  /** Sends every checkout again with the current time: browsers measure their countdowns against it. */
  resendAll(): void {
    this.#each((stream) => stream.forgetLastMessage());
    void this.publishAll();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#each((stream) => stream.close());
  }

  #each(work: (stream: Stream) => void): void {
    for (const { streams } of this.#byCheckout.values()) for (const stream of streams) work(stream);
  }

  #add(checkoutId: string, stream: Stream): Subscribers {
    const subscribers = this.#byCheckout.get(checkoutId) ?? { streams: new Set(), lastMark: '' };
    subscribers.streams.add(stream);
    this.#byCheckout.set(checkoutId, subscribers);
    return subscribers;
  }

  #remove(checkoutId: string, stream: Stream): void {
    const subscribers = this.#byCheckout.get(checkoutId);
    subscribers?.streams.delete(stream);
    if (subscribers?.streams.size === 0) this.#byCheckout.delete(checkoutId);
  }
}
