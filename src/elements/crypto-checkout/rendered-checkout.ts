import { readCheckout } from '../../checkout/read-checkout.js';
import type { Checkout } from '../../protocol/index.js';

/**
 * Returns the checkout that the shop's server has rendered into the tag, as JSON in a direct child
 * `<script type="application/json">`; `null` without one, or if it is not a checkout: then the session requests it from
 * the proxy.
 */
export function renderedCheckout(tag: Element): Checkout | null {
  return readCheckout(tag.querySelector(':scope > script[type="application/json"]')?.textContent);
}
