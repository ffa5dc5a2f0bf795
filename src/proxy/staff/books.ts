import type { Kysely } from 'kysely';
import type { BookMonth, BookRow, BookRows } from '../../protocol/index.js';
import { DAY_MS } from '../base/time.js';
import { BookTotals, toBookRow, type BookPeriod } from '../domain/books.js';
import { listBookMovements, readBookEntries, readBookMovements, type BookPosition } from '../store/books.js';
import type { Schema } from '../store/schema.js';

type Database = Kysely<Schema>;

/** Whole days in UTC, both included. */
export interface BookDays {
  readonly from: Date;
  readonly to: Date;
}

export function bookPeriod({ from, to }: BookDays): BookPeriod {
  const dayStart = (day: Date) => Math.floor(day.getTime() / DAY_MS) * DAY_MS;
  return { fromMs: dayStart(from), untilMs: dayStart(to) + DAY_MS };
}

/** Reads the rows of the books, oldest first, without holding them all. */
export async function* readBookRows(db: Database, days: BookDays): AsyncGenerator<BookRow> {
  for await (const movement of readBookMovements(db, bookPeriod(days))) yield toBookRow(movement);
}

/** Lists the rows of one page, oldest first. */
export async function listBookRows(
  db: Database,
  days: BookDays,
  { after, limit }: { readonly after: BookPosition | null; readonly limit: number },
): Promise<BookRows> {
  const movements = await listBookMovements(db, bookPeriod(days), { after, limit: limit + 1 });
  const page = movements.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(toBookRow),
    next: movements.length > limit && last ? `${last.atMs}-${last.number}` : null,
  };
}

/** Parses a cursor, `null` if it is invalid. */
export function parseBookCursor(text: string): BookPosition | null {
  const [, at, number] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined || number === undefined ? null : { atMs: Number(at), number: Number(number) };
}

/** Number of movements between two reports of progress. */
const PROGRESS_EVERY = 1000;

/**
 * Adds up the books by month and currency. Reads all movements from the first one: they are the opening of the first month.
 * @param onProgress called with the number of movements that were read. If it throws, so does this
 */
export async function summarizeBookRows(
  db: Database,
  days: BookDays,
  onProgress: (movements: number) => void = () => undefined,
): Promise<readonly BookMonth[]> {
  const period = bookPeriod(days);
  const totals = new BookTotals(period);
  let count = 0;
  for await (const entry of readBookEntries(db, period.untilMs)) {
    totals.add(entry);
    count += 1;
    if (count % PROGRESS_EVERY === 0) onProgress(count);
  }
  return totals.months;
}
