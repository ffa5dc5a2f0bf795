import { createHash } from 'node:crypto';
import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateKey, validateUrl } from './options.js';
import { createQueue, pause, type RequestLimiter } from './request-limiter.js';

export interface FileLimiterOptions {
  /** Base URL of the service, as in the client. */
  readonly url: string;
  readonly withdrawalKey: string;
  /** Existing folder on a local disk. Default: the system's temporary folder. */
  readonly folder?: string;
}

/**
 * Limits withdrawals among the processes of one machine (service doc, "Limits").
 *
 * Each turn is an empty file with the next number: the process that creates it owns the turn. Its modification time is the last
 * moment at which a request may have been in flight. During a request, the process keeps it ahead of the clock. Once it is
 * `minIntervalMs` ago, the next number is free. So a process that crashes during its turn leaves nothing to repair, and no process
 * ever takes over the file of another.
 * @throws {TypeError} if `url` or `withdrawalKey` is invalid
 */
export function createFileLimiter({
  url,
  withdrawalKey,
  folder = tmpdir(),
}: FileLimiterOptions): RequestLimiter {
  const account = JSON.stringify([validateUrl(url), validateKey(withdrawalKey, 'withdrawalKey')]);
  const hash = createHash('sha256').update(account).digest('hex').slice(0, 32);
  const files = new TurnFiles(folder, `crypto-checkout-withdrawal-${hash}-`);
  const inOrder = createQueue();
  return { take: (minIntervalMs, send) => inOrder(() => takeTurn(files, minIntervalMs, send)) };
}

async function takeTurn<T>(files: TurnFiles, minIntervalMs: number, send: () => Promise<T>): Promise<T> {
  const turn = await files.next(minIntervalMs);
  const heartbeatMs = minIntervalMs / 4;
  // Two intervals ahead, so that neither a late timer nor a crash leaves a gap.
  const extend = () => files.touch(turn, Date.now() + 2 * heartbeatMs);
  await extend();
  const heartbeat = setInterval(() => void extend(), heartbeatMs);
  try {
    return await send();
  } finally {
    clearInterval(heartbeat);
    await files.touch(turn, Date.now());
  }
}

class TurnFiles {
  constructor(
    private readonly folder: string,
    private readonly prefix: string,
  ) {}

  /** Waits until the last turn ended `minIntervalMs` ago and this process owns the next one. */
  async next(minIntervalMs: number): Promise<number> {
    try {
      for (;;) {
        const turn = await this.#tryNext(minIntervalMs);
        if (turn !== null) return turn;
      }
    } catch (error) {
      throw new Error(
        `folder "${this.folder}" cannot hold the limiter's files, so nothing was sent. Use an existing, writable folder.`,
        { cause: error },
      );
    }
  }

  async #tryNext(minIntervalMs: number): Promise<number | null> {
    const last = Math.max(0, ...(await this.#turns()));
    const waitMs = last === 0 ? 0 : await this.#remainingMs(last, minIntervalMs);
    if (waitMs > 0) {
      await pause(waitMs);
      return null;
    }
    const turn = last + 1;
    if (!(await this.#create(turn))) return null;
    const turns = await this.#turns();
    // Another process may have moved on and removed this number meanwhile.
    const isLatest = turns.every((other) => other <= turn);
    await Promise.all(turns.filter((other) => (isLatest ? other < turn : other === turn)).map(this.#remove));
    return isLatest ? turn : null;
  }

  async #turns(): Promise<readonly number[]> {
    const names = (await readdir(this.folder)).filter((name) => name.startsWith(this.prefix));
    const turns = names.map((name) => name.slice(this.prefix.length));
    return turns.filter((turn) => /^[1-9]\d{0,14}$/.test(turn)).map((turn) => Number.parseInt(turn, 10));
  }

  /** Returns the time until the turn ends. Corrects a time that is possible only after a clock was set back. */
  async #remainingMs(turn: number, minIntervalMs: number): Promise<number> {
    const file = await stat(this.#path(turn)).catch(ignoring('ENOENT'));
    if (!file) return 0;
    const nowMs = Date.now();
    // Both clocks truncate fractions of a millisecond.
    const waitMs = Math.ceil(file.mtimeMs) + 1 + minIntervalMs - nowMs;
    if (waitMs <= 2 * minIntervalMs + 1) return waitMs;
    await this.touch(turn, nowMs);
    return minIntervalMs;
  }

  async #create(turn: number): Promise<boolean> {
    const file = await open(this.#path(turn), 'wx', 0o600).catch(ignoring('EEXIST'));
    await file?.close();
    return file !== undefined;
  }

  /** Never fails: a file error must not hide the outcome of the request. */
  async touch(turn: number, timeMs: number): Promise<void> {
    await utimes(this.#path(turn), timeMs / 1000, timeMs / 1000).catch(() => undefined);
  }

  /** Leaves files of other users in place. */
  readonly #remove = (turn: number): Promise<void> => rm(this.#path(turn)).catch(() => undefined);

  #path(turn: number): string {
    return join(this.folder, `${this.prefix}${turn}`);
  }
}

function ignoring(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  };
}
