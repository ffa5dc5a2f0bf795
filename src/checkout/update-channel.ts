import type { Clock } from './clock.js';
import type { EventSourceConstructor } from './event-stream.js';
import { EventStream } from './event-stream.js';
import { nextAskDelayMs } from './poll-schedule.js';
import type { Answer } from './proxy-client.js';
import type { SessionEvent, SessionState } from './state.js';
import { isSettled } from './state.js';

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** `null`: there is none here, and the proxy is asked again and again instead. */
  readonly eventSource: EventSourceConstructor | null;
  readonly withCredentials: boolean;
  /** Nobody can see the page at present. */
  readonly isHidden: () => boolean;
  readonly stateOf: () => SessionState;
  readonly ask: (abort: AbortController) => Promise<Answer>;
  /** Where the event stream of a known checkout is. */
  readonly eventsUrl: (id: string) => string;
  readonly dispatch: (event: SessionEvent) => void;
  /** A planned question falls due: the deadline may just have passed. */
  readonly onDue: () => void;
}

/**
 * A question under way for longer than this is asked anew on demand: its connection may have died unnoticed.
 */
const STUCK_MS = 3_000;

/**
 * Keeps a session up to date while somebody looks on: by the event stream where it works, by asking where it
 * does not. Three things live by the session's state, and each has its undo: the stream while there is a
 * checkout that can still change, the question until its answer, the timer until the next question. Whatever
 * fails, the next try is already planned.
 */
export class Connection {
  #stream: EventStream | null = null;
  #asking: { readonly abort: AbortController; readonly sinceMs: number } | null = null;
  #stopTimer = () => {};
  #heardAtMs = -Infinity;
  #notBeforeMs = -Infinity;
  #jitter = 0;

  constructor(private readonly options: ConnectionOptions) {
    this.ask();
    this.update();
  }

  /** Asks now, and tries the stream again: the payer is back, or wants to know. */
  wake(): void {
    this.#stream?.wake();
    this.ask();
  }

  /** Asks now; at most one question is under way. */
  ask(): void {
    const { clock } = this.options;
    const sinceMs = clock.nowMs();
    if (this.#asking && sinceMs - this.#asking.sinceMs < STUCK_MS) return;
    this.#asking?.abort.abort();
    this.#stopTimer();
    const asking = { abort: new AbortController(), sinceMs };
    this.#asking = asking;
    void this.options.ask(asking.abort).then((answer) => {
      if (this.#asking === asking) this.#take(answer);
    });
  }

  /** Plans the next question and the stream by the present state; to be called after every change of it. */
  update(): void {
    const state = this.options.stateOf();
    const { snapshot } = state;
    if (snapshot.phase === 'ready' && !isSettled(snapshot)) this.#stream ??= this.#open(snapshot.checkout.id);
    else this.#closeStream();
    this.#plan(state);
  }

  /** Leaves no timer, stream or question behind. */
  close(): void {
    this.#stopTimer();
    this.#closeStream();
    this.#asking?.abort.abort();
    this.#asking = null;
  }

  #open(id: string): EventStream | null {
    const { eventSource, eventsUrl, clock, dispatch } = this.options;
    if (!eventSource) return null;
    return new EventStream({
      ...this.options,
      eventSource,
      url: eventsUrl(id),
      onCheckout: (checkout) => {
        this.#heard(0);
        dispatch({ type: 'answered', checkout, nowMs: clock.nowMs(), askedAtMs: null });
      },
      onLost: () => this.update(),
    });
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  #take(answer: Answer): void {
    const { clock, dispatch } = this.options;
    this.#asking = null;
    const nowMs = clock.nowMs();
    if (answer.ok) {
      this.#heard(0);
      dispatch({ type: 'answered', checkout: answer.told, nowMs, askedAtMs: answer.askedAtMs });
    } else {
      this.#heard(answer.retryAfterMs);
      dispatch({ type: 'unanswered', problem: answer.problem });
    }
  }

  #heard(retryAfterMs: number): void {
    this.#heardAtMs = this.options.clock.nowMs();
    this.#notBeforeMs = this.#heardAtMs + retryAfterMs;
    this.#jitter = this.options.random();
  }

  #plan(state: SessionState): void {
    this.#stopTimer();
    if (this.#asking) return;
    const { clock, isHidden } = this.options;
    const delayMs = nextAskDelayMs({
      state,
      isStreaming: this.#stream?.isLive ?? false,
      isHidden: isHidden(),
      nowMs: clock.nowMs(),
      heardAtMs: this.#heardAtMs,
      notBeforeMs: this.#notBeforeMs,
      jitter: this.#jitter,
    });
    if (delayMs !== null) this.#stopTimer = clock.setTimer(() => this.#due(), delayMs);
  }

  #due(): void {
    this.ask();
    this.options.onDue();
  }
}
