import { dateFormat } from '../../payment/intl.js';

/** Whole days in UTC, both included: `2026-11-15`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export function lastDays(days: number, nowMs: number): Period {
  return { from: dayOf(nowMs - (days - 1) * DAY_MS), to: dayOf(nowMs) };
}

/** Returns the period between two date fields, in either order; `null` if one is empty. */
export function periodOf(from: string, to: string): Period | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || !/^\d{4}-\d\d-\d\d$/.test(to)) return null;
  return from <= to ? { from, to } : { from: to, to: from };
}

/** `15 – 21 November 2026`, in the language. */
export function formatPeriod({ from, to }: Period, locale: string): string {
  const format = dateFormat(locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    timeZone: 'UTC',
  });
  return format.formatRange(new Date(from), new Date(to));
}
