import { setTimeout as pause } from 'node:timers/promises';

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
