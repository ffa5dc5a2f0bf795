import { allAlike, ours, policyOf, steps } from './policies.js';
import type { Constants, Policy } from './policies.js';
import type { Way } from './simulation.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ALWAYS = 1_000_000;

/** Answers in no time, so that what differs is the way alone; `slow` is for the other question. */
const way = (policy: Policy, more: Partial<Way> = {}): Way => ({
  ...{ policy, isFilled: true, isCreationFilled: false, answerMs: 0, atOnce: 1 },
  ...more,
});

export const NAIVE = 'a poll per browser';
export const OURS = 'adaptive, filled: ours';

/** What is compared, beside a poll per browser. */
export const WAYS: Readonly<Record<string, Way>> = {
  'batched, all every 3 s': way(allAlike, { isFilled: false }),
  'adaptive': way(ours, { isFilled: false }),
  [OURS]: way(ours),
  'ours, first looks filled': way(ours, { isCreationFilled: true }),
};

/** A service that takes its time, as a real one does. */
export const SLOW_MS = 150;
export const slow = (it: Way, atOnce = 1): Way => ({ ...it, answerMs: SLOW_MS, atOnce });

const base: Constants = {
  attended: steps([ALWAYS, 2]),
  unattended: steps([10, 15], [60, 60], [360, 180]),
  attendedClosedMs: 15_000,
  closed: { part: 0.5, leastMs: 5 * MINUTE_MS, mostMs: 3 * HOUR_MS },
};
const fewer = { ...base, unattended: steps([10, 30], [60, 60], [360, 180]) };

/** Constants that may be better. Closed ones: after half of the time since, 5 min to 3 h. */
const CONSTANTS: Readonly<Record<string, Constants>> = {
  'attended 2 s, closed 5 min': {
    ...base,
    closed: { part: 0, leastMs: 5 * MINUTE_MS, mostMs: 5 * MINUTE_MS },
  },
  'attended 2 s': base,
  'attended 3 s': { ...base, attended: steps([ALWAYS, 3]) },
  'attended 4 s': { ...base, attended: steps([ALWAYS, 4]) },
  'attended 5 s': { ...base, attended: steps([ALWAYS, 5]) },
  'attended 3, 6, 10 s by age 5, 10 min': { ...base, attended: steps([5, 3], [10, 6], [ALWAYS, 10]) },
  'attended 4, 6, 10 s, unattended 30 s': { ...fewer, attended: steps([5, 4], [10, 6], [ALWAYS, 10]) },
};

export const SWEEP: Readonly<Record<string, Way>> = Object.fromEntries(
  Object.entries(CONSTANTS).flatMap(([name, constants]) => [
    [name, way(policyOf(constants))],
    [`${name}; first looks filled`, way(policyOf(constants), { isCreationFilled: true })],
  ]),
);
