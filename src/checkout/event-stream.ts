import type { Checkout } from '../protocol/index.js';
import { parseCheckout } from '../protocol/index.js';
import type { Clock } from './clock.js';
import { backoffMs } from './pace.js';

/** What is needed of the platform's `EventSource`. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}

export type EventSourceConstructor = new (
  url: string,
  init?: { withCredentials?: boolean },
) => EventSourceLike;

export interface EventStreamOptions {
  readonly eventSource: EventSourceConstructor;
  readonly withCredentials: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onCheckout: (checkout: Checkout) => void;
  /** The stream gives nothing any more: somebody has to ask until it is back. */
  readonly onLost: () => void;
}

/** A stream begins with the whole checkout; something that holds it back holds back everything. */
const FIRST_EVENT_MS = 5_000;
/**
 * Heartbeats are comments, which a page cannot see, so that a dead connection looks like a quiet one. After this
 * long the stream is opened anew, which brings the present state either way.
 */
const SILENCE_MS = 30_000;

/** One event stream, opened anew after every loss, ever more slowly while it gives nothing. */
export class EventStream {
  /** The present connection has brought an event. */
  isLive = false;
  #source: EventSourceLike | null = null;
  #stopTimer = () => {};
  #isOpen = false;
  #losses = 0;

  constructor(private readonly options: EventStreamOptions) {}

  /** Does nothing when it is open already. */
  open(url: string): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#connect(url);
  }

  close(): void {
    this.#isOpen = false;
    this.#losses = 0;
    this.#disconnect();
  }

  #connect(url: string): void {
    const { eventSource, withCredentials } = this.options;
    this.#expectEvent(url, FIRST_EVENT_MS);
    let source: EventSourceLike;
    try {
      source = new eventSource(url, { withCredentials });
    } catch {
      // The timer that waits for the first event will see it as a loss.
      return;
    }
    this.#source = source;
    source.addEventListener('checkout', ({ data }) => {
      if (source === this.#source) this.#receive(url, data);
    });
    source.addEventListener('error', () => {
      if (source === this.#source) this.#lose(url);
    });
  }

  #receive(url: string, data: unknown): void {
    const checkout = read(data);
    if (!checkout) return this.#lose(url);
    this.isLive = true;
    this.#losses = 0;
    this.#expectEvent(url, SILENCE_MS);
    this.options.onCheckout(checkout);
  }

  #lose(url: string): void {
    this.#disconnect();
    this.#losses += 1;
    const { clock, random, onLost } = this.options;
    this.#stopTimer = clock.setTimer(() => this.#connect(url), backoffMs(this.#losses, random()));
    onLost();
  }

  #expectEvent(url: string, withinMs: number): void {
    this.#stopTimer();
    this.#stopTimer = this.options.clock.setTimer(() => this.#lose(url), withinMs);
  }

  #disconnect(): void {
    this.#stopTimer();
    this.#source?.close();
    this.#source = null;
    this.isLive = false;
  }
}

function read(data: unknown): Checkout | null {
  try {
    return typeof data === 'string' ? parseCheckout(JSON.parse(data)) : null;
  } catch {
    return null;
  }
}
