import type { Checkout } from '../protocol/index.js';

/** Returns whether the shop has decided about money of the payer: to send it back, to deliver instead, or to decline. */
export function hasDecision({ refunds }: Checkout): boolean {
  return refunds?.items.some(({ state }) => state !== 'possible' && state !== 'requested') ?? false;
}

export function hasDeclined({ refunds }: Checkout): boolean {
  return refunds?.items.some(({ state }) => state === 'declined') ?? false;
}
