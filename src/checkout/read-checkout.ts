import { parseCheckout, type Checkout } from '../protocol/index.js';

/** Returns the checkout of a text from outside; `null` if it is cut, or of another release. */
export function readCheckout(json: unknown): Checkout | null {
  try {
    return typeof json === 'string' ? parseCheckout(JSON.parse(json)) : null;
  } catch {
    return null;
  }
}
