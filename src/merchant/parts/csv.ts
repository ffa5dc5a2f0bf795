import type { MerchantResult } from '../client/merchant-client.js';
import { CSV_START, toCsv, type CsvRow } from '../../payment/csv.js';

export type { CsvRow };

/** Lets the browser save a file. */
export function saveCsv(name: string, rows: readonly CsvRow[]): void {
  const url = URL.createObjectURL(new Blob([CSV_START, toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
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
