import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createQueue, pause } from './withdrawal-limiter.js';

/** Time after which a process that has not renewed its lock counts as crashed. */
const LOCK_MS = 10_000;

/**
 * Returns a function that runs `work` under an exclusive lock among the processes of this machine. A crashed process blocks the
 * others for up to 15 s.
 */
export function createFileLock(path: string): <T>(work: () => Promise<T>) => Promise<T> {
  const prefix = `${basename(path)}.lock-`;
  const files = new TurnFiles({ folder: dirname(path), prefix, maxPauseMs: 20 });
  const inOrder = createQueue();
  // Ends the turn retroactively: the next process need not wait.
  return (work) => inOrder(() => files.take(LOCK_MS, work, LOCK_MS + 1));
}

interface TurnFilesOptions {
  readonly folder: string;
  readonly prefix: string;
  /** Maximum interval between checks whether the turn has ended. Default: one check at its earliest end. */
  readonly maxPauseMs?: number;
}

/**
 * Lets the processes of one machine take turns.
 *
 * Each turn is an empty file with the next number. The process that creates it owns the turn. During the work, it keeps the
 * modification time of the file ahead of the clock. Once that time is `minIntervalMs` ago, another process may create the next
 * number. A crash leaves nothing to repair, and no process ever takes over the file of another.
 */
export class TurnFiles {
  constructor(private readonly options: TurnFilesOptions) {}

  /**
   * Runs `work` alone.
   * @param minIntervalMs time between the end of a turn, or the crash of its process, and the next turn
   * @param endedMsAgo time by which the end of the turn is backdated
   */
  async take<T>(minIntervalMs: number, work: () => Promise<T>, endedMsAgo = 0): Promise<T> {
    const turn = await this.#next(minIntervalMs);
    const heartbeatMs = minIntervalMs / 4;
    // Two intervals ahead: a late timer must not free the turn.
    const extend = () => this.#touch(turn, Date.now() + 2 * heartbeatMs);
    await extend();
    let running = Promise.resolve();
    const heartbeat = setInterval(() => void (running = extend()), heartbeatMs);
    try {
      return await work();
    } finally {
      clearInterval(heartbeat);
      await running;
      await this.#touch(turn, Date.now() - endedMsAgo);
    }
  }

  /** Waits until the last turn ended `minIntervalMs` ago and this process owns the next one. */
  async #next(minIntervalMs: number): Promise<number> {
    try {
      for (;;) {
        const turn = await this.#tryNext(minIntervalMs);
        if (turn !== null) return turn;
      }
    } catch (error) {
      throw new Error(
        `folder "${this.options.folder}" is missing or not writable, so nothing was sent. Use an existing, writable folder.`,
        { cause: error },
      );
    }
  }

  async #tryNext(minIntervalMs: number): Promise<number | null> {
    const last = Math.max(0, ...(await this.#turns()));
    const waitMs = last === 0 ? 0 : await this.#remainingMs(last, minIntervalMs);
    if (waitMs > 0) {
      await pause(Math.min(waitMs, this.options.maxPauseMs ?? waitMs));
      return null;
    }
    const turn = last + 1;
    if (!(await this.#create(turn))) return null;
    const turns = await this.#turns();
    // Meanwhile another process may have created a later turn and removed this one.
    const isLatest = turns.every((other) => other <= turn);
    await Promise.all(turns.filter((other) => (isLatest ? other < turn : other === turn)).map(this.#remove));
    return isLatest ? turn : null;
  }

  async #turns(): Promise<readonly number[]> {
    const names = (await readdir(this.options.folder)).filter((name) => name.startsWith(this.options.prefix));
    const turns = names.map((name) => name.slice(this.options.prefix.length));
    return turns.filter((turn) => /^[1-9]\d{0,14}$/.test(turn)).map((turn) => Number.parseInt(turn, 10));
  }

  /** Returns the time until the next turn may begin. Resets a time that is too far ahead because the clock was set back. */
  async #remainingMs(turn: number, minIntervalMs: number): Promise<number> {
    const file = await stat(this.#path(turn)).catch(ignoring('ENOENT'));
    if (!file) return 0;
    const nowMs = Date.now();
    // Both clocks truncate fractions of a millisecond.
    const waitMs = Math.ceil(file.mtimeMs) + 1 + minIntervalMs - nowMs;
    if (waitMs <= 2 * minIntervalMs + 1) return waitMs;
    await this.#touch(turn, nowMs);
    return minIntervalMs;
  }

  async #create(turn: number): Promise<boolean> {
    const file = await open(this.#path(turn), 'wx', 0o600).catch(ignoring('EEXIST'));
    await file?.close();
    return file !== undefined;
  }

  /** Sets the modification time. Ignores errors, which must not hide the outcome of the request. */
  async #touch(turn: number, timeMs: number): Promise<void> {
    await utimes(this.#path(turn), timeMs / 1000, timeMs / 1000).catch(() => undefined);
  }

  /** Removes a turn. Ignores errors: a file may belong to another user. */
  readonly #remove = (turn: number): Promise<void> => rm(this.#path(turn)).catch(() => undefined);

  #path(turn: number): string {
    return join(this.options.folder, `${this.options.prefix}${turn}`);
  }
}

function ignoring(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  };
}
