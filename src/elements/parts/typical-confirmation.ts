import type { LocalizeController } from '../../controllers/localize.js';
import { typicalConfirmation, type NetworkKey } from '../../payment/index.js';

/** Returns the typical confirmation time of a network as text; `null` if none is published. */
export function typicalConfirmationText(network: NetworkKey, { m }: LocalizeController): string | null {
  const typical = typicalConfirmation(network);
  if (typical === null) return null;
  const from = Math.max(1, Math.ceil(typical.seconds.from / 60));
  const to = Math.ceil(typical.seconds.to / 60);
  return to <= 1 ? m.detected.minute : m.detected.minutes(from, to);
}
