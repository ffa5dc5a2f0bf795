import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Journal } from './core/journal/journal.js';
import { START_LINE } from './core/journal/journal-format.js';
import { lockFile } from './file-lock.js';

export interface JournalFile extends Journal {
  close(): void;
}

const NEWLINE = 10;

/**
 * Opens a journal in a file, and creates the file if it is missing. Nothing is written before the first `append`, so
 * another program's file stays unchanged. When `append` returns, the line has reached the operating system and outlives
 * the process; the disk may receive it later.
 * @throws {Error} if the file cannot be opened, or another sandbox holds its lock
 */
export function openJournalFile(path: string): JournalFile {
  const fd = open(path);
  const unlock = lockedOrClosed(fd, path);
  const { size } = fstatSync(fd);
  /** End of the last complete line. */
  let end = size;
  /** True while an incomplete line of ours follows it. */
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
      // The descriptor of a closed file may belong to another file by now.
      if (closed) throw new Error(`${path} is closed, because the sandbox has stopped`);
      if (torn) dropTornLine(fd, end, path);
      else if (fstatSync(fd).size !== end)
        throw new Error(`${path} was changed by another program. Use one file per sandbox.`);
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
    throw new Error(`${path} cannot be opened (${code}). Use a writable file in an existing folder.`, {
      cause: error,
    });
  }
}

/** A file without a complete line is ours only if it holds the beginning of our first line. */
function assertOwnFile(rest: Buffer, end: number): void {
  if (end === 0 && !START_LINE.startsWith(rest.toString('utf8')))
    throw new Error('line 1 was not written by a sandbox of this version: it is not the start of a sandbox');
}

function dropTornLine(fd: number, end: number, path: string): void {
  ftruncateSync(fd, end);
  process.stderr.write(`sandbox: the last line of ${path} was incomplete and has been dropped\n`);
}

function writeWhole(fd: number, bytes: Buffer): number {
  for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
  return bytes.length;
}
