import { setTimeout as pause } from 'node:timers/promises';

/** Caches the result of `read` for `maxAgeMs`. Concurrent calls share one result. Does not cache a failure. */
export function memoizeFor<T>(maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() - last.atMs < maxAgeMs) return last.value;
    const value = read();
    last = { atMs: performance.now(), value };
    value.catch(() => (last = undefined));
    return value;
  };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves when it is the caller's turn. Each turn is in another round of the event loop, so that many expensive requests at once
 * delay any other by one of them, and not by all.
 */
export function takeTurn(): Promise<void> {
  const turn = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  last = turn;
  return turn;
}

/**
 * Waits for `work` up to `timeoutMs`. The work continues after the timeout.
 * @param options `keepsAlive`: whether waiting keeps the process alive
 * @returns false after the timeout
 * @throws the error of `work`, if it rejects in time
 */
export async function withTimeout(
  timeoutMs: number,
  work: Promise<unknown>,
  { keepsAlive = true }: { readonly keepsAlive?: boolean } = {},
): Promise<boolean> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await Promise.race([work.then(() => true), pause(timeoutMs, false, { signal, ref: keepsAlive })]);
  } finally {
    waiting.abort();
  }
}
