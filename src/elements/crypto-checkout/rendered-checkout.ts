import { parseCheckout, type Checkout } from '../../protocol/index.js';

/**
 * Returns the checkout that the shop's server has rendered into the tag, as JSON in a direct child
 * `<script type="application/json">`; `null` without one, or if it is not a checkout.
 */
export function renderedCheckout(tag: Element): Checkout | null {
  const json = tag.querySelector(':scope > script[type="application/json"]')?.textContent;
  return json ? checkoutOrNull(json) : null;
}

/** What is in the page may be cut, or of another release: the session asks the proxy then. */
function checkoutOrNull(json: string): Checkout | null {
  try {
    return parseCheckout(JSON.parse(json));
  } catch {
    return null;
  }
}
