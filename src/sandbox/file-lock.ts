import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';

/** Lock files of this process. */
const held = new Set<string>();

/**
 * Locks a file for this process: a lock file beside it holds the process id. The lock of a dead process is taken over.
 * @param path of an existing file
 * @returns a function that releases the lock
 * @throws {Error} if another sandbox holds the lock; the message names its process
 */
export function lockFile(path: string): () => void {
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
  held.add(lock);
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true });
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

/** A dead process may have had the id of this one: in a container that is common. */
function isRunning(owner: number, lock: string): boolean {
  if (owner === 0) return false;
  if (owner === process.pid) return held.has(lock);
  try {
    return process.kill(owner, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
