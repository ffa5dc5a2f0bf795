import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutSession, SessionSnapshot, SubscriberVisibility } from '../checkout/session.js';
import { onPageReturn } from './page-return.js';

interface Subscribable<Snapshot> {
  readonly snapshot: Snapshot;
  subscribe(listener: () => void, visibility?: SubscriberVisibility): () => void;
  refresh(): void;
}

/** Subscribes to a session while its host is connected, and refreshes it when the payer returns to the page. */
export class SubscriptionController<
  Snapshot,
  Session extends Subscribable<Snapshot>,
> implements ReactiveController {
  #session: Session | null = null;
  #seen: Snapshot;
  #unsubscribe: (() => void) | undefined;

  /** @param onChange called at every change, also for changes while the host was disconnected */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly initial: Snapshot,
    private readonly onChange: (before: Snapshot, after: Snapshot) => void,
  ) {
    this.#seen = initial;
    host.addController(this);
  }

  get session(): Session | null {
    return this.#session;
  }

  get snapshot(): Snapshot {
    return this.#session?.snapshot ?? this.initial;
  }

  refresh(): void {
    this.#session?.refresh();
  }

  use(session: Session | null): void {
    if (session === this.#session) return;
    this.hostDisconnected();
    this.#session = session;
    this.#seen = this.initial;
    if (this.host.isConnected) this.hostConnected();
  }

  hostConnected(): void {
    if (!this.#session || this.#unsubscribe) return;
    const leave = this.#session.subscribe(this.notifyChange, { isHidden: () => document.hidden });
    const stop = onPageReturn(({ timeStamp }) => {
      if (this.shouldRefresh(timeStamp)) this.refresh();
    });
    this.#unsubscribe = () => {
      leave();
      stop();
    };
    this.notifyChange();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Returns whether a return to the page at this time calls for a refresh. */
  protected shouldRefresh(_atMs: number): boolean {
    return true;
  }

  protected readonly notifyChange = (): void => {
    const before = this.#seen;
    this.#seen = this.snapshot;
    if (before !== this.#seen) this.onChange(before, this.#seen);
    this.host.requestUpdate();
  };
}

const LOADING: SessionSnapshot = { phase: 'loading' };
/** A return to the page fires several events; one refresh is enough. */
const BURST_MS = 1000;

export class SessionController extends SubscriptionController<SessionSnapshot, CheckoutSession> {
  #refreshedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    host: ReactiveControllerHost & HTMLElement,
    onChange: (before: SessionSnapshot, after: SessionSnapshot) => void,
  ) {
    super(host, LOADING, onChange);
  }

  serverNowMs(): number | null {
    return this.session?.serverNowMs() ?? null;
  }

  /** While the connection fails, the network may be back only with the last event of a burst. A final failure waits for the payer. */
  protected override shouldRefresh(atMs: number): boolean {
    const { snapshot } = this;
    if (snapshot.phase === 'failed' && !snapshot.problem.retryable) return false;
    const isLive = snapshot.phase === 'ready' && snapshot.connection === 'live';
    const isInBurst = isLive && atMs - this.#refreshedAtMs < BURST_MS;
    if (!isInBurst) this.#refreshedAtMs = atMs;
    return !isInBurst;
  }
}
