// CSV for people who open it in a spreadsheet.

export type CsvRow = readonly string[];

/**
 * Where a spreadsheet may begin a cell that it would run as a formula (OWASP, "CSV Injection"). Some trim the cell first, or read the
 * full-width forms. Where the comma is the decimal sign, they separate by semicolons, and ignore quotes inside of a cell.
 */
const FORMULA = '[\\s"]*[=+\\-@＝＋－＠]';
const FIRST = new RegExp(`^(?=${FORMULA}|[\\t\\r\\n])`);
const LATER = new RegExp(`([;\\t\\r\\n])(?=${FORMULA})`, 'g');
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** A number, which a spreadsheet adds up. Not in the first cell: where semicolons separate, that is the whole line. */
const BELOW_ZERO = /^-\d+(\.\d+)?$/;

/** Begins a file: a byte order mark makes spreadsheets read it as UTF-8. */
export const CSV_START = '\ufeff';

/** Returns rows as CSV (RFC 4180). No cell can run as a formula. */
export function toCsv(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string, column: number): string {
  if (column > 0 && BELOW_ZERO.test(text)) return text;
  const harmless = text.replace(LATER, "$1'").replace(FIRST, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
