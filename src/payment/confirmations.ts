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

const known: Readonly<
  Partial<Record<NetworkKey, readonly [blockSeconds: number, from: number, to: number]>>
> = CONFIRMATIONS;

/** @returns null if no published number was found */
export function typicalConfirmation(network: NetworkKey): TypicalConfirmation | null {
  const row = known[network];
  if (!row) return null;
  const [blockSeconds, from, to] = row;
  const seconds = { from: Math.ceil(from * blockSeconds), to: Math.ceil(to * blockSeconds) };
  return { confirmations: { from, to }, seconds, checkedOn: CONFIRMATIONS_CHECKED };
}
