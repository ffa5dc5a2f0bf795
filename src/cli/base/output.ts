import Table from 'cli-table3';
import type { Terminal } from './terminal.js';

export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => string | null;
  /** Amounts stand below each other. */
  readonly align?: 'left' | 'right';
}

/** Control characters and marks that turn text around: the service's texts must not move the cursor or hide digits. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The same text with everything visible that a terminal would obey. */
export function escapeControlCharacters(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

const NO_LINES = {
  ...{ 'top': '', 'top-mid': '', 'top-left': '', 'top-right': '', 'bottom': '', 'bottom-mid': '' },
  ...{ 'bottom-left': '', 'bottom-right': '', 'left': '', 'left-mid': '', 'mid': '', 'mid-mid': '' },
  ...{ 'right': '', 'right-mid': '', 'middle': '  ' },
};

/** One row per entry, for people. */
export function formatTable<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const lines = new Table({
    head: columns.map(({ title }) => title),
    colAligns: columns.map(({ align = 'left' }) => align),
    chars: NO_LINES,
    style: { 'head': [], 'border': [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) lines.push(columns.map(({ value }) => escapeControlCharacters(value(row) ?? '–')));
  return `${trimEnds(lines.toString())}\n`;
}

/** One entry, a line per field; fields without a value are left out. */
export function formatRecord(fields: Readonly<Record<string, string | null>>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  const width = Math.max(...shown.map(([title]) => title.length));
  return shown
    .map(([title, value]) => `${title.padEnd(width)}  ${escapeControlCharacters(value ?? '')}\n`)
    .join('');
}

function trimEnds(text: string): string {
  return text.replace(/[ \t]+$/gm, '');
}

/** For programs: amounts stay exact decimal text. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** `2026-11-21 07:48 UTC` */
export function formatTime(atMs: number | null): string | null {
  return atMs === null ? null : `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The same, of ISO 8601. */
export function formatIsoTime(text: string | null): string | null {
  return text === null ? null : formatTime(Date.parse(text));
}

/** A line that is written over while something long goes on; nothing where nobody looks. */
export function progress(terminal: Terminal, what: string): { count(n: number): void; end(): void } {
  if (!terminal.isInteractive) return { count: () => undefined, end: () => undefined };
  const clearLine = '\r\u001b[2K';
  return {
    count: (n) => terminal.writeError(`${clearLine}${what} … ${n}`),
    end: () => terminal.writeError(clearLine),
  };
}
