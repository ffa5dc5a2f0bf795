import type { NetworkKey } from './currencies.js';
import { CONFIRMATIONS, CONFIRMATIONS_CHECKED } from './tables/confirmations.js';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * How long other processors and exchanges wait on a network. The service itself names no figure: never a
 * promise.
 */
export interface TypicalConfirmation {
  readonly confirmations: Range;
  /** Whole seconds, rounded up. */
  readonly seconds: Range;
  /** The day on which the figures were looked up, `2026-11-21`. */
  readonly checkedOn: string;
}

const known: Readonly<
  Partial<Record<NetworkKey, readonly [blockSeconds: number, from: number, to: number]>>
> = CONFIRMATIONS;

/** `null` where no published figure was found. */
export function typicalConfirmation(network: NetworkKey): TypicalConfirmation | null {
  const row = known[network];
  if (!row) return null;
  const [blockSeconds, from, to] = row;
  const seconds = { from: Math.ceil(from * blockSeconds), to: Math.ceil(to * blockSeconds) };
  return { confirmations: { from, to }, seconds, checkedOn: CONFIRMATIONS_CHECKED };
}
