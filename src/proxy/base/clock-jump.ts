import type { Clock } from './clock.js';

/** More than a slow machine explains. */
const JUMP_MS = 2000;

/**
 * Returns a function that compares the clock with one that only runs, and returns by how many milliseconds the clock was
 * set since the last call: above 0 for forward, below 0 for back, 0 when it was not set.
 */
export function createClockJumpDetector(clock: Clock, runningMs = () => performance.now()): () => number {
  const offsetMs = () => clock.nowMs() - runningMs();
  let knownMs = offsetMs();
  return () => {
    const jumpMs = offsetMs() - knownMs;
    knownMs += jumpMs;
    return Math.abs(jumpMs) > JUMP_MS ? jumpMs : 0;
  };
}
