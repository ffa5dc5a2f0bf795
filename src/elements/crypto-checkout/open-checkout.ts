import type { LitElement } from 'lit';
import { focused, onVanish } from '../../controllers/dialog.js';
import type { OrderElement } from '../base/order-element.js';
import type { CryptoCheckout } from './crypto-checkout.js';
import { defineCheckout } from './define.js';

/** As the attributes of `<crypto-checkout>`; `order`, `checkout` or `session` is required. */
export type OpenCheckoutOptions = Partial<Omit<OrderElement, keyof LitElement>>;

/**
 * The payment state when the checkout was closed, for the page to show. `pending`: a payment was detected, and the
 * server will receive the final state. `closed`: none was detected. Only server events prove a payment.
 */
export type CheckoutResult = 'paid' | 'pending' | 'closed';

export interface CheckoutHandle {
  /** The element, to listen to its events; removed from the page when it is closed. */
  readonly element: CryptoCheckout;
  readonly closed: Promise<CheckoutResult>;
  /** Closes the checkout without confirmation. */
  close(): void;
}

/** A dialog of the page, or a popover, which closes when a dialog outside of it opens. */
const DIALOG = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [popover]';

/**
 * Opens a modal checkout over the page, without any markup. The same order continues the same checkout. From a dialog of the page,
 * the element is added to that dialog: its library takes no press in the checkout for one outside.
 * @throws {TypeError} without `order`, `checkout` and `session`
 */
export function openCheckout(options: OpenCheckoutOptions): CheckoutHandle {
  if (!options.order && !options.checkout && !options.session) {
    throw new TypeError('openCheckout needs "order", or "checkout" with the id of an earlier one');
  }
  defineCheckout();
  const element = document.createElement('crypto-checkout');
  Object.assign(element, options, { mode: 'modal', open: true });
  const place = focused()?.closest(DIALOG) ?? document.body;
  const closed = whenClosed(element, place);
  place.append(element);
  return {
    element,
    closed,
    close: () => {
      element.open = false;
    },
  };
}

function whenClosed(element: CryptoCheckout, place: Element): Promise<CheckoutResult> {
  return new Promise((resolve) => {
    // A page often closes its own dialog then.
    const stopObserving = onVanish(place, () => {
      if (element.open) document.body.append(element);
    });
    // A page may set `open` itself, which dispatches no event: observe the attribute.
    const observer = new MutationObserver(() => {
      if (element.open) return;
      observer.disconnect();
      stopObserving();
      resolve(toCheckoutResult(element));
      element.remove();
    });
    observer.observe(element, { attributeFilter: ['open'] });
  });
}

function toCheckoutResult({ state }: CryptoCheckout): CheckoutResult {
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
