import type { JsonFields } from '../base/fields.js';
import type { PageRange, Period } from '../ledger/period.js';
import { optionalInteger, optionalText, RequestError, formatValue } from '../base/fields.js';

/** The forms in which a day may be written: everywhere, and in the list of static wallets ("Conventions"). */
export const LONG_DAY = { pattern: /^(\d\d)\.(\d\d)\.(\d{4})$/, form: 'dd.mm.yyyy' } as const;
export const ANY_DAY = { pattern: /^(\d\d)\.(\d\d)\.(\d{4}|\d\d)$/, form: 'dd.mm.yyyy or dd.mm.yy' } as const;
export type DayForm = typeof LONG_DAY | typeof ANY_DAY;

const DAY_MS = 24 * 3600_000;
/** "Limits": records per request, and unless a limit is given. */
const MAX_RECORDS = 100;
const DEFAULT_RECORDS = 10;

/** "List invoices" and "Invoice statistics": both days are needed, and both count whole. @throws {RequestError} */
export function parsePeriod(fields: JsonFields): Period {
  for (const name of ['start', 'end']) {
    if (!optionalText(fields, name))
      throw new RequestError(`${name} is missing. Send a day as ${LONG_DAY.form}, such as 31.12.2026.`);
  }
  return parseOpenPeriod(fields, LONG_DAY);
}

/** A period that is open where a day is missing. @throws {RequestError} */
export function parseOpenPeriod(fields: JsonFields, form: DayForm): Period {
  const fromMs = parseDay(fields, 'start', form);
  const lastMs = parseDay(fields, 'end', form);
  if (fromMs !== undefined && lastMs !== undefined && lastMs < fromMs) {
    const [start, end] = ['start', 'end'].map((name) => formatValue(optionalText(fields, name)));
    throw new RequestError(`end is ${end}, before start ${start}. Send the same day or a later one.`);
  }
  return { fromMs: fromMs ?? -Infinity, untilMs: lastMs === undefined ? Infinity : lastMs + DAY_MS };
}

/** Midnight at the day's beginning, UTC. */
function parseDay(fields: JsonFields, name: string, { pattern, form }: DayForm): number | undefined {
  const text = optionalText(fields, name);
  if (!text) return undefined;
  const [, day = '', month = '', year = ''] = pattern.exec(text) ?? [];
  const iso = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  const atMs = Date.parse(`${iso}T00:00:00Z`);
  // Some days that do not exist are read as later ones.
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
