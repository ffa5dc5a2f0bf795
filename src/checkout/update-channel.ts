import type { MonotonicClock } from './clock.js';
import type { EventSourceConstructor } from './event-stream.js';
import { EventStream } from './event-stream.js';
import { nextPollDelayMs } from './poll-schedule.js';
import type { ProxyResult } from './proxy-client.js';
import type { SessionEvent, SessionState } from './state.js';
import { isSettled } from './state.js';

export interface UpdateChannelOptions {
  readonly clock: MonotonicClock;
  readonly random: () => number;
  /** `null`: there is none here, and the proxy is asked again and again instead. */
  readonly eventSource: EventSourceConstructor | null;
  readonly withCredentials: boolean;
  /** Nobody can see the page at present. */
  readonly isHidden: () => boolean;
  readonly stateOf: () => SessionState;
  readonly poll: (abort: AbortController) => Promise<ProxyResult>;
  /** Where the event stream of a known checkout is. */
  readonly eventsUrl: (id: string) => string;
  readonly dispatch: (event: SessionEvent) => void;
  /** A planned question falls due: the deadline may just have passed. */
  readonly onDue: () => void;
}

/**
 * A question under way for longer than this is asked anew on demand: its connection may have died unnoticed.
 */
const STALLED_REQUEST_MS = 3_000;

/**
 * Keeps a session up to date while somebody looks on: by the event stream where it works, by asking where it
 * does not. Three things live by the session's state, and each has its undo: the stream while there is a
 * checkout that can still change, the question until its answer, the timer until the next question. Whatever
 * fails, the next try is already planned.
 */
export class UpdateChannel {
  #stream: EventStream | null = null;
  #pollInFlight: { readonly abort: AbortController; readonly sinceMs: number } | null = null;
  #stopTimer = () => {};
  #lastActivityAtMs = -Infinity;
  #notBeforeMs = -Infinity;
  #jitter = 0;

  constructor(private readonly options: UpdateChannelOptions) {
    this.poll();
    this.update();
  }

  /** Asks now, and tries the stream again: the payer is back, or wants to know. */
  wake(): void {
    this.#stream?.wake();
    this.poll();
  }

  /** Asks now; at most one question is under way. */
  poll(): void {
    const { clock } = this.options;
    const sinceMs = clock.nowMs();
    if (this.#pollInFlight && sinceMs - this.#pollInFlight.sinceMs < STALLED_REQUEST_MS) return;
    this.#pollInFlight?.abort.abort();
    this.#stopTimer();
    const asking = { abort: new AbortController(), sinceMs };
    this.#pollInFlight = asking;
    void this.options.poll(asking.abort).then((answer) => {
      if (this.#pollInFlight === asking) this.#onResult(answer);
    });
  }

  /** Plans the next question and the stream by the present state; to be called after every change of it. */
  update(): void {
    const state = this.options.stateOf();
    const { snapshot } = state;
    if (snapshot.phase === 'ready' && !isSettled(snapshot)) this.#stream ??= this.#open(snapshot.checkout.id);
    else this.#closeStream();
    this.#schedule(state);
  }

  /** Leaves no timer, stream or question behind. */
  close(): void {
    this.#stopTimer();
    this.#closeStream();
    this.#pollInFlight?.abort.abort();
    this.#pollInFlight = null;
  }

  #open(id: string): EventStream | null {
    const { eventSource, eventsUrl, clock, dispatch } = this.options;
    if (!eventSource) return null;
    return new EventStream({
      ...this.options,
      eventSource,
      url: eventsUrl(id),
      onCheckout: (checkout) => {
        this.#onActivity(0);
        dispatch({ type: 'answered', checkout, nowMs: clock.nowMs(), askedAtMs: null });
      },
      onLost: () => this.update(),
    });
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  #onResult(answer: ProxyResult): void {
    const { clock, dispatch } = this.options;
    this.#pollInFlight = null;
    const nowMs = clock.nowMs();
    if (answer.ok) {
      this.#onActivity(0);
      dispatch({ type: 'answered', checkout: answer.value, nowMs, askedAtMs: answer.askedAtMs });
    } else {
      this.#onActivity(answer.retryAfterMs);
      dispatch({ type: 'unanswered', problem: answer.problem });
    }
  }

  #onActivity(retryAfterMs: number): void {
    this.#lastActivityAtMs = this.options.clock.nowMs();
    this.#notBeforeMs = this.#lastActivityAtMs + retryAfterMs;
    this.#jitter = this.options.random();
  }

  #schedule(state: SessionState): void {
    this.#stopTimer();
    if (this.#pollInFlight) return;
    const { clock, isHidden } = this.options;
    const delayMs = nextPollDelayMs({
      state,
      isStreaming: this.#stream?.isLive ?? false,
      isHidden: isHidden(),
      nowMs: clock.nowMs(),
      lastActivityAtMs: this.#lastActivityAtMs,
      notBeforeMs: this.#notBeforeMs,
      jitter: this.#jitter,
    });
    if (delayMs !== null) this.#stopTimer = clock.setTimer(() => this.#onTimer(), delayMs);
  }

  #onTimer(): void {
    this.poll();
    this.options.onDue();
  }
}
