export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Total timeout of a call to the payment service. After it the outcome of a create call is unknown. */
export const SERVICE_DEADLINE_MS = 20 * SECOND_MS;

/** Formats milliseconds since 1970 as ISO 8601 in UTC. */
export function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export function isoOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : iso(timeMs);
}
