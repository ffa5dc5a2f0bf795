import type { ReactiveControllerHost } from 'lit';
import type { CheckoutSession, SessionSnapshot } from '../checkout/session.js';
import { SubscriptionController } from './session-subscription.js';

const LOADING: SessionSnapshot = { phase: 'loading' };
/** Coming back to a page fires several events at once; they need one answer. */
const BURST_MS = 1000;

/** Holds the session of a checkout. */
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

  /** In trouble the network may be back only with the last of a burst; what is final waits for the payer. */
  protected override shouldRefresh(atMs: number): boolean {
    const { snapshot } = this;
    if (snapshot.phase === 'failed' && !snapshot.problem.retryable) return false;
    const isWell = snapshot.phase === 'ready' && snapshot.connection === 'live';
    const isInBurst = isWell && atMs - this.#refreshedAtMs < BURST_MS;
    if (!isInBurst) this.#refreshedAtMs = atMs;
    return !isInBurst;
  }
}
