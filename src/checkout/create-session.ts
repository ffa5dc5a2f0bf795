import type { CurrencyCode } from '../payment/index.js';
import type { Clock } from './clock.js';
import { defaultClock } from './clock.js';
import { Connection } from './update-channel.js';
import type { EventSourceConstructor } from './event-stream.js';
import { fewStreams } from './stream-limit.js';
import type { Answer, ProxyClient } from './proxy-client.js';
import { createProxyClient } from './proxy-client.js';
import { screenOf } from './screen.js';
import type { CheckoutSession, Onlooker, SessionSnapshot } from './session.js';
import type { SessionEvent, Step } from './state.js';
import { INITIAL_STATE, transition } from './state.js';
import { tell } from './notify-listeners.js';

export interface CheckoutSessionOptions {
  /** The proxy's base path or address, such as `/crypto-checkout`. */
  readonly endpoint: string;
  /**
   * A signed order token, or a reference that the shop's resolver knows. Needed unless `checkout` is given.
   */
  readonly order?: string;
  /** The id of a checkout to go on with. */
  readonly checkout?: string;
  /** As for `fetch`; `same-origin` unless set. */
  readonly credentials?: RequestCredentials;
  readonly fetch?: typeof fetch;
  /** `null`: none; the platform's own unless set. */
  readonly eventSource?: EventSourceConstructor | null;
  readonly clock?: Clock;
  /** 0 to 1, spreads retries; `Math.random` unless set. */
  readonly random?: () => number;
}

/**
 * A payer's session with the proxy. Nothing is sent before the first subscriber.
 * @throws {TypeError} when neither `order` nor `checkout` is given
 */
export function createCheckoutSession(options: CheckoutSessionOptions): CheckoutSession {
  if (!options.order && !options.checkout) {
    throw new TypeError('A checkout session needs "order", or "checkout" with the id of an earlier one');
  }
  return new ProxySession(options);
}

const IN_SIGHT: Onlooker = { isHidden: () => false };

class ProxySession implements CheckoutSession {
  readonly #clock: Clock;
  readonly #client: ProxyClient;
  /** Each with whether it can be seen. */
  readonly #listeners = new Map<() => void, Onlooker>();
  #state = INITIAL_STATE;
  #connection: Connection | null = null;

  constructor(private readonly options: CheckoutSessionOptions) {
    const { endpoint, clock = defaultClock, credentials = 'same-origin' } = options;
    this.#clock = clock;
    this.#client = createProxyClient({ endpoint, fetch: options.fetch, clock, credentials });
  }

  get snapshot(): SessionSnapshot {
    return this.#state.snapshot;
  }

  serverNowMs(): number | null {
    const { offsetMs } = this.#state;
    return offsetMs === null ? null : this.#clock.nowMs() + offsetMs;
  }

  subscribe(listener: () => void, onlooker: Onlooker = IN_SIGHT): () => void {
    // Wrapped, so that the same function may subscribe twice.
    const entry = () => listener();
    this.#listeners.set(entry, onlooker);
    this.#connection ??= this.#connect();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size > 0) return;
      this.#connection?.close();
      this.#connection = null;
    };
  }

  choose(currency: CurrencyCode, email?: string): Promise<void> {
    const step = { kind: 'invoice', currency } as const;
    return this.#take(step, (id) => this.#client.makeInvoice(id, currency, email));
  }

  cancel(): Promise<void> {
    return this.#take({ kind: 'cancel' }, (id) => this.#client.cancel(id));
  }

  change(changing: boolean): void {
    this.#dispatch({ type: 'changing', changing });
  }

  refresh(): void {
    if (!this.#connection) return;
    // First, since whoever is told may leave, and then nothing may begin any more.
    this.#connection.wake();
    this.#dispatch({ type: 'retried' });
  }

  #dispatch(event: SessionEvent): void {
    const before = this.#state.snapshot;
    this.#state = transition(this.#state, event);
    this.#connection?.update();
    if (this.#state.snapshot !== before) tell(this.#listeners.keys());
  }

  async #take(step: Step, send: (id: string) => Promise<Answer>): Promise<void> {
    const { snapshot } = this.#state;
    if (snapshot.phase !== 'ready' || snapshot.pending) return;
    this.#dispatch({ type: 'stepped', step });
    const answer = await send(snapshot.checkout.id);
    if (answer.ok) {
      const { told: checkout, askedAtMs } = answer;
      this.#dispatch({ type: 'answered', checkout, nowMs: this.#clock.nowMs(), askedAtMs });
      this.#dispatch({ type: 'step-done', step });
    } else {
      this.#dispatch({ type: 'step-failed', step, problem: answer.problem });
      // It may have worked all the same, or have failed because the payment has moved on.
      this.#connection?.ask();
    }
  }

  #connect(): Connection {
    const { eventSource = platformEventSource(), random = Math.random, credentials } = this.options;
    return new Connection({
      clock: this.#clock,
      random,
      eventSource,
      withCredentials: credentials === 'include',
      isHidden: () => [...this.#listeners.values()].every((onlooker) => onlooker.isHidden()),
      stateOf: () => this.#state,
      ask: (abort) => this.#ask(abort),
      eventsUrl: (id) => this.#client.eventsUrl(id),
      dispatch: (event) => this.#dispatch(event),
      onDue: () => this.#tellDeadline(),
    });
  }

  #ask(abort: AbortController): Promise<Answer> {
    const { snapshot } = this.#state;
    const id = snapshot.phase === 'ready' ? snapshot.checkout.id : this.options.checkout;
    return id ? this.#client.read(id, abort) : this.#client.open(this.options.order ?? '', abort);
  }

  /** The deadline passes without an event, and the same snapshot has another screen from then on. */
  #tellDeadline(): void {
    if (screenOf(this.snapshot, this.serverNowMs()).kind === 'checking') tell(this.#listeners.keys());
  }
}

function platformEventSource(): EventSourceConstructor | null {
  if (typeof EventSource === 'undefined') return null;
  // Locks are there on pages of a secure context alone.
  return 'locks' in navigator ? fewStreams(EventSource, navigator.locks) : EventSource;
}
