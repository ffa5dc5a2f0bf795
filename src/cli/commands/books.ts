import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { CSV_START, toCsv } from '../../payment/csv.js';
import type { BookMonth, BookRow } from '../../proxy/settings.js';
import type { BookDays } from '../../proxy/staff/books.js';
import type { Staff } from '../../proxy/staff/staff.js';
import { FROM_OPTION, period, type PeriodOptions, TO_OPTION } from '../base/arguments.js';
import { CommandError, EXIT } from '../base/exit.js';
import type { Column } from '../base/output.js';
import {
  escapeControlCharacters,
  examples,
  formatTable,
  progressLine,
  withProgress,
} from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

const FORMATS = ['csv', 'jsonl', 'table'] as const;

interface BooksOptions extends PeriodOptions, Pick<StoreOptions, 'store'> {
  readonly summary?: true;
  readonly format?: (typeof FORMATS)[number];
  readonly output?: string;
}

/** `books` */
export function addBooksCommand(program: Command, terminal: Terminal): void {
  program
    .command('books')
    .summary('export all movements of money, or close a month')
    .description(
      `export all movements of money of a period, for your accountant, or the sums by month and coin:
opening + received − fees − refunded − paid out = closing, as the service states them`,
    )
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option('--summary', 'print the sums by month and coin instead')
    .addOption(
      new Option('--format <format>', 'csv or jsonl; table only with --summary (csv, or table)').choices(
        FORMATS,
      ),
    )
    .option('--output <file>', 'write a file, which only its owner can read')
    .option(...STORE_OPTION)
    .addHelpText(
      'after',
      examples(
        'books --from 2026-11-01 --to 2026-11-30 --output november.csv',
        'books --from 2026-11-01 --to 2026-11-30 --summary',
      ),
    )
    .action((options: BooksOptions) => exportBooks(terminal, options));
}

/** Returns the days of the books. @throws {CommandError} if the last day is before the first */
export function bookDays(options: PeriodOptions, terminal: Terminal): BookDays {
  const { start: from, end: to } = period(options, terminal);
  if (to < from) throw new CommandError('--to is before --from. Pass the later day as --to.', EXIT.usage);
  return { from, to };
}

async function exportBooks(terminal: Terminal, options: BooksOptions): Promise<void> {
  const { summary = false, output } = options;
  const { format = summary && output === undefined ? 'table' : 'csv' } = options;
  if (format === 'table' && !summary)
    throw new CommandError(
      '--format table is too wide for movements. Use csv, jsonl, or --summary.',
      EXIT.usage,
    );
  const days = bookDays(options, terminal);
  await withStore(terminal, options.store, async (staff) => {
    if (!summary) return writeRows(terminal, staff.readBooks(days), { format, output });
    const months = await summarize(terminal, staff, days);
    if (format === 'table') terminal.write(monthTable(months));
    else await writeMonths(terminal, months, { format, output });
    noteWithoutFees(
      terminal,
      months.reduce((sum, { withoutFees }) => sum + withoutFees, 0),
    );
  });
}

async function summarize(terminal: Terminal, staff: Staff, days: BookDays) {
  const showProgress = progressLine(terminal);
  try {
    return await staff.summarizeBooks(days, (count) => {
      terminal.signal.throwIfAborted();
      showProgress(`adding up movements … ${count}`);
    });
  } finally {
    showProgress('');
  }
}

interface Target {
  readonly format: 'csv' | 'jsonl' | 'table';
  readonly output: string | undefined;
}

/** Rows between two updates of the progress, and between two writes. */
const ROWS_PER_WRITE = 500;

async function writeRows(terminal: Terminal, rows: AsyncIterable<BookRow>, { format, output }: Target) {
  let withoutFees = 0;
  const { columns, fields } = columnsOf(ROW_COLUMNS);
  await withSink(
    terminal,
    output,
    async (write) => {
      let text = format === 'csv' ? toCsv([columns]) : '';
      let waiting = 0;
      for await (const row of withProgress(terminal, 'reading movements', rows, ROWS_PER_WRITE)) {
        terminal.signal.throwIfAborted();
        if (row.serviceFee === null && row.balanceChange !== '0') withoutFees += 1;
        text += format === 'csv' ? toCsv([fields(row)]) : `${JSON.stringify(row)}\n`;
        waiting += 1;
        if (waiting % ROWS_PER_WRITE > 0) continue;
        await write(text);
        text = '';
      }
      await write(text);
    },
    format,
  );
  noteWithoutFees(terminal, withoutFees);
}

async function writeMonths(terminal: Terminal, months: readonly BookMonth[], { format, output }: Target) {
  const { columns, fields } = columnsOf(MONTH_COLUMNS);
  const text =
    format === 'csv'
      ? toCsv([columns, ...months.map(fields)])
      : months.map((month) => `${JSON.stringify(month)}\n`).join('');
  await withSink(terminal, output, (write) => write(text), format);
}

