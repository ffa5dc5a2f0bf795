import type { SessionSnapshot } from '../../checkout/session.js';
import { warnDeveloper } from '../base/warn-developer.js';

/** For the shop's developer; where it cannot be loaded the network's log of the browser says as much. */
export async function warnAbout(snapshot: SessionSnapshot, endpoint: string): Promise<void> {
  const { warningFor } = await import('./developer-warnings.js').catch(() => ({
    warningFor: () => null,
  }));
  const warning = warningFor(snapshot, endpoint);
  if (warning !== null) warnDeveloper(warning);
}
