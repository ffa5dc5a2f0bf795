import { parseCheckout, type Checkout } from '../protocol/index.js';

/** Parses the JSON of a checkout from outside; returns `null` if it is truncated, or from another release. */
export function readCheckout(json: unknown): Checkout | null {
  try {
    return typeof json === 'string' ? parseCheckout(JSON.parse(json)) : null;
  } catch {
    return null;
  }
}
