/**
 * Returns messages in which every parameter, such as an amount, a network or the name of a shop, keeps its own
 * direction (Unicode Bidirectional Algorithm, UAX #9, first strong isolates). Without that
 * `50.12 USDT` reads `USDT 50.12` in Arabic, and "USDT on TRON" may be read as TRON on USDT.
 */
export function isolating<Group extends object>(messages: Group): Group;
export function isolating(group: object): object {
  const entries: [string, unknown][] = Object.entries(group);
  return Object.fromEntries(entries.map(([key, value]) => [key, isolatingOne(value)]));
}

function isolatingOne(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return isolating(value);
  if (typeof value !== 'function') return value;
  return (...parameters: readonly unknown[]): unknown =>
    value(...parameters.map((one) => (typeof one === 'string' ? `\u2068${one}\u2069` : one)));
}
