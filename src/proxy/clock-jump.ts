import type { Clock } from './clock.js';

/** More than a slow machine explains. */
const JUMP_MS = 2000;

/** Asked now and then: was the clock set since the last time? It is compared with one that only runs. */
export function clockJumps(clock: Clock, runningMs = () => performance.now()): () => boolean {
  const offsetMs = () => clock.nowMs() - runningMs();
  let known = offsetMs();
  return () => {
    const offset = offsetMs();
    const hasJumped = Math.abs(offset - known) > JUMP_MS;
    known = offset;
    return hasJumped;
  };
}
