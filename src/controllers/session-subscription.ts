import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Onlooker } from '../checkout/session.js';

/** As much of a session as looking on needs. */
interface Watched<Snapshot> {
  readonly snapshot: Snapshot;
  subscribe(listener: () => void, onlooker?: Onlooker): () => void;
  refresh(): void;
}

/** Holds a session while its host is in a page, and asks again when the payer comes back to it. */
export class OnlookerController<Snapshot, Session extends Watched<Snapshot>> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Without a session. */
  readonly #nothing: Snapshot;
  readonly #onChange: (before: Snapshot, after: Snapshot) => void;
  #session: Session | null = null;
  #seen: Snapshot;
  #undo: (() => void) | undefined;

  /** `onChange` hears of every change, also of those made while the host was away. */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    nothing: Snapshot,
    onChange: (before: Snapshot, after: Snapshot) => void,
  ) {
    this.#host = host;
    this.#nothing = this.#seen = nothing;
    this.#onChange = onChange;
    host.addController(this);
  }

  get session(): Session | null {
    return this.#session;
  }

  get snapshot(): Snapshot {
    return this.#session?.snapshot ?? this.#nothing;
  }

  refresh(): void {
    this.#session?.refresh();
  }

  use(session: Session | null): void {
    if (session === this.#session) return;
    this.hostDisconnected();
    this.#session = session;
    this.#seen = this.#nothing;
    if (this.#host.isConnected) this.hostConnected();
  }

  hostConnected(): void {
    if (!this.#session || this.#undo) return;
    const leave = this.#session.subscribe(this.look, { isHidden: () => document.hidden });
    document.addEventListener('visibilitychange', this.#onReturn);
    for (const type of ['focus', 'online', 'pageshow']) window.addEventListener(type, this.#onReturn);
    this.#undo = () => {
      leave();
      document.removeEventListener('visibilitychange', this.#onReturn);
      for (const type of ['focus', 'online', 'pageshow']) window.removeEventListener(type, this.#onReturn);
    };
    this.look();
  }

  hostDisconnected(): void {
    this.#undo?.();
    this.#undo = undefined;
  }

  /** Whether coming back, at a moment of the page's clock, is a reason to ask. */
  protected isWorthAsking(_atMs: number): boolean {
    return true;
  }

  /** Hears of a change, if there is one. */
  protected readonly look = (): void => {
    const before = this.#seen;
    this.#seen = this.snapshot;
    if (before !== this.#seen) this.#onChange(before, this.#seen);
    this.#host.requestUpdate();
  };

  readonly #onReturn = (event: Event): void => {
    const isFirstLoad = event instanceof PageTransitionEvent && !event.persisted;
    if (document.hidden || isFirstLoad || !this.isWorthAsking(event.timeStamp)) return;
    this.refresh();
  };
}
