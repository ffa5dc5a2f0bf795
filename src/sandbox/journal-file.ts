import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Journal } from './core/journal/journal.js';
import { START_LINE } from './core/journal/journal-format.js';
import { lockFile } from './file-lock.js';

export interface JournalFile extends Journal {
  close(): void;
}

const NEWLINE = 10;

/**
 * A journal in a file, which is made if there is none. Nothing is written before the first `append`: a file of
 * something else stays as it is. What was appended has reached the system when `append` returns, so it outlives the
 * process; the disk may get it later.
 * @throws {Error} when the file cannot be opened, or another sandbox has it
 */
export function openJournalFile(path: string): JournalFile {
  const fd = open(path);
  const unlock = lockedOrClosed(fd, path);
  const { size } = fstatSync(fd);
  /** Where the last whole line ends. */
  let end = size;
  /** Whether part of a line of ours stands behind it. */
  let torn = false;
  let closed = false;
  return {
    *lines() {
      const bytes = readFileSync(fd);
      end = bytes.lastIndexOf(NEWLINE) + 1;
      torn = end < bytes.length;
      assertOwnFile(bytes.subarray(end), end);
      for (let from = 0; from < end;) {
        const to = bytes.indexOf(NEWLINE, from);
        yield bytes.toString('utf8', from, to);
        from = to + 1;
      }
    },
    append(line) {
      // Another file may have got the number of a closed one.
      if (closed) throw new Error(`${path} is closed already: the sandbox has stopped`);
      if (torn) dropTornLine(fd, end, path);
      else if (fstatSync(fd).size !== end)
        throw new Error(`${path} was changed by another program: give each sandbox a file of its own`);
      torn = true;
      end += writeWhole(fd, Buffer.from(`${line}\n`));
      torn = false;
    },
    close() {
      if (closed) return;
      closed = true;
      closeSync(fd);
      unlock();
    },
  };
}

function lockedOrClosed(fd: number, path: string): () => void {
  try {
    return lockFile(path);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'a+', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(
      `${path} cannot be opened (${code}): give a file that can be written, in a folder that exists`,
      {
        cause: error,
      },
    );
  }
}

/** A file without a single whole line is ours only if it is the beginning of our first one. */
function assertOwnFile(rest: Buffer, end: number): void {
  if (end === 0 && !START_LINE.startsWith(rest.toString('utf8')))
    throw new Error('line 1 was not written by a sandbox of this version: it is not the start of a sandbox');
}

function dropTornLine(fd: number, end: number, path: string): void {
  ftruncateSync(fd, end);
  process.stderr.write(`sandbox: the last line of ${path} was cut short, and is dropped\n`);
}

function writeWhole(fd: number, bytes: Buffer): number {
  for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
  return bytes.length;
}
