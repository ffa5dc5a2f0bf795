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

/** Escapes every character that a terminal would interpret. */
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
  return `${trimEnds(lines.toString())}\n`;
}

/** Formats one line per field; empty fields are omitted. */
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

/** Formats JSON for programs: amounts stay exact decimal text. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Formats a time as `2026-11-21 07:48 UTC`. */
export function formatTime(atMs: number | null): string | null {
  return atMs === null ? null : `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Formats an ISO 8601 time in the same way. */
export function formatIsoTime(text: string | null): string | null {
  return text === null ? null : formatTime(Date.parse(text));
}

/** Updates a line during long work; does nothing without an interactive terminal. */
export function progress(terminal: Terminal, what: string): { count(n: number): void; end(): void } {
  if (!terminal.isInteractive) return { count: () => undefined, end: () => undefined };
  const clearLine = '\r\u001b[2K';
  return {
    count: (n) => terminal.writeError(`${clearLine}${what} … ${n}`),
    end: () => terminal.writeError(clearLine),
  };
}
