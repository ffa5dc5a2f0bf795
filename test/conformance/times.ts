const PATTERN = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\.(\d{3})\d{3}$/;
const DAY_MS = 24 * 3600_000;

/** `YYYY-MM-DD HH:MI:SS.FFFFFF` in UTC+0 as milliseconds since 1970; `null` for another form. */
export function timestampMs(text: string): number | null {
  const [, day, time, millis] = PATTERN.exec(text) ?? [];
  const ms = Date.parse(`${day}T${time}.${millis}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** `dd.mm.yyyy` in UTC. */
export function longDay(ms: number): string {
  const [year = '', month = '', day = ''] = new Date(ms).toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
}

/** `dd.mm.yy` in UTC. */
export function shortDay(ms: number): string {
  return longDay(ms).replace(/\d\d(\d\d)$/, '$1');
}

/** Wide enough for a service whose days do not begin in UTC. */
export function daysAround(ms: number, write = longDay): { readonly start: string; readonly end: string } {
  return { start: write(ms - DAY_MS), end: write(ms + DAY_MS) };
}
