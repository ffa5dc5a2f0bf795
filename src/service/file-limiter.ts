import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { TurnFiles } from './turn-files.js';
import { validateKey, validateUrl } from './options.js';
import { createQueue, type RequestLimiter } from './withdrawal-limiter.js';

export interface FileLimiterOptions {
  /** Base URL of the service, as in the client. */
  readonly url: string;
  readonly withdrawalKey: string;
  /**
   * Existing folder on a local disk. Default: `crypto-checkout` in `XDG_STATE_HOME` or `~/.local/state`. If that is read-only,
   * `crypto-checkout-<user id>` in the temporary folder.
   */
  readonly folder?: string;
}

/** Returns whether this user alone can write to the folder. Another user could claim every turn by one file. */
async function isOwn(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = await lstat(folder);
    const user = process.getuid?.();
    // Windows has no user ids, and its home folders are private.
    if (user !== undefined && (uid !== user || (mode & 0o022) !== 0)) return false;
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns a folder that only this user can write to. @throws {Error} if there is none */
async function ownFolder(): Promise<string> {
  // XDG Base Directory Specification, "Environment variables".
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local/state');
  const folders = [join(state, 'crypto-checkout'), join(tmpdir(), `crypto-checkout-${userInfo().uid}`)];
  for (const folder of folders) if (await isOwn(folder)) return folder;
  throw new Error(
    `no folder is writable by this user alone (${folders.join(', ')}), so nothing was sent. Correct the permissions of the first one, or set HOME.`,
  );
}

/**
 * Limits withdrawals among the processes of one user of a machine (service doc, "Limits").
 * @throws {TypeError} if `url` or `withdrawalKey` is invalid
 */
export function createFileLimiter({ url, withdrawalKey, folder }: FileLimiterOptions): RequestLimiter {
  const account = JSON.stringify([validateUrl(url), validateKey(withdrawalKey, 'withdrawalKey')]);
  const hash = createHash('sha256').update(account).digest('hex').slice(0, 32);
  const prefix = `crypto-checkout-withdrawal-${hash}-`;
  const inOrder = createQueue();
  return {
    take: (minIntervalMs, send) =>
      inOrder(async () =>
        new TurnFiles({ folder: folder ?? (await ownFolder()), prefix }).take(minIntervalMs, send),
      ),
  };
}
