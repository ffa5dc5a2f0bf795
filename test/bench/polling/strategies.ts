import { allAlike, ours, policyOf, steps } from './policies.js';
import type { Constants, Policy } from './policies.js';
import type { Strategy } from './simulation.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ALWAYS = 1_000_000;

/** Responds immediately, so that only the strategies differ; see `slow` for a slower service. */
const strategy = (policy: Policy, more: Partial<Strategy> = {}): Strategy => ({
  ...{ policy, isFilled: true, isCreationFilled: true, answerMs: 0, atOnce: 1 },
  ...more,
});

const BARE = { isFilled: false, isCreationFilled: false };

export const NAIVE = 'a poll per browser';
export const OURS = 'adaptive, filled: ours';

/** The compared strategies, beside a poll per browser. */
export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  'batched, all every 3 s': strategy(allAlike, BARE),
  'adaptive': strategy(ours, BARE),
  'adaptive, rounds filled': strategy(ours, { isCreationFilled: false }),
  [OURS]: strategy(ours),
};

/** A slower service, like a real one. */
export const SLOW_MS = 150;
export const slow = (it: Strategy, atOnce = 1): Strategy => ({ ...it, answerMs: SLOW_MS, atOnce });

/** The proxy's own, as constants. */
export const PRESENT: Constants = {
  attended: steps([ALWAYS, 4]),
  unattended: steps([10, 15], [60, 60], [360, 180]),
  attendedClosedMs: 15_000,
  closed: { part: 0.5, leastMs: 5 * MINUTE_MS, mostMs: 3 * HOUR_MS },
};
const every5min = { part: 0, leastMs: 5 * MINUTE_MS, mostMs: 5 * MINUTE_MS };

/** Alternatives. */
const CONSTANTS: Readonly<Record<string, Constants>> = {
  'attended 2 s, closed 5 min': { ...PRESENT, attended: steps([ALWAYS, 2]), closed: every5min },
  'attended 2 s': { ...PRESENT, attended: steps([ALWAYS, 2]) },
  'attended 3 s': { ...PRESENT, attended: steps([ALWAYS, 3]) },
  'attended 4 s, closed 5 min': { ...PRESENT, closed: every5min },
  'attended 4 s: ours': PRESENT,
  'attended 5 s': { ...PRESENT, attended: steps([ALWAYS, 5]) },
  'attended 4, 6, 10 s by age 5, 10 min': { ...PRESENT, attended: steps([5, 4], [10, 6], [ALWAYS, 10]) },
};

export const SWEEP: Readonly<Record<string, Strategy>> = Object.fromEntries(
  Object.entries(CONSTANTS).map(([name, constants]) => [name, strategy(policyOf(constants))]),
);
