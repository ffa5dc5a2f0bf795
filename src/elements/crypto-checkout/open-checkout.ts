import type { CryptoCheckout } from './crypto-checkout.js';
import { defineCheckout } from './define.js';

/** As the attributes of `<crypto-checkout>`; `order`, `checkout` or `session` is needed. */
export type OpenCheckoutOptions = Partial<
  Pick<
    CryptoCheckout,
    | 'endpoint'
    | 'order'
    | 'checkout'
    | 'currency'
    | 'currencies'
    | 'locale'
    | 'languages'
    | 'theme'
    | 'credentials'
    | 'returnAfter'
    | 'resumeUrl'
    | 'session'
  >
>;

/**
 * How the payment stood when the checkout was closed, for the page to show: `paid`; `pending`, money was seen and the
 * server will hear how it ends; `closed`, nothing was seen. No proof: goods are released by what the server was told.
 */
export type ClosedCheckout = 'paid' | 'pending' | 'closed';

export interface OpenCheckout {
  /** To hear its events, until it is closed: then it leaves the page. */
  readonly element: CryptoCheckout;
  readonly closed: Promise<ClosedCheckout>;
  /** Closes it without asking the payer. */
  close(): void;
}

/**
 * Opens a modal checkout over the page, without any markup. The same order again goes on with the same checkout.
 * @throws {TypeError} when there is nothing to pay: neither `order` nor `checkout` nor `session`
 */
export function openCheckout(options: OpenCheckoutOptions): OpenCheckout {
  if (!options.order && !options.checkout && !options.session) {
    throw new TypeError('openCheckout needs "order", or "checkout" with the id of an earlier one');
  }
  defineCheckout();
  const element = document.createElement('crypto-checkout');
  Object.assign(element, options, { mode: 'modal', open: true });
  const closed = whenClosed(element);
  document.body.append(element);
  return {
    element,
    closed,
    close: () => {
      element.open = false;
    },
  };
}

function whenClosed(element: CryptoCheckout): Promise<ClosedCheckout> {
  return new Promise((resolve) => {
    // `open` is reflected; a page may close it too, which fires no event.
    const observer = new MutationObserver(() => {
      if (element.open) return;
      observer.disconnect();
      resolve(toCheckoutResult(element));
      element.remove();
    });
    observer.observe(element, { attributeFilter: ['open'] });
  });
}

function toCheckoutResult({ state }: CryptoCheckout): ClosedCheckout {
  switch (state) {
    case 'paid':
    case 'overpaid':
      return 'paid';
    case 'detected':
    case 'processing':
    case 'partial':
      return 'pending';
    default:
      return 'closed';
  }
}
