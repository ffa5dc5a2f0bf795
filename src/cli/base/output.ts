import Table from 'cli-table3';
import type { Terminal } from './terminal.js';

export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => string | null;
  /** Amounts are right-aligned. */
  readonly align?: 'left' | 'right';
}

/** Control and direction characters: foreign texts must not move the cursor or hide digits. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

export function escapeControlCharacters(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

const NO_LINES = {
  ...{ 'top': '', 'top-mid': '', 'top-left': '', 'top-right': '', 'bottom': '', 'bottom-mid': '' },
  ...{ 'bottom-left': '', 'bottom-right': '', 'left': '', 'left-mid': '', 'mid': '', 'mid-mid': '' },
  ...{ 'right': '', 'right-mid': '', 'middle': '  ' },
};

/** Formats one row per entry, for people. */
export function formatTable<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const lines = new Table({
    head: columns.map(({ title }) => title),
    colAligns: columns.map(({ align = 'left' }) => align),
    chars: NO_LINES,
    style: { 'head': [], 'border': [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) lines.push(columns.map(({ value }) => escapeControlCharacters(value(row) ?? '–')));
  return `${lines.toString().replace(/[ \t]+$/gm, '')}\n`;
}

/** Formats one line per field; empty fields are omitted. */
export function formatRecord(fields: Readonly<Record<string, string | null>>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  const width = Math.max(...shown.map(([title]) => title.length));
  return shown
    .map(([title, value]) => `${title.padEnd(width)}  ${escapeControlCharacters(value ?? '')}\n`)
    .join('');
}

/** Formats a time as `2026-11-21 07:48 UTC`. */
export function formatTime(atMs: number | null): string | null {
  return atMs === null ? null : `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Formats an ISO 8601 time in the same way. */
export function formatIsoTime(text: string | null): string | null {
  return text === null ? null : formatTime(Date.parse(text));
}

/** Formats an ISO 8601 time with its second, for what may happen twice in a minute. */
export function formatIsoSecond(text: string | null): string | null {
  return text === null ? null : `${new Date(text).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export interface JsonOption {
  readonly json?: true | undefined;
}

/** Prints a result as JSON for programs, where amounts stay exact decimal text, or as this text. */
export function print(terminal: Terminal, options: JsonOption, value: unknown, text: string): void {
  terminal.write(options.json ? `${JSON.stringify(value, null, 2)}\n` : text);
}

export interface List<T> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  /** Printed if there are no rows. */
  readonly none: string;
}

export function printList<T>(terminal: Terminal, options: JsonOption, { rows, columns, none }: List<T>) {
  if (rows.length > 0 || options.json) print(terminal, options, rows, formatTable(columns, rows));
  else terminal.writeError(`${none}\n`);
}

/** Returns a function that replaces the last line of an interactive terminal. */
export function progressLine({ isInteractive, writeError }: Terminal): (text: string) => void {
  return (text) => {
    if (isInteractive) writeError(`\r\u001b[2K${text}`);
  };
}

/** Passes entries on; in an interactive terminal, a line counts them. @param every number of entries between two updates */
export async function* withProgress<T>(
  terminal: Terminal,
  what: string,
  entries: AsyncIterable<T>,
  every = 1,
) {
  const showProgress = progressLine(terminal);
  let count = 0;
  try {
    for await (const entry of entries) {
      count += 1;
      if (count % every === 0) showProgress(`${what} … ${count}`);
      yield entry;
    }
  } finally {
    showProgress('');
  }
}

/** Maximum number of records that are named. */
const MAX_NAMED = 10;

/** Collects the unreadable records of a list, for one line that names them. */
export class UnreadableRecords {
  readonly #names: string[] = [];

  readonly add = (id: string | null, field: string): void => {
    this.#names.push(escapeControlCharacters(`${id ?? 'one without an id'} (${field})`));
  };

  print(terminal: Terminal): void {
    const [named, count] = [this.#names.slice(0, MAX_NAMED), this.#names.length];
    if (count === 0) return;
    const more = count > MAX_NAMED ? `, and ${count - MAX_NAMED} more` : '';
    terminal.writeError(`omitted as unreadable: ${named.join(', ')}${more}\n`);
  }
}

/** Returns the end of a command's help. */
export function examples(...commands: readonly string[]): string {
  const lines = commands.map((command) => `\n  crypto-checkout ${command}`);
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:${lines.join('')}`;
}
