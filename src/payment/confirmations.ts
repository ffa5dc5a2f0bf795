import type { NetworkKey } from './currencies.js';
import { CONFIRMATIONS, CONFIRMATIONS_CHECKED } from './tables/confirmations.js';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** How long other processors and exchanges wait. The service publishes no such numbers, so never promise them. */
export interface TypicalConfirmation {
  readonly confirmations: Range;
  /** Whole seconds, rounded up. */
  readonly seconds: Range;
  /** Day of the research, such as `2026-11-21`. */
  readonly checkedOn: string;
}

export function typicalConfirmation(network: NetworkKey): TypicalConfirmation {
  const [blockSeconds, from, to] = CONFIRMATIONS[network];
  const seconds = { from: Math.ceil(from * blockSeconds), to: Math.ceil(to * blockSeconds) };
  return { confirmations: { from, to }, seconds, checkedOn: CONFIRMATIONS_CHECKED };
}
