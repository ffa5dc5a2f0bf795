import { EventStream, type EventSourceConstructor, type EventStreamOptions } from './event-stream.js';
import { nextPollDelayMs } from './poll-schedule.js';
import type { ProxyResult } from './proxy-client.js';
import { isComplete, type SessionEvent, type SessionState } from './state.js';

export interface SessionUpdatesOptions extends Pick<
  EventStreamOptions,
  'clock' | 'random' | 'withCredentials' | 'isHidden'
> {
  /** `null`: streams are not available, so the session polls. */
  readonly eventSource: EventSourceConstructor | null;
  readonly stateOf: () => SessionState;
  readonly poll: (abort: AbortController) => Promise<ProxyResult>;
  /** Whether the next poll sends an order that the proxy has not answered. */
  readonly hasNewOrder: () => boolean;
  /** `null`: not known yet. Call `update` once it is. */
  readonly eventsUrl: (id: string) => string | null;
  readonly dispatch: (event: SessionEvent) => void;
  /** A scheduled poll is due: the deadline may just have passed. */
  readonly onDue: () => void;
  /** The state came with the page: the stream, which starts with the whole checkout, replaces the first poll. */
  readonly isKnown: boolean;
}

/** A new poll replaces a request that has been in flight for longer: its connection may have died unnoticed. */
const STALLED_REQUEST_MS = 3_000;

/**
 * Keeps a session up to date while it has subscribers: by the event stream, or by polling where the stream fails. The
 * session's state decides on three resources: the stream while the checkout can still change, the request until its
 * response, the timer until the next poll. After any failure, the next attempt is already scheduled.
 */
export class SessionUpdates {
  #stream: EventStream | null = null;
  #pollInFlight: { readonly abort: AbortController; readonly sinceMs: number } | null = null;
  #stopTimer = () => {};
  #lastActivityAtMs = -Infinity;
  #retryAfterMs = 0;
  #jitter = 0;
  /** The payer returned after the request in flight was sent. It may fail for a reason that no longer exists. */
  #isWoken = false;
  /** The order was replaced after the request in flight was sent. */
  #isRenewed = false;

  constructor(private readonly options: SessionUpdatesOptions) {
    if (options.isKnown) this.#onActivity(0);
    else this.poll();
    this.update();
  }

  /** Polls now and retries the stream: the payer is back, or pressed "Try now". */
  wake(): void {
    this.#stream?.wake();
    this.#isWoken = true;
    this.poll();
  }

  /** Polls with a new order: now, after the request in flight, or when the next retry is due. */
  renew(): void {
    this.#isRenewed = true;
    const { snapshot, failures } = this.options.stateOf();
    const isFinal = snapshot.phase === 'failed' && !snapshot.problem.retryable;
    if (failures === 0 || isFinal) this.poll();
  }

  /** Polls now; at most one request is in flight. */
  poll(): void {
    const { clock } = this.options;
    const sinceMs = clock.nowMs();
    if (this.#pollInFlight && sinceMs - this.#pollInFlight.sinceMs < STALLED_REQUEST_MS) return;
    this.#pollInFlight?.abort.abort();
    this.#stopTimer();
    this.#isWoken = false;
    this.#isRenewed = false;
    const request = { abort: new AbortController(), sinceMs };
    this.#pollInFlight = request;
    void this.options.poll(request.abort).then((answer) => {
      if (this.#pollInFlight === request) this.#onResult(answer);
    });
  }

  /** Schedules the next poll and opens or closes the stream. Call it after every change of the state. */
  update(): void {
    const state = this.options.stateOf();
    const { snapshot } = state;
    if (snapshot.phase === 'ready' && !isComplete(snapshot))
      this.#stream ??= this.#open(snapshot.checkout.id);
    else this.#closeStream();
    this.#schedule(state);
  }

  close(): void {
    this.#isWoken = false;
    this.#stopTimer();
    this.#closeStream();
    this.#pollInFlight?.abort.abort();
    this.#pollInFlight = null;
  }

  #open(id: string): EventStream | null {
    const { eventSource, eventsUrl, clock, dispatch } = this.options;
    const url = eventsUrl(id);
    if (!eventSource || url === null) return null;
    return new EventStream({
      ...this.options,
      eventSource,
      url,
      onCheckout: (checkout) => {
        this.#onActivity(0);
        dispatch({ type: 'answered', checkout, nowMs: clock.nowMs(), sentAtMs: null });
      },
      onLost: () => this.update(),
    });
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  #onResult(answer: ProxyResult): void {
    const { dispatch } = this.options;
    this.#pollInFlight = null;
    if (answer.ok) {
      const { value: checkout, sentAtMs, receivedAtMs: nowMs } = answer;
      this.#onActivity(0);
      dispatch({ type: 'answered', checkout, nowMs, sentAtMs });
    } else {
      this.#onActivity(answer.retryAfterMs);
      dispatch({ type: 'requestFailed', problem: answer.problem });
      if (this.#isWoken && answer.problem.code === 'offline') this.poll();
    }
    const mayPoll = answer.ok || !answer.problem.retryable;
    if (mayPoll && this.#isRenewed && this.options.hasNewOrder()) this.poll();
  }

  #onActivity(retryAfterMs: number): void {
    this.#lastActivityAtMs = this.options.clock.nowMs();
    this.#retryAfterMs = retryAfterMs;
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
      retryAfterMs: this.#retryAfterMs,
      jitter: this.#jitter,
    });
    if (delayMs === null) return;
    this.#stopTimer = clock.setTimer(() => {
      this.poll();
      this.options.onDue();
    }, delayMs);
  }
}
