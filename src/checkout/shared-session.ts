import { orderName } from './claim-keys.js';
import { createCheckoutSession, type CheckoutSessionOptions } from './create-session.js';
import type { CheckoutSession } from './session.js';

/** Sessions with subscribers, by endpoint and subject; removed with the last subscriber. */
export type SharedSessions = Map<
  string,
  { readonly session: CheckoutSession; readonly subscribers: Set<object> }
>;

const ON_THIS_PAGE: SharedSessions = new Map();

/**
 * As `createCheckoutSession`, but all sessions of a page for the same checkout share one connection and one state.
 * @throws {TypeError} when neither `order` nor `checkout` is given
 */
export function sharedSession(
  options: CheckoutSessionOptions,
  sessions: SharedSessions = ON_THIS_PAGE,
): CheckoutSession {
  const key = sessionKey(options);
  let session = createCheckoutSession(options);
  let { order = '' } = options;
  return {
    get snapshot() {
      return session.snapshot;
    },
    subscribe(listener, visibility) {
      const shared = sessions.get(key) ?? { session, subscribers: new Set() };
      sessions.set(key, shared);
      // If another subscriber of this page already has a session, that one continues, with the order of the newest subscriber.
      session = shared.session;
      if (order) session.renewOrder(order);
      const place = {};
      shared.subscribers.add(place);
      const leave = session.subscribe(listener, visibility);
      return () => {
        leave();
        if (shared.subscribers.delete(place) && shared.subscribers.size === 0) sessions.delete(key);
      };
    },
    serverNowMs: () => session.serverNowMs(),
    choose: (...choice) => session.choose(...choice),
    change: (changing) => session.change(changing),
    cancel: () => session.cancel(),
    reportTransfer: (request) => session.reportTransfer(request),
    solanaTransfer: () => session.solanaTransfer(),
    requestRefund: (input) => session.requestRefund(input),
    renewOrder: (renewed) => {
      order = renewed;
      session.renewOrder(renewed);
    },
    refresh: () => session.refresh(),
  };
}

/**
 * Returns what a session is shared by. Tokens that the shop signed for the same order have the same key. The id takes precedence over
 * the order, as in the session itself.
 */
export function sessionKey({
  endpoint,
  order = '',
  checkout,
  credentials = 'same-origin',
}: Pick<CheckoutSessionOptions, 'endpoint' | 'order' | 'checkout' | 'credentials'>): string {
  const subject = checkout ? { checkout } : { order: orderName(order) };
  return JSON.stringify([endpoint.replace(/\/+$/, ''), credentials, subject]);
}