function noteWithoutFees(terminal: Terminal, count: number): void {
  if (count === 0) return;
  const phrase = count === 1 ? '1 movement has' : `${count} movements have`;
  terminal.writeError(
    `${phrase} no fees, because the service did not state them. Run reconcile to compare.\n`,
  );
}

/**
 * Passes a function that writes the result to `work`. A file appears under its name once it is complete.
 * @throws {CommandError} if the file cannot be written
 */
async function withSink(
  terminal: Terminal,
  output: string | undefined,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
  format: Target['format'],
): Promise<void> {
  if (output === undefined)
    return work(async (text) => {
      terminal.write(text);
      await terminal.drained();
    });
  const partial = `${output}.${randomUUID()}.part`;
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      if (format === 'csv') await file.writeFile(CSV_START);
      await work(async (text) => void (await file.writeFile(text)));
    } finally {
      await file.close();
    }
    await rename(partial, output);
  } catch (error) {
    await rm(partial, { force: true });
    throw isOfFile(error) ? cannotWrite(output, error) : error;
  }
}

const FILE_CALLS = ['open', 'write', 'close', 'rename'];

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && FILE_CALLS.includes(String(error.syscall));
}

function cannotWrite(output: string, { code }: NodeJS.ErrnoException): CommandError {
  return new CommandError(
    `--output "${escapeControlCharacters(output)}" cannot be written (${code}). Use the path of a file in an existing folder.`,
  );
}

interface BookColumn<T> {
  readonly name: string;
  readonly value: (row: T) => string | number | null;
}

function columnsOf<T>(columns: readonly BookColumn<T>[]) {
  return {
    columns: columns.map(({ name }) => name),
    fields: (row: T) => columns.map(({ value }) => String(value(row) ?? '')),
  };
}

const ROW_COLUMNS: readonly BookColumn<BookRow>[] = [
  { name: 'number', value: ({ number }) => number },
  { name: 'time', value: ({ at }) => at },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'order', value: ({ order }) => order },
  { name: 'currency', value: ({ currency }) => currency },
  { name: 'coin', value: ({ coin }) => coin },
  { name: 'network', value: ({ network }) => network },
  { name: 'amount', value: ({ amount }) => amount },
  { name: 'fees', value: ({ fees }) => fees },
  { name: 'service_fee', value: ({ serviceFee }) => serviceFee },
  { name: 'network_fee', value: ({ networkFee }) => networkFee },
  { name: 'balance_change', value: ({ balanceChange }) => balanceChange },
  { name: 'usd', value: ({ usd }) => usd },
  { name: 'price', value: ({ price }) => price?.amount ?? null },
  { name: 'price_currency', value: ({ price }) => price?.currency ?? null },
  { name: 'paid_at', value: ({ paidAt }) => paidAt },
  { name: 'transactions', value: ({ transactions }) => transactions.join(' ') },
  { name: 'payment', value: ({ payment }) => payment },
  { name: 'invoice', value: ({ invoice }) => invoice },
  { name: 'deposit', value: ({ deposit }) => deposit },
  { name: 'refund', value: ({ refund }) => refund },
  { name: 'payout', value: ({ payout }) => payout },
  { name: 'withdrawal', value: ({ withdrawal }) => withdrawal },
  { name: 'person', value: ({ person }) => person },
];

const MONTH_COLUMNS: readonly BookColumn<BookMonth>[] = [
  { name: 'month', value: ({ month }) => month },
  { name: 'from', value: ({ from }) => from },
  { name: 'to', value: ({ to }) => to },
  { name: 'currency', value: ({ currency }) => currency },
  { name: 'coin', value: ({ coin }) => coin },
  { name: 'network', value: ({ network }) => network },
  { name: 'opening', value: ({ opening }) => opening },
  { name: 'received', value: ({ received }) => received },
  { name: 'fees', value: ({ fees }) => fees },
  { name: 'refunded', value: ({ refunded }) => refunded },
  { name: 'paid_out', value: ({ paidOut }) => paidOut },
  { name: 'closing', value: ({ closing }) => closing },
  { name: 'rows', value: ({ rows }) => rows },
  { name: 'without_fees', value: ({ withoutFees }) => withoutFees },
];

function monthTable(months: readonly BookMonth[]): string {
  return months.length === 0 ? 'no movements\n' : formatTable(MONTH_TABLE, months);
}

const right = { align: 'right' } as const;

const MONTH_TABLE: readonly Column<BookMonth>[] = [
  { title: 'month', value: ({ month }) => month },
  { title: 'currency', value: ({ currency }) => currency },
  { title: 'opening', value: ({ opening }) => opening, ...right },
  { title: 'received', value: ({ received }) => received, ...right },
  { title: 'fees', value: ({ fees }) => fees, ...right },
  { title: 'refunded', value: ({ refunded }) => refunded, ...right },
  { title: 'paid out', value: ({ paidOut }) => paidOut, ...right },
  { title: 'closing', value: ({ closing }) => closing, ...right },
];
