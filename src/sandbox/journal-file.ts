import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { START_LINE } from './core/journal/journal.js';
import type { Journal } from './core/sandbox.js';

export interface JournalFile extends Journal {
  close(): void;
}

const NEWLINE = 10;

/**
 * Opens a journal file. Creates it if it is missing. Writes nothing before the first `append`: the path may be another program's
 * file. After `append`, the line survives a crash of the process, but not of the operating system.
 * @throws {Error} if the file cannot be opened, or another sandbox holds its lock
 */
export function openJournalFile(path: string): JournalFile {
  const fd = open(path);
  const unlock = lockedOrClosed(fd, path);
  const { size } = fstatSync(fd);
  /** End of the last complete line. */
  let end = size;
  /** Whether an incomplete line of this sandbox follows. */
  let isTorn = false;
  let isClosed = false;
  return {
    *lines() {
      const bytes = readFileSync(fd);
      end = bytes.lastIndexOf(NEWLINE) + 1;
      isTorn = end < bytes.length;
      assertOwnFile(bytes.subarray(end), end);
      for (let from = 0; from < end;) {
        const to = bytes.indexOf(NEWLINE, from);
        yield bytes.toString('utf8', from, to);
        from = to + 1;
      }
    },
    append(line) {
      // The descriptor may belong to another file by now.
      if (isClosed) throw new Error(`${path} is closed, because the sandbox has stopped`);
      if (isTorn) dropTornLine(fd, end, path);
      else if (fstatSync(fd).size !== end)
        throw new Error(`${path} was changed by another program. Use one file per sandbox.`);
      isTorn = true;
      const bytes = Buffer.from(`${line}\n`);
      writeFileSync(fd, bytes);
      end += bytes.length;
      isTorn = false;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
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

/** Accepts a file without a complete line only if it contains the beginning of `START_LINE`. @throws {Error} */
function assertOwnFile(rest: Buffer, end: number): void {
  if (end === 0 && !START_LINE.startsWith(rest.toString('utf8')))
    throw new Error('line 1 was not written by a sandbox of this version: it is not the start of a sandbox');
}

function dropTornLine(fd: number, end: number, path: string): void {
  ftruncateSync(fd, end);
  process.stderr.write(`sandbox: the last line of ${path} was incomplete and was discarded\n`);
}

/** Paths of the lock files of this process. */
const heldLocks = new Set<string>();

/**
 * Locks a file for this process by a lock file beside it, which contains the process id. Takes over the lock of a dead process.
 * @param path of an existing file
 * @returns a function that releases the lock
 * @throws {Error} if another sandbox holds the lock; the message contains its process id
 */
function lockFile(path: string): () => void {
  const lock = `${realpathSync(path)}.lock`;
  if (!create(lock)) {
    const owner = readOwner(lock);
    if (isRunning(owner, lock)) {
      const whose = owner === process.pid ? 'this process' : `process ${owner}`;
      throw new Error(
        `${path} belongs to another sandbox, in ${whose}. Stop it, or use another file` +
          ` (if no sandbox is running, delete ${lock}).`,
      );
    }
    rmSync(lock, { force: true });
    if (!create(lock)) throw new Error(`${path} has just been locked by another sandbox. Use another file.`);
  }
  heldLocks.add(lock);
  return () => {
    if (heldLocks.delete(lock)) rmSync(lock, { force: true });
  };
}

/** Creates the lock file. @returns false if it already exists */
function create(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    throw new Error(`${lock} cannot be created (${String(code)}). Use a file in a writable folder.`, {
      cause: error,
    });
  }
}

/** Returns the process id in the lock file, or 0 if it cannot be read. */
function readOwner(lock: string): number {
  try {
    const text = readFileSync(lock, 'utf8').trim();
    return /^[1-9]\d{0,9}$/.test(text) ? Number.parseInt(text, 10) : 0;
  } catch {
    return 0;
  }
}

/** Returns whether the owner still runs. In containers, a dead process often had the same id as this one. */
function isRunning(owner: number, lock: string): boolean {
  if (owner === 0) return false;
  if (owner === process.pid) return heldLocks.has(lock);
  try {
    return process.kill(owner, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
