import type { Checkout } from '../protocol/index.js';

/**
 * Returns whether the shop has decided about money of the payer: to send it back, to deliver instead, or to decline. Where the
 * shop takes requests, money that waits for a decision can be requested.
 */
export function hasDecision({ refunds }: Checkout): boolean {
  if (!refunds) return false;
  const { items } = refunds;
  return items.length === 0 || items.some(({ state }) => state !== 'possible' && state !== 'requested');
}

export function hasDeclined({ refunds }: Checkout): boolean {
  return refunds?.items.some(({ state }) => state === 'declined') ?? false;
}
