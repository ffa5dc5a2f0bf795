import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';

/** The locks of this process. */
const held = new Set<string>();

/**
 * Takes a file for this process, until the returned function is called: by a file beside it that holds the number of the
 * process. One that a process left behind when it died is taken over.
 * @param path of a file that exists
 * @throws {Error} when another sandbox has the file; the message says which
 */
export function lockFile(path: string): () => void {
  const lock = `${realpathSync(path)}.lock`;
  if (!create(lock)) {
    const owner = readOwner(lock);
    if (isRunning(owner, lock)) {
      const whose = owner === process.pid ? 'this process' : `process ${owner}`;
      throw new Error(
        `${path} belongs to another sandbox, in ${whose}: stop it, or give this one a file of its own` +
          ` (if no sandbox runs, delete ${lock})`,
      );
    }
    rmSync(lock, { force: true });
    if (!create(lock))
      throw new Error(`${path} has just been taken by another sandbox: give this one its own`);
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

/** @returns whether it was made: `false` when it is there already */
function create(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    throw new Error(`${lock} cannot be made (${String(code)}): give a file in a folder that can be written`, {
      cause: error,
    });
  }
}

/** 0 when it cannot be told. */
function readOwner(lock: string): number {
  try {
    const text = readFileSync(lock, 'utf8').trim();
    return /^[1-9]\d{0,9}$/.test(text) ? Number.parseInt(text, 10) : 0;
  } catch {
    return 0;
  }
}

/** The number of a dead process may be that of this one: in a container it often is. */
function isRunning(owner: number, lock: string): boolean {
  if (owner === 0) return false;
  if (owner === process.pid) return held.has(lock);
  try {
    return process.kill(owner, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
