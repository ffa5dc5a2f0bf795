import type { Checkout } from '../protocol/index.js';
import type { MonotonicClock } from './clock.js';
import { backoffMs, backgroundDelayMs } from './poll-schedule.js';
import { readCheckout } from './read-checkout.js';

/** The part of the platform's `EventSource` that is used. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}

/** The platform's `EventSource`, or a replacement such as a test's. */
export type EventSourceConstructor = new (
  url: string,
  init?: { withCredentials?: boolean },
) => EventSourceLike;

export interface EventStreamOptions {
  readonly url: string;
  readonly eventSource: EventSourceConstructor;
  readonly withCredentials: boolean;
  readonly clock: MonotonicClock;
  readonly random: () => number;
  readonly isHidden: () => boolean;
  readonly onCheckout: (checkout: Checkout) => void;
  /** The stream is lost: the session polls until it is back. */
  readonly onLost: () => void;
}

/** A stream starts with the whole checkout. If an intermediary buffers that, it buffers everything after it. */
const FIRST_EVENT_TIMEOUT_MS = 5_000;
/**
 * The proxy sends a heartbeat every 7 s. After this time without a message, the connection counts as dead, and the stream
 * reopens. That delivers the current state in any case.
 */
const HEARTBEAT_TIMEOUT_MS = 30_000;

/** One event stream until it is closed. Reopens after every loss, with growing delays while no event arrives. */
export class EventStream {
  /** The current connection has delivered an event. */
  isLive = false;
  #source: EventSourceLike | null = null;
  #stopTimer = () => {};
  #losses = 0;
  #lastMessageAtMs = 0;

  constructor(private readonly options: EventStreamOptions) {
    this.#connect();
  }

  /** The payer is back: end the delay that was stretched in the background. */
  wake(): void {
    const { clock } = this.options;
    if (!this.#source) this.#connect();
    else if (this.isLive)
      this.#expectEvent(Math.max(this.#lastMessageAtMs + HEARTBEAT_TIMEOUT_MS - clock.nowMs(), 0));
  }

  close(): void {
    this.#stopTimer();
    this.#source?.close();
    this.#source = null;
    this.isLive = false;
  }

  #connect(): void {
    const { url, eventSource, withCredentials } = this.options;
    this.#expectEvent(FIRST_EVENT_TIMEOUT_MS);
    let source: EventSourceLike;
    try {
      source = new eventSource(url, { withCredentials });
    } catch {
      // The timer for the first event reports the loss.
      return;
    }
    this.#source = source;
    source.addEventListener('checkout', ({ data }) => {
      if (source === this.#source) this.#receive(data);
    });
    source.addEventListener('heartbeat', () => {
      if (source === this.#source && this.isLive) this.#onMessage();
    });
    source.addEventListener('error', () => {
      if (source === this.#source) this.#onLost();
    });
  }

  #receive(data: unknown): void {
    const checkout = readCheckout(data);
    if (!checkout) return this.#onLost();
    this.isLive = true;
    this.#losses = 0;
    this.#onMessage();
    this.options.onCheckout(checkout);
  }

  #onMessage(): void {
    const { clock, isHidden } = this.options;
    this.#lastMessageAtMs = clock.nowMs();
    this.#expectEvent(backgroundDelayMs(HEARTBEAT_TIMEOUT_MS, isHidden()));
  }

  #onLost(): void {
    this.close();
    this.#losses += 1;
    const { clock, random, isHidden, onLost } = this.options;
    const delayMs = backgroundDelayMs(backoffMs(this.#losses, random()), isHidden());
    this.#stopTimer = clock.setTimer(() => this.#connect(), delayMs);
    onLost();
  }

  #expectEvent(withinMs: number): void {
    this.#stopTimer();
    this.#stopTimer = this.options.clock.setTimer(() => this.#onLost(), withinMs);
  }
}
