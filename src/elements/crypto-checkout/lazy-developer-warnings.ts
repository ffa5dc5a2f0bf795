import type { SessionSnapshot } from '../../checkout/session.js';
import { advise } from '../base/warn-developer.js';

/** For the shop's developer; where it cannot be loaded the network's log of the browser says as much. */
export async function adviseOn(snapshot: SessionSnapshot, endpoint: string): Promise<void> {
  const { adviceFor } = await import('./developer-warnings.js').catch(() => ({ adviceFor: () => null }));
  const advice = adviceFor(snapshot, endpoint);
  if (advice !== null) advise(advice);
}
