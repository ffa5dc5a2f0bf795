import type { EventSourceConstructor, EventSourceLike } from './event-stream.js';

/** The part of the platform's `LockManager` (W3C Web Locks) that is used. */
export type Locks = Pick<LockManager, 'request'>;

/**
 * Over HTTP/1.1 a browser opens six connections per host for all its tabs, and each open stream holds one. Six streams
 * would block every other request, even the page in a seventh tab.
 */
const MAX_STREAMS = 3;

/**
 * Returns an `EventSource` that all tabs of an origin open at most three times. One more fails like a broken stream, so
 * its tab polls instead and retries later.
 */
export function limitStreams(source: EventSourceConstructor, locks: Locks): EventSourceConstructor {
  return class extends LimitedEventSource {
    constructor(url: string, init?: { withCredentials?: boolean }) {
      super(acquireSlot(locks), () => new source(url, init));
    }
  };
}

type Listener = Parameters<EventSourceLike['addEventListener']>[1];

class LimitedEventSource implements EventSourceLike {
  readonly #listeners: (readonly [type: string, listener: Listener])[] = [];
  #source: EventSourceLike | null = null;
  #isClosed = false;
  #release = () => {};

  constructor(slot: Promise<(() => void) | null>, open: () => EventSourceLike) {
    void slot.then((release) => this.#begin(release, open)).catch(() => this.#fail());
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push([type, listener]);
    this.#source?.addEventListener(type, listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#source?.close();
    this.#release();
  }

  #begin(release: (() => void) | null, open: () => EventSourceLike): void {
    if (!release) return this.#fail();
    this.#release = release;
    if (this.#isClosed) return release();
    const source = open();
    this.#source = source;
    for (const [type, listener] of this.#listeners) source.addEventListener(type, listener);
  }

  #fail(): void {
    for (const [type, listener] of this.#listeners) if (type === 'error') listener({});
  }
}

/** Returns the release of a slot, or `null` if all are taken. The browser releases the slot of a tab that ends. */
async function acquireSlot(locks: Locks): Promise<(() => void) | null> {
  for (let place = 1; place <= MAX_STREAMS; place += 1) {
    const leave = await acquireIfFree(locks, `crypto-checkout stream ${place}`);
    if (leave) return leave;
  }
  return null;
}

function acquireIfFree(locks: Locks, name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (lock) return new Promise((leave) => resolve(leave));
      resolve(null);
      return undefined;
    };
    // A page with an opaque origin, such as a sandboxed frame, has no locks: it is not limited.
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(() => {}));
  });
}
