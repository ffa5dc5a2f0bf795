import type { StaffChange } from '../../protocol/index.js';
import { HEARTBEAT_MS, Stream } from './stream.js';
import type { StreamSlot } from './stream-slots.js';

interface StaffStreamsOptions {
  /** Returns the event to send, and a mark that changes with the staff's lists. */
  readonly read: () => Promise<{ readonly mark: string; readonly change: StaffChange }>;
}

/** The open event streams of the shop's staff. An event reports that lists have changed, but not their content. */
export class StaffStreams {
  readonly #streams = new Set<Stream>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** Number of changes that are not in the store. */
  #changes = 0;
  #isClosed = false;

  constructor(private readonly options: StaffStreamsOptions) {
    this.#timer = setInterval(() => this.#each((stream) => stream.heartbeat()), HEARTBEAT_MS);
    this.#timer.unref();
  }

  /** Opens a stream that begins with the current state, and ends with its session, after `lifetimeMs`. */
  async openStream(slot: StreamSlot, lifetimeMs: number): Promise<Stream> {
    const message = await this.#message();
    const stream = new Stream(() => {
      this.#streams.delete(stream);
      clearTimeout(end);
      slot.release();
    });
    const end = setTimeout(() => stream.close(), lifetimeMs);
    end.unref();
    slot.onEvict(() => stream.close());
    stream.send(message);
    if (this.#isClosed) stream.close();
    else this.#streams.add(stream);
    return stream;
  }

  /** Counts a change that is not in the store, such as a detected payment. */
  changed(): void {
    this.#changes += 1;
  }

  /** Sends an event to all streams if something has changed. */
  async publish(): Promise<void> {
    if (this.#streams.size === 0) return;
    const message = await this.#message();
    this.#each((stream) => stream.send(message));
  }

  get count(): number {
    return this.#streams.size;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#each((stream) => stream.close());
  }

  async #message() {
    const { mark, change } = await this.options.read();
    const bytes = Buffer.from(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
    return { version: this.#changes, mark: `${this.#changes} ${mark}`, bytes };
  }

  #each(work: (stream: Stream) => void): void {
    for (const stream of [...this.#streams]) work(stream);
  }
}
