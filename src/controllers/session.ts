import type { ReactiveControllerHost } from 'lit';
import type { CheckoutSession, SessionSnapshot } from '../checkout/session.js';
import { SubscriptionController } from './session-subscription.js';

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

  /** With connection trouble, the network may be back only with the last event of a burst. A final failure waits for the payer. */
  protected override shouldRefresh(atMs: number): boolean {
    const { snapshot } = this;
    if (snapshot.phase === 'failed' && !snapshot.problem.retryable) return false;
    const isWell = snapshot.phase === 'ready' && snapshot.connection === 'live';
    const isInBurst = isWell && atMs - this.#refreshedAtMs < BURST_MS;
    if (!isInBurst) this.#refreshedAtMs = atMs;
    return !isInBurst;
  }
}
