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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
    if (!keepsAlive) timer.unref();
  });
  try {
    return await Promise.race([work.then(() => true), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
