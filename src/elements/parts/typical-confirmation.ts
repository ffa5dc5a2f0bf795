import type { LocalizeController } from '../../controllers/localize.js';
import { typicalConfirmation, type NetworkKey, type Range } from '../../payment/index.js';

/** Returns how many minutes a network typically takes to confirm, rounded up; `null` if no number is published. */
export function typicalMinutes(network: NetworkKey): Range | null {
  const typical = typicalConfirmation(network);
  if (typical === null) return null;
  const { from, to } = typical.seconds;
  return { from: Math.ceil(from / 60), to: Math.ceil(to / 60) };
}

/** Returns the typical confirmation time of a network as text; `null` if none is published. */
export function typicalConfirmationText(network: NetworkKey, { m }: LocalizeController): string | null {
  const minutes = typicalMinutes(network);
  if (minutes === null) return null;
  return minutes.to <= 1 ? m.detected.minute : m.detected.minutes(minutes.from, minutes.to);
}
