import type { LocalizeController } from '../../controllers/localize.js';
import { typicalConfirmation, type NetworkKey, type Range } from '../../payment/index.js';

/** Returns how many minutes a network typically takes to confirm, rounded up. */
export function typicalMinutes(network: NetworkKey): Range {
  const { from, to } = typicalConfirmation(network).seconds;
  return { from: Math.ceil(from / 60), to: Math.ceil(to / 60) };
}

/** Returns the typical confirmation time of a network as text. */
export function typicalConfirmationText(network: NetworkKey, { m }: LocalizeController): string {
  const { from, to } = typicalMinutes(network);
  return to <= 1 ? m.detected.minute : m.detected.minutes(from, to);
}
