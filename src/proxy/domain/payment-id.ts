import { createHash } from 'node:crypto';

/**
 * Returns the id by which the shop's staff know a checkout. The checkout id is the payer's capability, and nobody can compute its 192
 * random bits from this hash. It opens nothing outside `/merchant`.
 */
export function paymentIdOf(checkoutId: string): string {
  // Another hash than that of the page name in `form-handlers.ts`, which histories and logs keep.
  return `pay_${createHash('sha256').update(`payment ${checkoutId}`).digest('base64url').slice(0, 22)}`;
}
