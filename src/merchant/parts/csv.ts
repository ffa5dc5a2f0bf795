import type { MerchantResult } from '../client/merchant-client.js';

export type CsvRow = readonly string[];

/**
 * Where a spreadsheet may begin a cell that it would run as a formula (OWASP, "CSV Injection"). Some trim the cell first, or read the
 * full-width forms. Where the comma is the decimal sign, they separate by semicolons, and ignore quotes inside of a cell.
 */
const FORMULA = '[\\s"]*[=+\\-@＝＋－＠]';
const FIRST = new RegExp(`^(?=${FORMULA}|[\\t\\r\\n])`);
const LATER = new RegExp(`([;\\t\\r\\n])(?=${FORMULA})`, 'g');
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Returns rows as CSV (RFC 4180). No cell can run as a formula. */
export function toCsv(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const harmless = text.replace(LATER, "$1'").replace(FIRST, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lets the browser save a file. A byte order mark makes spreadsheets read it as UTF-8. */
export function saveCsv(name: string, rows: readonly CsvRow[]): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file later than `click` returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Loads all pages of a list.
 * @param readPage reads the page at a cursor, which is empty for the first
 * @returns its rows, with the column names first, or the first failure
 */
export async function readAllRows(
  columns: CsvRow,
  signal: AbortSignal,
  readPage: (
    cursor: string,
  ) => Promise<MerchantResult<{ readonly rows: readonly CsvRow[]; readonly next: string | null }>>,
): Promise<MerchantResult<readonly CsvRow[]>> {
  const rows = [columns];
  let cursor: string | null = '';
  while (cursor !== null && !signal.aborted) {
    const page = await readPage(cursor);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    cursor = page.value.next;
  }
  return { ok: true, value: rows };
}
