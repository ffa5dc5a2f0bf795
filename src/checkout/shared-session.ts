import type { CheckoutSessionOptions } from './create-session.js';
import { createCheckoutSession } from './create-session.js';
import type { CheckoutSession } from './session.js';

interface Shared {
  readonly session: CheckoutSession;
  readonly subscribers: Set<object>;
}

/** The sessions that somebody looks at, by what they are of; nothing stays when the last one leaves. */
export type SharedSessions = Map<string, Shared>;

const ON_THIS_PAGE: SharedSessions = new Map();

/**
 * As `createCheckoutSession`, but all that look at the same checkout at the same endpoint share one
 * connection, and what one of them does all of them show.
 * @throws {TypeError} when neither `order` nor `checkout` is given
 */
export function sharedSession(
  options: CheckoutSessionOptions,
  sessions: SharedSessions = ON_THIS_PAGE,
): CheckoutSession {
  const key = keyOf(options);
  let session = createCheckoutSession(options);
  return {
    get snapshot() {
      return session.snapshot;
    },
    subscribe(listener, onlooker) {
      const shared = sessions.get(key) ?? { session, subscribers: new Set() };
      sessions.set(key, shared);
      // What is looked at already, by another of this page, is the one that goes on.
      session = shared.session;
      const place = {};
      shared.subscribers.add(place);
      const leave = session.subscribe(listener, onlooker);
      return () => {
        leave();
        if (shared.subscribers.delete(place) && shared.subscribers.size === 0) sessions.delete(key);
      };
    },
    serverNowMs: () => session.serverNowMs(),
    choose: (currency, email) => session.choose(currency, email),
    change: (changing) => session.change(changing),
    cancel: () => session.cancel(),
    refresh: () => session.refresh(),
  };
}

/** An id wins over an order, as in the session itself. */
function keyOf({ endpoint, order, checkout, credentials = 'same-origin' }: CheckoutSessionOptions): string {
  const subject = checkout ? { checkout } : { order };
  return JSON.stringify([endpoint.replace(/\/+$/, ''), credentials, subject]);
}
