import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutSession, SessionSnapshot } from '../checkout/session.js';

const LOADING: SessionSnapshot = { phase: 'loading' };
/** Coming back to a page fires several events at once; they need one answer. */
const BURST_MS = 1000;

type Listener = (before: SessionSnapshot, after: SessionSnapshot) => void;

/** Holds a session while its host is in a page, and asks again when the payer comes back to it. */
export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #onChange: Listener;
  #session: CheckoutSession | null = null;
  #seen: SessionSnapshot = LOADING;
  #undo: (() => void) | undefined;
  #refreshedAtMs = Number.NEGATIVE_INFINITY;

  /** `onChange` hears of every change, also of those made while the host was away. */
  constructor(host: ReactiveControllerHost & HTMLElement, onChange: Listener) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  get session(): CheckoutSession | null {
    return this.#session;
  }

  get snapshot(): SessionSnapshot {
    return this.#session?.snapshot ?? LOADING;
  }

  serverNowMs(): number | null {
    return this.#session?.serverNowMs() ?? null;
  }

  use(session: CheckoutSession | null): void {
    if (session === this.#session) return;
    this.hostDisconnected();
    this.#session = session;
    this.#seen = LOADING;
    if (this.#host.isConnected) this.hostConnected();
  }

  hostConnected(): void {
    if (!this.#session || this.#undo) return;
    const leave = this.#session.subscribe(this.#look, { isHidden: () => document.hidden });
    document.addEventListener('visibilitychange', this.#onReturn);
    for (const type of ['focus', 'online', 'pageshow']) window.addEventListener(type, this.#onReturn);
    this.#undo = () => {
      leave();
      document.removeEventListener('visibilitychange', this.#onReturn);
      for (const type of ['focus', 'online', 'pageshow']) window.removeEventListener(type, this.#onReturn);
    };
    this.#look();
  }

  hostDisconnected(): void {
    this.#undo?.();
    this.#undo = undefined;
  }

  readonly #look = (): void => {
    const before = this.#seen;
    this.#seen = this.snapshot;
    if (before !== this.#seen) this.#onChange(before, this.#seen);
    this.#host.requestUpdate();
  };

  readonly #onReturn = (event: Event): void => {
    const isFirstLoad = event instanceof PageTransitionEvent && !event.persisted;
    if (document.hidden || isFirstLoad || !this.#isWorthAsking(event.timeStamp)) return;
    this.#refreshedAtMs = event.timeStamp;
    this.#session?.refresh();
  };

  /** In trouble the network may be back only with the last of a burst; what is final waits for the payer. */
  #isWorthAsking(nowMs: number): boolean {
    const { snapshot } = this;
    if (snapshot.phase === 'failed') return snapshot.problem.retryable;
    const isWell = snapshot.phase === 'ready' && snapshot.connection === 'live';
    return !isWell || nowMs - this.#refreshedAtMs >= BURST_MS;
  }
}
