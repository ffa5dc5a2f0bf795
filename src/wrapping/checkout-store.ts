import { sessionKey, sharedSession, screenOf, payableInvoice } from '../checkout/index.js';
import type {
  CheckoutSession,
  CheckoutSessionOptions,
  ScreenKind,
  SessionProblem,
} from '../checkout/entry.js';
import { onPageReturn } from '../controllers/page-return.js';
import type { Checkout } from '../protocol/index.js';

/** As for `createCheckoutSession`, with the default `endpoint` of the elements. */
export type UseCheckoutOptions = Omit<CheckoutSessionOptions, 'endpoint'> & { readonly endpoint?: string };

/** What a page needs to draw a checkout itself. */
export interface CheckoutView {
  /** What the payer should see now. `checking` begins at the deadline, by the server's clock. */
  readonly state: ScreenKind;
  /** `null` until the proxy has responded. */
  readonly checkout: Checkout | null;
  /** The amount to send, exact decimal text in the coin of the invoice. `null` while nothing may be sent. */
  readonly due: string | null;
  /** The reason the checkout could not be opened, or the payer's last action failed. */
  readonly error: SessionProblem | null;
}

/** What the payer can do; each function may be called at any time. */
export type CheckoutActions = Pick<
  CheckoutSession,
  'choose' | 'change' | 'cancel' | 'requestRefund' | 'refresh' | 'serverNowMs'
>;

/** A session in the form that frameworks subscribe to. */
export interface CheckoutStore {
  /** The same object until something in it changes. */
  readonly view: () => CheckoutView;
  readonly subscribe: (listener: () => void) => () => void;
  readonly actions: CheckoutActions;
  /** Replaces the order token by one with the same key: see `storeKey`. */
  readonly renewOrder: (order: string) => void;
}

const ENDPOINT = '/crypto-checkout';

/** Returns what decides on the store: tokens that the shop signed for the same order have the same key. */
export function storeKey(options: UseCheckoutOptions): string {
  return sessionKey({ endpoint: ENDPOINT, ...options });
}

/** @throws {TypeError} when neither `order` nor `checkout` is given */
export function createCheckoutStore(options: UseCheckoutOptions): CheckoutStore {
  const session = sharedSession({ endpoint: ENDPOINT, ...options });
  const { choose, change, cancel, requestRefund, refresh, serverNowMs } = session;
  let seen: { readonly snapshot: CheckoutSession['snapshot']; readonly view: CheckoutView } | null = null;
  return {
    view() {
      const { snapshot } = session;
      const screen = screenOf(snapshot, serverNowMs());
      if (seen?.snapshot === snapshot && seen.view.state === screen.kind) return seen.view;
      const view: CheckoutView = {
        state: screen.kind,
        checkout: snapshot.phase === 'ready' ? snapshot.checkout : null,
        due: payableInvoice(screen)?.due ?? null,
        error: screen.kind === 'error' ? screen.problem : null,
      };
      seen = { snapshot, view };
      return view;
    },
    subscribe(listener) {
      const leave = session.subscribe(listener, { isHidden: () => document.hidden });
      const stop = onPageReturn(refresh);
      return () => {
        leave();
        stop();
      };
    },
    actions: { choose, change, cancel, requestRefund, refresh, serverNowMs },
    renewOrder: (order) => session.renewOrder(order),
  };
}
