import type { Checkout } from '../../protocol/index.js';
import { Stream, toStreamMessage } from './stream.js';
import type { StreamPlace } from './stream-places.js';

export interface StreamsOptions {
  /** The checkout as it is now. */
  readonly read: (checkoutId: string) => Promise<Checkout>;
  readonly onError: (error: unknown) => void;
  readonly heartbeatMs: number;
}

/** Who looks at one checkout. */
interface Subscribers {
  readonly streams: Set<Stream>;
  /** Of what all of them were told last. */
  mark: string;
}

/** The open event streams (HTML standard, "Server-sent events"), by checkout. */
export class StreamHub {
  readonly #byCheckout = new Map<string, Subscribers>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** To be sent. */
  readonly #changed = new Set<string>();
  #publishing: Promise<void> | undefined;
  #isClosed = false;

  constructor(private readonly options: StreamsOptions) {
    this.#timer = setInterval(() => this.#each((stream) => stream.beat()), options.heartbeatMs);
    this.#timer.unref();
  }

  /** A stream that begins with `first`. It ends with its reader, with `close`, or when its place goes to another. */
  open(first: Checkout, place?: StreamPlace): Stream {
    const { id } = first;
    const stream = new Stream(() => {
      this.#remove(id, stream);
      place?.leave();
    });
    place?.heldBy(() => stream.close());
    const told = toStreamMessage(first);
    stream.send(told);
    if (this.#isClosed) stream.close();
    // What changed between the reading of `first` and now would be missed otherwise; who has looked on meanwhile knows.
    else if (this.#add(id, stream).mark !== told.mark) void this.publish([id]);
    return stream;
  }

  has(checkoutId: string): boolean {
    return this.#byCheckout.has(checkoutId);
  }

  get count(): number {
    let count = 0;
    for (const { streams } of this.#byCheckout.values()) count += streams.size;
    return count;
  }

  /** The checkouts that somebody looks at. */
  ids(): readonly string[] {
    return [...this.#byCheckout.keys()];
  }

  /** The same with the oldest version that was sent last. */
  versions(): ReadonlyMap<string, number> {
    const versions = new Map<string, number>();
    for (const [id, { streams }] of this.#byCheckout) {
      let oldest = Infinity;
      for (const { version } of streams) oldest = Math.min(oldest, version);
      versions.set(id, oldest);
    }
    return versions;
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
      const told = toStreamMessage(await this.options.read(id));
      const audience = this.#byCheckout.get(id);
      if (!audience) return;
      audience.mark = told.mark;
      for (const stream of audience.streams) stream.send(told);
    } catch (error) {
      this.options.onError(error);
    }
  }

  publishAll(): Promise<void> {
    return this.publish(this.ids());
  }

  /** The same once more, with the time of now: browsers measure their countdowns against it. */
  resendAll(): void {
    this.#each((stream) => stream.forget());
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
    const audience = this.#byCheckout.get(checkoutId) ?? { streams: new Set(), mark: '' };
    audience.streams.add(stream);
    this.#byCheckout.set(checkoutId, audience);
    return audience;
  }

  #remove(checkoutId: string, stream: Stream): void {
    const audience = this.#byCheckout.get(checkoutId);
    audience?.streams.delete(stream);
    if (audience?.streams.size === 0) this.#byCheckout.delete(checkoutId);
  }
}
