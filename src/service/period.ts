import type { Period } from './types.js';

/**
 * Formats a period as `dd.mm.yyyy` (service doc, "Conventions for every endpoint").
 * @throws {TypeError} if a date is invalid, or `start` is a later day than `end`
 */
export function dayRange({ start, end }: Period): { readonly start: string; readonly end: string } {
  const [first, last] = [isoDay(start, 'start'), isoDay(end, 'end')];
  if (first > last) {
    throw new TypeError(`start ${first} is later than end ${last}. Use the earlier day as start.`);
  }
  return { start: dotted(first), end: dotted(last) };
}

/** Returns `yyyy-mm-dd`, which sorts as text. */
function isoDay(date: Date, name: string): string {
  const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  const day = /^(\d{4}-\d\d-\d\d)T/.exec(iso)?.[1];
  if (day === undefined) {
    throw new TypeError(
      `${name} is not a date of the years 0 to 9999 (${iso || 'Invalid Date'}). Use a Date.`,
    );
  }
  return day;
}

function dotted(isoDay: string): string {
  return isoDay.split('-').reverse().join('.');
}
