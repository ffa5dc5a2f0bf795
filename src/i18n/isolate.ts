import type { Messages } from './en.js';

/**
 * Returns messages in which every parameter, such as an amount, a network or the name of a shop, keeps its own
 * direction (Unicode Bidirectional Algorithm, UAX #9, first strong isolates). Without that
 * `50.12 USDT` reads `USDT 50.12` in Arabic, and "USDT on TRON" may be read as TRON on USDT.
 */
export function isolating(messages: Messages): Messages;
export function isolating(group: object): object;
export function isolating(group: object): object {
  const entries: [string, unknown][] = Object.entries(group);
  return Object.fromEntries(entries.map(([key, value]) => [key, isolatingOne(value)]));
}

function isolatingOne(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return isolating(value);
  if (typeof value !== 'function') return value;
  return (...values: readonly unknown[]): unknown => value(...values.map(isolated));
}

function isolated(values: unknown): unknown {
  return typeof values === 'string' ? `\u2068${values}\u2069` : values;
}
