import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createQueue, pause } from './request-limiter.js';

/** A process that has not renewed its lock for this time has crashed. */
const LOCK_MS = 10_000;

/**
 * Returns a function that runs its work while no other process of this machine works with the file. A crashed process blocks the
 * others for up to 15 seconds.
 */
export function createFileLock(path: string): <T>(work: () => Promise<T>) => Promise<T> {
  const prefix = `${basename(path)}.lock-`;
  const files = new TurnFiles({ folder: dirname(path), prefix, maxPauseMs: 20 });
  const inOrder = createQueue();
  // The next process need not wait after the end of the work.
  return (work) => inOrder(() => files.take(LOCK_MS, work, LOCK_MS + 1));
}

interface TurnFilesOptions {
  readonly folder: string;
  readonly prefix: string;
  /** Maximum time between two checks of whether the turn has ended. Default: checks when it ends at the earliest. */
  readonly maxPauseMs?: number;
}

/**
 * Lets the processes of one machine take turns.
 *
 * Each turn is an empty file with the next number: the process that creates it owns the turn. Its modification time is the last
 * moment at which its work may have been in progress. During the work, the process keeps it ahead of the clock. Once it is
 * `minIntervalMs` ago, the next number is free. So a process that crashes during its turn leaves nothing to repair, and no process
 * ever takes over the file of another.
 */
export class TurnFiles {
  constructor(private readonly options: TurnFilesOptions) {}

  /**
   * Runs `work` alone.
   * @param minIntervalMs time from the end of a turn to the next one, and from the crash of its process
   * @param endedMsAgo how long ago the turn counts as ended, once it has ended
   */
  async take<T>(minIntervalMs: number, work: () => Promise<T>, endedMsAgo = 0): Promise<T> {
    const turn = await this.#next(minIntervalMs);
    const heartbeatMs = minIntervalMs / 4;
    // Two intervals ahead, so that neither a late timer nor a crash leaves a gap.
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
        `folder "${this.options.folder}" cannot hold the files by which processes take turns, so nothing was sent. Use an existing, writable folder.`,
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
    // Another process may have moved on and removed this number meanwhile.
    const isLatest = turns.every((other) => other <= turn);
    await Promise.all(turns.filter((other) => (isLatest ? other < turn : other === turn)).map(this.#remove));
    return isLatest ? turn : null;
  }

  async #turns(): Promise<readonly number[]> {
    const names = (await readdir(this.options.folder)).filter((name) => name.startsWith(this.options.prefix));
    const turns = names.map((name) => name.slice(this.options.prefix.length));
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
    await this.#touch(turn, nowMs);
    return minIntervalMs;
  }

  async #create(turn: number): Promise<boolean> {
    const file = await open(this.#path(turn), 'wx', 0o600).catch(ignoring('EEXIST'));
    await file?.close();
    return file !== undefined;
  }

  /** Never fails: a file error must not hide the outcome of the request. */
  async #touch(turn: number, timeMs: number): Promise<void> {
    await utimes(this.#path(turn), timeMs / 1000, timeMs / 1000).catch(() => undefined);
  }

  /** Leaves files of other users in place. */
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
