import type { JsonFields } from '../base/fields.js';
import type { PageRange, Period } from '../ledger/timeline.js';
import { optionalInteger, optionalText, RequestError, formatValue } from '../base/fields.js';

/** Date formats (service doc, "Conventions"): of all endpoints, and of the list of static wallets. */
export const LONG_DAY = { pattern: /^(\d\d)\.(\d\d)\.(\d{4})$/, form: 'dd.mm.yyyy' } as const;
export const ANY_DAY = { pattern: /^(\d\d)\.(\d\d)\.(\d{4}|\d\d)$/, form: 'dd.mm.yyyy or dd.mm.yy' } as const;
export type DayForm = typeof LONG_DAY | typeof ANY_DAY;

const DAY_MS = 24 * 3600_000;
/** Service doc, "Limits". */
const MAX_RECORDS = 100;
const DEFAULT_RECORDS = 10;

/** Parses a period with two required, inclusive days. @throws {RequestError} */
export function parsePeriod(fields: JsonFields): Period {
  for (const name of ['start', 'end']) {
    if (!optionalText(fields, name))
      throw new RequestError(`${name} is missing. Send a day as ${LONG_DAY.form}, such as 31.12.2026.`);
  }
  return parseOpenPeriod(fields, LONG_DAY);
}

/** Parses a period in which each day is optional. @throws {RequestError} */
export function parseOpenPeriod(fields: JsonFields, form: DayForm): Period {
  const fromMs = parseDay(fields, 'start', form);
  const lastMs = parseDay(fields, 'end', form);
  if (fromMs !== undefined && lastMs !== undefined && lastMs < fromMs) {
    const [start, end] = ['start', 'end'].map((name) => formatValue(optionalText(fields, name)));
    throw new RequestError(`end is ${end}, before start ${start}. Send the same day or a later one.`);
  }
  return { fromMs: fromMs ?? -Infinity, untilMs: lastMs === undefined ? Infinity : lastMs + DAY_MS };
}

/** Returns the midnight (UTC) at which the day begins. */
function parseDay(fields: JsonFields, name: string, { pattern, form }: DayForm): number | undefined {
  const text = optionalText(fields, name);
  if (!text) return undefined;
  const [, day = '', month = '', year = ''] = pattern.exec(text) ?? [];
  const iso = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  const atMs = Date.parse(`${iso}T00:00:00Z`);
  // Date.parse reads some nonexistent days as later ones.
  if (!Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(iso)) return atMs;
  throw new RequestError(`${name} is ${formatValue(text)}. Send a day as ${form}, such as 31.12.2026.`);
}

/** @throws {RequestError} */
export function parsePage(fields: JsonFields): PageRange {
  return {
    offset: optionalInteger(fields, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    limit: optionalInteger(fields, 'limit', 1, MAX_RECORDS) ?? DEFAULT_RECORDS,
  };
}
