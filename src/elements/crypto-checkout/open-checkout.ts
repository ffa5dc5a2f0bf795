import type { LitElement } from 'lit';
import { isRendered, onVanish } from '../../controllers/dialog.js';
import { focused } from '../../controllers/focus.js';
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
 * the element is added to that dialog, beside what has the focus: its library takes no press in the checkout for one outside.
 * @throws {TypeError} without `order`, `checkout` and `session`
 */
export function openCheckout(options: OpenCheckoutOptions): CheckoutHandle {
  if (!options.order && !options.checkout && !options.session) {
    throw new TypeError('openCheckout needs "order", or "checkout" with the id of an earlier one');
  }
  defineCheckout();
  const element = document.createElement('crypto-checkout');
  Object.assign(element, options, { mode: 'modal', open: true });
  const opener = focused();
  const dialog = opener?.closest(DIALOG);
  const beside = dialog === opener ? null : opener?.parentElement;
  const stopKeeping = keepIn(
    [...(dialog && beside ? [beside] : []), ...(dialog ? [dialog] : []), document.body],
    element,
  );
  return {
    element,
    closed: whenClosed(element).finally(stopKeeping),
    close: () => {
      element.open = false;
    },
  };
}

/**
 * Adds the element to the first place, and to the next one when the page hides or removes that: a page often closes its own dialog then.
 * @returns a function that stops it
 */
function keepIn([place, ...others]: readonly Element[], element: CryptoCheckout): () => void {
  place?.append(element);
  if (!place || others.length === 0) return () => undefined;
  let stop = onVanish(place, () => {
    stop();
    if (element.open) stop = keepIn(others.filter(isRendered), element);
  });
  return () => stop();
}

function whenClosed(element: CryptoCheckout): Promise<CheckoutResult> {
  return new Promise((resolve) => {
    // A page may set `open` itself, which dispatches no event: observe the attribute.
    const observer = new MutationObserver(() => {
      if (element.open) return;
      observer.disconnect();
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
