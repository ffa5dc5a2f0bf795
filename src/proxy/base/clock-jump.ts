import type { Clock } from './clock.js';

/** Longer than a slow machine can delay a reading. */
const JUMP_MS = 2000;

/**
 * Returns a function that compares the clock with a monotonic one. It returns by how many milliseconds the clock was set
 * since the last call: positive for forward, negative for back, 0 if it was not set.
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
